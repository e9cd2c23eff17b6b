import type { ConversationTurn } from '../../domain/evaluation/conversation.js'
import { type CheckResult, type Judgement, PASS_AT, type Trial } from '../../domain/evaluation/evaluation.js'
import type { Rubric } from '../../domain/evaluation/rubric.js'
import { formatScore } from '../../domain/text/format-score.js'
import { mean } from '../statistics/descriptive.js'
import { factsFound } from './converse/hidden-facts.js'
import type { NamedCase } from './evaluation-plan.js'

type JudgedConversation = {
  readonly simulated: boolean
  readonly turns: ConversationTurn[]
  readonly simulator_faults: string[]
  readonly judgements: Judgement[]
  /** As decided by words and judges. */
  readonly checks: CheckResult[]
}

/** The dimension for following instructions, and its maximum score in a trial with a failed check or a broken rule. */
const CAPPED_BY_CHECKS = { dimension_id: 'compliance', score: 4 } as const

/** Scores one conversation: the judges' scores by our weights, with compliance capped where a check failed, and the pass. */
export function scoreTrial(test: NamedCase, trial: number, rubric: Rubric, conversation: JudgedConversation): Trial {
  const { simulated, turns, simulator_faults, judgements, checks } = conversation
  const factsFoundNow = factsFound(test.hidden_facts, turns)
  const dimensions = capped(meanDimensions(judgements, rubric), checks, breaksRule({ judgements }))
  const score = dimensions && weightedScore(dimensions, rubric)
  return {
    case_id: test.case_id,
    trial,
    status: score === null ? 'cannot_judge' : 'scored',
    problem: score === null ? (judgements.find(({ problem }) => problem !== '')?.problem ?? 'Nobody judged it.') : '',
    simulated,
    turns,
    checks,
    facts_found: factsFoundNow,
    facts_hidden: test.hidden_facts.length,
    simulator_faults,
    judgements,
    score,
    dimensions: dimensions ?? [],
    passed:
      score === null ? null : !breaksRule({ judgements }) && passes(test, score, checks, factsFoundNow.length, turns),
  }
}

/** A trial that could not be run to its end: unscored, but with what was said and the checks of it. */
export const failedTrial = (
  { case_id, hidden_facts }: NamedCase,
  trial: number,
  { simulated, turns, simulator_faults, checks, problem }: Omit<JudgedConversation, 'judgements'> & { problem: string },
): Trial => ({
  case_id,
  trial,
  status: 'error',
  problem,
  simulated,
  turns,
  checks,
  facts_found: factsFound(hidden_facts, turns),
  facts_hidden: hidden_facts.length,
  simulator_faults,
  judgements: [],
  score: null,
  dimensions: [],
  passed: null,
})

/** Whether more than half of the judges who could judge found a rule of the case broken. */
export function breaksRule({ judgements }: Pick<Trial, 'judgements'>): boolean {
  const able = judgements.filter(({ status }) => status === 'judged')
  return able.filter(({ broken_rules }) => broken_rules.length > 0).length * 2 > able.length
}

/** Caps compliance: a conversation with a failed check or a broken rule was not compliant, however well it reads. */
function capped(
  dimensions: Trial['dimensions'] | null,
  checks: readonly CheckResult[],
  breaks_rule: boolean,
): Trial['dimensions'] | null {
  if (!breaks_rule && checks.every(({ status }) => status !== 'failed')) return dimensions
  const { dimension_id: which, score: most } = CAPPED_BY_CHECKS
  return (
    dimensions?.map(({ dimension_id, score }) => ({
      dimension_id,
      score: dimension_id === which ? Math.min(most, score) : score,
    })) ?? null
  )
}

/** Mean scores of the judges who could judge; `null` unless they are more than half of all judges. */
function meanDimensions(judgements: readonly Judgement[], rubric: Rubric): Trial['dimensions'] | null {
  const able = judgements.filter(({ status }) => status === 'judged')
  if (able.length * 2 <= judgements.length) return null
  return meanByDimension(able, rubric)
}

type Scores = { readonly dimensions: Trial['dimensions'] }

/** The scores of these judgements, trials or cases on one dimension. */
export const scoresOn = (dimension_id: string, scored: readonly Scores[]): number[] =>
  scored.flatMap(({ dimensions }) =>
    dimensions.filter((dimension) => dimension.dimension_id === dimension_id).map(({ score }) => score),
  )

/** The mean score on every dimension of the rubric. */
export const meanByDimension = (scored: readonly Scores[], rubric: Rubric): Trial['dimensions'] =>
  rubric.dimensions.map(({ dimension_id }) => ({
    dimension_id,
    score: meanWithoutRoundingNoise(scoresOn(dimension_id, scored)),
  }))

/** Σ weight · score / Σ weight. Weights come from the rubric, never from a judge. */
export function weightedScore(scores: Trial['dimensions'], { dimensions }: Rubric): number {
  const total = dimensions.reduce((sum, { weight }) => sum + weight, 0)
  const scoreById = new Map(scores.map(({ dimension_id, score }) => [dimension_id, score]))
  const sum = dimensions.reduce(
    (partial, { dimension_id, weight }) => partial + weight * (scoreById.get(dimension_id) ?? 0),
    0,
  )
  return withoutRoundingNoise(sum / total)
}

/** Rounds off floating-point noise, so that the mean of eights is exactly 8. */
export const withoutRoundingNoise = (score: number): number => Number(score.toFixed(9))
export const meanWithoutRoundingNoise = (scores: readonly number[]): number => withoutRoundingNoise(mean(scores))

/** Passes at 8, or by the case's own rule, with no critical check failed; `null` while a check is suspected. */
function passes(
  test: NamedCase,
  score: number,
  checks: readonly CheckResult[],
  factCount: number,
  turns: readonly ConversationTurn[],
): boolean | null {
  if (checks.some(({ status }) => status === 'failed')) return false
  const passed = test.success ? unmetRules(test, score, factCount, turns).length === 0 : score >= PASS_AT
  return passed && checks.some(({ status }) => status === 'suspected') ? null : passed
}

/** Requirements of the case's success rule that a conversation does not meet, a sentence each. */
export function unmetRules(
  { success, hidden_facts }: NamedCase,
  score: number,
  factCount: number,
  turns: readonly ConversationTurn[],
): string[] {
  const { min_score = 0, facts_found = 0, tool_called, says_any } = success ?? {}
  const agentText = turns
    .filter(({ speaker }) => speaker === 'agent')
    .map(({ text }) => text.toLowerCase())
    .join('\n')
  const called = turns.flatMap(({ tool_calls }) =>
    tool_calls.filter(({ accepted }) => accepted).map(({ tool }) => tool),
  )
  const unmet: string[] = []
  if (score < min_score) unmet.push(`A score of ${min_score} is needed; a trial has ${formatScore(score)}.`)
  if (factCount < facts_found)
    unmet.push(`It finds out ${factCount} of ${hidden_facts.length} hidden facts; ${facts_found} are needed.`)
  if (tool_called !== undefined && !called.includes(tool_called)) unmet.push(`It does not call ${tool_called}.`)
  if (says_any && !says_any.some((words) => agentText.includes(words.toLowerCase())))
    unmet.push(`It says none of ${says_any.map((words) => `“${words}”`).join(', ')}.`)
  return unmet
}

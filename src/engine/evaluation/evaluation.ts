import type { AgentFacts } from '../../domain/evaluation/agent.js'
import {
  type EvaluationInput,
  type EvaluationResult,
  judgedBy,
  type Trial,
  type VersionComparison,
} from '../../domain/evaluation/evaluation.js'
import { judgeModels, judgePlays, juryName } from '../../domain/evaluation/judge-models.js'
import { plural } from '../../domain/text/words.js'
import type { EngineDeps } from '../deps.js'
import { parallelSteps } from '../parallel-steps.js'
import type { Pipeline } from '../pipeline.js'
import { intervalOf } from '../statistics/mean-interval.js'
import { comparisonOf, type VersionResults } from './compare-versions.js'
import { type Conversation, conversationsOf, runConversations } from './conversations.js'
import { agentModel } from './converse/agent-model.js'
import { buildEvaluationPlan, type EvaluationPlan, judgingTexts } from './evaluation-plan.js'
import { judgePairs } from './pairwise.js'
import { planEvaluation } from './planned-calls.js'
import { evaluationNotes, playersOf } from './quote-notes.js'
import { type EvaluationRules, evaluationRules } from './rules.js'
import { scoresOn, withoutRoundingNoise } from './trial.js'
import { caseResults } from './verdict/case-results.js'
import { findingsOf } from './verdict/findings.js'
import { judgeTrustOf } from './verdict/judge-trust.js'
import { reliabilityOf } from './verdict/reliability.js'
import { estimateOver, onScale, scoredOf, verdictOf } from './verdict/verdict.js'

/** Evaluates an agent: holds the conversations of its cases, has them judged, and computes the verdict. */
export const evaluationPipeline: Pipeline<'evaluation'> = {
  plan: planEvaluation,
  notes: evaluationNotes,
  spread: {
    items: (input) => conversationsIn(buildEvaluationPlan(input), input).length,
    begin: async (deps, input) => {
      await beginEvaluation(deps, input)
    },
    work: async (deps, input, from, to) => {
      const { rules, plan } = await storedBeginning(deps, input)
      await runConversations(deps, rules, conversationsIn(plan, input).slice(from, to))
    },
  },
  async run(deps, input) {
    const { rules, plan } = await beginEvaluation(deps, input)
    const conversations = conversationsIn(plan, input)
    const finished = await runConversations(deps, rules, conversations)
    const trialsOf = (side: 'this' | 'other') => finished.filter((_, index) => conversations[index]?.run.side === side)
    const trials = trialsOf('this')
    const own = { cases: caseResults(plan.cases, trials, plan.rubric), trials }
    const comparison = await compare(deps, rules, plan, input, own, trialsOf('other'))
    return { result: resultOf(deps, plan, input, own, comparison), trust: null }
  },
}

type Beginning = { readonly rules: EvaluationRules; readonly plan: EvaluationPlan }

/** Stored with the run, so that a deploy in the middle does not change rules, cases or rubric of later calls. */
async function storedBeginning(deps: EngineDeps, input: EvaluationInput): Promise<Beginning> {
  const [rules, texts] = await parallelSteps(deps, [
    () => deps.step<EvaluationRules>('rules', null, evaluationRules),
    () => deps.step('cases', null, () => judgingTexts(input)),
  ])
  return { rules, plan: buildEvaluationPlan(input, texts) }
}

async function beginEvaluation(deps: EngineDeps, input: EvaluationInput): Promise<Beginning> {
  const beginning = await storedBeginning(deps, input)
  const { plan } = beginning
  const { cases } = plan
  deps.report('stage', {
    stage: 'evaluate',
    sentence: `${cases.length} ${plural(cases.length, 'case')}, ${input.trials} ${plural(input.trials, 'trial')} each: ${input.agent.name} talks to simulated prospects`,
    total: conversationsIn(plan, input).length,
  })
  return beginning
}

/** Conversations of both versions alternate, so that a slow provider affects both alike. */
function conversationsIn(plan: EvaluationPlan, input: EvaluationInput): Conversation[] {
  const { trials, judges, judge_models } = input
  const shared = { cases: plan.cases, rubric: plan.rubric, trials, judges, judge_models }
  const mine = conversationsOf({ side: 'this', agent: plan.agent, recorded: input.recorded, ...shared })
  const { against } = plan
  const others = against ? conversationsOf({ side: 'other', agent: against, recorded: [], ...shared }) : []
  return mine.flatMap((conversation, index) => [conversation, ...others.slice(index, index + 1)])
}

async function compare(
  deps: EngineDeps,
  rules: EvaluationRules,
  { agent, against, cases, rubric }: EvaluationPlan,
  input: EvaluationInput,
  own: VersionResults,
  others: readonly Trial[],
): Promise<VersionComparison | null> {
  if (!against) return null
  const other = { cases: caseResults(cases, others, rubric), trials: others }
  const copies = new Set(own.cases.flatMap(({ case_id, copy_of }) => (copy_of === undefined ? [] : [case_id])))
  const different = cases.filter(({ case_id }) => !copies.has(case_id))
  const pairwise = input.pairwise
    ? await judgePairs(deps, rules.pair, agent, different, rubric, own.trials, others)
    : null
  const by = judgedBy({
    models: { mode: deps.model.mode },
    agent: { live: agent.endpoint !== null },
    trials: own.trials,
  })
  return { ...comparisonOf(own, other, against, rubric, deps.seed, by), pairwise }
}

function resultOf(
  deps: EngineDeps,
  { agent, cases_from, rubric, plan_hash, cases_hash, human_marks }: EvaluationPlan,
  input: EvaluationInput,
  { cases: results, trials }: { cases: EvaluationResult['test_details']['test_cases']; trials: Trial[] },
  comparison: VersionComparison | null,
): EvaluationResult {
  const judges = judgeModels(deps.model, input.judge_models, input.judges)
  const models = {
    mode: deps.model.mode,
    agent: agentModel(deps, agent),
    prospect: deps.model.persona,
    judge: juryName(judges),
    judges,
  }
  const tested = {
    agent_version_id: agent.agent_version_id,
    agent_id: input.agent.agent_id,
    name: input.agent.name,
    version: agent.version,
    model: agent.model,
    live: agent.endpoint !== null,
  }
  const { overall_score, ...verdict } = verdictOf(
    results,
    trials,
    judgedBy({ models, agent: tested, trials }),
    input.unreadable_cases.length,
  )
  const scored = scoredOf(results)
  const dimensions = overall_score === null ? [] : rubric.dimensions
  const estimates = dimensions.map(({ dimension_id }) => ({
    dimension_id,
    estimate: estimateOver(scored, scoresOn(dimension_id, scored)),
  }))
  return {
    agent: tested,
    models,
    notes: evaluationNotes(deps.model, input),
    plan_hash,
    cases_hash,
    cases_from,
    rubric,
    overall_score,
    test_details: {
      scores: Object.fromEntries(
        estimates.map(({ dimension_id, estimate }) => [dimension_id, withoutRoundingNoise(estimate.mean)]),
      ),
      score_intervals: Object.fromEntries(
        estimates.map(({ dimension_id, estimate }) => [dimension_id, onScale(intervalOf(estimate))]),
      ),
      test_cases: results,
      ...findingsOf(results, trials, rubric, [...input.case_notes, ...modelNotes(models, agent)]),
    },
    report_url: null,
    duration_ms: null,
    verdict,
    reliability: reliabilityOf(results),
    trials,
    judge_trust: judgeTrustOf(
      trials,
      { marks: human_marks, record: input.judge_record },
      models.judge,
      input.judges,
      judgePlays(playersOf(deps.model, input)),
    ),
    comparison,
  }
}

/** Notes for the reader about the models that played and judged. */
function modelNotes({ mode, agent, judges }: EvaluationResult['models'], { model, endpoint }: AgentFacts): string[] {
  if (mode === 'offline' && endpoint)
    return [
      `The live agent at ${agent} answered for itself; prospects were played and conversations judged by the offline behaviour model, which says little.`,
    ]
  if (mode === 'offline')
    return [
      'Played and judged by the offline behaviour model; no language model was asked, and nothing here says how the agent does on one.',
    ]
  const notes: string[] = []
  if (!endpoint && model !== null && model !== agent)
    notes.push(`The agent runs on ${model} and was played by ${agent}.`)
  const named = endpoint ? model : agent
  const family = familyOf(named ?? '')
  const relatedJudge = judges.find((judge) => family !== '' && familyOf(judge) === family)
  if (relatedJudge !== undefined)
    notes.push(
      `Judge (${relatedJudge}) and agent (${named}) are of one family; such a judge passes its own kind more often.`,
    )
  return notes
}

const familyOf = (model: string): string => /^[a-z]+/i.exec(model)?.[0].toLowerCase() ?? ''

import type { AgentFacts } from '../../../domain/evaluation/agent.js'
import type { ConversationTurn } from '../../../domain/evaluation/conversation.js'
import type { Judgement, Suspicion } from '../../../domain/evaluation/evaluation.js'
import { judgeModels } from '../../../domain/evaluation/judge-models.js'
import type { Rubric } from '../../../domain/evaluation/rubric.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import type { EngineDeps } from '../../deps.js'
import type { NamedCase } from '../evaluation-plan.js'
import { judgePrompt } from './prompt.js'
import { notJudged, readJudgement } from './read-judgement.js'

/** Maximum number of passages in doubt put to a judge; further passages stay open. */
const MAX_PASSAGES = 40
/** The first answer and one repair. */
const MAX_ROUNDS = 2

type Jury = {
  readonly rules: string
  /** Instructions for passages in doubt; missing in a run that began before judges were asked about them. */
  readonly doubts: string | undefined
  readonly rubric: Rubric
  readonly judges: number
  /** Models of the judges, in turn; empty for the configured model. */
  readonly models: readonly string[]
  /** Tells the two versions of a run apart. */
  readonly side: string
}

/**
 * Every judge's judgement of one conversation. An unusable answer is asked for once more; after that, or where the
 * model refuses, the judgement is `cannot_judge`. No score is ever made up in its place.
 */
export async function judgeConversation(
  deps: EngineDeps,
  { rules, doubts: doubtRules, rubric, judges, models, side }: Jury,
  agent: AgentFacts,
  test: NamedCase,
  trial: number,
  turns: ConversationTurn[],
  passages: readonly Suspicion[],
): Promise<Judgement[]> {
  const shared = caseFacts(agent, test, rubric)
  const may_say = [...test.allowed_claims, ...agent.examples.map(({ output }) => output)]
  const asked = doubtRules === undefined ? [] : passages.slice(0, MAX_PASSAGES)
  // Left out where there is no doubt, as the facts are part of the key of stored answers.
  const doubts: Pick<FactsOf<'judge_case'>, 'doubts'> = {}
  if (doubtRules !== undefined && asked.length > 0)
    doubts.doubts = {
      rules: doubtRules,
      passages: asked.map(({ question, passage, against }) => ({ question, passage: passage.quote, against })),
      may_say,
    }
  const judgeModelNames = judgeModels(deps.model, models, judges)
  const numbers = Array.from({ length: judges }, (_, index) => index + 1)
  const outcomes = await deps.fanOut(numbers, async (judge): Promise<Judgement> => {
    const { must, must_not, rubric_focus } = test
    let problems: string[] = []
    for (let round = 1; ; round++) {
      const facts = { ...shared, rubric_focus, must, must_not, conversation: turns, trial, judge, problems, ...doubts }
      const key = `judge:${side}:${test.case_id}:t${trial}:j${judge}:${round}`
      const answer = await deps.ask(key, 'judge_case', facts, judgePrompt(rules, facts), {
        model: judgeModelNames[judge - 1],
      })
      const reading = readJudgement(answer, {
        case_id: test.case_id,
        trial,
        turns,
        dimensions: rubric.dimensions,
        must,
        must_not,
        doubts: { count: asked.length, told: [shared.instructions, ...may_say] },
      })
      problems = [...reading.problems, ...reading.undecided]
      if (problems.length === 0 || round === MAX_ROUNDS) return { judge, rounds: round, ...reading.judgement }
    }
  })
  return outcomes.map((outcome): Judgement => {
    if ('value' in outcome) return outcome.value
    return { judge: outcome.item, rounds: 1, ...notJudged(outcome.error.message) }
  })
}

/** What a judge learns about a case; the weights of the rubric are left out. */
export const caseFacts = (
  agent: AgentFacts,
  { case_id, name, category, expected_behavior }: NamedCase,
  { dimensions }: Rubric,
): Pick<
  FactsOf<'judge_case'>,
  'case_id' | 'name' | 'category' | 'expected_behavior' | 'instructions' | 'dimensions'
> => ({
  case_id,
  name,
  category,
  expected_behavior,
  instructions: [agent.system_prompt, agent.instructions].filter((part) => part !== '').join('\n\n'),
  dimensions: dimensions.map(({ weight: _, ...rest }) => rest),
})

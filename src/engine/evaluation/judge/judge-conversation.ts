import type { AgentFacts } from '../../../domain/agent.js'
import type { ConversationTurn } from '../../../domain/conversation.js'
import type { Judgement } from '../../../domain/evaluation.js'
import { judgeModels } from '../../../domain/judge-models.js'
import type { Rubric } from '../../../domain/rubric.js'
import type { FactsOf } from '../../../domain/tasks.js'
import type { EngineDeps } from '../../deps.js'
import type { NamedCase } from '../evaluation-plan.js'
import { judgePrompt } from './prompt.js'
import { notJudged, readJudgement } from './read-judgement.js'

/** A first answer, and one repair. */
const MAX_ROUNDS = 2

export type Jury = {
  readonly rules: string
  readonly rubric: Rubric
  readonly judges: number
  /** Models of the judges, in turn; none: the configured one. */
  readonly models: readonly string[]
  /** Tells two versions of one run apart. */
  readonly side: string
}

/**
 * Every judge's judgement of one conversation. What cannot be used is asked for once more; after that, or where the model
 * refuses, the judge could not judge. No score is ever made up in its place.
 */
export async function judgeConversation(
  deps: EngineDeps,
  { rules, rubric, judges, models, side }: Jury,
  agent: AgentFacts,
  test: NamedCase,
  trial: number,
  turns: ConversationTurn[],
): Promise<Judgement[]> {
  const shared = caseFacts(agent, test, rubric)
  const judgeModelNames = judgeModels(deps.model, models, judges)
  const numbers = Array.from({ length: judges }, (_, index) => index + 1)
  const outcomes = await deps.fanOut(numbers, async (judge): Promise<Judgement> => {
    const { must, must_not, rubric_focus } = test
    let problems: string[] = []
    for (let round = 1; ; round++) {
      const facts = { ...shared, rubric_focus, must, must_not, conversation: turns, trial, judge, problems }
      const key = `judge:${side}:${test.case_id}:t${trial}:j${judge}:${round}`
      const answer = await deps.ask(key, 'judge_case', facts, judgePrompt(rules, facts, deps.seed), {
        model: judgeModelNames[judge - 1],
      })
      const reading = readJudgement(answer, {
        case_id: test.case_id,
        trial,
        turns,
        dimensions: rubric.dimensions,
        must,
        must_not,
      })
      problems = reading.problems
      if (problems.length === 0 || round === MAX_ROUNDS) return { judge, rounds: round, ...reading.judgement }
    }
  })
  return outcomes.map((outcome): Judgement => {
    if ('value' in outcome) return outcome.value
    return { judge: outcome.item, rounds: 1, ...notJudged(outcome.error.message) }
  })
}

/** What a judge is told about a case; the weights are not among it. */
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

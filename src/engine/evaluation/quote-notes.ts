import type { EvaluationInput } from '../../domain/evaluation/evaluation.js'
import { allRecorded, judgeModels, judgePlays, type Played } from '../../domain/evaluation/judge-models.js'
import type { EngineDeps } from '../deps.js'
import { agentModel } from './converse/agent-model.js'
import { buildEvaluationPlan } from './evaluation-plan.js'

type Model = EngineDeps['model']

/** Maximum number of unreadable cases that are named. */
const MAX_LISTED = 3

/** The models that play and judge. Nobody is played by the offline model, nor in recorded conversations. */
export function playersOf(model: Model, input: EvaluationInput): Played {
  const { agent } = input
  const judges = judgeModels(model, input.judge_models, input.judges)
  if (model.mode === 'offline') return { agent: null, prospect: null, judges }
  const recorded = allRecorded(input, buildEvaluationPlan(input).cases.length)
  const speaks = recorded || agent.endpoint ? agent.model : agentModel({ model }, agent)
  return { agent: speaks, prospect: recorded ? null : model.persona, judges }
}

const WHOM = { agent: 'the agent', prospect: 'its prospects' } as const

/** Notes for the user before an evaluation starts, repeated above its figures. */
export function evaluationNotes(model: Model, input: EvaluationInput): string[] {
  const { agent, changed_since, unreadable_cases } = input
  const notes: string[] = []
  if (changed_since !== null)
    notes.push(
      `Agent ${agent.agent_version_id} changed since version ${changed_since}: this is version ${agent.version}.`,
    )
  const unreadable = unreadable_cases.length
  if (unreadable > 0) {
    const listed = unreadable_cases.slice(0, MAX_LISTED).map(({ line, problem }) => `Line ${line}: ${problem}`)
    const left =
      unreadable > 1
        ? `${unreadable} cases of the file could not be read and are`
        : 'A case of the file could not be read and is'
    notes.push(`${left} left out, so nothing is approved. ${listed.join(' ')}`)
  }
  const whom = judgePlays(playersOf(model, input)).map((part) => WHOM[part])
  if (whom.length > 0)
    notes.push(
      `The model that judges also plays ${whom.join(' and ')}, and is lenient with itself; name another as the judge (JUDGE_MODEL).`,
    )
  return notes
}

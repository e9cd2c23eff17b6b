import type { AgentFacts } from '../../domain/agent.js'
import type { RecordedTrial, Trial } from '../../domain/evaluation.js'
import type { Rubric } from '../../domain/rubric.js'
import type { EngineDeps } from '../deps.js'
import { visible } from '../untrusted-text.js'
import { checkConversation } from './checks/checks.js'
import { settleChecks, suspicionsOf } from './checks/settle.js'
import { converse } from './converse/converse.js'
import type { NamedCase } from './evaluation-plan.js'
import { judgeConversation } from './judge/judge-conversation.js'
import type { EvaluationRules } from './rules.js'
import { failedTrial, scoreTrial } from './trial.js'

type VersionRun = {
  readonly side: 'this' | 'other'
  readonly agent: AgentFacts
  readonly cases: readonly NamedCase[]
  readonly rubric: Rubric
  readonly trials: number
  readonly judges: number
  readonly judge_models: readonly string[]
  /** Recorded conversations: they are judged but not held again. */
  readonly recorded: readonly RecordedTrial[]
}

/** One conversation to hold: a case of a version in one of its trials. */
export type Conversation = {
  readonly run: VersionRun
  readonly test: NamedCase
  readonly trial: number
  /** The recorded conversation of this case and trial, if there is one. */
  readonly recorded: RecordedTrial | undefined
}

/** All conversations of a version, ordered by case, then trial. */
export function conversationsOf(run: VersionRun): Conversation[] {
  const recorded = new Map(run.recorded.map((trial) => [`${trial.case_id}/${trial.trial}`, trial]))
  return run.cases.flatMap((test) =>
    Array.from({ length: run.trials }, (_, index) => {
      const trial = index + 1
      return { run, test, trial, recorded: recorded.get(`${test.case_id}/${trial}`) }
    }),
  )
}

/** Holds conversations side by side and judges each as soon as it ends. Returns the trials in the order of the input. */
export async function runConversations(
  deps: EngineDeps,
  rules: EvaluationRules,
  conversations: readonly Conversation[],
): Promise<Trial[]> {
  const outcomes = await deps.fanOut(conversations, (conversation) => runConversation(deps, rules, conversation))
  return outcomes.map((outcome) => {
    if ('value' in outcome) return outcome.value
    const { run, test, trial } = outcome.item
    const { side } = run
    deps.report('trial_failed', { side, case_id: test.case_id, name: test.name, trial, problem: outcome.error.message })
    return failedTrial(test, trial, outcome.error.message)
  })
}

async function runConversation(
  deps: EngineDeps,
  rules: EvaluationRules,
  { run, test, trial, recorded }: Conversation,
): Promise<Trial> {
  const { side, agent, rubric, judges, judge_models } = run
  const conversation = recorded
    ? fromRecording(recorded)
    : { ...(await converse(deps, rules, side, agent, test, trial)), simulated: true }
  const { turns } = conversation
  const jury = { rules: rules.judge, doubts: rules.doubts, rubric, judges, models: judge_models, side }
  const checks = checkConversation({ agent, test, trial, turns })
  const judgements = await judgeConversation(deps, jury, agent, test, trial, turns, suspicionsOf(checks))
  const result = scoreTrial(test, trial, rubric, {
    ...conversation,
    judgements,
    checks: settleChecks(checks, judgements),
  })
  const { score, passed } = result
  deps.report('trial_judged', { side, case_id: test.case_id, name: test.name, trial, score, passed })
  return result
}

const fromRecording = ({ turns, simulated }: RecordedTrial) => ({
  turns: turns.map((turn) => (turn.speaker === 'agent' ? { ...turn, text: visible(turn.text) } : turn)),
  simulator_faults: [],
  simulated,
})

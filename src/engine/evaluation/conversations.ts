import type { AgentFacts } from '../../domain/evaluation/agent.js'
import type { RecordedTrial, Trial } from '../../domain/evaluation/evaluation.js'
import type { Rubric } from '../../domain/evaluation/rubric.js'
import type { EngineDeps } from '../deps.js'
import { visible } from '../untrusted-text.js'
import { checkConversation } from './checks/checks.js'
import { settleChecks, suspicionsOf } from './checks/settle.js'
import { converse, type HeldConversation } from './converse/converse.js'
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
    // What ends one conversation is part of its trial already.
    if ('error' in outcome) throw outcome.error
    return outcome.value
  })
}

async function runConversation(deps: EngineDeps, rules: EvaluationRules, item: Conversation): Promise<Trial> {
  const { run, test, trial, recorded } = item
  const { side, agent, rubric, judges, judge_models } = run
  const conversation = recorded
    ? fromRecording(recorded)
    : { ...(await converse(deps, rules, side, agent, test, trial)), simulated: true }
  if (conversation.problem !== '') return brokenOff(deps, item, conversation)
  const { turns } = conversation
  const jury = { rules: rules.judge, doubts: rules.doubts, rubric, judges, models: judge_models, side }
  // Stored with the run: what they doubt is put to the judge.
  const key = `checks:${side}:${test.case_id}:t${trial}`
  const checks = await deps.step(key, null, () => checkConversation({ agent, test, trial, turns }))
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

type SimulatedOrNot = HeldConversation & { readonly simulated: boolean }

/** A conversation that broke off: nobody judges it, but what the agent had answered is checked. */
function brokenOff(deps: EngineDeps, { run, test, trial }: Conversation, conversation: SimulatedOrNot): Trial {
  const { problem, turns } = conversation
  deps.report('trial_failed', { side: run.side, case_id: test.case_id, name: test.name, trial, problem })
  const answered = turns.slice(0, turns.findLastIndex(({ speaker }) => speaker === 'agent') + 1)
  // What it did not come to is no fault: the missing answer to the last message, and calls that were still due.
  const begun = { ...test, tools_mock: test.tools_mock.map((mock) => ({ ...mock, required: false })) }
  const checks =
    answered.length === 0 ? [] : checkConversation({ agent: run.agent, test: begun, trial, turns: answered })
  return failedTrial(test, trial, { ...conversation, checks })
}

const fromRecording = ({ turns, simulated, problem = '' }: RecordedTrial): SimulatedOrNot => ({
  turns: turns.map((turn) => (turn.speaker === 'agent' ? { ...turn, text: visible(turn.text) } : turn)),
  simulator_faults: [],
  simulated,
  problem,
})

import type { AgentFacts } from '../../domain/agent.js'
import type { RecordedTrial, Trial } from '../../domain/evaluation.js'
import type { Rubric } from '../../domain/rubric.js'
import type { EngineDeps } from '../deps.js'
import { converse } from './converse/converse.js'
import { judgeConversation } from './judge/judge-conversation.js'
import type { EvaluationRules } from './rules.js'
import { failedTrial, scoreTrial } from './trial.js'
import type { NamedCase } from './under-test.js'
import { visible } from './untrusted.js'

export type VersionRun = {
  readonly side: 'this' | 'other'
  readonly agent: AgentFacts
  readonly cases: readonly NamedCase[]
  readonly rubric: Rubric
  readonly trials: number
  readonly judges: number
  /** Conversations held before: judged, not held again. */
  readonly recorded: readonly RecordedTrial[]
}

/** Every case in every trial, side by side, each judged as soon as it is over. In the order of cases, then trials. */
export async function runVersion(deps: EngineDeps, rules: EvaluationRules, run: VersionRun): Promise<Trial[]> {
  const { side, agent, rubric, judges } = run
  const jury = { rules: rules.judge, rubric, judges, side }
  const recorded = new Map(run.recorded.map((one) => [`${one.case_id}/${one.trial}`, one]))
  const items = run.cases.flatMap((test) =>
    Array.from({ length: run.trials }, (_, index) => ({ test, trial: index + 1 })),
  )
  const settled = await deps.fanOut(items, async ({ test, trial }): Promise<Trial> => {
    const known = recorded.get(`${test.case_id}/${trial}`)
    const { turns, simulator_faults } = known
      ? {
          turns: known.turns.map((turn) => (turn.speaker === 'agent' ? { ...turn, text: visible(turn.text) } : turn)),
          simulator_faults: [],
        }
      : await converse(deps, rules, side, agent, test, trial)
    const judgements = await judgeConversation(deps, jury, agent, test, trial, turns)
    const done = scoreTrial(agent, test, trial, rubric, { turns, simulator_faults, judgements })
    deps.report('trial_judged', {
      side,
      case_id: test.case_id,
      name: test.name,
      trial,
      score: done.score,
      passed: done.passed,
    })
    return done
  })
  return settled.map((one) => {
    if ('value' in one) return one.value
    deps.report('trial_failed', {
      side,
      case_id: one.item.test.case_id,
      trial: one.item.trial,
      problem: one.error.message,
    })
    return failedTrial(one.item.test, one.item.trial, one.error.message)
  })
}

import type { AgentScore } from '../../../domain/agent-score.js'
import type { EvaluationResult } from '../../../domain/evaluation.js'
import { shown } from '../../../domain/score-shown.js'
import type { Interval } from '../../../domain/scores.js'
import { shortened, worded } from '../../clean.js'
import { day } from '../wording.js'
import { between } from './points.js'

/** Evaluations drawn, the newest. */
const MOST_DRAWN = 20

export type Point = {
  readonly version: string
  readonly date: string
  readonly value: number
  readonly shown: string
  readonly interval: Interval | null
  readonly between: string
  readonly verdict: string
  /** Other cases or another rubric than this run's: not on one scale with it. */
  readonly otherCases: boolean
  readonly offline: boolean
  readonly here: boolean
}
export type HistoryView = NonNullable<ReturnType<typeof historyOf>>

/**
 * What the agent scored before, up to this run, oldest first; `null` for fewer than two scores. A report reads the same
 * whenever it is opened, so what came after this run is left out.
 */
export function historyOf(history: readonly AgentScore[], run_id: string, result: EvaluationResult, at: string | null) {
  const place = history.findIndex((one) => one.run_id === run_id)
  const before = place < 0 ? history : history.slice(0, place)
  const points = [
    ...before.flatMap((one) => pointOf(one, one.cases_hash !== result.cases_hash, false)),
    ...pointOf({ ...result.verdict, ...ownOf(result), tested_at: at ?? '' }, false, true),
  ]
  return points.length < 2 ? null : { points: points.slice(-MOST_DRAWN), all: points.length }
}

type Drawn = Pick<AgentScore, 'version' | 'overall_score' | 'interval' | 'approved' | 'offline' | 'tested_at'>

const ownOf = ({ agent, overall_score, models }: EvaluationResult) => ({
  ...{ version: agent.version, overall_score },
  offline: models.mode === 'offline',
})

function pointOf(one: Drawn, otherCases: boolean, here: boolean): Point[] {
  const { version, overall_score, interval, approved, offline, tested_at } = one
  if (overall_score === null) return []
  return [
    {
      ...{ interval, otherCases, offline, here },
      version: shortened(worded(version), 24),
      date: day(tested_at),
      value: overall_score,
      shown: shown(overall_score),
      between: interval ? between(interval) : 'no interval',
      verdict: approved ? 'approved' : 'not approved',
    },
  ]
}

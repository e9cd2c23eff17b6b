import type { RunEvent } from '../domain/run-events.js'
import { shown } from '../domain/score-shown.js'
import { inert } from './io.js'
import { shorten } from './screen.js'

/** A conversation that has been held and judged, or could not be. */
export type HeldTrial = {
  readonly name: string
  readonly trial: number
  readonly side: 'this' | 'other'
  readonly score: number | null
  readonly passed: boolean | null
}

export const trialOf = (data: RunEvent['data']): HeldTrial => ({
  name: inert(String(data.name ?? data.case_id)),
  trial: Number(data.trial),
  side: data.side === 'other' ? 'other' : 'this',
  score: typeof data.score === 'number' ? data.score : null,
  passed: typeof data.passed === 'boolean' ? data.passed : null,
})

/** "  9.2  passed  Ready and hurried, trial 2". */
export function trialLine({ name, trial, side, score, passed }: HeldTrial, columns: number): string {
  const outcome = passed === null ? 'no score' : passed ? 'passed' : 'failed'
  const words = `${name}, trial ${trial}${side === 'other' ? ' (the other version)' : ''}`
  return `  ${shown(score).padStart(4)}  ${outcome.padEnd(8)}  ${shorten(words, Math.max(10, columns - 18))}`
}

/** For many conversations: how they stand so far. */
export function trialsLine(trials: readonly HeldTrial[], total: number): string {
  const passed = trials.filter((one) => one.passed === true).length
  const without = trials.filter((one) => one.passed === null).length
  return `${trials.length} of ${total} conversations held and judged: ${passed} passed, ${trials.length - passed - without} failed${without > 0 ? `, ${without} without a score` : ''}`
}

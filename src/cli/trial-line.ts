import type { HeldTrial } from '../domain/run-events.js'
import { shown } from '../domain/score-shown.js'
import { inert } from './io.js'
import { shorten } from './screen.js'

/** "  9.2  passed  Ready and hurried, trial 2". */
export function trialLine({ name, trial, side, score, passed }: HeldTrial, columns: number): string {
  const outcome = passed === null ? 'no score' : passed ? 'passed' : 'failed'
  const words = `${inert(name)}, trial ${trial}${side === 'other' ? ' (the other version)' : ''}`
  return `  ${shown(score).padStart(4)}  ${outcome.padEnd(8)}  ${shorten(words, Math.max(10, columns - 18))}`
}

/** For many conversations: how they stand so far. */
export function trialsLine(trials: readonly HeldTrial[], total: number): string {
  const passed = trials.filter((one) => one.passed === true).length
  const without = trials.filter((one) => one.passed === null).length
  return `${trials.length} of ${total} conversations held and judged: ${passed} passed, ${trials.length - passed - without} failed${without > 0 ? `, ${without} without a score` : ''}`
}

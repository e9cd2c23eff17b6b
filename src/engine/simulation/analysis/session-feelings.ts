import { FEELINGS, type Feelings } from '../../../domain/simulation/simulated-session.js'
import type { SimulationResult } from '../../../domain/simulation/simulation.js'
import { feelingAt, type Rows } from './rows.js'

const feelingsOf = (figure: (feeling: keyof Feelings) => number): Feelings =>
  Object.fromEntries(FEELINGS.map((feeling) => [feeling, figure(feeling)])) as Feelings

/** Means after every event; `null` without one. */
export const meanFeelings = ({ events, sum }: Rows['sessions']): Feelings | null =>
  events === 0 ? null : feelingsOf((feeling) => sum[feeling] / events)

/** Feelings at the end of the sessions of a day since joining: means, and quartiles to a thousandth. */
export const feelingsByDay = ({ days }: Rows['sessions']): SimulationResult['emotional_trajectory'] =>
  [...days]
    .sort(([a], [b]) => a - b)
    .map(([day, ends]) => ({
      day,
      feelings: feelingsOf((feeling) => ends.sum[feeling] / ends.count),
      low: feelingsOf((feeling) => feelingAt(ends, feeling, 0.25)),
      high: feelingsOf((feeling) => feelingAt(ends, feeling, 0.75)),
      n: ends.count,
    }))

import { FEELINGS, type Feelings } from '../../../domain/simulation/simulated-session.js'
import { feelingAt, type Rows } from './rows.js'

type Spread = { readonly mean: number; readonly low: number; readonly high: number }
/** Feelings at the end of the sessions of a day since joining: mean, and quartiles to a thousandth. */
export type DayFeelings = { readonly day: number; readonly sessions: number } & Readonly<Record<keyof Feelings, Spread>>

export function feelingsByDay({ days }: Rows['sessions']): DayFeelings[] {
  const byDay = [...days].sort(([a], [b]) => a - b)
  return byDay.map(([day, ends]) => {
    const spread = (feeling: keyof Feelings): Spread => ({
      mean: ends.sum[feeling] / ends.count,
      low: feelingAt(ends, feeling, 0.25),
      high: feelingAt(ends, feeling, 0.75),
    })
    const [frustration, confidence, delight, confusion] = FEELINGS.map(spread) as [Spread, Spread, Spread, Spread]
    return { day, sessions: ends.count, frustration, confidence, delight, confusion }
  })
}

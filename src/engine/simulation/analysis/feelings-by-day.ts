import { FEELINGS, type Feelings } from '../../../domain/simulated-session.js'
import { mean } from '../../statistics/descriptive.js'
import { quantile } from '../../statistics/resample.js'
import { groupBy } from './group-by.js'
import type { SessionRow } from './rows.js'

type Spread = { readonly mean: number; readonly low: number; readonly high: number }
/** Feelings at the end of the sessions of a day since joining: mean and quartiles. */
export type DayFeelings = { readonly day: number; readonly sessions: number } & Readonly<Record<keyof Feelings, Spread>>

export function feelingsByDay(sessions: readonly SessionRow[]): DayFeelings[] {
  const byDay = [...groupBy(sessions, ({ day }) => day)].sort(([a], [b]) => a - b)
  return byDay.map(([day, rows]) => {
    const spread = (feeling: keyof Feelings): Spread => {
      const values = rows.map((row) => row[feeling]).sort((a, b) => a - b)
      return { mean: mean(values), low: quantile(values, 0.25), high: quantile(values, 0.75) }
    }
    const [frustration, confidence, delight, confusion] = FEELINGS.map(spread) as [Spread, Spread, Spread, Spread]
    return { day, sessions: rows.length, frustration, confidence, delight, confusion }
  })
}

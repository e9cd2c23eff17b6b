import { sampleDeviation, sum } from '../../statistics/descriptive.js'
import { studentTQuantile } from '../../statistics/student-t.js'
import type { FrictionPoint } from './friction.js'
import { priorityScore } from './priority.js'
import { frictionKey, type Rows } from './rows.js'

/** Ranks, from 1. */
export type RankInterval = { readonly first: number; readonly last: number }

const DOUBT = 0.05

/**
 * How far the order of frictions may be due to the sample of people: for each friction the ranks, among these, that it
 * could have. Copies of one persona count as one. `null` for people of fewer than two groups.
 *
 * A friction ranks before another where their scores differ by more than chance at 95 %; standard errors by a jackknife
 * that leaves out groups in turn (Kott 2001, "The delete-a-group jackknife"). Intervals of ranks from pairwise
 * comparisons as in Mohamad, Goeman & van Zwet 2019, but not simultaneous.
 */
export function rankIntervals(
  { frustrations, people_by_group }: Pick<Rows, 'frustrations' | 'people_by_group'>,
  points: readonly FrictionPoint[],
): (RankInterval | null)[] {
  const groups = [...people_by_group.keys()].filter((group) => (people_by_group[group] ?? 0) > 0)
  if (groups.length < 2) return points.map(() => null)
  const all = sum(people_by_group)
  const scores = points.map((point) => {
    const by_group = frustrations.get(frictionKey(point))?.by_group
    return groups.map((group) => {
      const { people = 0, events = 0, frustration = 0 } = by_group?.get(group) ?? {}
      const affected = point.affected - people
      if (affected === 0) return 0
      const severity = (point.mean_frustration * point.events - frustration) / (point.events - events)
      const rest = all - (people_by_group[group] ?? 0)
      return priorityScore({ severity, affected, people: rest, effort: point.parts.effort }).score
    })
  })
  const margins = studentTQuantile(1 - DOUBT / 2, groups.length - 1)
  const isBefore = (first: number, other: number): boolean => {
    const apart = scoreAt(points, first) - scoreAt(points, other)
    const errors = (scores[first] ?? []).map((score, group) => score - (scores[other]?.[group] ?? 0))
    return apart > 0 && apart > margins * standardError(errors)
  }
  const places = [...points.keys()]
  return places.map((place) => ({
    first: 1 + places.filter((other) => isBefore(other, place)).length,
    last: points.length - places.filter((other) => isBefore(place, other)).length,
  }))
}

const scoreAt = (points: readonly FrictionPoint[], place: number): number => points[place]?.parts.score ?? 0

/** Standard error of an estimate, from its values without each group. */
const standardError = (without: readonly number[]): number =>
  ((without.length - 1) / Math.sqrt(without.length)) * sampleDeviation(without)

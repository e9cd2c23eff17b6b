import type { Cause, Outcome } from '../../../domain/simulated-session.js'
import { mean } from '../../statistics/descriptive.js'
import { groupBy } from './group-by.js'
import { type Footing, priorityOf, priorityScore, type Score } from './priority.js'
import { type EventRow, isDelighting, isFrustrating, type PersonRow, type Rows } from './rows.js'

/** Leaving within so many days counts as soon after it. */
const SOON = 3
const DEFAULT_EFFORT = 3

export type FrictionPoint = {
  readonly target: string
  readonly outcome: Outcome
  /** `null` where the product did what it should and it still frustrated. */
  readonly defect: string | null
  readonly affected: number
  readonly events: number
  readonly mean_frustration: number
  readonly mean_rise: number
  /** Share of the events in which it did not work. */
  readonly failed: number
  readonly left_soon: number
  /** Of all people: had it and were never activated. */
  readonly blocks_activation: number
  readonly cause: Cause | null
  readonly priority: 'P0' | 'P1' | 'P2' | 'P3'
  readonly parts: Score
  /** Id of the fix that the product names; `null` for none. */
  readonly fix: string | null
  /** True where the product names no fix for it, so that 3 was taken. */
  readonly effort_assumed: boolean
}

type Fix = {
  readonly id: string
  readonly touches?: readonly string[] | undefined
  readonly removes?: string | undefined
  readonly effort: number
}
export type FrictionOptions = { readonly fixes: readonly Fix[]; readonly footing: Footing }

/** Where people got frustrated: events after which frustration was above .6 and had risen, by target and what happened. */
export function frictionPoints({ people, events }: Rows, { fixes, footing }: FrictionOptions): FrictionPoint[] {
  const byId = new Map(people.map((person) => [person.person, person]))
  const frustrating = events.filter(isFrustrating)
  const groups = groupBy(frustrating, ({ target, defect, outcome }) => `${target} ${defect ?? ''} ${outcome}`)
  const points = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const fix = fixOf(first, fixes)
    const lastDay = new Map(group.map(({ person, day }) => [person, day]))
    const affected = distinctPeople(group)
    const severity = mean(group.map(({ frustration }) => frustration))
    const blocked = affected.filter((id) => byId.get(id)?.activated_on === null).length
    const blocks_activation = blocked / Math.max(1, people.length)
    const parts = priorityScore({
      severity,
      affected: affected.length,
      people: people.length,
      effort: fix?.effort ?? DEFAULT_EFFORT,
      footing,
    })
    return [
      {
        target: first.target,
        outcome: first.outcome,
        defect: first.defect,
        affected: affected.length,
        events: group.length,
        mean_frustration: severity,
        mean_rise: mean(group.map(({ frustration_change }) => frustration_change)),
        failed: group.filter(({ outcome }) => outcome !== 'ok').length / group.length,
        left_soon: affected.filter((id) => leftSoon(byId.get(id), lastDay.get(id))).length / affected.length,
        blocks_activation,
        cause: mostFrequent(group.map(({ cause }) => cause)),
        priority: priorityOf({ score: parts.score, blocks_activation, effect_low: null }),
        parts,
        fix: fix?.id ?? null,
        effort_assumed: fix === undefined,
      },
    ]
  })
  return points.sort((a, b) => b.parts.score - a.parts.score)
}

/** The fix that takes the defect out, or else one that touches the place. */
const fixOf = ({ target, defect }: EventRow, fixes: readonly Fix[]): Fix | undefined =>
  fixes.find(({ removes }) => defect !== null && removes === defect) ??
  fixes.find(({ touches = [] }) => touches.includes(target))

const distinctPeople = (events: readonly EventRow[]): string[] => [...new Set(events.map(({ person }) => person))]

/** Whether somebody left within three days of the last time; events are in the order of days. */
const leftSoon = (person: PersonRow | undefined, last_day = 0): boolean =>
  person !== undefined && person.reason !== null && person.days - 1 - last_day < SOON

function mostFrequent<T>(values: readonly T[]): T {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] as T
}

export type ValueMoment = {
  readonly target: string
  readonly affected: number
  readonly events: number
  readonly mean_delight: number
  /** Median day since joining on which somebody first had it. */
  readonly first_day: number
  readonly parts: Score
}

/** Where people were delighted: events after which delight was above .7 and had risen, by target. */
export function valueMoments({ people, events }: Rows, { fixes, footing }: FrictionOptions): ValueMoment[] {
  const delighting = events.filter(isDelighting)
  const moments = [...groupBy(delighting, ({ target }) => target)].map(([target, group]) => {
    const first = new Map<string, number>()
    for (const { person, day } of group) first.set(person, Math.min(day, first.get(person) ?? day))
    const firsts = [...first.values()].sort((a, b) => a - b)
    const severity = mean(group.map(({ delight }) => delight))
    const effort = fixes.find(({ touches = [] }) => touches.includes(target))?.effort ?? DEFAULT_EFFORT
    return {
      target,
      affected: first.size,
      events: group.length,
      mean_delight: severity,
      first_day: firsts[Math.floor((firsts.length - 1) / 2)] ?? 0,
      parts: priorityScore({ severity, affected: first.size, people: people.length, effort, footing }),
    }
  })
  return moments.sort((a, b) => b.parts.score - a.parts.score)
}

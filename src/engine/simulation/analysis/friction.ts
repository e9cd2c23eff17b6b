import type { Product } from '../../../domain/simulation/product.js'
import type { Screen } from '../../../domain/simulation/product-screen.js'
import type { Cause, Outcome } from '../../../domain/simulation/simulated-session.js'
import { othersLeftSoon, presenceOf } from './left-soon.js'
import { type Prioritised, priorityOf, priorityScore, type Score } from './priority.js'
import type { FrustrationTally, Rows } from './rows.js'

const DEFAULT_EFFORT = 3

export type FrictionPoint = Prioritised & {
  readonly target: string
  /** Screens at which the price stops people; empty for anything else. */
  readonly stops_at: readonly string[]
  readonly outcome: Outcome
  /** `null` where the product worked as intended and still frustrated. */
  readonly defect: string | null
  readonly affected: number
  readonly events: number
  readonly mean_frustration: number
  readonly mean_rise: number
  /** Share of the events that stopped the person: nothing more worked there in that session. */
  readonly blocked: number
  /** Share of the people who left within three days of their first time, and of others by then; `null` for too few. */
  readonly left_soon: number
  readonly others_left_soon: number | null
  /** Share of all people who met it and were never activated. */
  readonly blocks_activation: number
  readonly cause: Cause | null
  readonly parts: Score
  /** Id of the product's fix for it; `null` for none. */
  readonly fix: string | null
  /** True where the product has no fix for it, so that an effort of 3 is assumed. */
  readonly effort_assumed: boolean
}

export type Fix = {
  readonly id: string
  readonly touches?: readonly string[] | undefined
  readonly removes?: string | undefined
  readonly effort: number
}
/** A product's fixes for its frictions: one of a flag alone touches the screens that the flag changes. */
export const fixesOf = ({ fixes, screens }: Pick<Product, 'fixes' | 'screens'>): Fix[] =>
  fixes.map(({ flag, ...fix }) =>
    flag === undefined || fix.touches !== undefined || fix.removes !== undefined
      ? fix
      : { ...fix, touches: Object.keys(screens).filter((id) => changes(screens[id] as Screen, flag)) },
  )

/**
 * Fixes that switch messages alone. Messages annoy before a session begins and so are no friction of any place: what
 * such a fix does is tried all the same.
 */
export const messageFixesOf = (product: Pick<Product, 'fixes' | 'screens' | 'notifications'>): string[] =>
  fixesOf(product).flatMap(({ id, touches, removes }, place) => {
    const flag = product.fixes[place]?.flag
    const isOfMessages = product.notifications.some(({ when_not }) => flag !== undefined && when_not?.flag === flag)
    return removes === undefined && touches?.length === 0 && isOfMessages ? [id] : []
  })

const changes = ({ when, limit, defects }: Screen, flag: string): boolean =>
  [when, limit?.when, ...defects.map((defect) => defect.when)].some((owner) => owner?.flag === flag)

/** Where people got frustrated: events after which frustration was above .6 and had risen, by place and cause. */
export function frictionPoints(
  { people, frustrations }: Pick<Rows, 'people' | 'frustrations'>,
  fixes: readonly Fix[],
): FrictionPoint[] {
  const everybody = presenceOf(people)
  const points = [...frustrations.values()].map((tally): FrictionPoint => {
    const { target, outcome, defect, cause, events, people: affected } = tally
    const fix = cause === 'price' ? undefined : fixOf(tally, fixes)
    const severity = tally.frustration / events
    const blocks_activation = tally.not_activated / Math.max(1, people.length)
    const parts = priorityScore({
      severity,
      affected,
      people: people.length,
      effort: fix?.effort ?? DEFAULT_EFFORT,
    })
    return {
      ...{ target, outcome, defect, cause, affected, events },
      stops_at: [...tally.stops_at],
      mean_frustration: severity,
      mean_rise: tally.rise / events,
      blocked: tally.blocked / events,
      left_soon: tally.left_soon / affected,
      others_left_soon: othersLeftSoon(everybody, tally),
      blocks_activation,
      ...priorityOf({ score: parts.score, affected, blocks_activation, effect_low: null }),
      parts,
      fix: fix?.id ?? null,
      effort_assumed: fix === undefined,
    }
  })
  return points.sort((a, b) => b.parts.score - a.parts.score)
}

/** The fix that removes the defect, else a fix that touches the place. */
const fixOf = ({ target, defect }: FrustrationTally, fixes: readonly Fix[]): Fix | undefined =>
  fixes.find(({ removes }) => defect !== null && removes === defect) ??
  fixes.find(({ touches = [] }) => touches.includes(target))

export type ValueMoment = {
  readonly target: string
  readonly affected: number
  readonly events: number
  readonly mean_delight: number
  /** Median day since joining of a person's first such event. */
  readonly first_day: number
  readonly parts: Score
}

/** Value moments: events after which delight was above .7 and had risen, by target. */
export function valueMoments(
  { people, delights }: Pick<Rows, 'people' | 'delights'>,
  fixes: readonly Fix[],
): ValueMoment[] {
  const moments = [...delights].map(([target, { events, delight, people: affected, first_days }]): ValueMoment => {
    const severity = delight / events
    const effort = fixes.find(({ touches = [] }) => touches.includes(target))?.effort ?? DEFAULT_EFFORT
    return {
      ...{ target, affected, events },
      mean_delight: severity,
      first_day: medianDay(first_days, affected),
      parts: priorityScore({ severity, affected, people: people.length, effort }),
    }
  })
  return moments.sort((a, b) => b.parts.score - a.parts.score)
}

/** The day by which half of the people had it. */
function medianDay(counts: readonly number[], people: number): number {
  let had = 0
  return counts.findIndex((count = 0) => {
    had += count
    return had >= people / 2
  })
}

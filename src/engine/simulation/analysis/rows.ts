import { isScreen } from '../../../domain/simulation/life-history.js'
import {
  FEELINGS,
  type Feelings,
  type Session,
  type SessionEvent,
  type SessionOutcome,
  type Trigger,
} from '../../../domain/simulation/simulated-session.js'
import { keyedShare } from '../../../domain/statistics/keyed-share.js'
import type { Journey } from '../journey.js'

/** The figures kept of a person. Days count from joining, from 0. */
export type PersonRow = Pick<
  Journey,
  'person' | 'source' | 'joined' | 'days' | 'reason' | 'activated_on' | 'paid' | 'shut_out'
> & {
  /** Days from joining to the end of the window. */
  readonly observable: number
  /** Whether any screen ever worked for them. */
  readonly got_in: boolean
  /** The last try that a defect made slow, wrong or a loss, of whom no screen ever worked for; `null` for none. */
  readonly defective_try: Pick<SessionEvent, 'target' | 'outcome'> | null
  /** That of the last session, or `churned`. */
  readonly outcome: SessionOutcome
  readonly sessions: number
  /** Sessions in which they did something, at most one a day, and the day of the last; -1 for none. */
  readonly used_days: number
  readonly last_used: number
  /** Mean at the ends of sessions; 0 for none. */
  readonly frustration: number
  /** Contacts who were told; with a network only those who were no users then. */
  readonly invitations: number
  /** Why they were first told; `null` where nobody was. */
  readonly trigger: Trigger | null
}

/** Histogram of each feeling in thousandths: its memory does not grow with the number of values. */
export type FeelingCounts = {
  count: number
  readonly sum: Feelings
  readonly thousandths: Readonly<Record<keyof Feelings, Uint32Array>>
}
const beginCounts = (): FeelingCounts => {
  const none = () => new Uint32Array(1_001)
  return {
    count: 0,
    sum: { frustration: 0, confidence: 0, delight: 0, confusion: 0 },
    thousandths: { frustration: none(), confidence: none(), delight: none(), confusion: none() },
  }
}

function addTo(counts: FeelingCounts, feelings: Readonly<Feelings>): void {
  counts.count += 1
  for (const feeling of FEELINGS) {
    const value = feelings[feeling]
    const thousandth = Math.round(value * 1_000)
    const found = counts.thousandths[feeling]
    found[thousandth] = (found[thousandth] ?? 0) + 1
    counts.sum[feeling] += value
  }
}

/** The quantile `share` of a feeling, to a thousandth (type 7 of Hyndman & Fan 1996). */
export function feelingAt({ count, thousandths }: FeelingCounts, feeling: keyof Feelings, share: number): number {
  const position = (count - 1) * share
  const at = (place: number): number => {
    let left = place
    return (
      thousandths[feeling].findIndex((times) => {
        left -= times
        return left < 0
      }) / 1_000
    )
  }
  const [below, above] = [at(Math.floor(position)), at(Math.ceil(position))]
  return below + (above - below) * (position - Math.floor(position))
}

type SessionTally = {
  count: number
  /** Number of events, and the sum of the feelings after each. */
  events: number
  readonly sum: Feelings
  /** Feelings at the ends of sessions, by day since joining. */
  readonly days: Map<number, FeelingCounts>
  /** Sessions in which something was done, by day since joining. */
  readonly used: number[]
}

/** All places where the price stops people count as one, whatever they were about to do. */
const PAYWALL = 'product'

type Kind = Pick<SessionEvent, 'target' | 'defect' | 'cause' | 'outcome'>
/** The key of a friction: a place, and the defect or cause there. */
export const frictionKey = ({ target, defect, cause, outcome }: Kind): string =>
  cause === 'price' ? `${PAYWALL} price` : `${target} ${defect ?? cause ?? outcome}`

/** Events at one place for one cause after which frustration was above .6 and had risen. */
export type FrustrationTally = Kind & {
  /** Screens at which the price stops people; empty for anything else. */
  readonly stops_at: Set<string>
  events: number
  frustration: number
  rise: number
  /** Events after which nothing more worked there in that session. */
  blocked: number
  people: number
  /** Of the people: never activated; left within three days of their first such event. */
  not_activated: number
  left_soon: number
  /** By day: people whose first such event it brought; who had had one by then and were still there; who left soon after. */
  readonly days: DayCounts[]
  /** The tally by group of people. */
  readonly by_group: Map<number, GroupTally>
}
type GroupTally = { people: number; events: number; frustration: number }
const beginGroup = (): GroupTally => ({ people: 0, events: 0, frustration: 0 })

/** Random groups of people, with copies of one persona in the same group; differences between groups give standard errors. */
const GROUPS = 50

/** Events at one target after which delight was above .7 and had risen. */
type DelightTally = {
  events: number
  delight: number
  people: number /** Number of people by the day of their first such event. */
  readonly first_days: number[]
}

/** What people did at one target. */
type UseTally = { eligible: number; tried: number; succeeded: number; tries: number; successes: number; quits: number }

/** The figures kept of journeys, whose events can then be discarded. */
export type Rows = {
  readonly people: PersonRow[]
  readonly sessions: SessionTally
  readonly frustrations: Map<string, FrustrationTally>
  readonly delights: Map<string, DelightTally>
  readonly uses: Map<string, UseTally>
  readonly people_by_group: number[]
}

/** Frustration above which a person counts as frustrated. */
export const FRUSTRATED = 0.6
export const DELIGHTED = 0.7
/** Days within which leaving counts as soon after an event. */
const SOON = 3

/** Whether somebody who is there on a day leaves within three days of it. */
const leavesSoon = ({ reason, days }: Pick<PersonRow, 'reason' | 'days'>, day: number): boolean =>
  reason !== null && days - 1 - day <= SOON

/** Collects the rows of journeys through a window of `days`; the journeys need not be kept. */
export function collectRows(days: number): { readonly rows: Rows; add(journeys: readonly Journey[]): void } {
  const rows: Rows = {
    people: [],
    sessions: {
      count: 0,
      events: 0,
      sum: { frustration: 0, confidence: 0, delight: 0, confusion: 0 },
      days: new Map(),
      used: [],
    },
    frustrations: new Map(),
    delights: new Map(),
    uses: new Map(),
    people_by_group: Array.from({ length: GROUPS }, () => 0),
  }
  return {
    rows,
    add(journeys) {
      for (const journey of journeys) {
        const group = Math.floor(keyedShare(journey.source) * GROUPS)
        rows.people.push(personRow(journey, days))
        rows.people_by_group[group] = (rows.people_by_group[group] ?? 0) + 1
        addSessions(rows.sessions, journey)
        addStrongEvents(rows, journey, group)
        addUses(rows.uses, journey)
      }
    },
  }
}

export const personRow = ({ sessions, ...journey }: Journey, days: number): PersonRow => ({
  person: journey.person,
  source: journey.source,
  joined: journey.joined,
  days: journey.days,
  reason: journey.reason,
  activated_on: journey.activated_on,
  paid: journey.paid,
  shut_out: journey.shut_out,
  observable: days - journey.joined,
  ...gotIn(sessions),
  outcome: journey.reason === null ? (sessions.at(-1)?.outcome ?? 'no_engagement') : 'churned',
  sessions: sessions.length,
  used_days: sessions.filter(isUse).length,
  last_used: sessions.findLast(isUse)?.day ?? -1,
  frustration: sessions.reduce((sum, { after }) => sum + after.frustration, 0) / Math.max(1, sessions.length),
  invitations: sessions.reduce((sum, { told }) => sum + told.length, 0),
  trigger: sessions.find(({ told }) => told.length > 0)?.trigger ?? null,
})

function gotIn(sessions: readonly Session[]): Pick<PersonRow, 'got_in' | 'defective_try'> {
  const events = sessions.flatMap((session) => session.events)
  if (events.some(({ target, outcome }) => outcome === 'ok' && isScreen({ place: target })))
    return { got_in: true, defective_try: null }
  const last = events.findLast(({ cause, outcome }) => cause === 'defect' && outcome !== 'blocked')
  return { got_in: false, defective_try: last === undefined ? null : { target: last.target, outcome: last.outcome } }
}

/** The tally under a key; creates it on first use. */
function tallyOf<K, T>(tallies: Map<K, T>, key: K, begin: () => T): T {
  const tally = tallies.get(key) ?? begin()
  tallies.set(key, tally)
  return tally
}

/** Whether a session met nothing but the price, so that the product could not be used. */
export const metOnlyPrice = ({ events, shut_out }: Pick<Session, 'events' | 'shut_out'>): boolean =>
  shut_out === true ||
  (events.some(({ cause }) => cause === 'price') &&
    events.every(({ cause, action }) => cause === 'price' || action === 'read_docs' || action === 'seek_help'))

/** Whether something was done in a session besides meeting the price. Whoever opens it and does nothing has not used it. */
export const isUse = (session: Session): boolean => session.events.length > 0 && !metOnlyPrice(session)

function addSessions(tally: SessionTally, { sessions }: Journey): void {
  tally.count += sessions.length
  for (const session of sessions) {
    const { day, after, events } = session
    if (isUse(session)) tally.used[day] = (tally.used[day] ?? 0) + 1
    tally.events += events.length
    for (const event of events) for (const feeling of FEELINGS) tally.sum[feeling] += event[feeling]
    addTo(tallyOf(tally.days, day, beginCounts), after)
  }
}

function addStrongEvents(
  { frustrations, delights }: Rows,
  { sessions, reason, activated_on, days }: Journey,
  group: number,
): void {
  const firstFrustrated = new Map<FrustrationTally, number>()
  const firstDays = new Map<DelightTally, number>()
  for (const { day, before, events } of sessions) {
    let earlier: Readonly<Feelings> = before
    for (const [at, event] of events.entries()) {
      const { target, outcome, defect, cause, frustration, delight } = event
      if (frustration > FRUSTRATED && frustration > earlier.frustration && !targetsUnavailableScreen(event)) {
        const tally = tallyOf(frustrations, frictionKey(event), () => ({
          target: cause === 'price' ? PAYWALL : target,
          ...{ outcome, defect, cause, events: 0, frustration: 0, rise: 0, blocked: 0 },
          ...{ stops_at: new Set<string>(), people: 0, not_activated: 0, left_soon: 0, days: [] },
          by_group: new Map<number, GroupTally>(),
        }))
        tally.events += 1
        tally.frustration += frustration
        const own = tallyOf(tally.by_group, group, beginGroup)
        own.events += 1
        own.frustration += frustration
        tally.rise += frustration - earlier.frustration
        if (!worksFrom(events, at, event)) tally.blocked += 1
        if (cause === 'price') tally.stops_at.add(target)
        if (!firstFrustrated.has(tally)) firstFrustrated.set(tally, day)
      }
      if (delight > DELIGHTED && delight > earlier.delight) {
        const tally = tallyOf(delights, target, () => ({ events: 0, delight: 0, people: 0, first_days: [] }))
        tally.events += 1
        tally.delight += delight
        if (!firstDays.has(tally)) firstDays.set(tally, day)
      }
      earlier = event
    }
  }
  for (const [tally, first] of firstFrustrated) {
    tally.people += 1
    tallyOf(tally.by_group, group, beginGroup).people += 1
    if (activated_on === null) tally.not_activated += 1
    if (leavesSoon({ reason, days }, first)) tally.left_soon += 1
    countDays(tally.days, { reason, days }, first)
  }
  for (const [tally, day] of firstDays) {
    tally.people += 1
    tally.first_days[day] = (tally.first_days[day] ?? 0) + 1
  }
}

/** People on a day: whose first day of those counted it is, who were there, and who left soon after it. */
export type DayCounts = { first: number; there: number; leaving: number }

/** Counts somebody on each day from one on until they left. */
export function countDays(counts: DayCounts[], person: Pick<PersonRow, 'reason' | 'days'>, from: number): void {
  while (counts.length < person.days) counts.push({ first: 0, there: 0, leaving: 0 })
  counts.slice(from, person.days).forEach((count, at) => {
    if (at === 0) count.first += 1
    count.there += 1
    if (leavesSoon(person, from + at)) count.leaving += 1
  })
}

/** Whether an event, or a later one of its session at the same place, worked. */
const worksFrom = (events: readonly SessionEvent[], at: number, { target }: SessionEvent): boolean =>
  events.slice(at).some((later) => later.target === target && later.outcome === 'ok')

/**
 * Whether a step targets a screen that was not open or does not exist: only a model plans such steps, and its
 * assumptions are not the product's fault. Documentation without an answer does not count.
 */
const targetsUnavailableScreen = ({ outcome, cause }: SessionEvent): boolean =>
  outcome === 'not_available' && cause !== 'not_in_docs'

function addUses(uses: Map<string, UseTally>, { sessions, eligible, reason }: Journey): void {
  const useAt = (target: string) =>
    tallyOf(uses, target, () => ({ eligible: 0, tried: 0, succeeded: 0, tries: 0, successes: 0, quits: 0 }))
  const open = new Set(eligible)
  const tried = new Set<string>()
  const succeeded = new Set<string>()
  let last: string | null = null
  for (const target of eligible) useAt(target).eligible += 1
  for (const { events } of sessions) {
    for (const event of events) {
      const { target, outcome, cause } = event
      // A person stopped by the price did not reach what they were about to use.
      if (cause === 'price') {
        last = null
        continue
      }
      // A model can plan a screen that is never open to the person: that is no use of it.
      if (targetsUnavailableScreen(event) && !open.has(target)) continue
      last = target
      const use = useAt(target)
      use.tries += 1
      tried.add(target)
      if (outcome !== 'ok') continue
      use.successes += 1
      succeeded.add(target)
    }
  }
  for (const target of tried) useAt(target).tried += 1
  for (const target of succeeded) useAt(target).succeeded += 1
  if (last !== null && reason !== null) useAt(last).quits += 1
}

import type { Product } from '../../../domain/simulation/product.js'
import type { Action } from '../../../domain/simulation/product-screen.js'
import type { Session, SessionEvent, Trigger } from '../../../domain/simulation/simulated-session.js'
import { groupBy } from '../../group-by.js'
import type { PersonRow } from '../analysis/rows.js'
import type { Journey } from '../journey.js'
import { logistic, logit } from '../logit.js'
import type { Hearsay } from '../memory/memory.js'
import type { SimulatedPerson } from '../person/person.js'
import { bernoulli, drawsOf } from '../random.js'
import { outcomeByFeelings } from '../session/session.js'
import type { Acquaintances } from './market.js'

/** A present or former user of the product. */
export type Member = {
  readonly member: number
  readonly joined: number
  readonly invited_by: number | null
  /** What the inviter told them about it. */
  readonly heard: readonly Hearsay[]
  readonly journey: Journey
}

/** What each member who joins on a given day was told. */
export type HearsayByMember = ReadonlyMap<number, readonly Hearsay[]>

/** An invitation that reached a non-user. Days of the window, from 0. */
export type Referral = {
  readonly from: number
  readonly to: number
  readonly day: number
  readonly trigger: Trigger
  /** The day on which the invited person joined because of it; `null` where they did not. */
  readonly joined: number | null
}

export type SpreadInput = {
  readonly seed: number
  readonly days: number
  readonly cohort: number
  readonly acquaintances: Acquaintances
  readonly sharing: Product['sharing']
  readonly personOf: (member: number) => SimulatedPerson
  /** Computes the journeys of members who join on one day, in order. Each journey is independent of the others. */
  readonly live: (
    members: readonly number[],
    joined: number,
    heard: HearsayByMember,
    invitedBy: ReadonlyMap<number, number>,
  ) => Promise<readonly Journey[]>
}

type Told = { readonly from: number; readonly contact: number; readonly trigger: Trigger; readonly of: Hearsay[] }

const ABOUT_NO_SCREEN: ReadonlySet<Action> = new Set(['read_docs', 'seek_help', 'uninstall'])

/** The events of a session that a person tells: the most delightful and the most frustrating one. */
export function eventsToTell({ events }: Session): SessionEvent[] {
  const screens = events.filter(({ action, cause }) => !ABOUT_NO_SCREEN.has(action) && cause !== 'price')
  const best = screens.filter(({ outcome }) => outcome === 'ok').sort((a, b) => b.delight - a.delight)
  const worst = screens.filter(({ outcome }) => outcome !== 'ok').sort((a, b) => b.frustration - a.frustration)
  return [...best.slice(0, 1), ...worst.slice(0, 1)]
}

/**
 * Spreads a product by invitations. An invited person joins on a later day, so the journeys of all who joined up to a
 * day determine who joins next, and journeys stay independent of each other.
 */
export async function spread(input: SpreadInput): Promise<{ members: Member[]; referrals: Referral[] }> {
  const { days, cohort, acquaintances } = input
  const users = new Map<number, Member>()
  const referrals: Referral[] = []
  const told = Array.from({ length: days }, (): Told[] => [])
  const join = async (joiners: ReadonlyMap<number, Pick<Told, 'from' | 'of'> | null>, joined: number) => {
    const wave = [...joiners.keys()].sort((a, b) => a - b)
    if (wave.length === 0) return
    const heard = new Map([...joiners].map(([member, invitation]) => [member, invitation?.of ?? []] as const))
    const invitedBy = new Map(
      [...joiners].flatMap(([member, told]) => (told === null ? [] : [[member, told.from] as const])),
    )
    const journeys = await input.live(wave, joined, heard, invitedBy)
    wave.forEach((member, index) => {
      const journey = journeys[index]
      if (journey === undefined) throw new RangeError(`Nobody lived the journey of member ${member}.`)
      const invited_by = joiners.get(member)?.from ?? null
      users.set(member, { member, joined, invited_by, heard: heard.get(member) ?? [], journey })
      for (const session of journey.sessions) {
        const { day, trigger, told: contacts } = session
        if (trigger === null || contacts.length === 0) continue
        const of = eventsToTell(session).map(({ target, outcome }) => ({ target, outcome }))
        for (const contact of contacts) told[joined + day]?.push({ from: member, contact, trigger, of })
      }
    })
  }
  await join(new Map(Array.from({ length: cohort }, (_, member) => [member, null])), 0)
  for (let day = 0; day < days; day++) {
    const joiners = new Map<number, Pick<Told, 'from' | 'of'>>()
    const invitations = (told[day] ?? []).sort((a, b) => a.from - b.from || a.contact - b.contact)
    for (const { from, contact, trigger, of } of invitations) {
      const to = acquaintances[from]?.[contact]
      if (to === undefined || users.has(to) || joiners.has(to)) continue
      const accepted = day + 1 < days && accepts(input, from, to, day, users)
      if (accepted) joiners.set(to, { from, of })
      referrals.push({ from, to, day, trigger, joined: accepted ? day + 1 : null })
    }
    await join(joiners, day + 1)
  }
  return { members: [...users.values()].sort((a, b) => a.member - b.member), referrals }
}

/** logit p = logit(base) + incentive + .8(adoption − .5) + .4(risk − .5) + ln(neighbours who use it) − landing effort. */
function accepts(
  input: SpreadInput,
  from: number,
  to: number,
  day: number,
  users: ReadonlyMap<number, Member>,
): boolean {
  const { sharing, acquaintances, seed } = input
  const person = input.personOf(to)
  const using = (acquaintances[to] ?? []).filter((other) => isUsing(users.get(other), day)).length
  const probability = logistic(
    logit(sharing.accept_base) +
      sharing.incentive +
      0.8 * (person.traits.adoption - 0.5) +
      0.4 * (person.traits.risk - 0.5) +
      Math.log(Math.max(1, using)) -
      sharing.landing_effort,
  )
  return bernoulli(probability, drawsOf(seed, person.id).uniform('accept', day, from % 2 ** 16))
}

const isUsing = (member: Member | undefined, day: number): boolean =>
  member !== undefined && member.joined <= day && day < member.joined + member.journey.days

/**
 * The rows with the invitations that reached somebody who was no user, which only the spread through a network knows: a
 * person tells contacts without knowing who uses it already.
 */
export function withInvitations(
  rows: readonly PersonRow[],
  members: readonly Member[],
  referrals: readonly Referral[],
): PersonRow[] {
  const sentBy = groupBy(referrals, ({ from }) => from)
  const memberOf = new Map(members.map((member) => [member.journey.person, member]))
  return rows.map((row) => {
    const own = memberOf.get(row.person)
    const sent = sentBy.get(own?.member ?? -1) ?? []
    const last = own?.journey.sessions.at(-1)
    const reached = last !== undefined && sent.some(({ day }) => day === row.joined + last.day)
    const toldNobodyNew = row.outcome === 'referred' && last !== undefined && !reached
    return {
      ...row,
      invitations: sent.length,
      trigger: sent[0]?.trigger ?? null,
      outcome: toldNobodyNew ? outcomeByFeelings(last.after) : row.outcome,
    }
  })
}

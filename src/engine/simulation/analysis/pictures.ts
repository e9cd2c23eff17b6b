import type { Session } from '../../../domain/simulation/simulated-session.js'
import { DAY_SIGNS, type SimulationInput, type SimulationResult } from '../../../domain/simulation/simulation.js'
import type { EngineDeps } from '../../deps.js'
import { groupBy } from '../../group-by.js'
import type { Journey } from '../journey.js'
import { networkShape } from '../network/network-shape.js'
import { referralTrees, shareOfTopSenders } from '../network/referral-trees.js'
import type { Member } from '../network/spread.js'
import type { World } from '../world.js'
import { outcomeDistribution } from './endings.js'
import { DELIGHTED, FRUSTRATED, isUse, metOnlyPrice, type Rows } from './rows.js'
import type { ScreenUse } from './screens.js'

/** Maximum number of referral trees shown, and of users in one. */
const DRAWN_TREES = 6
const DRAWN_USERS = 60

type Drawn = Pick<SimulationResult, 'screens' | 'left_by_day' | 'by_kind' | 'referrals'>

/** The charts' figures over all journeys, besides the figures in the text. */
export async function picturesOf(
  { product, cohort, market }: World,
  {
    members,
    rows,
    funnel,
    seed,
    yieldToEventLoop,
  }: {
    members: readonly Member[]
    rows: Rows
    funnel: readonly ScreenUse[]
    seed: number
    yieldToEventLoop?: EngineDeps['yieldToEventLoop']
  },
): Promise<Drawn> {
  const effortOf = new Map(product.screens.map(({ id, effort }) => [id, effort]))
  // Without a network people are in the order of the cohort, and `members` holds only the people shown.
  const memberOf = new Map(members.map(({ member, journey }) => [journey.person, member]))
  const people = rows.people.map((row, place) => ({ row, kind: cohort.at(memberOf.get(row.person) ?? place).kind }))
  return {
    screens: funnel.map((screen) => ({ ...screen, effort: effortOf.get(screen.target) ?? 0 })),
    left_by_day: leavingByDay(rows),
    by_kind: [...groupBy(people, ({ kind }) => kind)].map(([kind, alike]) => ({
      kind,
      people: alike.length,
      outcomes: outcomeDistribution(alike.map(({ row }) => row)),
    })),
    referrals:
      market === null
        ? null
        : { ...referralsOf(members), network: await networkShape(market, members, seed, yieldToEventLoop) },
  }
}

function leavingByDay({ people }: Rows): SimulationResult['left_by_day'] {
  const left = people.flatMap(({ days, reason }) => (reason === null ? [] : [{ day: days, reason }]))
  return [...groupBy(left, ({ day, reason }) => `${day} ${reason}`).values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [{ ...first, people: 1 + others.length }]))
    .sort((a, b) => a.day - b.day || a.reason.localeCompare(b.reason))
}

function referralsOf(members: readonly Member[]): NonNullable<SimulationResult['referrals']> {
  const joinedOn = new Map(members.map((user) => [user.member, user]))
  const trees = referralTrees(members)
  const bySize = groupBy(trees, (tree) => String(tree.members.length))
  return {
    sizes: [...bySize]
      .map(([size, alike]) => ({ size: Number(size), trees: alike.length }))
      .sort((a, b) => a.size - b.size),
    depth: Math.max(0, ...trees.map(({ depth }) => depth)),
    top_senders_share: shareOfTopSenders(members),
    largest: trees
      .filter((tree) => tree.members.length > 1)
      .sort((a, b) => b.members.length - a.members.length || a.root - b.root)
      .slice(0, DRAWN_TREES)
      .map((tree) => {
        const users = tree.members.slice(0, DRAWN_USERS)
        const placeOf = new Map(users.map((user, place) => [user, place]))
        return users.map((user) => {
          const { joined = 0, invited_by = null } = joinedOn.get(user) ?? {}
          return { joined, by: invited_by === null ? null : (placeOf.get(invited_by) ?? null) }
        })
      }),
  }
}

/** One letter for each of a person's days. */
export function calendarOf({ days, sessions }: Journey): string {
  const signs = new Array<string>(days).fill(DAY_SIGNS.away)
  for (const session of sessions) signs[session.day] = signOf(session)
  return signs.join('')
}

function signOf(session: Session): string {
  const { after } = session
  const priced = metOnlyPrice(session)
  if (!priced && !isUse(session)) return DAY_SIGNS.opened
  if (after.frustration > FRUSTRATED) return DAY_SIGNS.frustrated
  if (after.delight > DELIGHTED) return DAY_SIGNS.delighted
  return priced ? DAY_SIGNS.price : DAY_SIGNS.used
}

/** What is due for everybody on a day since joining, counted from 1. */
export function datesOf({ product: { price }, days }: SimulationInput): SimulationResult['product']['dates'] {
  const { trial } = price
  if (trial === null) return []
  const dates = [{ day: trial.days, what: 'trial ends' }]
  if (trial.reminder_day !== undefined) dates.unshift({ day: trial.reminder_day, what: 'reminder' })
  return dates.filter(({ day }) => day >= 1 && day <= days)
}

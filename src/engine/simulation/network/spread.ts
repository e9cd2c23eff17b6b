import type { Product } from '../../../domain/product.js'
import type { Trigger } from '../../../domain/simulated-session.js'
import type { Journey } from '../journey.js'
import { logistic, logit } from '../logit.js'
import type { SimulatedPerson } from '../person.js'
import { drawsOf, happens } from '../random.js'
import type { Acquaintances } from './market.js'

/** Somebody who uses the product, or has. */
export type Member = {
  readonly member: number
  readonly joined: number
  readonly invited_by: number | null
  readonly journey: Journey
}

/** An invitation that reached somebody who was no user. Days of the window, from 0. */
export type Referral = {
  readonly from: number
  readonly to: number
  readonly day: number
  readonly trigger: Trigger
  /** The day on which the invited person joined for it. */
  readonly joined: number | null
}

export type SpreadInput = {
  readonly seed: number
  readonly days: number
  readonly cohort: number
  readonly acquaintances: Acquaintances
  readonly sharing: Product['sharing']
  readonly personOf: (member: number) => SimulatedPerson
  /** Lives the journeys of members who join on one day, in their order. Each depends on nobody else. */
  readonly live: (members: readonly number[], joined: number) => Promise<readonly Journey[]>
}

/**
 * How a product goes from hand to hand. Whoever accepts an invitation joins on a later day; so when the journeys of all who
 * joined until a day are known, so are the joiners of the next, and journeys stay independent of each other.
 */
export async function spread(input: SpreadInput): Promise<{ members: Member[]; referrals: Referral[] }> {
  const { days, cohort, acquaintances } = input
  const users = new Map<number, Member>()
  const referrals: Referral[] = []
  const told = Array.from({ length: days }, (): { from: number; contact: number; trigger: Trigger }[] => [])
  const join = async (joiners: ReadonlyMap<number, number | null>, joined: number) => {
    const wave = [...joiners.keys()].sort((a, b) => a - b)
    if (wave.length === 0) return
    const journeys = await input.live(wave, joined)
    wave.forEach((member, index) => {
      const journey = journeys[index]
      if (journey === undefined) throw new RangeError(`Nobody lived the journey of member ${member}.`)
      users.set(member, { member, joined, invited_by: joiners.get(member) ?? null, journey })
      for (const { day, trigger, told: contacts } of journey.sessions)
        if (trigger !== null)
          for (const contact of contacts) told[joined + day]?.push({ from: member, contact, trigger })
    })
  }
  await join(new Map(Array.from({ length: cohort }, (_, member) => [member, null])), 0)
  for (let day = 0; day < days; day++) {
    const joiners = new Map<number, number>()
    const invitations = (told[day] ?? []).sort((a, b) => a.from - b.from || a.contact - b.contact)
    for (const { from, contact, trigger } of invitations) {
      const to = acquaintances[from]?.[contact]
      if (to === undefined || users.has(to) || joiners.has(to)) continue
      const accepted = day + 1 < days && accepts(input, from, to, day, users)
      if (accepted) joiners.set(to, from)
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
  return happens(probability, drawsOf(seed, person.id).uniform('accept', day, from % 2 ** 16))
}

const isUsing = (member: Member | undefined, day: number): boolean =>
  member !== undefined && member.joined <= day && day < member.joined + member.journey.days

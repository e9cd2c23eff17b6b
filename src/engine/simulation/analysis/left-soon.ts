import { type FrustrationTally, leavesSoon, type PersonRow } from './rows.js'

/** Fewest others on a day with whom people are compared, and the share of the people whose first day has as many. */
const MIN_OTHERS = 5
const MIN_COMPARED = 0.8

/** By day: how many were there, and how many of these left within three days. */
export type Presence = readonly { readonly there: number; readonly leaving: number }[]

export function presenceOf(people: readonly Pick<PersonRow, 'reason' | 'days'>[]): Presence {
  const days: { there: number; leaving: number }[] = []
  for (const person of people)
    for (let day = 0; day < person.days; day++) {
      const counts = days[day] ?? { there: 0, leaving: 0 }
      days[day] = counts
      counts.there += 1
      if (leavesSoon(person, day)) counts.leaving += 1
    }
  return days
}

/**
 * Share of those whom a trouble had not frustrated by a day, and who were there on it, that left within three days; the
 * days weigh as many as had their first time on them. `null` where too few others were there on these days.
 */
export function othersLeftSoon(
  everybody: Presence,
  { people: affected, days }: Pick<FrustrationTally, 'people' | 'days'>,
): number | null {
  let [compared, left] = [0, 0]
  days.forEach(({ first, there, leaving }, day) => {
    if (first === 0) return
    const all = everybody[day] ?? { there: 0, leaving: 0 }
    const others = all.there - there
    if (others < MIN_OTHERS) return
    compared += first
    left += (first * (all.leaving - leaving)) / others
  })
  return compared < MIN_COMPARED * affected ? null : left / compared
}

import { countDays, type DayCounts, type FrustrationTally, type PersonRow } from './rows.js'

/** Fewest others on a day with whom people are compared, and the share of the people whose first day has as many. */
const MIN_OTHERS = 5
const MIN_COMPARED = 0.8

/** By day, of everybody: how many were there, and how many of these left within three days. */
export function presenceOf(people: readonly Pick<PersonRow, 'reason' | 'days'>[]): readonly DayCounts[] {
  const counts: DayCounts[] = []
  for (const person of people) countDays(counts, person, 0)
  return counts
}

/**
 * Share of those whom a trouble had not frustrated by a day, and who were there on it, that left within three days; the
 * days weigh as many as had their first time on them. `null` where too few others were there on these days.
 */
export function othersLeftSoon(
  everybody: readonly DayCounts[],
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

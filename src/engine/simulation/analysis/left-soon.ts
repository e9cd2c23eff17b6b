import { type FrustrationTally, leavesSoon, type PersonRow } from './rows.js'

/** Fewest others on a day with whom people are compared, and the share of the people whose first day has as many. */
const MIN_OTHERS = 5
const MIN_COMPARED = 0.8

/**
 * Share of those whom a trouble had not frustrated by a day, and who were there on it, that left within three days; the
 * days weigh as many as had their first time on them. `null` where too few others were there on these days.
 */
export function othersLeftSoon(
  people: readonly Pick<PersonRow, 'reason' | 'days'>[],
  { people: affected, days }: Pick<FrustrationTally, 'people' | 'days'>,
): number | null {
  let [compared, left] = [0, 0]
  days.forEach(({ first, there, leaving }, day) => {
    if (first === 0) return
    const present = people.filter((person) => person.days > day)
    const others = present.length - there
    if (others < MIN_OTHERS) return
    compared += first
    left += (first * (present.filter((person) => leavesSoon(person, day)).length - leaving)) / others
  })
  return compared < MIN_COMPARED * affected ? null : left / compared
}

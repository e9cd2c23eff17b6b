import { mean } from '../../statistics/descriptive.js'
import { studentTQuantile } from '../../statistics/student-t.js'
import { PRESSURE_WEIGHTS, tenth } from '../scores.js'

/** The least by which one answer moves one person's score in the short form: a point of intent. */
const SMALLEST_STEP = (100 * PRESSURE_WEIGHTS.intent) / 4
/** Share of reworded texts that lie within the floor. */
const SHARE = 0.9

/**
 * The size of a difference between two panel means that rewording alone stays under nine times in ten. `changes[blank][person]`:
 * what each blank moved each person by, in points. The largest of: the 90 % prediction bound of a further
 * blank's |mean|, from the root mean square of the single changes (the true mean of a blank is 0) by Student's t, which
 * widens it for few people; and the largest |mean| of the blanks there were; never less than one person's smallest step
 * does to the mean. `null` without a blank that three answered.
 */
export function noiseFloor(changes: readonly (readonly number[])[]): number | null {
  const blanks = changes.filter((people) => people.length >= 3)
  if (blanks.length === 0) return null
  const all = blanks.flat()
  const square = mean(all.map((change) => change ** 2))
  const people = mean(blanks.map((changesOfBlank) => changesOfBlank.length))
  const predicted = studentTQuantile((1 + SHARE) / 2, all.length) * Math.sqrt(square / people)
  return tenth(
    Math.max(predicted, SMALLEST_STEP / people, ...blanks.map((changesOfBlank) => Math.abs(mean(changesOfBlank)))),
  )
}

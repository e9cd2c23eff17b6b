import { isBlank, MIN_CHANGE, type Probe, type ProbeReading } from '../../../domain/panel/assay.js'
import { meanDifference } from '../../paired/lift.js'
import { mean, tenth } from '../../statistics/descriptive.js'
import { studentTQuantile } from '../../statistics/student-t.js'
import { PRESSURE_WEIGHTS } from '../scores.js'

/** Scores of two texts, 0–100, by one person who answered both. */
export type ScorePair = { readonly score: number; readonly compared_with: number }

/** The score pairs of everybody who answered both texts. */
export const pairsOf = (scores: readonly (number | null)[], before: readonly (number | null)[]): ScorePair[] =>
  scores.flatMap((score, person) => {
    const compared_with = before[person]
    return typeof score === 'number' && typeof compared_with === 'number' ? [{ score, compared_with }] : []
  })

const REQUIRED: Readonly<Partial<Record<Probe, ProbeReading['required']>>> = {
  price_half: 'higher',
  price_double: 'lower',
  price_times_8: 'lower',
  claim_negated: 'lower',
  test_reversed: 'lower',
  harm: 'lower',
  harm_other: 'lower',
  good_above_absurd: 'higher',
  good_above_weak: 'higher',
}

/** Points by which a score may differ and still count as unchanged: about one step of one of its parts. */
const MAX_DRIFT = 15
const MIN_PEOPLE = 3

/** A probe's figures; `null` where fewer than three people answered it. */
export function readingOf(probe: Probe, pairs: readonly ScorePair[], noise_floor: number | null): ProbeReading | null {
  if (pairs.length < MIN_PEOPLE) return null
  const required = REQUIRED[probe] ?? 'same'
  const changes = pairs.map(({ score, compared_with }) => score - compared_with)
  const { mean: change, interval } = meanDifference(changes)
  // A score at the end of the scale cannot move further, so it shows nothing.
  const able = pairs.filter(({ compared_with }) => hasRoom(compared_with, required))
  return {
    probe,
    score: tenth(mean(pairs.map(({ score }) => score))),
    compared_with: tenth(mean(pairs.map(({ compared_with }) => compared_with))),
    change,
    interval,
    required,
    seen: isBlank(probe) || able.length < pairs.length / 2 ? null : isSeen(change, required, noise_floor),
    right: able.filter(({ score, compared_with }) => isRight(score - compared_with, required)).length,
    of: able.length,
  }
}

function hasRoom(score: number, required: ProbeReading['required']): boolean {
  switch (required) {
    case 'lower':
      return score >= 2 * MIN_CHANGE
    case 'higher':
      return score <= 100 - 2 * MIN_CHANGE
    case 'same':
      return true
  }
}

function isRight(change: number, required: ProbeReading['required']): boolean {
  switch (required) {
    case 'lower':
      return change <= -MIN_CHANGE
    case 'higher':
      return change >= MIN_CHANGE
    case 'same':
      return Math.abs(change) <= MAX_DRIFT
  }
}

/** Whether the panel's mean moved the required way by more than noise or, where `same` is required, stayed within the noise. */
function isSeen(change: number, required: ProbeReading['required'], noise_floor: number | null): boolean {
  const least = Math.max(noise_floor ?? 0, MIN_CHANGE)
  if (required === 'same') return Math.abs(change) <= least
  return (required === 'lower' ? -change : change) > least
}

/** Smallest change of one person's score in the short form: one point of intent. */
const SMALLEST_STEP = (100 * PRESSURE_WEIGHTS.intent) / 4
/** Share of reworded texts whose difference lies within the noise floor. */
const SHARE = 0.9

/**
 * The largest difference between two panel means that rewording alone causes nine times in ten, in points.
 * `changes[blank][person]`: how much each blank moved each person. It is the largest of: the 90 % prediction bound of a
 * further blank's |mean|, from the root mean square of the single changes (the true mean of a blank is 0) and Student's
 * t, which widens it for few people; the largest |mean| of the blanks; and the change of the mean when one person moves
 * by the smallest step. `null` without a blank that three people answered.
 */
export function noiseFloor(changes: readonly (readonly number[])[]): number | null {
  const blanks = changes.filter((people) => people.length >= MIN_PEOPLE)
  if (blanks.length === 0) return null
  const all = blanks.flat()
  const square = mean(all.map((change) => change ** 2))
  const people = mean(blanks.map((changesOfBlank) => changesOfBlank.length))
  const predicted = studentTQuantile((1 + SHARE) / 2, all.length) * Math.sqrt(square / people)
  return tenth(
    Math.max(predicted, SMALLEST_STEP / people, ...blanks.map((changesOfBlank) => Math.abs(mean(changesOfBlank)))),
  )
}

/** A stance as rated from a person's words: a place on the 1–5 intent scale, and the rater's uncertainty about it. */
export type RatedStance = { readonly at: number; readonly sd: number }

/** A person's rated answers to one question: alone before and after, and to the room at the end. */
export type OpinionPath = {
  readonly persona_id: string
  readonly name: string
  readonly before: RatedStance
  readonly after: RatedStance
  /** `null` where the closing answer is missing or unrated. */
  readonly public_end: RatedStance | null
}

/** Minimum private change that counts as a shift; smaller changes are within the noise of re-reading. */
const MIN_SHIFT = 0.5
/** Minimum difference between public and private stance that is reported. */
const MIN_GAP = 1
/** Quantile of the rater's noise that is exceeded once in twenty, in standard deviations. */
const ONE_IN_TWENTY = 1.645
const SCALE = 4

export const shiftOf = ({ before, after }: OpinionPath): number => after.at - before.at
export const hasShifted = (path: OpinionPath): boolean => Math.abs(shiftOf(path)) >= MIN_SHIFT

/** Minimum distance between public and private stance that cannot be two readings of one stance. */
const noticeableGap = (left: RatedStance, right: RatedStance): number =>
  Math.max(MIN_GAP, ONE_IN_TWENTY * Math.hypot(left.sd, right.sd))

/**
 * People whose closing answer differs from their secret ballot, towards the room, which is the others' mean public
 * stance. Both answer the same question and are rated by the same rater, and the difference exceeds the rater's own
 * uncertainty. `null` where the rater is so uncertain about everybody that no answer could have shown a difference.
 */
export function conforming(
  paths: readonly OpinionPath[],
): (OpinionPath & { public_end: RatedStance; gap: number })[] | null {
  const answered = paths.flatMap((path) => (path.public_end === null ? [] : [{ ...path, public_end: path.public_end }]))
  if (answered.every(({ public_end, after }) => noticeableGap(public_end, after) >= SCALE)) return null
  return answered.flatMap((path) => {
    const others = answered.filter((other) => other !== path)
    if (others.length === 0) return []
    const roomMean = others.reduce((sum, { public_end }) => sum + public_end.at, 0) / others.length
    const gap = path.public_end.at - path.after.at
    const towardsRoom = Math.sign(gap) === Math.sign(roomMean - path.after.at)
    if (Math.abs(gap) >= noticeableGap(path.public_end, path.after) && towardsRoom) return [{ ...path, gap }]
    return []
  })
}

/** A stance on the intent scale in words. */
export function stanceInWords(intent: number): string {
  if (intent < 1.75) return 'would not buy'
  if (intent < 2.6) return 'would rather not buy'
  if (intent <= 3.4) return 'undecided'
  if (intent <= 4.25) return 'would rather buy'
  return 'would buy'
}

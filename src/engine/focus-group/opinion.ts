/** A stance as the run's rater read it from somebody's words: a place on the 1–5 intent scale, and how unsure of it the rater is. */
export type RatedStance = { readonly at: number; readonly sd: number }

/** What somebody thought before and after, alone, and what they told the room at the end: three answers to one question. */
export type OpinionPath = {
  readonly persona_id: string
  readonly name: string
  readonly before: RatedStance
  readonly after: RatedStance
  /** Null for somebody whose last answer to the room did not come. */
  readonly public_end: RatedStance | null
}

/** A private change that counts as one; half a point of five is within the noise of a re-reading. */
const MIN_SHIFT = 0.5
/** A smaller difference between public and private would be no news to anybody. */
const MIN_GAP = 1
/** Differences of the rater's own noise that are exceeded once in twenty, in units of its standard deviation. */
const ONE_IN_TWENTY = 1.645
const SCALE = 4

export const shiftOf = ({ before, after }: OpinionPath): number => after.at - before.at
export const hasShifted = (path: OpinionPath): boolean => Math.abs(shiftOf(path)) >= MIN_SHIFT

/** How far public and private must lie apart before it is more than two readings of one stance. */
const noticeableGap = (left: RatedStance, right: RatedStance): number =>
  Math.max(MIN_GAP, ONE_IN_TWENTY * Math.hypot(left.sd, right.sd))

/**
 * Who told the room something else than the secret ballot, towards the room: the others' mean public stance. Both are
 * answers to the same question, read by one rater, and the difference exceeds what the rater's own doubt would give.
 * Null where the rater is so unsure of everybody that no answer could have shown it.
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

/** What somebody thought before and after, alone, and how they last sounded to the room; on the 1–5 intent scale. */
export type OpinionPath = {
  readonly persona_id: string
  readonly name: string
  readonly before: number
  readonly after: number
  /** Null for somebody who never spoke. */
  readonly public_end: number | null
}

/** A private change that counts as one; half a point of five is within the noise of a re-reading. */
const MIN_SHIFT = 0.5
/** How far somebody's public stance must lie from their private one, towards the room, to count as conformity. */
const MIN_GAP = 1

export const shiftOf = ({ before, after }: OpinionPath): number => after - before
export const hasShifted = (path: OpinionPath): boolean => Math.abs(shiftOf(path)) >= MIN_SHIFT

/**
 * Who sounded unlike what they privately thought at the end, in the direction of the room: the others' mean public
 * stance. Arithmetic only; somebody who never spoke has no public stance to compare.
 */
export function conforming(paths: readonly OpinionPath[]): (OpinionPath & { public_end: number; gap: number })[] {
  return paths.flatMap((path) => {
    const { public_end, after } = path
    const others = paths
      .filter((other) => other !== path)
      .map((other) => other.public_end)
      .filter((end) => end !== null)
    if (public_end === null || others.length === 0) return []
    const roomMean = others.reduce((sum, value) => sum + value, 0) / others.length
    const gap = public_end - after
    const towardsRoom = Math.sign(gap) === Math.sign(roomMean - after)
    if (Math.abs(gap) >= MIN_GAP && towardsRoom) return [{ ...path, public_end, gap }]
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

import type { Outcome } from '../../../domain/simulation/simulated-session.js'

/** The conclusion of a semantic memory. */
type Insight = 'pattern' | 'workaround' | 'support_helped'

/** What a memory is about. */
export type Remembered = {
  /** A screen, `docs`, `support`, or `product` for the whole product. */
  readonly target: string
  readonly outcome: Outcome
  readonly defect: string | null
  readonly insight: Insight | null
}

/** How near the texts of memories are to each other, and to what a person wants. A text has a place; -1 is no text. */
export type Meaning = {
  placeOf(memory: Remembered): number
  /** The place of what somebody wants at a screen. */
  wanting(target: string): number
  /** The cosine of two texts, rounded to a millionth. */
  cosine(place: number, other: number): number
}

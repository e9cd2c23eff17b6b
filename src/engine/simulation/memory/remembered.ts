import type { Outcome } from '../../../domain/simulation/simulated-session.js'

/** The conclusion of a semantic memory. */
type Insight = 'pattern' | 'workaround' | 'support_helped'

/** What a memory is about. */
export type MemoryContent = {
  /** A screen, `docs`, `support`, or `product` for the whole product. */
  readonly target: string
  readonly outcome: Outcome
  readonly defect: string | null
  readonly insight: Insight | null
}

/** Cosine similarity of the texts of memories to each other and to goals, by index; -1 where there is no such text. */
export type MemorySimilarity = {
  textIndex(memory: MemoryContent): number
  /** The place of what somebody wants at a screen. */
  goalIndex(target: string): number
  /** The cosine of two texts, rounded to a millionth. */
  cosine(place: number, other: number): number
}

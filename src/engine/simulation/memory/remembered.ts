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
  /** A model's sentence for this person, in place of words that follow from the rest. */
  readonly words?: string
}

/** Cosine similarity of the texts of memories to each other and to goals, by index; -1 where there is no such text. */
export type MemorySimilarity = {
  textIndex(memory: MemoryContent): number
  /** The place of what somebody wants at a screen. */
  goalIndex(target: string): number
  /** The cosine of two texts, rounded to a millionth. */
  cosine(place: number, other: number): number
}

/** The texts of a product, read once a run. */
export type ProductSimilarity = MemorySimilarity & {
  /** Number of texts, and the vector of one of them. */
  readonly count: number
  vector(place: number): Float32Array
  /** The encoder that read them, as of the run's first attempt. */
  readonly embedder: string
}

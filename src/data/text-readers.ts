import { z } from 'zod'
import { dataFile } from './data-file.js'

/**
 * A reader that was trained on labelled texts: a linear function of a sentence vector and of the words and word pairs of a
 * text. Made by `scripts/train-readers.mjs`, which says from which texts; never edited by hand.
 */
const TextReader = z.object({
  /** Of the training texts and of the method; stored with what was read. */
  version: z.string(),
  /** The encoder whose vectors it reads. */
  encoder: z.string(),
  bias: z.number(),
  /** Root mean square error on texts it was not trained on (grouped cross-validation), in the unit of its labels. */
  error: z.number(),
  vector: z.array(z.number()),
  words: z.record(z.string(), z.number()),
})
export type TextReader = z.infer<typeof TextReader>

export const TEXT_READERS = {
  /** How likely somebody is to buy, from what they say about it: 1 definitely not … 5 definitely. */
  intent: dataFile('readers/intent.json', TextReader),
  /** Whether a text offers something to somebody: about −1 no, 1 yes. */
  offer: dataFile('readers/offer.json', TextReader),
}

/** The reader's figure for a text and its sentence vector, unclipped. */
export function readText({ bias, vector, words }: TextReader, text: string, embedded: ArrayLike<number>): number {
  const known = [...wordFeatures(text)].flatMap((feature) => words[feature] ?? [])
  const fromWords = known.reduce((sum, weight) => sum + weight, 0) / Math.sqrt(Math.max(1, known.length))
  return vector.reduce((sum, weight, index) => sum + weight * (embedded[index] ?? 0), bias + fromWords)
}

/** The words of a text in lower case and its neighbouring pairs, begin and end included; each once. */
export function wordFeatures(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[a-z]+(?:'[a-z]+)?/g) ?? []
  const framed = ['<', ...words, '>']
  return new Set([...words, ...framed.slice(1).map((word, index) => `${framed[index]}_${word}`)])
}

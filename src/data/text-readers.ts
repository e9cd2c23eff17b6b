import { z } from 'zod'
import { dataFile } from './data-file.js'

/**
 * A reader trained on labelled texts: a linear function of a sentence vector and of the words and word pairs of a text.
 * Made by `scripts/train-readers.mjs`, which names the training texts; never edited by hand.
 */
const TextReader = z.object({
  /** Version of the training texts and method; stored with the reader's results. */
  version: z.string(),
  /** The encoder whose vectors the reader takes. */
  encoder: z.string(),
  bias: z.number(),
  /** Root mean square error on held-out texts (grouped cross-validation), in the unit of its labels. */
  error: z.number(),
  vector: z.array(z.number()),
  words: z.record(z.string(), z.number()),
})
export type TextReader = z.infer<typeof TextReader>

export const TEXT_READERS = {
  /** How likely a person is to buy, from their words: 1 definitely not … 5 definitely. */
  intent: dataFile('readers/intent.json', TextReader),
  /** Whether a text is an offer: about −1 no, 1 yes. */
  offer: dataFile('readers/offer.json', TextReader),
}

/** The reader's figure for a text and its sentence vector, unclipped. */
export function readText({ bias, vector, words }: TextReader, text: string, embedded: ArrayLike<number>): number {
  const known = [...wordFeatures(text)].flatMap((feature) => words[feature] ?? [])
  const fromWords = known.reduce((sum, weight) => sum + weight, 0) / Math.sqrt(Math.max(1, known.length))
  return vector.reduce((sum, weight, index) => sum + weight * (embedded[index] ?? 0), bias + fromWords)
}

/** Distinct words of a text, in lower case, and pairs of neighbouring words, with marks for begin and end. */
export function wordFeatures(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[a-z]+(?:'[a-z]+)?/g) ?? []
  const framed = ['<', ...words, '>']
  return new Set([...words, ...framed.slice(1).map((word, index) => `${framed[index]}_${word}`)])
}

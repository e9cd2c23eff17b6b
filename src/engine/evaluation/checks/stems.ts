/** Length of a word's beginning by which two forms count as one word. */
const STEM = 5
const MIN_WORD = 4

/** The beginning of a word. */
export const stem = (word: string): string => word.slice(0, STEM)

/** The longer words of a text, each cut to its beginning: enough to compare topics of sentences in any language. */
export const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => word.length >= MIN_WORD).map(stem)

/** Names in a sentence: capitalised words that do not begin it. Not used for German, which capitalises every noun. */
export const namesIn = (sentence: string): string[] =>
  [...sentence.matchAll(/(?<=[\p{L}\p{N},;:)"“”'’]\s)\p{Lu}[\p{L}\p{N}&-]+/gu)].map(([name]) => name)

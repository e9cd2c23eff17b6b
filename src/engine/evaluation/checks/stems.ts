/** Letters by which two forms of a word are taken for one. */
const STEM = 5
const MIN_WORD = 4

/** The longer words of a text, each cut to its beginning: good enough to see what a sentence is about in any language. */
export const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? [])
    .filter((word) => word.length >= MIN_WORD)
    .map((word) => word.slice(0, STEM))

/** Names in a sentence: capital letters where no sentence begins. German nouns have them too, so they are not looked for there. */
export const namesIn = (sentence: string): string[] =>
  [...sentence.matchAll(/(?<=[\p{L}\p{N},;:)"“”'’]\s)\p{Lu}[\p{L}\p{N}&-]+/gu)].map(([name]) => name)

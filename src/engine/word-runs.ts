/** The words and figures of a text, in lower case. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Every run of `length` words that follow each other. */
export const runsOf = (words: readonly string[], length: number): string[] =>
  Array.from({ length: Math.max(0, words.length - length + 1) }, (_, at) => words.slice(at, at + length).join(' '))

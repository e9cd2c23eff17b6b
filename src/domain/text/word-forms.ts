const ENDING = /(?:ings?|ed|e?s|ly|y|[’']s?)$/u
const stem = (word: string): string => (word.length > 4 ? word.replace(ENDING, '').replace(/e$/u, '') : word)
const MIN_SHARED = 5
const MAX_ENDING = 3

/** Whether two words are forms of one word: equal except for a short ending. */
export function isForm(word: string, other: string): boolean {
  if (word === other || stem(word) === stem(other)) return true
  const [short, long] = word.length < other.length ? [word, other] : [other, word]
  if (short.length >= 3 && long.startsWith(short) && long.length - short.length <= MAX_ENDING) return true
  const shared = [...short].findIndex((letter, at) => letter !== long[at])
  return shared >= MIN_SHARED && long.length - shared <= MAX_ENDING
}

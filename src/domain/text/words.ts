export const number = (value: number): string => value.toLocaleString('en-US')

/** A share of 0–1 as "34%". */
export const percent = (share: number): string => `${Math.round(share * 100)}%`

/** The form of a word that goes with a count: "turn" for 1, else "turns". */
export const plural = (count: number, singular: string, many = `${singular}s`): string =>
  count === 1 ? singular : many

/** "1 turn", "1,000 turns". */
export const counted = (count: number, singular: string, many?: string): string =>
  `${number(count)} ${plural(count, singular, many)}`

/** A text as the source of an expression that finds just this text. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Lower-cases the first letter, for a sentence after a label. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** `lowerFirst` for the middle of a sentence: a text that begins with an abbreviation or “I” stays. */
export const lowerFirstWord = (text: string): string => (/^\p{Lu}\p{Ll}/u.test(text) ? lowerFirst(text) : text)

/** "a, b and c"; `last` precedes the last word. */
export function listOf(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

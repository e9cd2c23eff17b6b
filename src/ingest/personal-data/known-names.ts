import { GIVEN_NAMES } from '../../data/given-names.js'
import { upperFirst } from '../../domain/text/words.js'
import { asWritten, BEFORE, beginsSentence, type NameSpan, NOUN_FOLLOWS } from './names.js'

/**
 * Words of people who are known to be named, whatever the lists say: in capitals as names are written, given names that
 * are no common words in small letters as well, and logins as a whole.
 */
export function findKnown(text: string, people: readonly (readonly string[])[]): NameSpan[] {
  const { names, also_words } = GIVEN_NAMES.given()
  if (people.length === 0) return []
  const small = smallLetters(text)
  return people.flatMap((person) => {
    const words = person.map((word) =>
      /^\p{Ll}*$/u.test(word) && person.length > 1 ? upperFirst(word) : asWritten(word),
    )
    const inFull = words.length > 1 ? occurrences(text, small, words.join(' ')) : []
    const each = words.flatMap((word): NameSpan[] => {
      const isLogin = /^\p{Ll}|\d/u.test(word)
      if (word.length < 3) return []
      return occurrences(text, small, word).flatMap(({ start, end }) => {
        const isSmall = /^\p{Ll}/u.test(text.slice(start, start + 2))
        const before = text.slice(Math.max(0, start - BEFORE), start)
        if (!isLogin && isSmall && (!names.has(word) || also_words.has(word))) return []
        const isCell = /^\s{0,3}(?:$|[\n|\t])/.test(text.slice(end, end + 4))
        if (also_words.has(word) && beginsSentence(before) && !isCell) return []
        return NOUN_FOLLOWS.test(before) ? [] : [{ start, end, words }]
      })
    })
    return [...inFull.map((span) => ({ ...span, words })), ...each]
  })
}

/** The text in small letters, each of its characters in its place. */
const smallLetters = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase()
    return lower.length === letter.length ? lower : letter
  })

/** Where words stand by themselves in a text, in any letters; an s may follow. */
function occurrences(text: string, small: string, words: string): { readonly start: number; readonly end: number }[] {
  const wanted = smallLetters(words)
  const spans: { start: number; end: number }[] = []
  for (let start = small.indexOf(wanted); start >= 0; start = small.indexOf(wanted, start + wanted.length)) {
    const end = start + wanted.length
    const isWhole =
      !/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
      /^['’]?s?(?![\p{L}\p{N}_])/u.test(text.slice(end, end + 4))
    if (isWhole) spans.push({ start, end })
  }
  return spans
}

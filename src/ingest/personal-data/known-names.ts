import { GIVEN_NAMES } from '../../data/given-names.js'
import { LEXICON } from '../../data/lexicon.js'
import { upperFirst } from '../../domain/text/words.js'
import { asWritten, BEFORE, beginsSentence, type NameSpan, NOUN_FOLLOWS } from './names.js'

/**
 * Words of people who are known to be named, whatever the lists say: in capitals as names are written, given names that
 * are no common words in small letters as well, and logins as a whole. `speakers`: people who speak in the text, whose
 * first word is what they are called by.
 */
export function findKnown(
  text: string,
  people: readonly (readonly string[])[],
  speakers: readonly (readonly string[])[] = [],
): NameSpan[] {
  if (people.length + speakers.length === 0) return []
  const index = indexOf(text)
  const known = [
    ...people.map((words) => ({ words, speaks: false })),
    ...speakers.map((words) => ({ words, speaks: true })),
  ]
  const holders = new Map<string, Set<string>>()
  for (const { words } of known)
    for (const word of words.map(smallLetters)) holders.set(word, (holders.get(word) ?? new Set()).add(words.join(' ')))
  /** Whether several people are called so: which of them is meant is told by what stands around it. */
  const isShared = (word: string): boolean => (holders.get(smallLetters(word))?.size ?? 0) > 1
  const looked = new Set<string>()
  /** Where words stand that nobody known before has. */
  const placesOf = (wanted: string): Span[] => {
    if (looked.has(wanted)) return []
    looked.add(wanted)
    return occurrences(index, wanted)
  }
  return known.flatMap(({ words: person, speaks }) => {
    const words = person.map((word) =>
      /^\p{Ll}*$/u.test(word) && person.length > 1 ? upperFirst(word) : asWritten(word),
    )
    const inFull = words.length > 1 ? placesOf(words.join(' ')) : []
    const each = words.flatMap(withParts).flatMap((word, at) => {
      const spans = word.length < 3 ? [] : placesOf(word)
      const named = spans.length === 0 ? [] : spans.filter(isNamed(index, word, speaks && at === 0))
      return named.map((span) => ({ ...span, words: isShared(word) ? [word] : words }))
    })
    return [...inFull.map((span) => ({ ...span, words })), ...each]
  })
}

/** A word and, of a double name, its parts. */
const withParts = (word: string): string[] =>
  /^\p{Lu}\p{L}+(?:-\p{Lu}\p{L}+)+$/u.test(word)
    ? [word, ...word.split('-').filter(({ length }) => length > 3)]
    : [word]

/** Whether a word of a known name names somebody where it stands; `isCalled`: somebody who speaks is called so. */
function isNamed(index: Index, word: string, isCalled: boolean): (span: Span) => boolean {
  const { names, also_words } = GIVEN_NAMES.given()
  const { text } = index
  const isLogin = /^\p{Ll}|\d/u.test(word)
  const isEveryday = also_words.has(word) || LEXICON.everyday_words().has(smallLetters(word))
  const hasSmall = (isCalled ? word.length > 3 : names.has(word)) && !isEveryday
  const isWord = also_words.has(word) || (!isCalled && !names.has(word) && !isLogin && occursSmall(index, word))
  return ({ start, end }) => {
    const before = text.slice(Math.max(0, start - BEFORE), start)
    if (!isLogin && !hasSmall && /^\p{Ll}/u.test(text.slice(start, start + 2))) return false
    const isCell = /^\s{0,3}(?:$|[\n|\t])/.test(text.slice(end, end + 4))
    if (isWord && beginsSentence(before) && !isCell) return false
    return !NOUN_FOLLOWS.test(before)
  }
}

type Span = { readonly start: number; readonly end: number }
/** A text with the places of its words; `small`: in small letters, each of its characters in its place. */
type Index = { readonly text: string; readonly small: string; readonly places: ReadonlyMap<string, readonly number[]> }

/** Whether a text has a word in small letters as well, and not only in an address or a login. */
const occursSmall = ({ text, places }: Index, word: string): boolean =>
  (places.get(smallLetters(word)) ?? []).some(
    (place) =>
      /^\p{Ll}/u.test(text.slice(place, place + 2)) &&
      !/[@._-]$/.test(text.slice(Math.max(0, place - 1), place)) &&
      !/^(?:@|[._-][\p{L}\p{N}])/u.test(text.slice(place + word.length, place + word.length + 3)),
  )

const RUN = /[\p{L}\p{N}_]+/gu

function indexOf(text: string): Index {
  const small = smallLetters(text)
  const places = new Map<string, number[]>()
  for (const { 0: run, index } of small.matchAll(RUN)) {
    const before = places.get(run)
    if (before) before.push(index)
    else places.set(run, [index])
  }
  return { text, small, places }
}

const smallLetters = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase()
    return lower.length === letter.length ? lower : letter
  })

/** Where words stand by themselves in a text, in any letters; an s may follow. */
function occurrences({ text, small, places }: Index, words: string): Span[] {
  const wanted = smallLetters(words)
  const [run] = wanted.matchAll(RUN)
  if (!run) return []
  const [first, offset] = [run[0], run.index]
  return [first, `${first}s`].flatMap((begins) =>
    (places.get(begins) ?? []).flatMap((place) => {
      const start = place - offset
      const end = start + wanted.length
      const isWhole =
        small.startsWith(wanted, start) &&
        !/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
        /^['’]?s?(?![\p{L}\p{N}_])/u.test(text.slice(end, end + 4))
      return isWhole ? [{ start, end }] : []
    }),
  )
}

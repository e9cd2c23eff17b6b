import { GIVEN_NAMES } from '../../data/given-names.js'
import { LEXICON } from '../../data/lexicon.js'
import { NAMED_THINGS } from '../../data/named-things.js'

/** A word with a capital in a text. */
export type Word = { readonly text: string; readonly start: number; readonly end: number }

/** "St. John": the only abbreviation inside surnames. */
export const SAINT = /^St$/

/** What the lists know of the words of a text. */
export function wordKinds(text: string) {
  const { names, surnames, lone_surnames, also_words, german_words, word_surnames } = GIVEN_NAMES.given()
  const { before_noun } = LEXICON.name_cues()
  const { towns } = NAMED_THINGS.things()
  const first = (word: string) => word.split('-')[0] ?? ''
  const isGermanWord = (word: Word) => german_words.has(first(word.text)) && isIn('german', text, word)
  const isGiven = (word: Word | undefined) =>
    word !== undefined &&
    (names.has(word.text) || (names.has(first(word.text)) && !isCompound(word.text))) &&
    !isGermanWord(word)
  /** A surname that counts by itself in an English text. */
  const isLone = ({ text: word }: Word) => lone_surnames.has(oneCapital(first(word))) && !isCompound(word)
  const isSurname = (word: Word | undefined) =>
    word !== undefined && ((surnames.has(first(word.text)) && !isCompound(word.text)) || isLone(word))
  /** A given name that is a word, a place or a brand as well. */
  const isBoth = (word: Word) => also_words.has(first(word.text)) || isGermanWord(word)
  /** An everyday word that is nobody's given name. */
  const isWord = (word: Word) =>
    (isEveryday(word.text) || before_noun.test(`${word.text} `)) &&
    !isGiven(word) &&
    !isBoth(word) &&
    !SAINT.test(word.text)
  /** An everyday word that is nobody's name at all. */
  const isNoName = (word: Word) => isWord(word) && !isSurname(word) && !word_surnames.has(first(word.text))
  const isTown = (word: Word) => towns.has(word.text) && !isGiven(word)
  /** What nobody is greeted by: everyday words, nouns of two of them ("Kundenservice"), towns. */
  const isNobody = (word: Word) => isWord(word) || isTown(word) || (!isGiven(word) && isClosedCompound(word.text))
  return { isGiven, isLone, isSurname, isBoth, isWord, isNoName, isTown, isNobody }
}

/** Endings of German nouns that no name has. */
const OF_A_NOUN = /\p{Ll}{3}(?:ung|heit|keit|schaft|tion|(?:ung|heit|keit|schaft|tion|inn)en|ismus|tät)$/u
/** Whether a word, or the noun that a compound with a hyphen ends with, is of everyday language. */
const isEveryday = (word: string): boolean => {
  const everyday = LEXICON.everyday_words()
  const small = word.toLowerCase()
  return (
    everyday.has(small) ||
    everyday.has(small.replace(/(?<=\p{L}{4})s$/u, '')) ||
    OF_A_NOUN.test(word) ||
    isCompound(word)
  )
}

/** "Kita-App", "Interview-Protokoll"; no double name. */
function isCompound(word: string): boolean {
  const { names, surnames, lone_surnames, also_words } = GIVEN_NAMES.given()
  const last = word.slice(word.lastIndexOf('-') + 1)
  return (
    last !== word &&
    LEXICON.everyday_words().has(last.toLowerCase()) &&
    ![names, surnames, lone_surnames, also_words].some((list) => list.has(last))
  )
}

const MIN_PART = 4
function isClosedCompound(word: string): boolean {
  const everyday = LEXICON.everyday_words()
  const small = word.toLowerCase()
  const cuts = Array.from({ length: Math.max(0, small.length - 2 * MIN_PART + 1) }, (_, at) => at + MIN_PART)
  return cuts.some((at) => {
    const head = small.slice(0, at)
    return everyday.has(small.slice(at)) && (everyday.has(head) || everyday.has(head.replace(/s$/, '')))
  })
}

export const oneCapital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

const AROUND = 120
/** Whether the short words around are mostly of the language. */
export function isIn(language: 'english' | 'german', text: string, { start, end }: Word): boolean {
  const { english, german } = LEXICON.name_cues()
  const around =
    text
      .slice(Math.max(0, start - AROUND), end + AROUND)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const count = (list: ReadonlySet<string>) => around.filter((word) => list.has(word)).length
  const more = count(english) - count(german)
  return language === 'english' ? more > 0 : more < 0
}

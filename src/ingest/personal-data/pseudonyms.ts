import { GIVEN_NAMES } from '../../data/given-names.js'
import { LEXICON } from '../../data/lexicon.js'
import { plainCopy } from './plain-copy.js'

const LETTERS = String.raw`\p{L}{1,3}`
const AND = String.raw`(?: ?[,/&+] ?(?:(?:and|und|or|oder) )?| (?:and|und|or|oder) )`
/** "Person A", "PERSON_B", "Personen A und B", "Persona C", "personC". */
const LABELLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])[Pp][Ee][Rr][Ss][Oo]{1,2}[Nn](?:\p{L}{0,3}[\s_.:"'“„(-]{1,3}(${LETTERS}(?:${AND}${LETTERS}){0,12})|(\p{Lu}{1,3}))(?![\p{L}\p{N}])`,
  'gu',
)

/** A name as it stands in a text; what nothing tells is `null` or false. */
export type Mention = {
  /** The words of the name, and initials with their full stop. */
  readonly words: readonly string[]
  readonly gender: 'female' | 'male' | null
  /** Whether a degree stands before the name ("Dr."). */
  readonly degree: boolean
  /** Whether the text says that this is not who was called so before ("no relation"). */
  readonly unrelated: boolean
}

/** `before`, `behind`: the text around a name, in which titles and the like are looked for. */
export function mentionOf(name: readonly string[], before: string, behind: string): Mention {
  const words = name.map((word) => (/^\p{L}$/u.test(word) ? `${word}.` : word))
  const { female_title, male_title, degree, unrelated } = LEXICON.name_cues()
  const titled = (female_title.test(before) && 'female') || (male_title.test(before) && 'male') || null
  return {
    words,
    gender: titled ?? genderOf(words),
    degree: degree.test(before),
    unrelated: unrelated.test(behind),
  }
}

/** Whom a name of several words is given to: by the word that is no surname, else by the first. */
function genderOf(words: readonly string[]): Mention['gender'] {
  const { female, male, surnames, lone_surnames } = GIVEN_NAMES.given()
  const told = words.filter((word) => female.has(word) || male.has(word))
  if (words.length < 2 || told.length === 0) return null
  const given = told.find((word) => !surnames.has(word) && !lone_surnames.has(word)) ?? told[0] ?? ''
  return female.has(given) ? 'female' : 'male'
}

/** Most people of one word that are looked through for each name. */
const MAX_NAMESAKES = 50

type Person = { letters: string | null; gender: Mention['gender']; degree: boolean; readonly words: Set<string> }

/**
 * Gives people one letter each (`Person A`), and none that a text has already given to somebody, as in transcripts that
 * are made anonymous in part.
 */
export function createPseudonyms() {
  const byWord = new Map<string, Set<Person>>()
  /** Who is meant by a name that several people have, where nothing tells which of them: nobody of these. */
  const unclear = new Map<string, Person>()
  const taken = new Set<string>()
  let next = 0
  const nextLetters = (): string => {
    while (taken.has(lettersOf(next))) next += 1
    next += 1
    return lettersOf(next - 1)
  }
  /**
   * Who may be meant, of those who share a word with few others; `null` where everybody who may be shares them with
   * many.
   */
  const known = (mention: Mention): Person[] | null => {
    const namesakes = mention.words.flatMap((word) => byWord.get(word) ?? [])
    const few = namesakes.filter(({ size }) => size <= MAX_NAMESAKES)
    if (few.length === 0 && namesakes.length > 0) return null
    const possible = [...new Set(few.flatMap((people) => [...people]))].filter((person) => canBe(mention, person))
    const alike = possible.filter(({ degree }) => degree === mention.degree)
    const same = possible.filter(({ words }) => mention.words.length > 1 && isPart(words, mention.words))
    return [same, alike, possible].find(({ length }) => length > 0) ?? []
  }
  const add = ({ words, gender, degree }: Mention): Person => {
    const person: Person = { letters: null, gender, degree, words: new Set() }
    learn(person, words)
    return person
  }
  const learn = (person: Person, words: readonly string[]) => {
    for (const word of words) {
      person.words.add(word)
      if (isInitial(word)) continue
      const sharing = byWord.get(word) ?? new Set()
      byWord.set(word, sharing.add(person))
    }
  }
  const personOf = (mention: Mention): Person => {
    const candidates = mention.unrelated ? [] : known(mention)
    const [person] = candidates ?? []
    if (candidates === null || candidates.length > 1) {
      const key = [...mention.words, mention.gender, mention.degree].join(' ')
      const other = unclear.get(key) ?? { letters: null, gender: null, degree: false, words: new Set() }
      unclear.set(key, other)
      return other
    }
    if (!person) return add(mention)
    person.gender ??= mention.gender
    person.degree ||= mention.degree
    learn(person, mention.words)
    return person
  }
  return {
    /** Leaves the letters of labels in a text to those who have them. */
    keepLabels(text: string): void {
      for (const [, list, one] of plainCopy(text).text.matchAll(LABELLED))
        for (const letters of (list ?? one ?? '').split(/[^\p{L}]+/u)) taken.add(letters.toUpperCase())
    },
    /** Makes known who is named in full in a text, so that a part of a name is not taken for the first who has it. */
    introduce(mentions: readonly Mention[]): void {
      const full = mentions.filter(({ words, unrelated }) => words.length > 1 && !unrelated)
      for (const mention of full.toSorted((left, right) => spelt(right) - spelt(left))) personOf(mention)
    },
    /**
     * "Anna" and "Ms Klein" are the same person as "Anna Klein", where nobody else can be meant; "Anna Klein" and "Anna
     * Meier" are different people.
     */
    of(mention: Mention): string {
      const person = personOf(mention)
      person.letters ??= nextLetters()
      return `Person ${person.letters}`
    },
  }
}

const isInitial = (word: string): boolean => /^\p{L}\.$/u.test(word)
/** The number of words that are no initials. */
const spelt = ({ words }: Mention): number => words.filter((word) => !isInitial(word)).length

/** Whether each of the words is one of the others; an initial is every word that begins with it. */
const isPart = (words: Iterable<string>, others: Iterable<string>): boolean =>
  [...words].every((word) =>
    [...others].some(
      (other) =>
        word === other ||
        (isInitial(word) && other.startsWith(word.charAt(0))) ||
        (isInitial(other) && word.startsWith(other.charAt(0))),
    ),
  )

function canBe(mention: Mention, person: Person): boolean {
  if (!isPart(mention.words, person.words) && !isPart(person.words, mention.words)) return false
  if (mention.gender !== null && person.gender !== null && mention.gender !== person.gender) return false
  // Who is named in full without a degree has none.
  if (mention.degree && !person.degree)
    return person.words.size === 1 && mention.gender !== null && mention.gender === person.gender
  return !person.degree || mention.degree || person.words.size > 1 || mention.words.length === 1
}

/** 0 → A, 25 → Z, 26 → AA. */
const lettersOf = (place: number): string =>
  (place >= 26 ? lettersOf(Math.floor(place / 26) - 1) : '') + String.fromCharCode(65 + (place % 26))

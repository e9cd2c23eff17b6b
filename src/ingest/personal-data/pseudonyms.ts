import { plainCopy } from './plain-copy.js'

const LETTERS = String.raw`\p{L}{1,3}`
const AND = String.raw`(?: ?[,/&+] ?(?:(?:and|und|or|oder) )?| (?:and|und|or|oder) )`
/** "Person A", "PERSON_B", "Personen A und B", "Persona C", "personC". */
const LABELLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])[Pp][Ee][Rr][Ss][Oo]{1,2}[Nn](?:\p{L}{0,3}[\s_.:"'“„(-]{1,3}(${LETTERS}(?:${AND}${LETTERS}){0,12})|(\p{Lu}{1,3}))(?![\p{L}\p{N}])`,
  'gu',
)

/**
 * Gives people one letter each (`Person A`), and none that a text has already given to somebody, as in transcripts that
 * are made anonymous in part.
 */
export function createPseudonyms() {
  const people: { readonly letters: string; readonly words: Set<string> }[] = []
  const taken = new Set<string>()
  let next = 0
  const nextLetters = (): string => {
    while (taken.has(lettersOf(next))) next += 1
    next += 1
    return lettersOf(next - 1)
  }
  return {
    /** Leaves the letters of labels in a text to those who have them. */
    keepLabels(text: string): void {
      for (const [, list, one] of plainCopy(text).text.matchAll(LABELLED))
        for (const letters of (list ?? one ?? '').split(/[^\p{L}]+/u)) taken.add(letters.toUpperCase())
    },
    /** "Anna" is the same person as "Anna Klein"; "Anna Klein" and "Anna Meier" are different people. */
    of(name: readonly string[]): string {
      const known = people.findLast(
        ({ words }) => name.every((word) => words.has(word)) || [...words].every((word) => name.includes(word)),
      )
      const person = known ?? { letters: nextLetters(), words: new Set<string>() }
      if (!known) people.push(person)
      for (const word of name) person.words.add(word)
      return `Person ${person.letters}`
    },
  }
}

/** 0 → A, 25 → Z, 26 → AA. */
const lettersOf = (place: number): string =>
  (place >= 26 ? lettersOf(Math.floor(place / 26) - 1) : '') + String.fromCharCode(65 + (place % 26))

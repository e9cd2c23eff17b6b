import { upperFirst } from '../../domain/text/words.js'
import { isListed, listedShare, looksLikeFullName, looksLikeName, nameWords } from '../personal-data/listed-names.js'
import type { Identifier } from './identifiers.js'
import type { Column, RowNames } from './record-texts.js'

/** A column that identifies people. */
export type PersonalColumn = Column & { readonly identifier: Identifier }

const NAMES = /^(?:names of people|logins)/
const E_MAILS = 'e-mail addresses'
/** Share of a column's values with a listed name, from which all of them are names of people and not of companies. */
const MIN_LISTED = 0.3
const MAX_LOOKED_AT = 500

/** The people that each row names. */
export function namesOfRows(columns: readonly PersonalColumn[], rows: number): RowNames[] {
  const each = Array.from({ length: rows }, (): string[][] => [])
  for (const { identifier, values } of columns) {
    const namesOf = readerOf(identifier, values)
    if (namesOf) for (const [row, value] of values.entries()) each[row]?.push(...namesOf(value))
  }
  return each.map((names) => names.filter((words) => words.length > 0))
}

function readerOf({ why, of }: Identifier, values: readonly string[]): ((cell: string) => string[][]) | null {
  if (why === E_MAILS) return (cell) => [mailboxWords(cell)]
  if (!NAMES.test(why)) return null
  // "m.weber77", "ilkakö": taken as a whole.
  if (values.every((cell) => !/\s/.test(cell)) && values.some((cell) => /^\p{Ll}|\d/u.test(cell)))
    return (cell) => (cell.length > 3 ? [[cell]] : [])
  if (of === 'relations' && values.some(looksLikeFullName))
    return (cell) => (looksLikeName(cell) ? [nameWords(cell)] : [])
  return of === 'people' || listedShare(values.filter((cell) => cell !== '')) >= MIN_LISTED
    ? (cell) => [nameWords(cell)]
    : null
}

/** "zbigniew.szymanski@…": names where one of them is listed; "info@…" is none. */
function mailboxWords(cell: string): string[] {
  const words = (cell.split('@')[0] ?? '').match(/\p{L}{3,30}/gu) ?? []
  return words.some(isListed) ? words.map(upperFirst) : []
}

/** Whether most cells of a column are made from a name in their row: logins, nicknames, initials. */
export function isMadeFromNames(values: readonly string[], names: readonly RowNames[]): boolean {
  const filled = [...values.keys()].filter((row) => values[row] !== '').slice(0, MAX_LOOKED_AT)
  const distinct = new Set(filled.map((row) => values[row]))
  if (distinct.size < 3) return false
  const made = filled.filter((row) => (names[row] ?? []).some((words) => isMadeFrom(values[row] ?? '', words)))
  return made.length >= filled.length / 2
}

const MIN_SHARED = 3
function isMadeFrom(value: string, words: readonly string[]): boolean {
  const made = plainLetters(value)
  const initials = words.map((word) => plainLetters(word).charAt(0))
  if (words.length > 1 && made.length === words.length)
    return made === initials.join('') || made === [...initials].reverse().join('')
  return words.some((word) => {
    const plain = plainLetters(word)
    if (plain.length > MIN_SHARED && made.includes(plain.slice(0, 5))) return true
    // "Ilki" of Ilka, "Basti" of Sebastian.
    if (/\s/.test(value) || made.length < MIN_SHARED) return false
    return plain.startsWith(made.slice(0, MIN_SHARED)) || (made.length > 3 && plain.includes(made.slice(0, 4)))
  })
}

/** Letters in small, without marks, and "koehler" as "köhler". */
const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z]/g, '')
    .replace(/(?<=[aou])e/g, '')

/** Headings of columns for who answers or keeps a record, and numbers of what is about several people or times. */
const OF_STAFF =
  /reply|resolution|internal|agent|staff|assign|queue|owner|manager|handler|consultant|moderator|interviewer|bearbeiter|betreuer|berater|verkäufer|vertreter|mitarbeiter|zuständig|verantwortlich|\b(?:sales|rep|csm)\b/
const OF_PEOPLE = /user|customer|client|account|member|subscriber|person|kund|nutzer|mitglied|patient/

/**
 * The person of each row, for counting people instead of records: by the column of names, e-mail addresses, telephone
 * or record numbers that tells most of them apart; each row is a person where one is different in every row.
 */
export function peopleOfRows(columns: readonly PersonalColumn[], rows: number): readonly (string | number)[] {
  const each = Array.from({ length: rows }, (_, row) => row)
  const telling = columns
    .filter(({ name, identifier }) => !OF_STAFF.test(name.toLowerCase()) && isTelling(identifier))
    .map((column) => ({ ...column, distinct: new Set(column.values.filter((value) => value !== '')).size }))
    .filter(({ values, distinct }) => distinct > 1 && values.filter((value) => value === '').length < rows / 2)
  const isOnePerRow = telling.some(
    ({ name, identifier, values, distinct }) =>
      distinct === values.filter((value) => value !== '').length &&
      (identifier.treatment === 'dropped' || OF_PEOPLE.test(name.toLowerCase())),
  )
  if (isOnePerRow) return each
  const best = telling
    .filter(({ values, distinct }) => distinct < values.filter((value) => value !== '').length)
    .sort((a, b) => b.distinct - a.distinct)[0]
  return best ? each.map((row) => best.values[row] || row) : each
}

const isTelling = ({ treatment, why, of }: Identifier): boolean =>
  of !== 'relations' && (treatment === 'hashed' || NAMES.test(why) || why === E_MAILS || why === 'telephone numbers')

import { type LabelKind, LEXICON } from '../../data/lexicon.js'
import type { PersonalKind } from '../../domain/text/personal-data.js'
import { kindOfHeading, wordsOf } from '../personal-data/labels.js'
import { isListed, listedShare, looksLikeFullName, looksLikeName } from '../personal-data/listed-names.js'
import { plainCopy } from '../personal-data/plain-copy.js'
import { findPersonalData } from '../personal-data/redact.js'
import type { Column } from './record-texts.js'

/**
 * Why a column identifies people rather than groups: judged by its heading, else by its values. `of`: it names
 * people and no companies, or who stands in a relation to them.
 */
export type Identifier = {
  readonly treatment: 'dropped' | 'hashed'
  readonly why: string
  readonly of?: 'people' | 'relations' | undefined
}

/** Why a column is dropped whose heading says that it names people. */
export const NAMES_OF_PEOPLE = 'names of people'

const DROPPED_BY_HEADING: Readonly<Record<LabelKind, string>> = {
  e_mails: 'e-mail addresses',
  phones: 'telephone numbers',
  addresses: 'addresses',
  births: 'dates of birth',
  official: 'official or bank numbers',
  bank: 'official or bank numbers',
  devices: 'addresses or secrets of devices',
  accounts: NAMES_OF_PEOPLE,
}
const HASHED_BY_HEADING = 'numbers that tell people apart'

const BY_VALUES: readonly (readonly [RegExp, number, Identifier])[] = [
  [/^(?:.{0,40}<)?[^\s@]+@[^\s@]+\.[a-z]{2,}>?$/i, 0.2, { treatment: 'dropped', why: 'e-mail addresses' }],
  [/^\+?[\d\s()./-]{8,20}$/, 0.6, { treatment: 'dropped', why: 'telephone numbers' }],
  [/^(?:\d{1,3}\.){3}\d{1,3}$/, 0.3, { treatment: 'dropped', why: 'addresses or secrets of devices' }],
  [/^[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}/, 0.3, { treatment: 'dropped', why: 'official or bank numbers' }],
  [/^\d{13,19}$/, 0.3, { treatment: 'dropped', why: 'official or bank numbers' }],
  [
    /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
    0.5,
    { treatment: 'hashed', why: 'numbers that tell people apart' },
  ],
]
/**
 * For columns judged by their values: how many values are inspected, how much of a value personal data must cover, and
 * in what share of the values.
 */
const MAX_LOOKED_AT = 500
const MIN_COVERED = 0.8
const MIN_SHARE = 0.5
const WHY: Readonly<Record<PersonalKind, string>> = {
  name: 'names of people, by the look of them',
  address: 'addresses',
  phone: 'telephone numbers',
  'e-mail': 'e-mail addresses',
  iban: 'official or bank numbers',
  account: 'official or bank numbers',
  card: 'official or bank numbers',
  'national id': 'official or bank numbers',
  'ip address': 'addresses or secrets of devices',
  'web address': 'web addresses',
  handle: NAMES_OF_PEOPLE,
  'date of birth': 'dates of birth',
}
/** By whom records are grouped, whatever the heading calls it: a team by who leads it. */
const OF_A_GROUP: Identifier = { treatment: 'dropped', why: WHY.name, of: 'relations' }
/** "2024-03-12T10:00Z", "12.3.24, 10:15", "3/12/2024", "20240312 1015". */
const DATE =
  /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2})|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]))(?:[ T,].*)?$/
export const isDate = (value: string): boolean => DATE.test(value)
const TELEPHONE_SHAPE = /[\s()+/-]|^0/
/** Two or three capitalized words; a column of nearly distinct ones holds names, whatever its heading. */
const PERSON_NAME =
  /^(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}\.?)?(?: (?:de|van|von|der|la|al))* \p{Lu}[\p{L}'’-]+$/u
/** Values that name nobody: figures, dates, answers. */
export const NOBODY =
  /^(?:[\d.,:/ TZ+-]*|y(?:es)?|no?|true|false|ja|nein|wahr|falsch|-|–|n\/a|none|keine?r?|unknown|unbekannt)$/iu
/**
 * Of a column's different values, the least share with a listed surname where nothing else says that it names people.
 */
const MIN_SURNAMES = 0.5
/** The same of names in full, where all values look like some. */
const MIN_AMONG_ALIKE = 0.25
const CODE = /^(?=.*\d)[\p{L}\d_-]{4,40}$/u

/** How a column identifies people; null where it does not seem to. `cells`: the non-empty ones. */
export function identifierOf(heading: string, cells: readonly string[]): Identifier | null {
  const values = cells.map((cell) => plainCopy(cell).text.trim())
  const words = wordsOf(plainCopy(heading).text)
  const ofThings = isOfThings(words, values)
  const named = byHeading(words, values, ofThings)
  if (named) return named
  const share = (pattern: RegExp) => values.filter((value) => pattern.test(value)).length / Math.max(1, values.length)
  for (const [pattern, least, identifier] of BY_VALUES) {
    if (share(pattern) < least) continue
    // "120000" is a figure; "030 120000" and "0301200" are telephone numbers.
    const isPhones = share(TELEPHONE_SHAPE) >= least && values.filter(isDate).length < values.length / 2
    if (identifier.why === 'telephone numbers' && !isPhones) continue
    return identifier
  }
  const found = kindOf(values)
  if (found && !(ofThings && found.why === WHY.name)) return found
  if (ofThings && !isNamedAfterPeople(heading) && isOfFullNames(values)) return OF_A_GROUP
  const distinctShare = new Set(values).size / Math.max(1, values.length)
  const hasNames = values.length >= 5 && distinctShare > 0.7 && share(PERSON_NAME) > 0.6
  if (!ofThings && (hasNames || isOfSurnames(values))) return { treatment: 'dropped', why: WHY.name }
  if (
    values.length >= 5 &&
    distinctShare > 0.95 &&
    share(CODE) > 0.8 &&
    !values.every((value) => /^-?\d+(?:[.,]\d+)?$/.test(value))
  )
    return { treatment: 'hashed', why: 'codes that tell people apart, by the look of them' }
  if (values.length >= 5 && distinctShare === 1 && isSequence(values))
    return { treatment: 'hashed', why: 'running numbers' }
  return null
}

/** What the heading alone says of a column; `values`: the non-empty ones. */
function byHeading(words: string, values: readonly string[], ofThings: boolean): Identifier | null {
  const { named, name_column } = LEXICON.name_cues()
  const kind = kindOfHeading(words)
  const isOfNames = named.test(words) && !(ofThings && /names?$/.test(words))
  if (kind !== null && !(isOfNames && !COMES_FIRST.has(kind)) && isOfKind(kind, values, ofThings))
    return { treatment: 'dropped', why: DROPPED_BY_HEADING[kind] }
  if (isOfNames) {
    const isOfPeople = name_column.test(words) || namesPeople(words, values)
    return { treatment: 'dropped', why: NAMES_OF_PEOPLE, of: isOfPeople ? 'people' : undefined }
  }
  const isOfRecords = LEXICON.personal_labels().record.test(words)
  // “user id” may be a login, “customer” somebody’s name.
  const isCounted = isOfRecords && name_column.test(words)
  const byRole = ofThings || isCounted ? null : namedByHeading(words, values)
  if (byRole) return byRole
  if (!isOfRecords) return null
  const isWorded = values.filter((value) => !/\d/.test(value)).length * 2 > values.length
  if (!isWorded) return { treatment: 'hashed', why: HASHED_BY_HEADING }
  return {
    treatment: 'hashed',
    why: 'names that tell customers apart',
    of: OF_COMPANIES.test(words) ? 'relations' : undefined,
  }
}

/** What a company has that many people may work for. */
const OF_COMPANIES = /(?:^| )accounts?$/

/** "Contact e-mail", "Telefon Ansprechpartner" hold no names. */
const COMES_FIRST = new Set<LabelKind>(['e_mails', 'phones'])

/** Whether values can be what their heading says: numbers have digits, and answers that many give name no account. */
function isOfKind(kind: LabelKind, values: readonly string[], ofThings: boolean): boolean {
  if (kind === 'official' || kind === 'bank') return values.length === 0 || values.some((value) => /\d/.test(value))
  return kind !== 'accounts' || !ofThings
}

/**
 * A column of names or logins by the end of its heading, where its values can be some; of relations, only where some
 * are listed.
 */
function namedByHeading(words: string, values: readonly string[]): Identifier | null {
  const { name_column, role_column, asker, customer_heading } = LEXICON.name_cues()
  if (values.filter((value) => NOBODY.test(value)).length * 2 >= values.length) return null
  if (name_column.test(words)) return { treatment: 'dropped', why: NAMES_OF_PEOPLE, of: 'people' }
  if (!role_column.test(words)) return null
  const titled = values.filter(isTitled).length
  // Customers may be companies, whose names have two words as well.
  const inFull = customer_heading.test(words) ? 0 : values.filter(looksLikeFullName).length
  const isNamed = [titled, inFull].some((count) => count * 2 >= values.length) || listedShare(values) >= MIN_IN_ROLE
  const of = asker.test(words) ? 'people' : 'relations'
  return isNamed ? { treatment: 'dropped', why: NAMES_OF_PEOPLE, of } : null
}

/** "Dr. Brandt", "Ms Raman". */
const isTitled = (value: string): boolean => LEXICON.name_cues().title.test(value.slice(0, value.indexOf(' ') + 1))

/** Whether a heading says whose name it is: "requester name", "Ansprechpartner"; customers may be companies. */
function namesPeople(words: string, values: readonly string[]): boolean {
  const { person_heading, role_column, customer_heading } = LEXICON.name_cues()
  const who = words.replace(/ ?names?$/, '')
  if (who === '' || customer_heading.test(who)) return false
  const isSaid = who !== words || values.filter(looksLikeName).length * 2 > values.length
  return isSaid && [person_heading, role_column].some((list) => list.test(who))
}

/** How each column of a table identifies people: by itself, and as others beside it say something of people. */
export function identifiersOf(columns: readonly Column[]): (Identifier | null)[] {
  const filled = columns.map(({ values }) => values.filter((value) => value !== ''))
  const each = columns.map(({ name }, at) => identifierOf(name, filled[at] ?? []))
  return each.map((identifier, at) => {
    if (identifier?.why !== NAMES_OF_PEOPLE || identifier.of) return identifier
    const others = columns.filter((_, other) => other !== at)
    const named = filled[at]?.filter(looksLikeName) ?? []
    const isOfPeople = others.some(({ name }) => isAboutPeople(name)) && named.length * 2 >= (filled[at]?.length ?? 0)
    return isOfPeople ? { ...identifier, of: 'people' } : identifier
  })
}

/** Whether a heading says something of people and not of companies: an age, an e-mail address, a date of birth. */
export function isAboutPeople(heading: string): boolean {
  const words = wordsOf(plainCopy(heading).text)
  const kind = kindOfHeading(words)
  return (kind !== null && kind !== 'devices') || LEXICON.name_cues().of_people.test(words)
}
/** Of a relation's different values, the least share with a listed name. */
const MIN_IN_ROLE = 0.5

/** Values of fewer records could identify a person, so they are merged. */
export const MIN_PER_LEVEL = 3
/** Columns with more distinct values do not form groups. */
export const MAX_DISTINCT_VALUES = 40
/** Headings that say nothing: "x1", "col 3", "Unnamed 0". */
const SAYS_NOTHING = /^(?:\p{L}{0,3}|(?:\p{L}{1,2}|col|column|spalte|field|feld|var|unnamed) ?\d{1,4})$/u

/** Behind what something is: "store_name", "Produktname". */
const NAMED = /(?<=\p{L}) ?namen?s?$/u

/**
 * Whether a column is of brands, shops or other things that may be called after people: by its heading, or as each of
 * its few values has several records and the heading does not speak of people.
 */
function isOfThings(words: string, values: readonly string[]): boolean {
  const { plain_column, role_column, name_column, person_heading } = LEXICON.name_cues()
  if (plain_column.test(words.replace(NAMED, ''))) return true
  if (SAYS_NOTHING.test(words) || [role_column, name_column, person_heading].some((list) => list.test(words)))
    return false
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return (
    counts.size > 1 &&
    counts.size <= MAX_DISTINCT_VALUES &&
    [...counts.values()].every((count) => count >= MIN_PER_LEVEL)
  )
}

/** Whether a column can be kept with values that look like names of people: it says that it is of things. */
export const isNamedForThings = (heading: string, values: readonly string[]): boolean =>
  isOfThings(wordsOf(heading), values)

/** Whether a column is of brands, schools and other things that are called after people in full. */
export const isNamedAfterPeople = (heading: string): boolean =>
  LEXICON.name_cues().thing_column.test(wordsOf(plainCopy(heading).text).replace(NAMED, ''))

/** Whether one or two words a value are mostly surnames. */
function isOfSurnames(values: readonly string[]): boolean {
  const distinct = new Set(values)
  if (distinct.size < 4) return false
  if (![...distinct].every((value) => /^\p{Lu}[\p{L}.,'’ -]{1,60}$/u.test(value))) return false
  return listedShare(values) >= MIN_SURNAMES
}

/** The kind of personal data that a value is in full, if any. */
function kindOfValue(value: string): PersonalKind | null {
  const [span, another] = isDate(value) ? [] : findPersonalData(value)
  return span && !another && span.end - span.start >= MIN_COVERED * value.length ? span.kind : null
}

/** Whether a value is the name of somebody in full or behind a title, and of no brand or place ("Elizabeth Line"). */
export const isFullName = (value: string): boolean =>
  value.includes(' ') && (isTitled(value) || (kindOfValue(value) === 'name' && !endsAsThing(value)))

/** Whether the last word is one of everyday language that is no surname. */
function endsAsThing(value: string): boolean {
  const last = value.slice(value.lastIndexOf(' ') + 1)
  return LEXICON.everyday_words().has(last.toLowerCase()) && !isListed(last)
}

/** Whether most of the different values are names in full, or some are and all others look the same. */
function isOfFullNames(values: readonly string[]): boolean {
  const distinct = [...new Set(values)].filter((value) => !NOBODY.test(value)).slice(0, MAX_LOOKED_AT)
  const share = distinct.filter(isFullName).length / Math.max(1, distinct.length)
  return (
    share > 0.5 ||
    (share >= MIN_AMONG_ALIKE && distinct.every((value) => looksLikeFullName(value) && !endsAsThing(value)))
  )
}

/** The kind of personal data that most values of a column are in full. */
function kindOf(values: readonly string[]): Identifier | null {
  const some = values.slice(0, MAX_LOOKED_AT)
  const whys = some.flatMap((value) => {
    const kind = kindOfValue(value)
    return kind === null ? [] : [WHY[kind]]
  })
  const [why = ''] = whys
  const same = whys.filter((other) => other === why).length
  return why !== '' && values.length >= 3 && same >= MIN_SHARE * some.length ? { treatment: 'dropped', why } : null
}

/** Whether values count up by one, as row numbers do, which say nothing about people. */
const isSequence = (values: readonly string[]): boolean =>
  values.every(
    (value, index) => /^\d+$/.test(value) && (index === 0 || Number(value) === Number(values[index - 1]) + 1),
  )

import { LEXICON } from '../../data/lexicon.js'
import type { PersonalKind } from '../../domain/text/personal-data.js'
import { listedShare } from '../personal-data/listed-names.js'
import { plainCopy } from '../personal-data/plain-copy.js'
import { findPersonalData } from '../personal-data/redact.js'

/**
 * Why a column identifies people rather than groups: judged by its heading, else by its values. `of`: it names
 * people and no companies, or who stands in a relation to them.
 */
export type Identifier = {
  readonly treatment: 'dropped' | 'hashed'
  readonly why: string
  readonly of?: 'people' | 'relations'
}

/** Why a column is dropped whose heading says that it names people. */
export const NAMES_OF_PEOPLE = 'names of people'

const NUMBER = '(?:[ -]?(?:id|no|nr|num|number|nummer|key|uuid|code))?'
const words = (list: string): RegExp => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${list})(?![\p{L}\p{N}])`, 'u')

const BY_HEADING: readonly (readonly [RegExp, Identifier])[] = [
  [/e-?mail|(?<!\p{L})mail|courriel|correo|elektronische post/u, { treatment: 'dropped', why: 'e-mail addresses' }],
  [
    words(
      String.raw`(?:(?:contact|work|home|private|emergency|mobil|handy|privat|geschäfts|festnetz)[ -]?)?(?:tele)?(?:phone|fon|phon|fono|foon)${NUMBER}|tel|telefon\p{L}*|tele?phone ?\p{L}*|(?:mobile?|handy|cell|fax|telefax)(?:[ -]?(?:phone|telefon))?${NUMBER}|mobilfunk\p{L}*|rufnummer|festnetz|durchwahl|whatsapp|signal|msisdn|téléphone|portable|teléfono|móvil`,
    ),
    { treatment: 'dropped', why: 'telephone numbers' },
  ],
  [
    words(
      String.raw`(?:(?:first|last|full|given|family|middle|maiden|display|contact|customer|client|user|person|employee|patient|respondent|participant|interviewee|guest|member|account holder|card holder|emergency) ?)?name|surname|forename|lastname|firstname|fullname|username|nickname|handle|twitter|linkedin|instagram|facebook|vor-? ?und nachname|vorname|nachname|familienname|geburtsname|mädchenname|rufname|zuname|kundenname|benutzername|nutzername|anzeigename|kontoinhaber(?:in)?|karteninhaber(?:in)?|ansprechpartner(?:in)?|kontaktperson|kontakt|contact(?: person)?|emergency contact|notfallkontakt|kunde|kundin|patient(?:in)?|teilnehmer(?:in)?|mitarbeiter(?:in)?|nom|prénom|apellidos?|nombre|cognome|achternaam|voornaam`,
    ),
    { treatment: 'dropped', why: NAMES_OF_PEOPLE },
  ],
  [
    words(
      String.raw`(?:(?:street|home|billing|shipping|delivery|mailing|postal|wohn|liefer|rechnungs|post|privat)[ -]?)?(?:address(?: ?line ?\d?)?|adresse|anschrift)|adresse\p{L}*|street|straße|strasse|str|zip(?: ?code)?|post ?code|postal(?: ?code)?|plz|postleitzahl|house ?(?:number|no|nr)|hausnr|hausnummer|wohnort|latitude|longitude|lat|lng|lon|geo|gps|koordinaten|rue|calle|indirizzo|straat`,
    ),
    { treatment: 'dropped', why: 'addresses' },
  ],
  [
    words(
      String.raw`birth ?(?:day|date)?|dob|date of birth|born|geb|geburts ?(?:datum|tag)|geb-? ?datum|geburtsort|date de naissance`,
    ),
    { treatment: 'dropped', why: 'dates of birth' },
  ],
  [
    words(
      String.raw`ssn|social security${NUMBER}|national insurance${NUMBER}|nino|nhs${NUMBER}|passport${NUMBER}|reisepass\p{L}*|pass(?:nummer|nr)|(?:personal)?ausweis\p{L}*|iban|bic|swift|konto(?:nummer|nr)|account ?(?:number|no|nr)|sort code|routing number|bankverbindung|(?:credit|debit)? ?card ?(?:number|no|nr)?|kredit ?karte\p{L}*|karten ?(?:nummer|nr)|tax${NUMBER}|steuer[ -]?(?:id|nummer|nr|identifikationsnummer)|vat${NUMBER}|ust-?id\p{L}*|sozialversicherungs\p{L}*|versicherten(?:nummer|nr)|krankenversicherten\p{L}*|licen[cs]e ?(?:plate(?: number)?|number|no)|führerschein\p{L}*|(?:kfz-?)? ?kennzeichen|kfz-? ?kennzeichen|number plate|national id`,
    ),
    { treatment: 'dropped', why: 'official or bank numbers' },
  ],
  [
    words(
      String.raw`(?:client |remote |user |server )?ip(?:[ -]?(?:address|adresse|v4|v6))?|mac ?(?:address|adresse)|device ?id|geräte-?id|user-? ?agent(?: id)?|imei|cookies?|session(?: id)?|token|password|passwort|kennwort|pin|secret|api ?key`,
    ),
    { treatment: 'dropped', why: 'addresses or secrets of devices' },
  ],
  [
    /(?:^|(?<![\p{L}\p{N}]))(?:id|uuid|guid|key|user|customer|client|account|member|subscriber|ticket|order|record|kunden|nutzer|benutzer|mitglieds|vertrags|bestell|auftrags|vorgangs|personal)(?:[ -]?(?:id|no|nr|number|nummer|key|uuid))?$/u,
    { treatment: 'hashed', why: 'numbers that tell people apart' },
  ],
]

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
const TELEPHONE_SHAPE = /[\s()+/-]|^0/
/** Two or three capitalized words; a column of nearly distinct ones holds names, whatever its heading. */
const PERSON_NAME =
  /^(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}\.?)?(?: (?:de|van|von|der|la|al))* \p{Lu}[\p{L}'’-]+$/u
/** Values that name nobody: figures, dates, answers. */
const NOBODY =
  /^(?:[\d.,:/ TZ+-]*|y(?:es)?|no?|true|false|ja|nein|wahr|falsch|-|–|n\/a|none|keine?r?|unknown|unbekannt)$/iu
/**
 * Of a column's different values, the least share with a listed surname where nothing else says that it names people.
 */
const MIN_SURNAMES = 0.5
const CODE = /^(?=.*\d)[\p{L}\d_-]{4,40}$/u

/** A heading in small letters, with blanks between its words: "signedBy", "signed_by". */
const wordsOf = (heading: string): string =>
  plainCopy(heading)
    .text.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim()

/** How a column identifies people; null where it does not seem to. `cells`: the non-empty ones. */
export function identifierOf(heading: string, cells: readonly string[]): Identifier | null {
  const values = cells.map((cell) => plainCopy(cell).text.trim())
  const words = wordsOf(heading)
  const ofThings = isOfThings(words, values)
  const named = BY_HEADING.find(([pattern]) => pattern.test(words) && !(ofThings && /names?$/.test(words)))
  if (named) return LEXICON.name_cues().name_column.test(words) ? { ...named[1], of: 'people' } : named[1]
  const byRole = ofThings ? null : namedByHeading(words, values)
  if (byRole) return byRole
  const share = (pattern: RegExp) => values.filter((value) => pattern.test(value)).length / Math.max(1, values.length)
  for (const [pattern, least, identifier] of BY_VALUES) {
    if (share(pattern) < least) continue
    // "120000" is a figure; "030 120000" and "0301200" are telephone numbers.
    if (identifier.why === 'telephone numbers' && share(TELEPHONE_SHAPE) < least) continue
    return identifier
  }
  const found = kindOf(values)
  if (found && !(ofThings && found.why === WHY.name)) return found
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

/**
 * A column of names or logins by the end of its heading, where its values can be some; of relations, only where some
 * are listed.
 */
function namedByHeading(words: string, values: readonly string[]): Identifier | null {
  const { name_column, role_column, title } = LEXICON.name_cues()
  if (values.filter((value) => NOBODY.test(value)).length * 2 >= values.length) return null
  if (name_column.test(words)) return { treatment: 'dropped', why: NAMES_OF_PEOPLE, of: 'people' }
  if (!role_column.test(words)) return null
  const titled = values.filter((value) => title.test(value.slice(0, value.indexOf(' ') + 1))).length
  const isNamed = titled * 2 >= values.length || listedShare(values) >= MIN_IN_ROLE
  return isNamed ? { treatment: 'dropped', why: NAMES_OF_PEOPLE, of: 'relations' } : null
}
/** Of a relation's different values, the least share with a listed name. */
const MIN_IN_ROLE = 0.5

/** Values of fewer records could identify a person, so they are merged. */
export const MIN_PER_LEVEL = 3
/** Columns with more distinct values do not form groups. */
export const MAX_DISTINCT_VALUES = 40
/** Headings that say nothing: "x1", "col 3", "Unnamed 0". */
const SAYS_NOTHING = /^(?:\p{L}{0,3}|(?:\p{L}{1,2}|col|column|spalte|field|feld|var|unnamed) ?\d{1,4})$/u

/**
 * Whether a column is of brands, shops or other things that may be called after people: by its heading, or as each of
 * its few values has several records and the heading does not speak of people.
 */
function isOfThings(words: string, values: readonly string[]): boolean {
  const { plain_column, role_column, name_column, person_heading } = LEXICON.name_cues()
  if (plain_column.test(words.replace(/(?<=\p{L}) ?namen?s?$/u, ''))) return true
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

/** Whether one or two words a value are mostly surnames. */
function isOfSurnames(values: readonly string[]): boolean {
  const distinct = new Set(values)
  if (distinct.size < 4) return false
  if (![...distinct].every((value) => /^\p{Lu}[\p{L}.,'’ -]{1,60}$/u.test(value))) return false
  return listedShare(values) >= MIN_SURNAMES
}

/** The kind of personal data that most values of a column are in full. */
function kindOf(values: readonly string[]): Identifier | null {
  const some = values.slice(0, MAX_LOOKED_AT)
  const whys = some.flatMap((value) => {
    const [span, another] = findPersonalData(value)
    return span && !another && span.end - span.start >= MIN_COVERED * value.length ? [WHY[span.kind]] : []
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

import { type LabelKind, LEXICON } from '../../data/lexicon.js'
import type { PersonalKind } from '../../domain/text/personal-data.js'
import { labelledAddress, labelledPlace } from './addresses.js'

type Span = { readonly kind: PersonalKind; readonly start: number; readonly end: number }

/** A heading or label in small letters, with blanks between its words: "signedBy", "signed_by", "Geb.-Datum". */
export const wordsOf = (heading: string): string =>
  heading
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The kind of personal data that a heading announces anywhere within it; `words`: as of `wordsOf`. */
export const kindOfHeading = (words: string): LabelKind | null =>
  LEXICON.personal_labels().labels.find(({ within }) => within.test(words))?.kind ?? null

/** The kind that a label announces by its last words: "Meine Konto-Nr.", "Telefon (privat)", "Konto bei der Sparkasse". */
export function kindOfLabel(label: string): LabelKind | null {
  const words = wordsOf(label.replace(/\([^()]{0,30}\)\s{0,3}$/u, ''))
  return kindAtEnd(words) ?? kindAtEnd(words.replace(OF_WHOM, ''))
}

/** Whose a label is, or from when. */
const OF_WHOM =
  / (?:(?:(?:bei|von|an|in|für|of|for|at|with|from|in) )?(?:der|die|das|dem|den|des|the|my)|beim?|vom?|von|im|am|für|laut|of|for|at|with|from)(?: \p{L}{2,20}){1,2}$| (?:privat|private|dienstlich|geschäftlich|work|home|mobil|mobile|neu|alt|new|old|\d)$/u

const kindAtEnd = (words: string): LabelKind | null =>
  LEXICON.personal_labels().labels.find(({ ends }) => ends.test(words))?.kind ?? null

/** What takes the place of a value. */
export const KIND_OF_VALUE: Readonly<Record<LabelKind, PersonalKind>> = {
  e_mails: 'e-mail',
  phones: 'phone',
  addresses: 'address',
  births: 'date of birth',
  official: 'national id',
  bank: 'account',
  devices: 'ip address',
  accounts: 'handle',
}

const MONTH = String.raw`(?:jan(?:uary?|uar)?|jän(?:ner)?|feb(?:ruary?|ruar)?|mär(?:z)?|mar(?:ch)?|apr(?:il)?|ma[iy]|jun[ei]?|jul[iy]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)(?!\p{L})`
const DAY = String.raw`(?:\d{1,2}(?:st|nd|rd|th|\.)?|[\p{L}-]{3,30}(?:te[rn]|th|first|third)|second)`
/** A date with its year. */
const DATE = String.raw`\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}|${DAY}(?: of)? \p{L}{3,10},? \d{4}|${DAY}(?: of)? ?${MONTH}\.?,? ['’]?\d{2}(?:\d{2})?|\p{L}{3,10} \d{1,2}(?:st|nd|rd|th)?,? \d{4}|${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?,? ['’]?\d{2}`
const DATES = new RegExp(String.raw`(?<![\p{L}\p{N}./-])(?:${DATE})(?!\d)`, 'giu')
const LABELLED_DATE = new RegExp(String.raw`(?:(?:${DATE})|${DAY} ?${MONTH}|${MONTH} \d{1,2})(?!\d)`, 'iuy')
/** What may stand between a label and its date within a sentence. */
const IS_ON = /(?:^|[\s:])(?:(?:is|ist|war|was|am|on|the|der|den) ){0,3}$/iu

const GROUP = String.raw`(?:[A-Za-z]{0,6}\d[A-Za-z\d]{0,24}|[A-Z]{1,4}(?![\p{L}\d]))`
const NUMBER = new RegExp(String.raw`${GROUP}(?:[ ./-]{1,2}${GROUP}){0,9}(?![\p{L}\p{N}])`, 'uy')
const PHONE = /[+(]{0,2}\d(?:[ ()./-]{0,3}\d){4,15}(?![\p{L}\p{N}])/uy
/** A sum, a share, years and decimal fractions. */
const IS_FIGURE =
  /^(?:(?:19|20)\d\d ?[-/] ?(?:19|20)\d\d|\d{1,3}(?:[.,']\d{3})+(?:[.,]\d{1,2})?|\d+[.,]\d{1,2}(?: ?- ?\d+[.,]\d{1,2})?)$/
const IS_COUNTED = /^ ?(?:[\d%‰€$£]|Euro?\b|USD|GBP|CHF)/u
/** Digits from which on a number behind a label is one, whatever follows it. */
const MIN_DIGITS = 7
const ENDS = /^[ \t]{0,3}(?:[.,;)\]|"“”'’\n]|[*_]{1,2}|$)/u

const digitsIn = (value: string): number => value.replace(/\D/g, '').length

/** Whether a value can be a number that is somebody's: no figure, with enough digits, or letters between them. */
export function isNumber(value: string): boolean {
  const length = value.replace(/[^\p{L}\p{N}]/gu, '').length
  const isMixed = length >= 7 && digitsIn(value) > 1 && /^[A-Z\d -]+$/.test(value)
  return !IS_FIGURE.test(value) && ((digitsIn(value) >= 4 && length >= 5) || isMixed)
}

/** Whether a value can be a telephone number: with a prefix, or with enough digits. */
export const isPhone = (value: string): boolean =>
  !IS_FIGURE.test(value) && !/\p{L}{4}|%/u.test(value) && digitsIn(value) >= (/^[+(]*[0+]/.test(value) ? 5 : 6)

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** The length of a number at a place; 0 where what follows shows that it counts something. */
function numberLength(pattern: RegExp, is: (value: string) => boolean, text: string, at: number): number {
  const length = lengthOf(pattern, text, at)
  const value = text.slice(at, at + length)
  const behind = text.slice(at + length, at + length + 8)
  if (!is(value) || IS_COUNTED.test(behind)) return 0
  const isLong = digitsIn(value) >= MIN_DIGITS && !/0{4}$/.test(value)
  return isLong || /[A-Za-z]/.test(value) || ENDS.test(behind) ? length : 0
}

/** The name of an account: in small letters, with a mark or a figure within it. */
const ACCOUNT =
  /(?=[\p{L}\p{N}._:#]{0,40}?[\p{L}\p{N}][._:#][\p{L}\p{N}_])[\p{L}\p{N}_][\p{L}\p{N}._:#-]{3,40}(?<![.:-])/uy
const IS_WORDS =
  /^(?:\p{L}{1,3}\.){1,3}\p{L}{0,3}$|\.(?:com|org|net|de|at|ch|uk|io|eu)$|^[\d.,:]+$|\p{Lu}\p{Ll}+\.\p{Lu}|https?:/u

function accountLength(text: string, at: number): number {
  const length = lengthOf(ACCOUNT, text, at)
  const value = text.slice(at, at + length)
  return /\p{L}/u.test(value) && !IS_WORDS.test(value) ? length : 0
}

/** "olehansen", "@ole", "k.jansen", and no word that begins with a capital. */
export const isLogin = (value: string): boolean =>
  /^@?[\p{L}\d][\p{L}\d._:@#+-]{2,40}$/u.test(value) && /\p{L}/u.test(value) && /[\d._:@#]|^\p{Ll}/u.test(value)

/** A login behind its label: with a mark or a figure within it, as otherwise it may be a word. */
function loginLength(text: string, at: number): number {
  const value = /^@?[\p{L}\d][\p{L}\d._@#+-]{2,40}(?<![.+-])/u.exec(text.slice(at, at + LABEL))?.[0] ?? ''
  const isMarked = /[\p{L}\d][._@#][\p{L}\d]|\p{L}{3}\d|^@/u.test(value)
  return isMarked && isLogin(value) && ENDS.test(text.slice(at + value.length, at + value.length + 8))
    ? value.length
    : 0
}

/** The length of a value of the kind that begins at a place of a text; 0 where there is none. */
const VALUES: Readonly<Record<LabelKind, ((text: string, at: number) => number) | null>> = {
  phones: (text, at) => numberLength(PHONE, isPhone, text, at),
  official: (text, at) => numberLength(NUMBER, isNumber, text, at),
  bank: (text, at) => numberLength(NUMBER, isNumber, text, at),
  births: (text, at) => lengthOf(LABELLED_DATE, text, at),
  addresses: labelledAddress,
  accounts: accountLength,
  // Known by themselves.
  e_mails: null,
  devices: null,
}

const LABEL = 48
/** A colon and its like before a value; and the blanks of a column, and the end of a line that is all label. */
const COLON = /[:=][*_]{0,2}[ \t]{0,4}(?=[\p{L}\p{N}+(@])/gu
const BESIDE =
  /(?<=(?:^|\n)[ \t>*•#|-]{0,6})(\p{L}[^\n:=|;\t]{1,40}?)(?:[*_]{0,2}(?: {2,8}|\t{1,3})|[*_]{0,2}[ \t]{0,3}\n{1,2}[ \t]{0,3}(?=[^\n]{1,100}(?:\n|$)))(?=[\p{L}\p{N}+(@])/gu
const MAX_WORDS_BESIDE = 4

/**
 * Values of which a label says what they are: "Straße: Hinter dem Zwinger 3", "Geb.-Datum 12.08.1983", "Skype
 * live:ole_h". In time proportional to the text.
 */
export function* labelledValues(text: string): Generator<Span> {
  for (const { 0: colon, index } of text.matchAll(COLON)) {
    const label = /[^\n\t|;:=•·]*$/u.exec(text.slice(Math.max(0, index - LABEL), index))?.[0] ?? ''
    if (!/[\p{L}\p{N}.)*_] ?$/u.test(label)) continue
    const at = index + colon.length
    const kind = kindOfLabel(label)
    const login = kind === null && LEXICON.name_cues().login.test(wordsOf(label)) ? loginLength(text, at) : 0
    if (login > 0) yield { kind: 'handle', start: at, end: at + login }
    else if (LEXICON.addresses().place_label.test(wordsOf(label)) && isBesideAddress(text, index)) {
      const length = labelledPlace(text, at)
      if (length > 0) yield { kind: 'address', start: at, end: at + length }
      else yield* valueBehind(kind, text, at)
    } else yield* valueBehind(kind, text, at)
  }
  for (const { 0: whole, 1: label = '', index } of text.matchAll(BESIDE)) {
    if (label.split(' ').length > MAX_WORDS_BESIDE) continue
    const at = index + whole.length
    for (const span of valueBehind(kindOfLabel(label), text, at)) {
      const isAll = /^[ \t]{0,3}(?:\n|$)/.test(text.slice(span.end, span.end + 4))
      if (isAll || !whole.includes('\n')) yield span
    }
  }
  for (const { 0: label, index } of text.matchAll(LEXICON.personal_labels().account)) {
    const [start, length] = [index + label.length, accountLength(text, index + label.length)]
    if (length > 0) yield { kind: 'handle', start, end: start + length }
  }
  for (const { 0: date, index } of text.matchAll(DATES)) {
    const before = text.slice(Math.max(0, index - LABEL), index).replace(IS_ON, '')
    if (kindOfLabel(before) === 'births') yield { kind: 'date of birth', start: index, end: index + date.length }
  }
}

const AROUND = 160
/** Whether one of the lines around has the label of an address. */
function isBesideAddress(text: string, at: number): boolean {
  const lines = [
    ...text
      .slice(Math.max(0, at - AROUND), at)
      .split('\n')
      .slice(0, -1),
    ...text
      .slice(at, at + AROUND)
      .split('\n')
      .slice(1),
  ]
  return lines.some((line) => kindOfLabel(/^[^:=|]{2,40}(?=[:=])/u.exec(line)?.[0] ?? '') === 'addresses')
}

function* valueBehind(kind: LabelKind | null, text: string, start: number): Generator<Span> {
  const length = kind === null ? 0 : (VALUES[kind]?.(text, start) ?? 0)
  if (kind !== null && length > 0) yield { kind: KIND_OF_VALUE[kind], start, end: start + length }
}

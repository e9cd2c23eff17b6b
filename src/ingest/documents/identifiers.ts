/** Why a column identifies people rather than groups: by its heading, else by its values. */
export type Identifier = { readonly treatment: 'dropped' | 'hashed'; readonly why: string }

const BY_HEADING: readonly (readonly [RegExp, Identifier])[] = [
  [/\be-?mails?\b/, { treatment: 'dropped', why: 'e-mail addresses' }],
  [/\b(?:phone|mobile|telephone|tel|fax|whatsapp)\b/, { treatment: 'dropped', why: 'telephone numbers' }],
  [
    /\b(?:(?:first|last|full|given|family|middle|maiden|display|contact|customer|user|person) ?name|surname|name|username|nickname|handle|twitter|linkedin)\b/,
    { treatment: 'dropped', why: 'names of people' },
  ],
  [
    /\b(?:address|street|zip|postcode|postal|plz|house ?number|latitude|longitude|lat|lng|geo)\b/,
    { treatment: 'dropped', why: 'addresses' },
  ],
  [/\b(?:birth ?(?:day|date)?|dob|date of birth)\b/, { treatment: 'dropped', why: 'dates of birth' }],
  [
    /\b(?:ssn|social security|passport|iban|bic|card ?(?:number|no)|tax ?(?:id|number)|vat|licen[cs]e ?(?:plate|number)|national id)\b/,
    { treatment: 'dropped', why: 'official or bank numbers' },
  ],
  [
    /\b(?:ip|ip ?address|mac ?address|device ?id|imei|cookie|session|token|password|secret|api ?key)\b/,
    { treatment: 'dropped', why: 'addresses or secrets of devices' },
  ],
  [
    /(?:^|\b)(?:id|uuid|guid|key|user|customer|client|account|member|subscriber|ticket|order|record)(?: ?(?:id|no|nr|number|key|uuid))?$/,
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
const TELEPHONE_SHAPE = /[\s()+/-]|^0/
/** Two or three capitalized words; a column of nearly distinct ones holds names, whatever its heading. */
const PERSON_NAME =
  /^(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}\.?)?(?: (?:de|van|von|der|la|al))* \p{Lu}[\p{L}'’-]+$/u
const CODE = /^(?=.*\d)[\p{L}\d_-]{4,40}$/u

/** How a column identifies people; null where it does not seem to. `values` are the non-empty ones. */
export function identifierOf(heading: string, values: readonly string[]): Identifier | null {
  const words = heading
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim()
  const named = BY_HEADING.find(([pattern]) => pattern.test(words))
  if (named) return named[1]
  const share = (pattern: RegExp) => values.filter((value) => pattern.test(value)).length / Math.max(1, values.length)
  for (const [pattern, least, identifier] of BY_VALUES) {
    if (share(pattern) < least) continue
    // "120000" is a figure; "030 120000" and "0301200" are telephone numbers.
    if (identifier.why === 'telephone numbers' && share(TELEPHONE_SHAPE) < least) continue
    return identifier
  }
  const distinctShare = new Set(values).size / Math.max(1, values.length)
  if (values.length >= 5 && distinctShare > 0.7 && share(PERSON_NAME) > 0.6)
    return { treatment: 'dropped', why: 'names of people, by the look of them' }
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

/** Whether values count 1, 2, 3, …, which is no figure about people. */
const isSequence = (values: readonly string[]): boolean =>
  values.every(
    (value, index) => /^\d+$/.test(value) && (index === 0 || Number(value) === Number(values[index - 1]) + 1),
  )

const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/(?<![^\s@<>])[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}/gi, '[e-mail]'],
  [/\bhttps?:\/\/\S+/gi, '[address]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '[address]'],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b/g, '[number]'],
  [/(?<![\w.])\+?\d[\d\s()./-]{7,18}\d(?!\w)/g, '[number]'],
  [/(?<!\w)@[\w.]{3,}/g, '[name]'],
]

/**
 * Replaces e-mail, web and IPv4 addresses, account numbers in groups of four, telephone-like numbers and @handles in free text.
 * Names, street addresses, IPv6 and account numbers without blanks are not recognised.
 */
export const redactIdentifiers = (text: string): string =>
  REPLACEMENTS.reduce((redacted, [pattern, placeholder]) => redacted.replace(pattern, placeholder), text)

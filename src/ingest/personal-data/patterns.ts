import { isIPv6 } from 'node:net'
import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { isValidPhoneNumber } from 'libphonenumber-js/min'
import type { PersonalKind } from '../../domain/text/personal-data.js'

/**
 * A pattern of personal data in a plain copy of a text. `keep`: how many characters of a match count, from its start;
 * 0: the match is rejected. `again`: behind what does not count, the search goes on within the match.
 */
export type Pattern = {
  readonly kind: PersonalKind
  readonly pattern: RegExp
  readonly keep?: (match: string, before: string) => number
  readonly again?: true
}

// Every repetition is bounded and starts where no other match of the same pattern can: time grows linearly with the
// text.

const whole = (is: (match: string, before: string) => boolean) => (match: string, before: string) =>
  is(match, before) ? match.length : 0
const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Countries whose telephone numbers are recognised without a prefix. */
const HOME = ['DE', 'US', 'GB', 'AT', 'CH', 'FR', 'NL', 'ES', 'IT'] as const
const CALLED =
  /(?:(?<!\p{L})(?:tel|call|cell|fax|ruf)|telefon|telefax|phone|mobil|handy|whatsapp|anruf|nummer|number)\P{L}{0,3}(?:\p{L}{0,8}\P{L}{1,3}){0,2}$/iu
/** Labels of order, invoice and similar numbers, which are not telephone numbers. */
const COUNTED =
  /(?:(?:order|invoice|tracking|serial|item|ticket|contract|reference|part|model|product|batch|lot|case|shipment|bestell|auftrags?|rechnungs?|sendungs?|serien|artikel|vertrags?|vorgangs?|teile?|modell|produkt|material|chargen?|liefer|kunden|beleg)[ -]?(?:number|nummer|no\.?|nr\.?|code)\P{L}{0,3}|(?<!\p{L})(?:sku|ean|gtin|isbn|upc|sendung|bestellung|rechnung|auftrag|shipment|consignment|parcel|paket)[ :#]{1,3})$/iu
/** Least numbers of a series: "0 30 60 90", "07 08 09 10". */
const MIN_IN_SERIES = 4

/** Whether numbers with blanks between them rise from 0, or by a step that is not above ten. */
function isSeries(match: string): boolean {
  if (!/^\d{1,3}(?: \d{1,3})+$/.test(match)) return false
  const numbers = match.split(' ').map(Number)
  const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0))
  const isEven = steps.every((step) => step === steps[0]) && (steps[0] ?? 0) <= 10
  return numbers.length >= MIN_IN_SERIES && steps.every((step) => step > 0) && (/^0 /.test(match) || isEven)
}

function isPhone(match: string, before: string): boolean {
  const digits = digitsOf(match)
  if (digits.length < 7 || digits.length > 15) return false
  // Ranges of years, dates, and decimal fractions.
  if (/^\d{4} ?- ?\d{4}$|^[0-3]\d([./-])[0-3]\d\1(?:19|20)\d{2}(?: [0-2]\d)?$|(?:^| )\d{1,6}\.\d{4,}$/.test(match))
    return false
  if (COUNTED.test(before) && !match.startsWith('+')) return false
  if (/^(?:\+|00)/.test(match)) return isValidPhoneNumber(match.replace(/^00/, '+')) || digits.length >= 9
  if (CALLED.test(before)) return true
  if (isSeries(match)) return false
  // Without a prefix, a separator or a leading zero, a number may be any figure.
  if (!/^\(?0|[()]|^\d{3}[-. ]\d{3}[-. ]\d{4}$/.test(match)) return false
  return HOME.some((country) => isValidPhoneNumber(match, country))
}

/** A telephone number with an international prefix or a label, continued in the next line. */
function isPhoneInTwoLines(match: string, before: string): boolean {
  const [head = '', rest = ''] = match.split(/ ?\n ?/)
  if (digitsOf(match).length < 9) return false
  if (!/^(?:\+|00)/.test(match) && (!CALLED.test(before) || COUNTED.test(before))) return false
  return isValidSomewhere(`${head} ${rest}`) && !isValidSomewhere(head)
}

const isValidSomewhere = (number: string): boolean =>
  /^(?:\+|00)/.test(number)
    ? isValidPhoneNumber(number.replace(/^00/, '+'))
    : HOME.some((country) => isValidPhoneNumber(number, country))

const linesIn = (text: string): number => text.split('\n').length

/** Whether form and checksum of an IBAN are right; the account within may have one of its country, which is not asked for. */
const hasChecksum = (iban: string): boolean =>
  validateIBAN(iban).errorCodes.every((code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum)

/** Length of the account number at the start of a match; 0 where there is none. */
function ibanLength(match: string): number {
  const specification = countrySpecs[match.slice(0, 2).toUpperCase()]
  const wanted = specification?.chars ?? 0
  let compact = ''
  for (let at = 0; at < match.length && wanted > 0; at++) {
    if (/[A-Za-z0-9]/.test(match[at] ?? '')) compact += match[at]
    if (compact.length < wanted) continue
    const number = match.slice(0, at + 1)
    if (linesIn(number) > 2) return 0
    if (hasChecksum(compact.toUpperCase())) return number.length
    // A number with a typing error is personal data, too; in unusual forms it could be something else.
    return digitsOf(compact).length >= 14 && !/^.. |[.\n]/.test(number) ? number.length : 0
  }
  return 0
}

/** Luhn's checksum, as in card numbers and some national numbers. */
function luhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** German tax identification number (ISO 7064, MOD 11, 10). */
function isTaxId(match: string): boolean {
  const digits = digitsOf(match)
  if (!/^[1-9]\d{10}$/.test(digits)) return false
  let product = 10
  for (const digit of digits.slice(0, 10)) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === Number(digits[10])
}

/** British health number (MOD 11). */
function isNhsNumber(match: string): boolean {
  const digits = digitsOf(match)
  const sum = [...digits.slice(0, 9)].reduce((total, digit, at) => total + Number(digit) * (10 - at), 0)
  return digits.length === 10 && (11 - (sum % 11)) % 11 === Number(digits[9])
}

/** Labels of official numbers; the full stops of abbreviations ("Passport No. …") end no sentence. */
const ID_CUE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    'passports?|pass(?:nummer|[ -]{0,2}(?:nr|no)|(?= ?:| ist | lautet ))',
    '(?:reise|kinder)pass(?:es)?(?:nummer|nr)?|\\p{L}{0,20}ausweis(?:es)?(?:nummer|nr)?|perso',
    '(?:identity|id) cards?|licen[cs]es?|lic|führerscheins?(?:nummer|nr)?',
    'steuer(?:nummer|nr|[ -]?id\\p{L}*|[ -]{1,2}(?:nr|nummer))|tax(?:payer)?[ -]?(?:id\\p{L}*|no|number|ref\\p{L}*|file)',
    '(?:sozial|kranken|renten)?vers(?:icher(?:ungs?|ten))?\\.?[ -]{0,2}(?:nr|nummer)|krankenkassen?(?:nummer|nr)?',
    'sozialversicherung|versicherten|national insurance|social security|ssn|nhs|nino|svnr|ahv|utr',
    'medic(?:are|aid)[ -](?:no|number|id|card|beneficiary)|mbi|aadhaar|nric|bsn|pesel|nir|codice fiscale|personnummer',
    'ppsn|pps[ -](?:no|number)|vin|(?:chassis|meter(?: serial)?)[ -](?:no|number)|mpan|mprn|imsi',
    '(?:aok|tk|barmer|dak|ikk|bkk|kkh)[ -]{1,2}(?:nr|nummer)|fahrgestell(?:nummer|nr|[ -]nr)|\\p{L}{0,12}zähler(?:nummer|nr|[ -]{1,2}(?:nr|nummer))',
    '(?:ni|tin|dl)[ -](?:no|number)|(?:sv|rv|kv|st)\\.?[ -]{0,2}(?:nr|nummer)',
  ].join('|')})(?![\\p{L}\\p{N}])(?:[^.!?\\n]|(?<=(?<!\\p{L})(?:no|num|lic)|nr)\\.){0,30}$`,
  'iu',
)
/** A word that is a verb, too (“they pass 20240115 checks”): only before letters and digits. */
const BARE_PASS = /(?<!\p{L})pass $/iu
/** Years behind each other, and a round number of something: “1500000 users”. */
const IS_COUNT = String.raw`(?!(?:(?:19|20)\d\d ){1,4}(?:19|20)\d\d(?!\d)|[\d ]{2,12}0{4} \p{Ll})`

/** A word that follows an address without a blank: "(at)birchwood.org.Thanks". */
const NEXT_SENTENCE = /(?<=(?:\.|(?:do|nk)t ?[)\]}] ?)[\p{Ll}\d-]{2,63})\.\p{Lu}\p{Ll}.*$/u

export const PATTERNS: readonly Pattern[] = [
  {
    kind: 'e-mail',
    pattern: /(?<![\p{L}\p{N}.+_%'-])[\p{L}\p{N}.+_%'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,6}\p{L}{2,24}/gu,
  },
  {
    kind: 'e-mail',
    pattern:
      /(?<![\p{L}\p{N}.+_-])[\p{L}\p{N}.+_-]{1,64} ?[([{] ?(?:at|ät|klammeraffe) ?[)\]}] ?[\p{L}\p{N}-]{1,63}(?:(?:\.| \. | ?[([{] ?(?:dot|punkt) ?[)\]}] ?)[\p{L}\p{N}-]{2,63}){1,3}/giu,
    keep: (match) => match.replace(NEXT_SENTENCE, '').length,
  },
  {
    kind: 'e-mail',
    pattern:
      /(?<![\p{L}\p{N}.+_-])(?:[\p{L}\p{N}]{1,40} (?:dot|punkt|underscore|unterstrich|dash|minus|bindestrich) ){0,3}[\p{L}\p{N}.+_-]{1,64}(?: (?:at|ät|at sign|klammeraffe|affenschwanz|at-zeichen) | ?@ ?)[\p{L}\p{N}-]{2,63}(?: (?:dot|punkt) [\p{L}\p{N}-]{2,63}){0,2} (?:dot|punkt) \p{L}{2,24}(?!\p{L})/giu,
  },
  {
    kind: 'phone',
    pattern:
      /(?<=(?:durchwahl|nebenstelle|extension|ext\.?)[ :]{1,2}-?)\d{2,6}(?:[-/ ]\d{1,4})?(?![\p{L}\p{N}])(?! ?%)/giu,
  },
  {
    kind: 'national id',
    pattern:
      /(?<=(?:steuer|(?<!\p{L})st\.?)[ -]?(?:nummer|nr\.?)(?: (?:is|ist|lautet)|['’]s)?[ :]{1,2})\d{2,5}[ /]\d{3,5}(?:[ /]\d{4,5})?(?!\d)/giu,
  },
  { kind: 'web address', pattern: /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[^\s<>"')\]]{3,300}/giu },
  // A host and a path, without a scheme: "paypal.me/…".
  {
    kind: 'web address',
    pattern:
      /(?<![\p{L}\p{N}@./-])(?:[a-z\d-]{1,63}\.){1,4}(?:com|org|net|edu|gov|info|biz|io|me|app|dev|co|ai|ly|gg|tv|to|gle|page|link|blog|shop|site|online|xyz|cloud|eu|uk|us|ca|ie|de|at|ch|fr|nl|es|it|be|dk|se|no|pl)\/[^\s<>"')\]]{2,300}/giu,
  },
  // Vehicles by their label.
  {
    kind: 'national id',
    pattern:
      /(?<=(?:[Kk]ennzeichen|[Nn]ummernschild|(?<!\p{L})(?:[Kk]fz|KFZ))(?: (?:ist|lautet|war))?[ :]{1,3})[A-ZÄÖÜ]{1,3}[- ]{1,2}[A-Z]{1,2}[- ]?\d{1,4}[EH]?(?![\p{L}\p{N}])/gu,
  },
  {
    kind: 'national id',
    pattern:
      /(?<=(?:[Nn]umber|[Ll]icen[cs]e|[Rr]egistration) plate(?: (?:is|was))?[ :]{1,3})(?=[A-Z\d -]{0,7}\d)[A-Z\d]{1,4}[ -]?[A-Z\d]{2,4}(?![\p{L}\p{N}])/gu,
  },
  {
    kind: 'iban',
    pattern: /(?<![A-Za-z0-9])[A-Za-z]{2} ?\d{2}(?:(?:[ .-]| ?\n ?)?[A-Za-z0-9]){11,30}/g,
    keep: ibanLength,
    again: true,
  },
  {
    kind: 'card',
    pattern: /(?<![\d.,-])[2-6]\d{3}(?:[ -]?\d){9,15}(?![\d])/g,
    keep: whole((match) => {
      const digits = digitsOf(match)
      return digits.length >= 13 && digits.length <= 19 && luhn(digits)
    }),
  },
  // In groups with dots, or over two lines.
  {
    kind: 'card',
    pattern: /(?<![\d.,-])[2-6]\d{3}(?:(?:[ .-]| ?\n ?)\d{4}){3}(?![\d.,]\d|\d)/g,
    keep: whole((match) => linesIn(match) <= 2 && luhn(digitsOf(match))),
  },
  {
    kind: 'card',
    pattern: /(?<![\d.,-])3[47]\d{2}(?:[ .-]| ?\n ?)\d{6}(?:[ .-]| ?\n ?)\d{5}(?![\d.,]\d|\d)/g,
    keep: whole((match) => linesIn(match) <= 2 && luhn(digitsOf(match))),
  },
  // Accounts and banks by their labels; not sums of money.
  {
    kind: 'account',
    pattern: new RegExp(
      String.raw`(?<=(?<!\p{L})(?:account|acct?\.?|a\/c|(?:giro|bank|spar)?konto|kto\.?)(?:[ -]{0,2}(?:number|num\.?|no\.?|nummer|nr\.?|#))?(?: (?:is|ist|lautet)|['’]s)?[ :#]{1,3})${IS_COUNT}\d(?: ?\d){5,16}(?![\p{L}\p{N}])(?! ?(?:[\d€$£%]|Euro?\b|USD|GBP|CHF))`,
      'giu',
    ),
  },
  {
    kind: 'account',
    pattern:
      /(?<=(?<!\p{L})(?:sort[ -]?code|blz|bankleitzahl|routing (?:number|no\.?))(?: (?:is|ist|lautet)|['’]s)?[ :]{1,3})\d{2,3}(?:[ -]?\d{2,3}){2,3}(?![\p{L}\p{N}])/giu,
  },
  // Of a network card: "00:1B:44:11:3A:B7", "00-1b-44-11-3a-b7".
  {
    kind: 'ip address',
    pattern: /(?<![\p{L}\p{N}:-])[\da-f]{2}(?:(?::[\da-f]{2}){5}|(?:-[\da-f]{2}){5})(?![\p{L}\p{N}:-])/giu,
  },
  {
    kind: 'ip address',
    pattern: /(?<![\p{L}\p{N}:])[0-9a-fA-F]{0,4}:[0-9a-fA-F:.]{1,44}/gu,
    keep: (match) => {
      const bare = match.replace(/\.$|(?<!:):$/, '')
      return bare.length > 3 && isIPv6(bare) ? bare.length : 0
    },
  },
  {
    kind: 'ip address',
    pattern: /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.]\d|\d)/g,
    keep: whole((match, before) => !/(?:version|release|v)\.? ?$/i.test(before) && match !== '0.0.0.0'),
  },
  // Social security and national insurance numbers of the United States, Britain and Switzerland.
  { kind: 'national id', pattern: /(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g },
  { kind: 'national id', pattern: /(?<![A-Za-z0-9])[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z0-9])/g },
  { kind: 'national id', pattern: /(?<!\d)756\.?\d{4}\.?\d{4}\.?\d{2}(?!\d)/g },
  // German pension insurance: area, date of birth, letter, serial.
  { kind: 'national id', pattern: /(?<!\d)\d{2} ?(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2} ?[A-Z] ?\d{3}(?!\d)/g },
  {
    kind: 'national id',
    pattern: /(?<!\d)\d{2} ?\d{3} ?\d{3} ?\d{3}(?!\d)/g,
    keep: whole(isTaxId),
  },
  {
    kind: 'national id',
    pattern: /(?<!\d)\d{3}[ -]\d{3}[ -]\d{4}(?!\d)/g,
    keep: whole((match, before) => ID_CUE.test(before) && isNhsNumber(match)),
  },
  // British driving licences: surname, date of birth, initials.
  {
    kind: 'national id',
    pattern:
      /(?<![\p{L}\p{N}])[A-Z][A-Z9]{4} ?\d[0156]\d[0-3]\d\d ?[A-Z][A-Z9][A-Z0-9]{3}(?: ?\d{2})?(?![\p{L}\p{N}])/gu,
  },
  // Of employers in the United States; in capitals, as “ein” is a word.
  {
    kind: 'national id',
    pattern: /(?<=(?<![\p{L}\p{N}])(?:EIN|FEIN)(?: (?:no\.?|number|is))?[ :#]{1,3})\d{2}-\d{7}(?!\d)/gu,
  },
  // Passports, identity cards, licences: recognised by the words before them.
  {
    kind: 'national id',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}])${IS_COUNT}(?=[A-Z0-9]{0,16}\d|[A-Z]{1,2}[ -]\d)[A-Z0-9](?:[ -]?[A-Z0-9]){6,16}(?![\p{L}\p{N}])`,
      'gu',
    ),
    keep: whole((match, before) => ID_CUE.test(before) || (BARE_PASS.test(before) && /[A-Z]/.test(match))),
    again: true,
  },
]

/** Looked for last: telephone numbers, in whose forms dates, accounts and house numbers are written as well. */
export const LATE_PATTERNS: readonly Pattern[] = [
  {
    kind: 'phone',
    pattern:
      /(?<![\p{L}\p{N}.+/-]|\d,)(?:\+|\(?0)\(?\d?(?:[ ()./-]{0,3}\d){1,12} ?\n ?\d(?:[ ./-]?\d){1,10}(?![\p{L}\p{N}])/gu,
    keep: whole(isPhoneInTwoLines),
  },
  {
    kind: 'phone',
    pattern: /(?<![\p{L}\p{N}.+/-]|\d,)(?:\+|00)?\(?\d(?:[ ()./-]{0,3}\d){6,15}(?![\p{L}\p{N}])/gu,
    keep: whole(isPhone),
  },
  // Logins with a figure behind their label.
  {
    kind: 'handle',
    pattern:
      /(?<=(?<!\p{L})(?:(?:be)?nutzername|anmeldename|user ?name|login ?name|(?:benutzer|nutzer|anmelde)kennung)(?: (?:is|ist|lautet|war|was))?:? {1,2}["“„]?)(?=\p{L}{2})[\p{L}._-]{2,30}\d{1,6}(?![\p{L}\p{N}@])/giu,
  },
  { kind: 'handle', pattern: /(?<![\p{L}\p{N}_.@/])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.]{1,29})[\p{L}\p{N}_]/gu },
]

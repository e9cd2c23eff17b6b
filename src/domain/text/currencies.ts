/**
 * By code: signs and short forms, the first the usual one; names in English and German; pounds per unit, rounded, precise
 * enough to tell an expensive product from a cheap one. Codes and names that are words of their own (TRY, CAD, won, Pfund)
 * are left out.
 */
const CURRENCIES: readonly (readonly [code: string, short: readonly string[], names: string, pounds: number])[] = [
  ['BRL', ['R$'], 'reais', 0.14],
  ['USD', ['$'], 'dollars?', 0.8],
  ['EUR', ['€'], 'euros?', 0.85],
  ['GBP', ['£'], 'pounds?', 1],
  ['CHF', ['Fr.'], 'francs?|franken', 0.9],
  ['JPY', ['¥'], 'yen', 0.005],
  ['INR', ['₹', 'Rs'], 'rupees?|rupien?', 0.01],
  ['PLN', ['zł'], 'z[lł]oty(?:s|ch)?', 0.2],
  ['CZK', ['Kč'], '', 0.035],
  ['', ['kr'], 'kron(?:a|en?|er|or)|crowns?', 0.08],
  ['DKK', [], '', 0.11],
  ['SEK', [], '', 0.08],
  ['NOK', [], '', 0.075],
  ['HUF', [], 'forints?', 0.002],
  ['ILS', ['₪', 'NIS'], 's(?:hek|chek)els?', 0.21],
  ['AUD', [], '', 0.5],
  ['', ['₩'], '', 0.0006],
  ['', ['₺'], 'liras?', 0.02],
  ['', ['₴'], 'hryvnias?|hrywnja', 0.02],
  ['', ['₽'], 'rou?bles?|rubel', 0.01],
  ['', ['₫'], '', 0.00003],
  ['', ['₱'], 'pesos?', 0.013],
  ['', ['฿'], 'baht', 0.023],
  ['', ['₦'], 'naira', 0.0005],
]

const isSign = (short: string): boolean => /^\p{Sc}$/u.test(short)
const anyOf = (sources: readonly string[]): string => sources.filter(Boolean).join('|')
const CODES = CURRENCIES.flatMap(([code, short]) => [code, ...short.filter((form) => /^\p{L}+$/u.test(form))])

/** Signs, as the inside of a class of characters. Like all below the source of expressions with the flags i and u. */
export const CURRENCY_SIGN = CURRENCIES.flatMap(([, short]) => short.filter(isSign)).join('')
/** A code or a short form in letters, behind a sum or by itself. */
export const CURRENCY_CODE = `(?:${anyOf(CODES)})(?![\\p{L}\\p{N}])`
/**
 * What stands before the digits of a sum. “NIS 2” and “RS 6” are names of other things, and “Fr. 12. Mai” is a Friday: francs
 * have their cents.
 */
export const CURRENCY_BEFORE = String.raw`(?:[${CURRENCY_SIGN}]|(?<!\p{L})(?:R\$|(?!NIS|Rs)(?:${anyOf(CODES)})|kr\.|Rs\.|(?:NIS|Rs)(?=\s\d\d)|Fr\.(?=\s?\d[\d'’]*\.(?:[–—-]|\d\d(?!\d|[.:]))))(?!\p{L}))`
/** A sign, a code, a short form or a name behind the digits of a sum. */
export const CURRENCY_BEHIND = `(?:[${CURRENCY_SIGN}]|(?:${anyOf([...CODES, ...CURRENCIES.map(([, , names]) => names)])})(?![\\p{L}\\p{N}]))`
/** A sum, from its currency to its first digit or from its last digit to its currency. */
export const SUM_OF_MONEY = String.raw`(?:${CURRENCY_BEFORE}\s?\d|\d\s?${CURRENCY_BEHIND})`

type Currency = { readonly code: string; readonly sign: string; readonly pounds: number }
const WRITTEN = CURRENCIES.map(([code, short, names, pounds]): readonly [RegExp, Currency] => {
  const forms = anyOf([code, ...short.map((form) => form.replace('$', '\\$')), names])
  return [new RegExp(`(?<!\\p{L})(?:${forms})(?!\\p{L})`, 'iu'), { code, sign: short.find(isSign) ?? '', pounds }]
})

/** The currency of a sum as it is written: its code ('' where none is its own), usual sign and rate; `null` without one. */
export const currencyOf = (sum: string): Currency | null => WRITTEN.find(([form]) => form.test(sum))?.[1] ?? null

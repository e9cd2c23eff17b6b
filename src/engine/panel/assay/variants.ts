import { type AssayLanguage, assayLanguage } from '../../../data/assay.js'
import type { AssayMode, Probe } from '../../../domain/panel/assay.js'
import type { Claim } from '../../../domain/panel/claim.js'
import type { Category } from '../../../domain/personas/persona.js'
import { withPricesTimes } from './prices.js'

/** What a panel is shown: the proposition and the context beside it. */
type Shown = { readonly stimulus: string; readonly about: string }
export type Variant = Shown & { readonly probe: Probe }

type Reading = Shown & {
  readonly category: Category
  readonly claims: readonly Claim[]
  /** English name of the language; '' where it could not be told. */
  readonly language: string
}

/** The changed texts a mode asks about, as far as this text allows them. The first is always a blank. */
export function variantsOf(text: Reading, mode: Exclude<AssayMode, 'off'>): Variant[] {
  const blanks = mode === 'full' ? singleBlanks(text) : [{ probe: 'blank' as const, change: combinedBlank(text) }]
  const doses = mode === 'full' ? [...quickDoses(text), ...fullDoses(text)] : quickDoses(text)
  return [...blanks, ...doses].flatMap(({ probe, change }) => (change === null ? [] : [{ probe, ...change }]))
}

type Change = { readonly probe: Probe; readonly change: Shown | null }

const combinedBlank = (text: Reading): Shown => ({
  about: text.about,
  stimulus: retyped(reordered(text.stimulus, assayLanguage(text.language)) ?? text.stimulus),
})

function singleBlanks(text: Reading): Change[] {
  const blank = (probe: Probe, stimulus: string | null): Change => ({
    probe,
    change: stimulus === null ? null : { stimulus, about: text.about },
  })
  return [
    blank('blank_typography', retyped(text.stimulus)),
    blank('blank_order', reordered(text.stimulus, assayLanguage(text.language))),
    blank('blank_name', renamed(text.stimulus)),
  ]
}

function quickDoses(text: Reading): Change[] {
  const harm = assayLanguage(text.language)?.harm[text.category]
  return [
    { probe: 'price_times_8', change: pricedTimes(text, 8) },
    { probe: 'harm', change: harm ? withSentence(text, harm[0]) : null },
  ]
}

function fullDoses(text: Reading): Change[] {
  const words = assayLanguage(text.language)
  const claim = mainClaim(text.claims)
  const aboutClaim = (sentence: string | undefined): Shown | null => {
    if (!claim || !sentence) return null
    const said = sentence.replace('{claim}', () => claim)
    return withSentence(text, said)
  }
  return [
    { probe: 'price_half', change: pricedTimes(text, 0.5) },
    { probe: 'price_double', change: pricedTimes(text, 2) },
    { probe: 'claim_negated', change: aboutClaim(words?.negated) },
    { probe: 'test_reversed', change: aboutClaim(words?.reversed) },
    { probe: 'harm_other', change: words ? withSentence(text, words.harm[text.category][1]) : null },
  ]
}

/** The claim with the highest meaning, without full stop; the first of equals; `null` where no claim speaks for the offer. */
function mainClaim(claims: readonly Claim[]): string | null {
  const best = claims.reduce<Claim | null>((top, claim) => (claim.meaning > (top?.meaning ?? 0) ? claim : top), null)
  return best?.text.replace(/[.!]+$/u, '') ?? null
}

function pricedTimes({ stimulus, about }: Shown, factor: number): Shown | null {
  const [changedText, changedAbout] = [withPricesTimes(stimulus, factor), withPricesTimes(about, factor)]
  if (changedText === null && changedAbout === null) return null
  return { stimulus: changedText ?? stimulus, about: changedAbout ?? about }
}

const withSentence = ({ stimulus, about }: Shown, sentence: string): Shown => ({
  stimulus: `${stimulus.trimEnd()}${/[.!?…:]["”»’]?$/u.test(stimulus.trimEnd()) ? '' : '.'} ${sentence}`,
  about,
})

/** The same words in another typography: quotation marks, dashes, units, the full stop at the end. */
export function retyped(text: string): string {
  const curly = /[“”’]/u.test(text)
  const marks = curly
    ? text.replace(/[“”]/gu, '"').replace(/’/gu, "'")
    : text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’').replace(/"([^"\n]*)"/gu, '“$1”')
  const dashes = / [–—] /u.test(marks) ? marks.replace(/ [–—] /gu, ' - ') : marks.replace(/ - /gu, ' – ')
  const units = /\d (?:ml|cl|g|kg|km|cm|mm|kWh)\b/u.test(dashes)
    ? dashes.replace(/(\d) (ml|cl|g|kg|km|cm|mm|kWh)\b/gu, '$1$2')
    : dashes.replace(/(\d)(ml|cl|kg|km|cm|mm|kWh)\b/gu, '$1 $2')
  const end = units.trimEnd()
  return /[^.]\.$/u.test(end) ? end.slice(0, -1) : `${end}${/[\p{L}\p{N}%)]$/u.test(end) ? '.' : ' '}`
}

const MIN_WORDS = 4

/** Swaps two neighbouring sentences that do not refer to the sentence before them; `null` where a text has none. */
export function reordered(text: string, language: AssayLanguage | undefined): string | null {
  if (!language) return null
  let start = 0
  for (const paragraph of text.split(/(?<=\n)/u)) {
    const swapped = withSwappedSentences(paragraph, language)
    if (swapped !== null) return text.slice(0, start) + swapped + text.slice(start + paragraph.length)
    start += paragraph.length
  }
  return null
}

/** Whether a sentence is complete: a question needs its answer, and text after a final abbreviation may belong to it. */
const isWhole = (sentence: string): boolean => /[.!…]["”»]?\s*$/u.test(sentence) && !ABBREVIATION.test(sentence)
const ABBREVIATION =
  /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nr|vs|etc|ca|approx|Co|Inc|Ltd|Corp|bzw|Mme|Mlle|Sra?|Dra|Hr|Fr|(?:\p{L}\.)*\p{L})\.\s*$/iu

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })

function withSwappedSentences(paragraph: string, { anaphora, leaning }: AssayLanguage): string | null {
  const sentences = [...SEGMENTER.segment(paragraph)].map(({ segment }) => segment)
  const wordsOf = (sentence: string) => sentence.match(/[\p{L}\p{N}'’-]+/gu) ?? []
  const leans = (sentence: string) => {
    const words = wordsOf(sentence).map((word) => word.toLowerCase().replace("'", '’'))
    return anaphora.has(words[0] ?? '') || words.some((word) => leaning.has(word))
  }
  const isFree = (sentence: string) =>
    /^\p{Lu}/u.test(sentence) && wordsOf(sentence).length >= MIN_WORDS && !leans(sentence)
  // The first sentence introduces the subject and stays; a last sentence that is cut off is not moved.
  for (let at = 1; at + 1 < sentences.length; at++) {
    const [before = '', left = '', right = ''] = sentences.slice(at - 1, at + 2)
    const areWhole = [before, left, right].every(isWhole)
    if (!areWhole || !isFree(left) || !isFree(right) || leans(sentences[at + 2] ?? '')) continue
    const gap = /\s*$/u.exec(left)?.[0] ?? ''
    const end = /\s*$/u.exec(right)?.[0] ?? ''
    return [...sentences.slice(0, at), right.trimEnd(), gap, left.trimEnd(), end, ...sentences.slice(at + 2)].join('')
  }
  return null
}

/** Brand names without a meaning in the languages the program knows. */
const NAMES = ['Marnelo', 'Tolvik', 'Sarenda', 'Quorin'] as const

/** Words that begin a text as labels do and are no brand. */
const LABELS =
  /^(?:warning|free|new|now|half|price|sale|offer|limited|last|only|today|vegan|organic|natural|sugar|gluten|summer|winter|spring|autumn|black|early|best|premium|classic|original|the|our|your|my|a|an|for|with|why|how|what|neu|gratis|jetzt|bio|achtung|nouveau|gratuit|attention|nuevo|aviso|nyhed|tilbud)$/iu

/**
 * Replaces the brand by another name. The brand is the capitalised words before a colon or dash at the start of the
 * text, if they occur again and never in lower case. `null` where no brand can be told.
 */
export function renamed(text: string): string | null {
  const brand = /^(\p{Lu}[\p{L}\p{N}&’'-]*(?: \p{Lu}[\p{L}\p{N}&’'-]*){0,2})(?::| [–—-]) /u.exec(text)?.[1]
  const name = NAMES.find((candidate) => !text.includes(candidate))
  if (!brand || !name || brand.split(/[ -]/u).some((word) => LABELS.test(word))) return null
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${brand}(?![\\p{L}\\p{N}])`, 'gu')
  const isName = (text.match(whole) ?? []).length > 1 && !text.includes(brand.toLowerCase())
  return isName ? text.replace(whole, name) : null
}

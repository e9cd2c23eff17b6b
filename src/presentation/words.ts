import type { Evidence } from '../domain/panel/analysis.js'
import type { Interval } from '../domain/panel/scores.js'
import { number } from '../domain/text/words.js'
import { clean, displayText } from './clean.js'

/** Words of a synthetic respondent, and where they were said. */
export type Quotation = { readonly who: string; readonly quote: string; readonly where: string }

/** Where a quote was said, in a reader's words. */
export const WHERE: Record<Evidence['source'], string> = {
  gut_reaction: 'at first',
  considered_response: 'on second thought',
  social_response: 'in company',
  private_thoughts: 'in private',
  action_threshold: 'on what it would take',
  friction_points: 'on what holds them back',
  memory_influence_notes: 'from experience',
  key_quotes: 'in their own words',
  purchase_statement: 'on buying',
  discussion: 'in the discussion',
}

/** A sentence of the analysis; figures such as "2 of 6" do not break across lines. */
export const phrase = (text: string): string => displayText(text).replace(/(\d) of (\d)/g, '$1\u00a0of\u00a0$2')

/** `phrase`, but empty for an empty text. */
export const optional = (text: string): string => (clean(text) === '' ? '' : phrase(text))

/** Turns an id such as `careful-parent` or `it-security-lead` into words. */
export const readable = (id: string): string =>
  clean(id)
    .replace(/[-_]+/g, ' ')
    .replace(/\b(it|hr|pr|cfo|ceo|cto)\b/g, (letters) => letters.toUpperCase())

/** A sentence with its full stop, unless it ends with a mark already. */
export const ended = (sentence: string): string => (/[.!?…]["”’)]?$/u.test(sentence) ? sentence : `${sentence}.`)

/** A difference as "+4.2", "−3.1" or "0.0", with a true minus sign. */
export function signed(value: number, decimals = 1): string {
  const text = Math.abs(value).toFixed(decimals)
  if (Number(text) === 0) return text
  return `${value > 0 ? '+' : '\u2212'}${text}`
}

/** "31 to 62", each end written by `write`. */
export const range = (
  { low, high }: Interval,
  write: (value: number) => string = (value) => String(Math.round(value)),
) => `${write(low)}\u00a0to\u00a0${write(high)}`

/** The first items of a list, and the number of the others. */
export function joinFirst(items: readonly string[], max: number): string {
  const rest = items.length - max
  if (rest <= 0) return items.join(', ')
  return `${items.slice(0, max).join(', ')} and ${number(rest)} more`
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** "2 March 2026"; empty where there is no date. */
export function day(iso: string | null): string {
  const at = Date.parse(iso ?? '')
  return Number.isNaN(at) ? '' : DAY.format(at)
}

/** "2 March 2026, 10:00 UTC"; empty where there is no date. */
export function moment(iso: string | null): string {
  const date = day(iso)
  return iso === null || date === '' ? '' : `${date}, ${new Date(iso).toISOString().slice(11, 16)} UTC`
}

/** "48 s", "3 min 5 s", "2 h 4 min". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  if (minutes < 60) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A text's first `count` sentences, and the rest of it. */
export function firstSentences(text: string, count: number): readonly [string, string] {
  const parts = text.split(/(?<=[.!?])\s+(?=[A-Z“])/)
  return [parts.slice(0, count).join(' '), parts.slice(count).join(' ')]
}

/** A probability of 0–1; never 0% or 100%, because nothing here is certain. */
export function sureness(share: number): string {
  const rounded = Math.round(share * 100)
  if (rounded < 1) return 'less than 1%'
  return rounded > 99 ? 'more than 99%' : `${rounded}%`
}

/** A share of 0–1, as 0% or 100% only where it is exactly that. */
export function shareWords(share: number): string {
  if (share > 0 && share < 0.01) return 'less than 1%'
  return share < 1 && share > 0.99 ? 'more than 99%' : `${Math.round(share * 100)}%`
}

/** `shareWords` in at most four characters, for tables and pictures. */
export const shareFigure = (share: number): string =>
  shareWords(share).replace('less than ', '<').replace('more than ', '>')

export const significance = (p: number): string =>
  p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3).replace('1.000', '1')}`

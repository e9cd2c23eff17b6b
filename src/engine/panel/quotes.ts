import type { Evidence } from '../../domain/panel/analysis.js'
import type { RoomTurn } from '../../domain/panel/focus-group.js'
import { QUOTE_SOURCES, type QuoteSource, type Response } from '../../domain/panel/response.js'
import { type NormalizedText, normalizeText, withoutQuotationMarks } from './normalize-text.js'

/** Minimum length of a quote, in characters: a shorter quote could come from anybody. */
const MIN_QUOTE_LENGTH = 8

type Passage = { persona_id: string; source: Evidence['source']; text: string; normalized?: NormalizedText }

/** Looks quotes up in the respondents' words and counts the results. */
export type QuoteChecker = {
  /** The quotes that occur word for word in an answer or turn, each with its person and source. */
  verify(quotes: readonly string[], within?: readonly QuoteSource[]): Evidence[]
  readonly counts: { checked: number; verified: number; dropped: number }
}

/**
 * Checks quotes as substrings of the respondents' answers and of their turns in a discussion. Only white space, letter
 * case and the shape of quotation marks and dashes may differ. Returned quotes are the source's own text.
 */
export function quoteChecker(responses: readonly Response[], turns: readonly RoomTurn[] = []): QuoteChecker {
  const passages = [...responses.flatMap(passagesOf), ...spokenPassages(responses, turns)]
  const counts = { checked: 0, verified: 0, dropped: 0 }
  const find = (quote: string, within: readonly QuoteSource[] | undefined): Evidence | null =>
    findExact(quote, within) ?? findExact(withoutQuotationMarks(quote), within)
  const findExact = (quote: string, within: readonly QuoteSource[] | undefined): Evidence | null => {
    const trimmed = quote.trim()
    if (trimmed.length < MIN_QUOTE_LENGTH) return null
    const searched = within ? passages.filter(({ source }) => within.includes(source as QuoteSource)) : passages
    // Most quotes match exactly; only the others need the normalised answers.
    const exact = searched.find(({ text }) => text.includes(trimmed))
    if (exact) return { persona_id: exact.persona_id, source: exact.source, quote: trimmed }
    return findNormalized(normalizeText(trimmed).text, searched)
  }
  return {
    counts,
    verify(quotes, within) {
      const evidence = quotes.map((quote) => find(quote, within)).filter((evidence) => evidence !== null)
      counts.checked += quotes.length
      counts.verified += evidence.length
      counts.dropped += quotes.length - evidence.length
      return evidence
    },
  }
}

function findNormalized(normalizedQuote: string, passages: Passage[]): Evidence | null {
  for (const passage of passages) {
    passage.normalized ??= normalizeText(passage.text)
    const at = passage.normalized.text.indexOf(normalizedQuote)
    if (at < 0) continue
    const start = passage.normalized.origin[at] ?? 0
    const end = (passage.normalized.origin[at + normalizedQuote.length - 1] ?? passage.text.length - 1) + 1
    return { persona_id: passage.persona_id, source: passage.source, quote: passage.text.slice(start, end) }
  }
  return null
}

function passagesOf(response: Response): Passage[] {
  return QUOTE_SOURCES.flatMap((source) => {
    const value = response[source]
    return (typeof value === 'string' ? [value] : value).map((text) => ({
      persona_id: response.persona_id,
      source,
      text,
    }))
  })
}

function spokenPassages(responses: readonly Response[], turns: readonly RoomTurn[]): Passage[] {
  const idOf = new Map(responses.map(({ persona_name, persona_id }) => [persona_name, persona_id]))
  return turns.flatMap(({ speaker, text }): Passage[] => {
    const persona_id = idOf.get(speaker)
    return persona_id === undefined ? [] : [{ persona_id, source: 'discussion', text }]
  })
}

/** Whether `text` contains the quote; white space, letter case and the shape of marks may differ. */
export const contains = (text: string, quote: string): boolean =>
  normalizeText(text).text.includes(normalizeText(withoutQuotationMarks(quote)).text)

/** `contains` with a minimum: the quote has at least `MIN_QUOTE_LENGTH` characters, or is the whole of a shorter text. */
export function containsCheckableQuote(text: string, quote: string): boolean {
  const copied = normalizeText(withoutQuotationMarks(quote)).text
  const whole = normalizeText(text).text
  if (copied.length >= MIN_QUOTE_LENGTH) return whole.includes(copied)
  return lettersOf(copied) !== '' && lettersOf(copied) === lettersOf(whole)
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

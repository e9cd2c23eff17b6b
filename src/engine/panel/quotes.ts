import type { Evidence } from '../../domain/analysis.js'
import type { RoomTurn } from '../../domain/focus-group.js'
import { QUOTE_SOURCES, type QuoteSource, type Response } from '../../domain/response.js'
import { type Folded, foldText as fold, withoutMarks } from './fold.js'

/** Shorter than this, a "quote" is a word that anybody may have used. */
const SHORTEST_QUOTE = 8

type Passage = { persona_id: string; source: Evidence['source']; text: string; folded?: Folded }

/** Looks quotes up in what was really said, and counts. */
export type QuoteChecker = {
  /** Those quotes that stand word for word in somebody's answer, with who said them and where. */
  verify(quotes: readonly string[], within?: readonly QuoteSource[]): Evidence[]
  readonly counts: { checked: number; verified: number; dropped: number }
}

/**
 * Checks quotes as substrings of the respondents' answers and of what they said in a discussion. Only runs of white space, letter case and the shape of
 * quotation marks and dashes may differ; what is returned is the source's own text.
 */
export function quoteChecker(responses: readonly Response[], turns: readonly RoomTurn[] = []): QuoteChecker {
  const passages = [...responses.flatMap(passagesOf), ...spokenPassages(responses, turns)]
  const counts = { checked: 0, verified: 0, dropped: 0 }
  const find = (quote: string, within: readonly QuoteSource[] | undefined): Evidence | null =>
    findExact(quote, within) ?? findExact(withoutMarks(quote), within)
  const findExact = (quote: string, within: readonly QuoteSource[] | undefined): Evidence | null => {
    const wanted = quote.trim()
    if (wanted.length < SHORTEST_QUOTE) return null
    const places = within ? passages.filter(({ source }) => within.includes(source as QuoteSource)) : passages
    // Most quotes are letter by letter; folding every answer is for the rest.
    const plain = places.find(({ text }) => text.includes(wanted))
    if (plain) return { persona_id: plain.persona_id, source: plain.source, quote: wanted }
    return findFolded(fold(wanted).text, places)
  }
  return {
    counts,
    verify(quotes, within) {
      const found = quotes.map((quote) => find(quote, within)).filter((evidence) => evidence !== null)
      counts.checked += quotes.length
      counts.verified += found.length
      counts.dropped += quotes.length - found.length
      return found
    },
  }
}

function findFolded(wanted: string, places: Passage[]): Evidence | null {
  for (const place of places) {
    place.folded ??= fold(place.text)
    const at = place.folded.text.indexOf(wanted)
    if (at < 0) continue
    const start = place.folded.origin[at] ?? 0
    const end = (place.folded.origin[at + wanted.length - 1] ?? place.text.length - 1) + 1
    return { persona_id: place.persona_id, source: place.source, quote: place.text.slice(start, end) }
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

/** Whether `text` contains the quote, by the same rules. */
export const contains = (text: string, quote: string): boolean =>
  fold(text).text.includes(fold(withoutMarks(quote)).text)

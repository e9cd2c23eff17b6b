import { type ClaimsAnswer, MAX_CLAIMS } from '../../../domain/panel/claim.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import type { Read } from '../reading/reading.js'

/**
 * The claims of the reading, verbatim and in the order of the text. Where there are too many, harms are kept first,
 * then the claims that ask for most belief.
 */
export function claims({ stimulus }: FactsOf<'claims'>, read: Read): ClaimsAnswer {
  const found: { start: number; end: number; quote: string; meaning: number }[] = []
  // Claims that speak against the product come before those that ask for most belief.
  const { claims: all, understood } = read(stimulus)
  const ranked = [...all].sort((a, b) => Math.min(a.meaning, 0) - Math.min(b.meaning, 0) || b.asks - a.asks)
  for (const { quote, start: from, meaning } of ranked) {
    const start = quote === '' ? -1 : stimulus.indexOf(quote, from)
    const end = start + quote.length
    const taken = found.some((other) => other.quote === quote || (start < other.end && end > other.start))
    if (start >= 0 && !taken && found.length < MAX_CLAIMS) found.push({ start, end, quote, meaning })
  }
  return {
    offer: { kind: 'offer', language: 'English', why: '', understood_share: understood },
    claims: found.sort((a, b) => a.start - b.start).map(({ quote, meaning }) => ({ text: quote, meaning })),
  }
}

import { type ClaimsAnswer, MOST_CLAIMS } from '../../domain/claim.js'
import type { FactsOf } from '../../domain/tasks.js'
import type { Read } from './reading/reading.js'

/** The claims the reader found, in their own words; the weightiest where there are too many. */
export function claims({ stimulus }: FactsOf<'claims'>, read: Read): ClaimsAnswer {
  const found = read(stimulus)
    .claims.filter(({ quote }) => quote !== '' && stimulus.includes(quote))
    .sort((a, b) => b.asks - a.asks)
    .map(({ quote }) => quote)
  return { claims: [...new Set(found)].slice(0, MOST_CLAIMS) }
}

import { type Claim, type ClaimsAnswer, MAX_CLAIMS, type OfferReading } from '../../../domain/panel/claim.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import type { EngineDeps } from '../../deps.js'
import { findSpan } from '../find-span.js'
import { claimsPrompt } from './prompt.js'

/** A proposition after reading: whether it is an offer that can be judged, and its claims. */
export type ReadProposition = { readonly offer: OfferReading; readonly claims: Claim[] }

/** The claims of a stimulus, verbatim and in its order. Spans that do not occur in it are left out. */
export async function readProposition(
  deps: EngineDeps,
  rules: string,
  { stimulus, about, category }: FactsOf<'claims'>,
  key = 'claims',
): Promise<ReadProposition> {
  const facts = { stimulus, about, category }
  const { offer, claims } = await deps.ask(key, 'claims', facts, claimsPrompt(rules, facts))
  // Only the offline model computes the share; a language model that returns it has guessed it.
  const { understood_share, ...read } = offer
  return {
    offer: deps.model.mode === 'offline' ? offer : read,
    claims: locateClaims(stimulus, claims),
  }
}

/** Looks spans up in the text, drops those not found or overlapping an earlier span, and numbers the rest. */
export function locateClaims(stimulus: string, spans: ClaimsAnswer['claims']): Claim[] {
  const placed: { start: number; end: number; meaning: number }[] = []
  for (const { text, meaning } of spans) {
    const location = findSpan(stimulus, text, placed)
    if (location) placed.push({ ...location, meaning })
  }
  return placed
    .sort((a, b) => a.start - b.start)
    .slice(0, MAX_CLAIMS)
    .map(({ start, end, meaning }, index) => ({
      claim_id: `c${index + 1}`,
      text: stimulus.slice(start, end),
      start,
      end,
      meaning,
    }))
}

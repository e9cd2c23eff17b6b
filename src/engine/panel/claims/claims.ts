import type { Claim } from '../../../domain/claim.js'
import { MAX_CLAIMS } from '../../../domain/claim.js'
import type { Category } from '../../../domain/persona.js'
import type { EngineDeps } from '../../deps.js'
import { findSpan } from '../find-span.js'
import { claimsPrompt } from './prompt.js'

/** The claims of a stimulus, verbatim and in its order. Spans that do not stand in it are left out. */
export async function extractClaims(
  deps: EngineDeps,
  rules: string,
  { stimulus, category }: { stimulus: string; category: Category },
  key = 'claims',
): Promise<Claim[]> {
  const answer = await deps.ask(key, 'claims', { stimulus, category }, claimsPrompt(rules, stimulus, category))
  return locateClaims(stimulus, answer.claims)
}

/** Looks spans up in the text, drops what is not there or overlaps an earlier one, and numbers the rest. */
export function locateClaims(stimulus: string, spans: readonly string[]): Claim[] {
  const placed: { start: number; end: number }[] = []
  for (const span of spans) {
    const location = findSpan(stimulus, span, placed)
    if (location) placed.push(location)
  }
  return placed
    .sort((a, b) => a.start - b.start)
    .slice(0, MAX_CLAIMS)
    .map(({ start, end }, index) => ({ claim_id: `c${index + 1}`, text: stimulus.slice(start, end), start, end }))
}

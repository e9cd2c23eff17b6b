import type { PrivateObjection } from '../../../data/lexicon.js'
import { PHRASES } from '../../../data/phrases.js'
import type { PrivateReason } from '../../../domain/response.js'
import { EMPTY_POINT, type Points } from '../model/points.js'
import { clamp } from '../model/weights.js'
import type { Say } from './speaker.js'

const MAX_REASONS = { against: 2, hidden: 1, forIt: 1 } as const
const MIN_REASONS = 2
/** From this purchase intent (1–10) a person also has a reason in favour. */
const MIN_WARM_INTENT = 5

/** The reasons of the secret ballot: objections first, hidden ones among them, two to four in all. */
export function privateReasons(
  hidden: readonly PrivateObjection[],
  points: Points,
  purchaseIntent: number,
  say: Say,
): PrivateReason[] {
  const distance = (10 - purchaseIntent) / 9
  const against = points.against.map((point) => ({
    side: 'against' as const,
    reason: say(PHRASES.frictions()[point.kind], 'friction', point),
    quote: say(PHRASES.private().blunt[point.kind], 'private', point),
    strength: strengthOf((distance + Math.min(1, point.strength)) / 2),
  }))
  // A hidden objection weighs more the further its holder is from buying.
  const unspoken = hidden.map((kind) => ({
    side: 'against' as const,
    reason: PHRASES.ballot().against[kind],
    quote: say(PHRASES.private().thoughts[kind], 'private', { ...EMPTY_POINT, kind }),
    strength: strengthOf((distance + HIDDEN_STRENGTH) / 2),
  }))
  const forIt = [
    ...points.inFavour.map((point) => ({
      side: 'for' as const,
      reason: PHRASES.ballot().in_favour[point.kind],
      quote: say(PHRASES.arguments().sentences[point.kind], 'ballot', point),
      strength: strengthOf((1 - distance + Math.min(1, point.strength)) / 2),
    })),
    {
      side: 'for' as const,
      reason: PHRASES.ballot().in_favour.plain,
      quote: say(PHRASES.arguments().sentences.plain, 'ballot'),
      strength: 1,
    },
  ]
  const reasons = unique([
    ...against.slice(0, MAX_REASONS.against),
    ...unspoken.slice(0, MAX_REASONS.hidden),
    ...(purchaseIntent >= MIN_WARM_INTENT && points.inFavour.length > 0 ? forIt.slice(0, MAX_REASONS.forIt) : []),
  ])
  if (reasons.length >= MIN_REASONS) return reasons
  return unique([...reasons, ...unspoken, ...against, ...forIt]).slice(0, MIN_REASONS)
}

const HIDDEN_STRENGTH = 0.7

/** Maps 0–1 to a strength from 1 (minor) to 5 (decisive). */
const strengthOf = (share: number): number => Math.round(clamp(1 + 4 * share, 1, 5))

const unique = (reasons: readonly PrivateReason[]): PrivateReason[] =>
  reasons.filter(
    ({ reason, quote }, at) => reasons.findIndex((other) => other.reason === reason || other.quote === quote) === at,
  )

import type { PrivateObjection } from '../../../data/lexicon.js'
import { PHRASES } from '../../../data/phrases.js'
import type { PrivateReason } from '../../../domain/response.js'
import { POINT_OF_NOTHING, type Points } from '../model/points.js'
import { clamp } from '../model/weights.js'
import type { Say } from './say.js'

const MOST = { against: 2, hidden: 1, forIt: 1 } as const
const FEWEST = 2
/** From this intent (1–10) on somebody has a reason for it too. */
const WARM = 5

/** The secret ballot: what decides for this person, objections first, the hidden ones with them, two to four in all. */
export function privateReasons(
  hidden: readonly PrivateObjection[],
  points: Points,
  purchaseIntent: number,
  say: Say,
): PrivateReason[] {
  const distance = (10 - purchaseIntent) / 9
  const against = points.against.map((point) => ({
    reason: say(PHRASES.frictions()[point.kind], 'friction', point),
    quote: say(PHRASES.private().blunt[point.kind], 'private', point),
    strength: strengthOf((distance + Math.min(1, point.strength)) / 2),
  }))
  // What nobody else knows of weighs by how far it keeps its holder from buying.
  const unspoken = hidden.map((kind) => ({
    reason: PHRASES.ballot().against[kind],
    quote: say(PHRASES.private().thoughts[kind], 'private', { ...POINT_OF_NOTHING, kind }),
    strength: strengthOf((distance + HIDDEN) / 2),
  }))
  const forIt = [
    ...points.forIt.map((point) => ({
      reason: PHRASES.ballot().in_favour[point.kind],
      quote: say(PHRASES.arguments().sentences[point.kind], 'ballot', point),
      strength: strengthOf((1 - distance + Math.min(1, point.strength)) / 2),
    })),
    {
      reason: PHRASES.ballot().in_favour.plain,
      quote: say(PHRASES.arguments().sentences.plain, 'ballot'),
      strength: 1,
    },
  ]
  const reasons = unique([
    ...against.slice(0, MOST.against),
    ...unspoken.slice(0, MOST.hidden),
    ...(purchaseIntent >= WARM && points.forIt.length > 0 ? forIt.slice(0, MOST.forIt) : []),
  ])
  if (reasons.length >= FEWEST) return reasons
  return unique([...reasons, ...unspoken, ...against, ...forIt]).slice(0, FEWEST)
}

const HIDDEN = 0.7

/** 0–1 as 1 (in passing) … 5 (decides it). */
const strengthOf = (share: number): number => Math.round(clamp(1 + 4 * share, 1, 5))

const unique = (reasons: readonly PrivateReason[]): PrivateReason[] =>
  reasons.filter(
    ({ reason, quote }, at) => reasons.findIndex((other) => other.reason === reason || other.quote === quote) === at,
  )

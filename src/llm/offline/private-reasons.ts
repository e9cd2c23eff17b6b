import type { Persona } from '../../domain/persona.js'
import type { PrivateReason } from '../../domain/response.js'
import type { PrivateObjection } from './kinds.js'
import { ARGUMENT_SENTENCES } from './phrases/arguments.js'
import { ARGUMENT_REASONS, PRIVATE_REASONS } from './phrases/ballot.js'
import { FRICTIONS } from './phrases/frictions.js'
import { BLUNT_OBJECTIONS, PRIVATE_SENTENCES } from './phrases/private.js'
import { POINT_OF_NOTHING, type Points } from './points.js'
import type { Say } from './say.js'
import { clamp } from './weights.js'

const MOST = { hidden: 1, against: 2, forIt: 1 } as const
/** From this intent (1–10) on somebody has a reason for it too. */
const WARM = 5

/** The secret ballot: what decides for this person, the hidden reasons with it. */
export function privateReasons(
  persona: Persona,
  hidden: readonly PrivateObjection[],
  points: Points,
  purchaseIntent: number,
  say: Say,
): PrivateReason[] {
  const distance = (10 - purchaseIntent) / 9
  const against = [
    ...hidden.slice(0, MOST.hidden).map((kind) => ({
      reason: PRIVATE_REASONS[kind],
      quote: say(PRIVATE_SENTENCES[kind], 'private', { ...POINT_OF_NOTHING, kind }),
      strength: strengthOf(0.35 + 0.5 * distance),
    })),
    ...points.against.slice(0, MOST.against).map((point, rank) => ({
      reason: say(FRICTIONS[point.kind], 'friction', point),
      quote: say(BLUNT_OBJECTIONS[point.kind], 'private', point),
      strength: strengthOf(0.3 + 0.6 * distance - 0.15 * rank),
    })),
  ]
  const forIt =
    purchaseIntent < WARM && against.length > 0
      ? []
      : points.forIt.slice(0, MOST.forIt).map((point) => ({
          reason: ARGUMENT_REASONS[point.kind],
          quote: say(ARGUMENT_SENTENCES[point.kind], 'ballot', point),
          strength: strengthOf(0.9 - 0.6 * distance),
        }))
  const reasons = unique([...forIt, ...against])
  if (reasons.length > 0) return reasons
  const plain = say(ARGUMENT_SENTENCES.plain, 'ballot')
  return [{ reason: ARGUMENT_REASONS.plain, quote: plain, strength: strengthOf(0.3 + 0.2 * persona.traits.conformity) }]
}

/** 0–1 as 1 (in passing) … 5 (decides it). */
const strengthOf = (share: number): number => Math.round(clamp(1 + 4 * share, 1, 5))

const unique = (reasons: readonly PrivateReason[]): PrivateReason[] =>
  reasons.filter(({ reason }, at) => reasons.findIndex((other) => other.reason === reason) === at)

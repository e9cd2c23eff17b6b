import { z } from 'zod'
import { confidenceOf } from '../domain/persona-confidence.js'
import { AppError } from '../errors.js'
import type { Context } from './context.js'
import { parseInput } from './parse-input.js'
import { findSet } from './persona-sets.js'

/** How often a persona foretold what comparable real people did: `hits` of `trials`. */
const Observation = z
  .object({ id: z.string(), hits: z.number().min(0), trials: z.int().min(1) })
  .refine(({ hits, trials }) => hits <= trials, 'More hits than trials.')
const Observations = z.array(Observation).min(1, 'Give at least one comparison with real people.')

/**
 * Counts comparisons with real people into the confidence of a set's members. The set's earlier versions stay as they
 * were; this is the next one. Errors: `not_found`, `invalid_input` (nobody of that id).
 */
export async function calibratePersonas(
  ctx: Context,
  input: { set: string; observations: readonly z.input<typeof Observation>[] },
): Promise<{ name: string; version: number; mean_confidence: number }> {
  const observations = parseInput(Observations, input.observations)
  const found = await findSet(ctx, input.set)
  const members = await ctx.store.personaSets.members(ctx.actor, found)
  const strangers = observations.filter(({ id }) => !members.some((one) => one.id === id))
  if (strangers[0])
    throw new AppError('invalid_input', { problem: `Nobody in ${found.name} has the id ${strangers[0].id}.` })
  const personas = members.map((profile) => {
    const own = observations.filter(({ id }) => id === profile.id)
    const calibration = {
      hits: own.reduce((sum, { hits }) => sum + hits, profile.calibration.hits),
      trials: own.reduce((sum, { trials }) => sum + trials, profile.calibration.trials),
    }
    return { ...profile, calibration, confidence_score: confidenceOf({ ...profile, calibration }) }
  })
  const trials = observations.reduce((sum, one) => sum + one.trials, 0)
  const version = await ctx.store.personaSets.save(ctx.actor, {
    name: found.name,
    run_id: found.run_id,
    origin: `Version ${found.version} compared with real people ${trials} times.`,
    passages: found.passages,
    personas,
  })
  const mean = personas.reduce((sum, { confidence_score }) => sum + confidence_score, 0) / personas.length
  return { name: found.name, version, mean_confidence: Math.round(mean * 1_000) / 1_000 }
}

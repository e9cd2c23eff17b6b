import { z } from 'zod'
import { CATEGORIES, SkepticismLevel } from '../domain/persona.js'
import { MAX_PERSONAS } from '../domain/pressure-test.js'

/** Longest wait of one call: hosts give up at 60 s. */
const MAX_WAIT = 50

export const waitSeconds = z.int().min(0).max(MAX_WAIT)
export const runId = z.string().min(1).max(64)

/** What every tool that makes a run can be told. Their meaning stands in the server's instructions. */
export const submitOptions = {
  dry_run: z.boolean().optional(),
  confirm: z.boolean().optional(),
  budget_usd: z.number().min(0).max(10_000).optional(),
  wait_seconds: waitSeconds.optional(),
  idempotency_key: z.string().min(1).max(200).optional(),
}
export type SubmitOptions = z.infer<z.ZodObject<typeof submitOptions>>

/** Who is asked. */
export const panelOptions = {
  category: z.enum(CATEGORIES).optional(),
  panel: z.array(z.string().max(60)).max(24).optional(),
  personas: z.int().min(3).max(MAX_PERSONAS).optional(),
  skepticism: SkepticismLevel.optional(),
}

/** Splits a tool's input into what the run is asked with and how it is submitted. */
export function splitOptions<T extends SubmitOptions>(input: T) {
  const { dry_run, confirm, budget_usd, wait_seconds, idempotency_key, ...asked } = input
  return { asked, options: { dry_run, confirm, budget_usd, wait_seconds, idempotency_key } }
}

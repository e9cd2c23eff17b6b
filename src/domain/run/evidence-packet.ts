import { z } from 'zod'
import { Surplus } from './run.js'
import { RunDocument } from './run-document.js'

export const PACKET_FORMAT = 'pressure-test-evidence-1'

/** One request to a provider, as the ledger holds it. */
const Request = z.object({
  status: z.string(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cache_read_tokens: z.int(),
  cache_write_tokens: z.int(),
  cost_usd: z.number().nullable(),
  stop_reason: z.string().nullable(),
  request_id: z.string().nullable(),
  duration_ms: z.int().nullable(),
})

const Outcome = z.union([
  /** `surplus`: what was cut off the answer or clipped before it was used. */
  z.object({ ok: z.unknown(), surplus: Surplus.optional() }),
  z.object({ error: z.object({ code: z.string(), message: z.string(), facts: z.unknown().optional() }) }),
])

/** A question to a model, with prompt, outcome and requests. */
const Call = z.object({
  key: z.string(),
  input_hash: z.string(),
  task: z.string(),
  model: z.string(),
  /** In the order in which it is sent; rebuilt from the stored facts, whose hash is `input_hash`. */
  prompt: z.object({ rules: z.string(), shared: z.string(), own: z.string() }),
  outcome: Outcome,
  requests: z.array(Request),
})

/** Stored work that is no question to a model: rules, ratings, groupings. */
const Step = z.object({ key: z.string(), input_hash: z.string(), outcome: Outcome })

/** Everything a result rests on. The result can be computed again from `run.input`, `calls` and `steps`, with no model. */
export const EvidencePacket = z.object({
  format: z.literal(PACKET_FORMAT),
  program_version: z.string(),
  run: RunDocument.extend({ input: z.unknown(), judge_model: z.string() }),
  calls: z.array(Call),
  steps: z.array(Step),
  /** SHA-256 over the packet without this field, as compact JSON. */
  hash: z.string(),
})
export type EvidencePacket = z.infer<typeof EvidencePacket>

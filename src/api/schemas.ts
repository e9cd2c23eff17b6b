import { z } from 'zod'
import { JudgedOutcome, TrackRecord } from '../domain/panel/outcome.js'
import { ObjectionRecord, VersionChange } from '../domain/panel/versions.js'
import { PersonaProfile } from '../domain/personas/persona-profile.js'
import { PersonaSetDocument } from '../domain/personas/persona-set.js'
import { KINDS, RunKind } from '../domain/run/kinds.js'
import { Quote } from '../domain/run/quote.js'
import { RunId, RunStatus, Trust } from '../domain/run/run.js'
import { RunDocument } from '../domain/run/run-document.js'
import { Product } from '../domain/simulation/product.js'
import { Webhook, WebhookDelivery, WebhookEvent } from '../domain/workspace/webhook.js'

/** A run of one kind, with the result of that kind. */
const runOf = (kind: RunKind) => RunDocument.extend({ kind: z.literal(kind), result: KINDS[kind].result.nullable() })

const RUNS = Object.fromEntries(RunKind.options.map((kind) => [kind, runOf(kind)])) as Record<
  RunKind,
  ReturnType<typeof runOf>
>
const [first = runOf('pressure_test'), ...others] = Object.values(RUNS)

/** A run as every surface returns it; its result has the schema of its kind. */
export const Run = z.discriminatedUnion('kind', [first, ...others]) as unknown as z.ZodType<RunDocument>

/** A run in lists. */
export const RunSummary = z.object({
  run_id: RunId,
  kind: RunKind,
  status: RunStatus,
  title: z.string(),
  /** Answered by the offline model: its figures judge nothing. */
  rehearsal: z.boolean(),
  /** False where there was nothing to judge; `null` for anything but a finished pressure test. */
  judged: z.boolean().nullable(),
  /** Name of its project. */
  project: z.string().nullable(),
  /** `null` where a model's price is not known. */
  cost_usd: z.number().nullable(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
})

const pascal = (kind: string): string => kind.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
const byKind = RunKind.options.flatMap((kind) => [
  [`${pascal(kind)}Run`, RUNS[kind]],
  [`${pascal(kind)}Result`, KINDS[kind].result],
])

/** Names of the schemas that are used in several places, for documents and generated clients. */
export const NAMES: Readonly<Record<string, z.ZodType>> = {
  Run,
  ...Object.fromEntries(byKind),
  RunSummary,
  JudgedOutcome,
  TrackRecord,
  ObjectionRecord,
  VersionChange,
  Trust,
  Quote,
  Product,
  PersonaProfile,
  PersonaSet: PersonaSetDocument,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
}

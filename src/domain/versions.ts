import { z } from 'zod'
import { RunId } from './run.js'
import { Interval } from './scores.js'

const OBJECTION_STATES = ['new', 'stayed', 'came_back', 'gone'] as const

/** An objection over the tested versions of one thing: one row, whichever runs it turned up in. */
const ObjectionRow = z.object({
  /** In the words of the last run that it turned up in. */
  objection: z.string(),
  /** Beside the last version: `gone` from it, or there and `new`, `stayed` since the version before, or `came_back`. */
  state: z.enum(OBJECTION_STATES),
  /** One entry a version, oldest first. */
  runs: z.array(
    z.object({
      run_id: RunId,
      /** People who hold it; 0 where nobody does. */
      holders: z.int(),
      of: z.int(),
      /** The room did not hear it. */
      unheard: z.boolean(),
    }),
  ),
  /** Another row that may be the same objection in other words; nobody can tell from the words. */
  perhaps: z.string().nullable(),
  /** From the version before to the last: exact p of McNemar's test over the same people, `null` where they were others. */
  p: z.number().nullable(),
  /** People who hold it in one of the last two versions only. */
  changed: z.int(),
})
export type ObjectionRow = z.infer<typeof ObjectionRow>

export const ObjectionRecord = z.object({
  rows: z.array(ObjectionRow),
  /** Oldest first. */
  versions: z.array(z.object({ run_id: RunId, title: z.string(), at: z.iso.datetime().nullable() })),
  /** Tests of it that were asked in another form and stand beside this. */
  left_out: z.int(),
  rehearsal: z.boolean(),
  sentence: z.string(),
  /** How often the same words are taken for another thing, and the other way round. */
  caution: z.string(),
})
export type ObjectionRecord = z.infer<typeof ObjectionRecord>

/** A version beside an earlier one, over the same people. */
export const VersionChange = z.object({
  before: RunId,
  after: RunId,
  status: z.enum(['no_worse', 'worse', 'not_known']),
  sentence: z.string(),
  /** Points of the pressure score, after minus before; 95 % interval. */
  difference: z.object({ mean: z.number(), interval: Interval.nullable(), p: z.number() }).nullable(),
  /** Points that rewording alone brings: nothing within it is called worse. */
  noise_floor: z.number().nullable(),
  objections: ObjectionRecord,
})
export type VersionChange = z.infer<typeof VersionChange>

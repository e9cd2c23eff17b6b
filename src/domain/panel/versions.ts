import { z } from 'zod'
import { RunId } from '../run/run.js'
import { Interval } from './scores.js'

const OBJECTION_STATES = ['new', 'stayed', 'came_back', 'gone'] as const

/** An objection over the tested versions of one thing: a single row for all runs it occurred in. */
const ObjectionRow = z.object({
  /** In the words of the last run in which it occurred. */
  objection: z.string(),
  /** State in the last version: `gone`, or present and `new`, `stayed` since the previous version, or `came_back`. */
  state: z.enum(OBJECTION_STATES),
  /** One entry a version, oldest first. */
  runs: z.array(
    z.object({
      run_id: RunId,
      /** Number of people who hold it. */
      holders: z.int(),
      of: z.int(),
      /** Whether the room did not hear it. */
      unheard: z.boolean(),
    }),
  ),
  /** Another row that may be the same objection in other words; the words alone cannot decide. */
  perhaps: z.string().nullable(),
  /** Exact p of McNemar's test from the previous to the last version, over the same people; `null` for different people. */
  p: z.number().nullable(),
  /** Number of people who hold it in only one of the last two versions. */
  changed: z.int(),
})
export type ObjectionRow = z.infer<typeof ObjectionRow>

export const ObjectionRecord = z.object({
  rows: z.array(ObjectionRow),
  /** Oldest first. */
  versions: z.array(z.object({ run_id: RunId, title: z.string(), at: z.iso.datetime().nullable() })),
  /** Number of tests in another form, which are left out. */
  left_out: z.int(),
  rehearsal: z.boolean(),
  sentence: z.string(),
  /** How often equal objections are taken for different ones, and the other way round. */
  caution: z.string(),
})
export type ObjectionRecord = z.infer<typeof ObjectionRecord>

/** A version compared with an earlier version, over the same people. */
export const VersionChange = z.object({
  before: RunId,
  after: RunId,
  status: z.enum(['no_worse', 'worse', 'not_known']),
  sentence: z.string(),
  /** Points of the pressure score, after minus before; 95 % interval. */
  difference: z.object({ mean: z.number(), interval: Interval.nullable(), p: z.number() }).nullable(),
  /** Points that rewording alone causes: a smaller difference is never called worse. */
  noise_floor: z.number().nullable(),
  objections: ObjectionRecord,
})
export type VersionChange = z.infer<typeof VersionChange>

import { z } from 'zod'
import { Category, SkepticismLevel } from '../personas/persona.js'
import { AssayMode } from './assay.js'
import { Claim } from './claim.js'
import { PanelInput } from './pressure-test.js'
import { Response } from './response.js'
import { Interval, PanelIntent, ScoreIntervals, Scores } from './scores.js'
import { Pictures, Proposition } from './stimulus.js'

export const LABELS = ['A', 'B', 'C', 'D', 'E'] as const

export const ComparisonInput = PanelInput.extend({
  /** In the order given; labelled A, B, C, … */
  propositions: z
    .array(z.object({ name: z.string(), stimulus: Proposition, pictures: Pictures.optional() }))
    .min(2, 'A comparison needs at least two propositions.')
    .max(LABELS.length, 'A comparison takes at most five propositions; nobody can hold more apart.'),
  /** Whether the effect of rewording is measured: for the first proposition (`quick`) or for all; `auto` as in a test. */
  assay: z.enum(['auto', ...AssayMode.options]).default('auto'),
  personas: PanelInput.shape.personas.removeDefault().default(12),
  /** A sentence or two on where the panel comes from; '' where it was chosen for this comparison. */
  panel_note: z.string().default(''),
})
export type ComparisonInput = z.infer<typeof ComparisonInput>

export const ComparisonResult = z.object({
  about: z.string(),
  scoring_version: z.int(),
  category: Category,
  skepticism: SkepticismLevel,
  propositions: z.array(
    z.object({
      label: z.string(),
      name: z.string(),
      stimulus: z.string(),
      claims: z.array(Claim),
      scores: Scores,
      intervals: ScoreIntervals.nullable(),
      /** `null` where more than a third of the answers about buying could not be rated. */
      intent: PanelIntent.nullable(),
      responses: z.array(Response),
    }),
  ),
  /** Who saw which proposition in which order, and the effect of the position alone. */
  order: z.object({
    design: z.string(),
    orders: z.array(z.object({ persona_id: z.string(), labels: z.array(z.string()) })),
    /** Mean pressure score by place, first to last, over all propositions. */
    mean_by_place: z.array(z.number()),
  }),
  /** Every pair: difference in points of the pressure score, first minus second, over the same people. */
  differences: z.array(
    z.object({
      first: z.string(),
      second: z.string(),
      mean: z.number(),
      interval: Interval.nullable(),
      /** p of a sign-flip test. */
      p: z.number(),
      /** p corrected for the number of pairs by Holm's method. */
      p_holm: z.number(),
      difference_seen: z.boolean(),
      sentence: z.string(),
    }),
  ),
  /** The label that beats every other label; `null` where none does. */
  best: z.string().nullable(),
  sentence: z.string(),
  /** Where the panel comes from; '' where it was chosen for this comparison. */
  panel_note: z.string().default(''),
})
export type ComparisonResult = z.infer<typeof ComparisonResult>

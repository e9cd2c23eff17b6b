import { z } from 'zod'
import { Category, SkepticismLevel } from '../personas/persona.js'
import { PanelPeople } from '../personas/persona-set.js'
import { Claim } from './claim.js'
import { IntentMethod, Response } from './response.js'
import { Interval, Scores } from './scores.js'
import { Stimulus } from './stimulus.js'

/** A finding of a test that an edit may answer. */
export const Finding = z.object({
  /** f1, f2, … in order of importance. */
  finding_id: z.string(),
  finding: z.string(),
  /** The analyst's recommendation. */
  fix: z.string(),
  priority: z.enum(['high', 'medium', 'low']),
})
export type Finding = z.infer<typeof Finding>

/** A model's answer when it rewrites: spans to replace, each for a finding. Still to be checked. */
export const RewriteAnswer = z.object({
  edits: z
    .array(
      z.object({
        finding_id: z.string(),
        /** Copied letter by letter from the text. */
        original: z.string(),
        /** '' removes the span. */
        replacement: z.string(),
        why: z.string(),
      }),
    )
    .max(8),
  /** Boasts that no edit takes out without inventing, as they stand in the edited text. */
  left: z
    .array(z.object({ words: z.string(), why: z.string() }))
    .max(8)
    .optional(),
})
export type RewriteAnswer = z.infer<typeof RewriteAnswer>

/** Input of a refinement: the findings of a finished pressure test; the verb takes them from the run. */
export const RefinementInput = z.object({
  stimulus: Stimulus,
  about: z.string().default(''),
  category: Category,
  panel: z.array(z.string()),
  /** Members of saved sets, as the test of the original seated them. */
  people: PanelPeople.nullable().default(null),
  personas: z.int(),
  skepticism: SkepticismLevel,
  intent: z.enum(['auto', ...IntentMethod.options]),
  seed: z.int(),
  /** Whether the original was answered with a secret ballot: the refined text is then asked about in the same form. */
  ballot: z.boolean(),
  findings: z.array(Finding).min(1),
  /** Noise floor of that test, in points of the score; `null` where it was not measured. */
  noise_floor: z.number().nullable().default(null),
  /** The answers and scores of the test of the original. */
  before: z.object({ claims: z.array(Claim), responses: z.array(Response), scores: Scores }),
})
export type RefinementInput = z.infer<typeof RefinementInput>

/** A mean difference in points of 0–100, after minus before, over the same people. */
export const Lift = z.object({ mean: z.number(), interval: Interval.nullable() })
export type Lift = z.infer<typeof Lift>

export const Edit = z.object({
  edit_id: z.string(),
  finding_id: z.string(),
  original: z.string(),
  replacement: z.string(),
  why: z.string(),
  /** Offset in the original, in characters; `null` for a dropped edit, and in older results. */
  start: z.int().nullable().default(null),
  status: z.enum(['applied', 'dropped']),
  /** Why the edit was dropped or, measured as worse, left out, one sentence; '' for an applied edit. */
  problem: z.string(),
  /** The edit's own effect on short reactions of the same people; `null` for an edit that was dropped unmeasured. */
  effect: Lift.nullable(),
  /** The edit alone made the score worse, beyond chance over all edits and beyond the noise floor; never in a rehearsal. */
  backfired: z.boolean(),
})
export type Edit = z.infer<typeof Edit>

export const RefinementResult = z.object({
  original: z.string(),
  refined: z.string(),
  /** Context shown to the panel beside both texts. */
  about: z.string(),
  category: Category,
  skepticism: SkepticismLevel,
  findings: z.array(Finding),
  edits: z.array(Edit),
  claims: z.array(Claim),
  responses: z.array(Response),
  scores: z.object({ before: Scores, after: Scores }),
  /** `null` where no edit was made, or where the edited text was worse and the original stands. */
  lift: z
    .object({
      pressure_score: Lift,
      gut_attraction_index: Lift,
      credibility_score: Lift,
      /** `null` where more than a third of the people's answers about buying could not be rated. */
      intent: Lift.nullable(),
    })
    .nullable(),
  per_persona: z.array(
    z.object({
      persona_id: z.string(),
      persona_name: z.string(),
      before: z.number(),
      after: z.number(),
      lift: z.number(),
    }),
  ),
  /** What the figures allow to conclude, in one or two sentences. */
  sentence: z.string(),
})
export type RefinementResult = z.infer<typeof RefinementResult>

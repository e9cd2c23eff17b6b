import { z } from 'zod'
import { Category, SkepticismLevel } from '../personas/persona.js'
import { PanelPeople, PanelSources } from '../personas/persona-set.js'
import { seedUpTo } from '../run/seed.js'
import { Analysis, AnalysisMissing, Measured } from './analysis.js'
import { AssayMode } from './assay.js'
import { Claim } from './claim.js'
import { GroupDynamics, MinorityReport } from './discussion.js'
import { IntentMethod, Response } from './response.js'
import { ArchetypeScores, PanelIntent } from './scores.js'
import { Pictures, Proposition, Stimulus, StimulusSource } from './stimulus.js'

/** How many synthetic people a panel may have, and has where nobody says how many. */
export const MIN_PERSONAS = 3
export const MAX_PERSONAS = 1_000
export const USUAL_PERSONAS = 6
export const MAX_ABOUT = 1_000
/** Maximum number of participants' turns in a discussion. */
const MAX_TURNS = 120
export const MAX_PANELS = 10

export const FocusGroupMode = z.enum(['off', 'quick', 'live'])
export type FocusGroupMode = z.infer<typeof FocusGroupMode>

/** The panel of a run, shared by every kind of run that seats one. */
export const PanelInput = z.object({
  category: Category.default('fmcg'),
  /** Product, price and audience where the text does not state them: shown to the panel, not scored. */
  about: z
    .string()
    .trim()
    .max(MAX_ABOUT, `What is told about the product is longer than ${MAX_ABOUT} characters; shorten it.`)
    .default(''),
  /** Archetype ids and names of persona sets; empty means the category's default panel. */
  panel: z.array(z.string()).max(100).default([]),
  /** Members of the saved sets in `panel`; the verb fills them in when a run is submitted. */
  people: PanelPeople.nullable().default(null),
  /** The sources of the text, in its order; absent for a typed text. The verb fills it in. */
  sources: z.array(StimulusSource).max(100).optional(),
  personas: z
    .int()
    .min(MIN_PERSONAS, `A panel needs at least ${MIN_PERSONAS} synthetic people.`)
    .max(MAX_PERSONAS)
    .default(USUAL_PERSONAS),
  skepticism: SkepticismLevel.default('medium'),
  /** How free text becomes a distribution of purchase intent; `auto`: `coder` with a model, `graded` offline. */
  intent: z.enum(['auto', ...IntentMethod.options]).default('auto'),
  seed: seedUpTo(2 ** 32 - 1).default(1),
})
export type PanelInput = z.infer<typeof PanelInput>

const turns = z
  .int()
  .min(6, 'A discussion needs at least 6 turns.')
  .max(MAX_TURNS, `A discussion has at most ${MAX_TURNS} turns.`)
  .optional()

/** Input of a pressure test. The verb parses it once; it is stored whole with the run. */
export const PressureTestInput = PanelInput.extend({
  stimulus: Proposition,
  pictures: Pictures.optional(),
  focus_group: FocusGroupMode.default('live'),
  /** Maximum number of participants' turns in a live discussion; default: one each and eight more. */
  turns,
  /** Also shows the panel an absurd and a known-good concept, to see whether it can tell them apart. */
  controls: z.boolean().default(true),
  /** How much the panel itself is tested; `auto`: `quick` with a model, `full` offline, where it is free. */
  assay: z.enum(['auto', ...AssayMode.options]).default('auto'),
  /** Another model that plays the same people in a full assay; the verb fills in the configured model. */
  second_model: z.string().trim().min(1).nullable().default(null),
  /** Number of panels to rebuild and ask, to see whether they agree; 0 for none. */
  stability: z
    .int()
    .max(MAX_PANELS, `At most ${MAX_PANELS} panels can be rebuilt.`)
    .refine((panels) => panels === 0 || panels >= 2, 'Stability needs at least 2 rebuilt panels, or 0 for none.')
    .default(0),
})
export type PressureTestInput = z.infer<typeof PressureTestInput>

const tested = {
  stimulus: z.string(),
  /** Product, price and audience as shown to the panel; '' for none. */
  about: z.string(),
  category: Category,
  skepticism: SkepticismLevel,
  /** Version of the score formulas; see docs/scoring.md. */
  scoring_version: z.int(),
}

/** The `result` of a pressure test. Parts that were not asked for are `null`, never invented. */
export const JudgedResult = z.object({
  judged: z.literal(true),
  ...tested,
  claims: z.array(Claim).nullable(),
  responses: z.array(Response),
  /** `null` where more than a third of the answers about buying could not be rated. */
  intent: PanelIntent.nullable(),
  group_dynamics: GroupDynamics.nullable(),
  /** `null` where the analyst's call failed for good; `analysis_missing` then has the reason, `measured` the computed part. */
  analysis: Analysis.nullable(),
  analysis_missing: AnalysisMissing.optional(),
  measured: Measured.optional(),
  /** `null` where it would come from the analyst and there is no analysis; in live discussions it is measured. */
  minority_report: MinorityReport.nullable(),
  /** Mean scores per archetype, in seating order; `null` with fewer than two archetypes. */
  by_archetype: z.array(ArchetypeScores).nullable(),
  /** The sources of the people; present where the panel named a saved set. */
  panel_sources: PanelSources.optional(),
})

/** The result of a proposition that could not be judged: nobody was asked, and there are no figures. */
export const NotJudged = z.object({ reason: z.string(), what_to_send: z.string() })
export type NotJudged = z.infer<typeof NotJudged>

const NotJudgedResult = z.object({
  judged: z.literal(false),
  ...tested,
  not_judged: NotJudged,
  claims: z.null(),
  responses: z.array(z.never()),
  intent: z.null(),
  group_dynamics: z.null(),
  analysis: z.null(),
  minority_report: z.null(),
})

export const PressureTestResult = z.discriminatedUnion('judged', [JudgedResult, NotJudgedResult])
export type PressureTestResult = z.infer<typeof PressureTestResult>
export type JudgedResult = z.infer<typeof JudgedResult>
export type NotJudgedResult = z.infer<typeof NotJudgedResult>

/** Results before `scoring_version` 2 were all judged and lack the field `judged`. */
export const isJudged = <R extends { judged: boolean }>(result: R): result is Extract<R, { judged: true }> =>
  result.judged !== false

/** The scores with their intervals and the pressure map, with or without an analysis. */
export function measuredOf({ analysis, measured }: Pick<JudgedResult, 'analysis' | 'measured'>): Measured {
  const standing = analysis ?? measured
  if (!standing) throw new Error('a result without an analysis holds what was measured')
  return standing
}

/** A discussion of its own: a subject, topics in order, notes that everybody has read. */
export const FocusGroupInput = PanelInput.extend({
  /** The subject: the text before the first topic of a guide. */
  stimulus: Proposition,
  pictures: Pictures.optional(),
  topics: z
    .array(z.string().trim().min(1, 'A topic is empty.').max(500, 'A topic is longer than 500 characters; shorten it.'))
    .min(1, 'A discussion guide needs at least one topic: a heading or a list item.')
    .max(10, 'A discussion guide takes at most 10 topics.'),
  notes: z
    .array(z.object({ name: z.string(), text: Stimulus }))
    .max(5, 'At most 5 notes can be given.')
    .default([]),
  turns,
})
export type FocusGroupInput = z.infer<typeof FocusGroupInput>

/** The result of a focus group: that of a pressure test, with the first turn of each topic. */
export const FocusGroupResult = JudgedResult.extend({
  topics: z.array(z.object({ topic: z.string(), first_turn: z.int().nullable() })),
})
export type FocusGroupResult = z.infer<typeof FocusGroupResult>

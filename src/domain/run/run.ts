import { z } from 'zod'
import { Assay } from '../panel/assay.js'
import { ScoreIntervals } from '../panel/scores.js'

export const RunStatus = z.enum(['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'])
export type RunStatus = z.infer<typeof RunStatus>

const END_STATES: readonly RunStatus[] = ['completed', 'failed', 'cancelled']
export const hasEnded = (run: { status: RunStatus }): boolean => END_STATES.includes(run.status)

export const RunId = z.uuid('That is not a run id; the list of runs shows them.')

export const RunUsage = z.object({
  /** Requests to the language model; 0 for the offline behaviour model. */
  calls: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cache_read_tokens: z.int(),
  cache_write_tokens: z.int(),
  /** US dollars; `null` where a price is unknown. */
  cost_usd: z.number().nullable(),
  /** Calls whose answer was lost after they were sent: perhaps billed, not stored. */
  possibly_paid: z.int(),
  /**
   * Calls without usage figures from the server: each counts with its maximum cost, so that `cost_usd` is an upper
   * bound. Absent where there are none.
   */
  without_usage: z.int().optional(),
})
export type RunUsage = z.infer<typeof RunUsage>

export const RunModel = z.object({
  mode: z.enum(['offline', 'anthropic']),
  persona: z.string(),
  analysis: z.string(),
})
export type RunModel = z.infer<typeof RunModel>

const checkStatus = z.enum(['pass', 'warn', 'fail', 'not_run'])
const check = <S extends z.ZodRawShape>(figures: S) =>
  z.object({ status: checkStatus, sentence: z.string(), ...figures })

/** `rehearsal`: nothing was judged, the offline behaviour model played everybody. */
export const TrustLight = z.enum(['green', 'amber', 'red', 'rehearsal'])
export type TrustLight = z.infer<typeof TrustLight>

/** Whether a run's figures come from rules and are no judgement: the offline behaviour model or arithmetic played everybody. */
export const isRehearsal = ({ model }: { model: Pick<RunModel, 'mode'> }): boolean => model.mode === 'offline'

/** More than was asked for in a model's answers: places where a list or a text was cut, figures moved onto their scale. */
export const Surplus = z.object({ cut: z.int(), clipped: z.int() })
export type Surplus = z.infer<typeof Surplus>

/** Hidden characters removed from an input before any model read it. */
export const HiddenCharacters = z.object({ removed: z.int(), sentence: z.string() })
export type HiddenCharacters = z.infer<typeof HiddenCharacters>

/**
 * The versions of the program that a run began and ended with; `between`: others that stored some of its answers;
 * `answers`: those given to the wording of another one.
 */
export const OtherVersions = z.object({
  begun: z.string(),
  finished: z.string(),
  between: z.array(z.string()).optional(),
  answers: z.int(),
  sentence: z.string(),
})
export type OtherVersions = z.infer<typeof OtherVersions>

/** How far a result can be trusted; shown beside every number. */
export const Trust = z.object({
  light: TrustLight,
  sentence: z.string(),
  synthetic: z.literal(true),
  respondents: z.object({
    asked: z.int(),
    answered: z.int(),
    failed: z.array(z.object({ persona_id: z.string(), name: z.string(), code: z.string(), message: z.string() })),
  }),
  /** Whether the proposition could be judged. Absent from runs without this check. */
  readable: check({
    language: z.string().nullable(),
    /** Share of the words in the offline reader's vocabulary, 0–1; `null` where a language model read the text. */
    understood_share: z.number().nullable(),
    is_offer: z.boolean().nullable(),
  }).optional(),
  /** How many answers about buying could be rated. Present only where some could not. */
  intent: check({ rated: z.int(), of: z.int() }).optional(),
  quotes: check({ checked: z.int(), verified: z.int(), dropped: z.int() }),
  fidelity: check({
    rate: z.number().nullable(),
    regenerated: z.int().nullable(),
    skeptics_rate: z.number().nullable(),
  }),
  /** Scores 0–100 of the two control concepts. */
  controls: check({ absurd_score: z.number().nullable(), known_good_score: z.number().nullable() }),
  stability: check({
    panels: z.int().nullable(),
    /** 90 % intervals of the scores by resampling the respondents. */
    intervals: ScoreIntervals.nullable(),
    /** Share of the panels, the run's own included, whose top obstacle is that of the run's own panel; 0–1. */
    top_fix_agreement: z.number().nullable(),
    /** Mean rank correlation (Kendall's τ-b) of the obstacles' order between panels; −1 … 1. */
    rank_stability: z.number().nullable(),
    /** Where the differences between single scores come from; sums to 1. */
    variance_shares: z
      .object({
        /** Which archetype answered. */
        who: z.number(),
        /** Another sample of the same archetype. */
        redrawn: z.number(),
        /** The wording and order of the questions. */
        wording: z.number(),
        rest: z.number(),
      })
      .nullable(),
  }),
  /** What the run found out about its own panel. Absent from older runs and from runs without a panel. */
  assay: Assay.optional(),
  /** How well a model played people who live with a product. Absent from other runs and from rehearsals. */
  played: check({
    sessions: z.int(),
    /** Planned by arithmetic because the model gave no plan. */
    fallback: z.int(),
    fallback_share: z.number(),
    /** Share of the tried steps that the product did not have, 0–1. */
    unavailable_share: z.number(),
    /** Mean distance of reported feelings from computed ones, and by how much reported delight is higher. */
    felt_gap: z.number().nullable(),
    felt_delight: z.number().nullable(),
    /** Mean entropy, in bits, of the places that people of one kind visited; and of the same people planned by arithmetic. */
    variety: z.number(),
    variety_offline: z.number(),
  }).optional(),
  /** Present only where something was cut or clipped. */
  surplus: Surplus.extend({ sentence: z.string() }).optional(),
  /** Present only where characters were removed. */
  hidden: HiddenCharacters.optional(),
  /** Present only where more than one version had the run. */
  versions: OtherVersions.optional(),
})
export type Trust = z.infer<typeof Trust>

export const RunError = z.object({ code: z.string(), message: z.string() })

import { z } from 'zod'
import { PanelPeople } from './persona-set.js'
import { Product } from './product.js'
import { CAUSES, FEELINGS, LEAVING_REASONS, OUTCOMES, SESSION_OUTCOMES, TRIGGERS } from './simulated-session.js'

export const MAX_PEOPLE = 10_000
export const MAX_DAYS = 90
export const DEFAULT_PEOPLE = 100

/** What a simulation is asked with: a product in one of its states, and who lives with it for how long. */
export const SimulationInput = z.object({
  product: Product,
  /** The state of the product that people meet; its first one where none is named. */
  state: z.string().nullable().default(null),
  personas: z
    .int()
    .min(1, 'A simulation needs at least one person.')
    .max(MAX_PEOPLE, `A simulation takes at most ${MAX_PEOPLE.toLocaleString('en')} people.`)
    .default(DEFAULT_PEOPLE),
  days: z
    .int()
    .min(1, 'A simulation lasts at least one day.')
    .max(MAX_DAYS, `A simulation lasts at most ${MAX_DAYS} days.`)
    .default(30),
  /** Archetype ids and names of sets in `people`, in turn; empty: every built-in archetype. */
  panel: z.array(z.string()).max(40).default([]),
  people: PanelPeople.nullable().default(null),
  /** Who knows whom, where invitations reach people who are no users yet (Watts–Strogatz, Barabási–Albert). */
  network: z.enum(['none', 'small_world', 'scale_free']).default('none'),
  seed: z.int().min(0).max(2_147_483_647).default(1),
})
export type SimulationInput = z.infer<typeof SimulationInput>

const share = z.number().min(0).max(1)
const Feelings = z.record(z.enum(FEELINGS), share)

/** Of the people under observation on a day, counted from joining. */
const CurvePoint = z.object({
  /** Days lived with the product; 0 is before the first evening. */
  day: z.int(),
  /** Still there (Kaplan–Meier), with a 95 % interval. */
  rate: share,
  low: share,
  high: share,
  at_risk: z.int(),
  /** Used it on this very day, and on this day or later, of everybody; `null` for the end of the window, which nobody lived. */
  active: share.nullable(),
  rolling: share.nullable(),
})

const Use = z.object({
  target: z.string(),
  uses: z.int(),
  users: z.int(),
  /** Of the people who could have: those who met it at all. */
  share: share,
  /** Of the uses, those that worked. */
  success: share,
})

/** What made people frustrated at one place for one reason. */
export const FrictionPoint = z.object({
  target: z.string(),
  cause: z.enum(CAUSES).nullable(),
  defect: z.string().nullable(),
  outcome: z.enum(OUTCOMES),
  message: z.string(),
  people: z.int(),
  affected_share: share,
  events: z.int(),
  /** Mean frustration while it happened, and how much it rose. */
  severity: share,
  rise: share,
  blocked_share: share,
  /** Of the people, those who had left three days later: a coincidence, no proof. */
  left_within_3_days: share,
  /** n / (n + 20), less where the curve is not calibrated; effort 1, 2, 3, 5 or 8, assumed 3 where no fix is named. */
  confidence: share,
  effort: z.int(),
  effort_assumed: z.boolean(),
  fix: z.string().nullable(),
  /** 100 · severity · affected share · confidence ÷ effort. */
  score: z.number(),
  priority: z.enum(['P0', 'P1', 'P2', 'P3']),
  quote: z.object({ person: z.string(), day: z.int(), text: z.string() }).nullable(),
})
export type FrictionPoint = z.infer<typeof FrictionPoint>

const LivedPerson = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  /** Days under observation. */
  days: z.int(),
  reason: z.enum(LEAVING_REASONS).nullable(),
  sessions: z.int(),
  activated: z.boolean(),
  paid: z.boolean(),
})

const DiaryEntry = z.object({
  day: z.int(),
  outcome: z.enum(SESSION_OUTCOMES),
  text: z.string(),
  feelings: Feelings,
})

/** What came of it. Everybody in it is synthetic; shares are 0–1, feelings 0–1. */
export const SimulationResult = z.object({
  product: z.object({ id: z.string(), name: z.string(), state: z.string(), version: z.string(), hash: z.string() }),
  days: z.int(),
  /** What the figures rest on, in sentences a reader must see. */
  notes: z.array(z.string()),
  total_users: z.int(),
  total_sessions: z.int(),
  avg_sessions_per_user: z.number(),
  retention_curve: z.array(CurvePoint),
  /** Day by which half had left; `null`: beyond the window. */
  median_ltv_days: z.int().nullable(),
  /** Mean days within the window (restricted mean survival time), with its 95 % interval. */
  mean_days: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
  /** People by their last session's outcome. */
  outcome_distribution: z.record(z.enum(SESSION_OUTCOMES), z.int()),
  reasons: z.array(z.object({ reason: z.enum(LEAVING_REASONS), people: z.int() })),
  avg_emotional_state: Feelings.nullable(),
  emotional_trajectory: z.array(z.object({ day: z.int(), feelings: Feelings, n: z.int() })),
  most_used_features: z.array(Use),
  least_used_features: z.array(Use),
  never_reached: z.array(z.string()),
  activated: z.int(),
  paid: z.int(),
  friction_points: z.array(FrictionPoint),
  value_moments: z.array(z.object({ target: z.string(), people: z.int(), mean_delight: share, first_day: z.int() })),
  /** Who came for an invitation. */
  joined_later: z.int(),
  /** Accepted invitations a user within 14 days; `null` without a network. `early`: the market is not filling up yet. */
  viral_coefficient: z.object({ k: z.number(), low: z.number(), high: z.number(), early: z.boolean() }).nullable(),
  referral_rate: share,
  referral_triggers: z.array(z.object({ trigger: z.enum(TRIGGERS), people: z.int() })),
  /** What the product's file supposes, and what this run can say of it. */
  hypothesis: z
    .object({
      text: z.string(),
      verdict: z.enum(['supported', 'not', 'unclear']),
      sentence: z.string(),
      /** State B less state A over the same people; `null` where it could not be tested. */
      effect: z.object({ metric: z.string(), estimate: z.number(), low: z.number(), high: z.number() }).nullable(),
    })
    .nullable(),
  recommended_actions: z.array(z.object({ action: z.string(), priority: z.string(), rationale: z.string() })),
  /** `null`: no real users' data stands behind the daily hazard. */
  calibration: z.null(),
  /** The first people of the cohort. */
  people: z.array(LivedPerson),
  /** Some of them day by day. */
  diaries: z.array(z.object({ id: z.string(), entries: z.array(DiaryEntry) })),
})
export type SimulationResult = z.infer<typeof SimulationResult>

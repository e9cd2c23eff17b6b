import { z } from 'zod'
import { PanelPeople } from '../personas/persona-set.js'
import { seedUpTo } from '../run/seed.js'
import { Product } from './product.js'
import {
  CAUSES,
  FEELINGS,
  LEAVING_REASONS,
  OUTCOMES,
  SESSION_OUTCOMES,
  SIMULATION_LABELS,
  TRIGGERS,
} from './simulated-session.js'

const PARALLEL_RANGE = 'Of the questions to a model 1 to 1000 can be in flight at once.'
export const MAX_SEED = 2_147_483_647
/**
 * The arithmetic that runs begin with. 1: what somebody says is content or negated counts as what they say, and
 * documentation and support that the product has not are asked all the same. 2: diaries count the hits of one trouble as
 * all tries at its place, and what somebody says is read by fewer words. 3: somebody else's trouble is taken for one's
 * own.
 */
export const ARITHMETIC = 4
export const MAX_PEOPLE = 10_000
export const MAX_DAYS = 90
export const DEFAULT_PEOPLE = 100
/** Days from joining within which invitations count. */
export const REFERRAL_DAYS = 14
/** The trust sentence of people played without a model. */
export const REHEARSED_BY_ARITHMETIC =
  'Arithmetic played every person by the product file’s own numbers: nothing is fitted to real users, so the curve shows how the parts act on each other and no forecast.'
/** Days of a curve that are named where there is no room for all. */
export const NAMED_DAYS = [1, 3, 7, 14, 30, 60, 90] as const

/** Who knows whom, so whom invitations can reach: nobody, or a contact network (Watts–Strogatz, Barabási–Albert). */
export const NETWORKS = ['none', 'small_world', 'scale_free'] as const

/** Input of a simulation: a product in one of its states, and who lives with it for how long. */
export const SimulationInput = z.object({
  product: Product,
  /** Version of the stored product in its workspace; `null` before it is stored. */
  product_version: z.int().min(1).nullable().default(null),
  /** The state of the product that people meet; `null` for its first state. */
  state: z.string().nullable().default(null),
  personas: z
    .int('The number of people is a whole number.')
    .min(1, 'A simulation needs at least one person.')
    .max(MAX_PEOPLE, `A simulation takes at most ${MAX_PEOPLE.toLocaleString('en')} people.`)
    .default(DEFAULT_PEOPLE),
  days: z
    .int('The number of days is a whole number.')
    .min(1, 'A simulation lasts at least one day.')
    .max(MAX_DAYS, `A simulation lasts at most ${MAX_DAYS} days.`)
    .default(30),
  /** Flags that differ from the state. */
  features: z.record(z.string(), z.boolean()).default({}),
  /** Archetype ids and names of sets in `people`, seated in turn; empty: every built-in archetype. */
  panel: z
    .array(z.string())
    .max(40)
    .refine((names) => new Set(names).size === names.length, 'A panel names each set or archetype once.')
    .default([]),
  people: PanelPeople.nullable().default(null),
  /** The contact network, where invitations can reach people who are no users yet. */
  network: z.enum(NETWORKS).default('none'),
  seed: seedUpTo(MAX_SEED).default(1),
  /** Simulates only this number of people, the first of the whole run. */
  pilot: z
    .int('The number of people in a pilot is a whole number.')
    .min(1, 'A pilot needs at least one person.')
    .max(MAX_PEOPLE, `A pilot takes at most ${MAX_PEOPLE.toLocaleString('en')} people.`)
    .nullable()
    .default(null),
  /** Planner of a session for which the model returns no plan; `null`: the run pauses. */
  fallback: z.enum(['offline']).nullable().default(null),
  /** Maximum number of model calls in flight; a run of a model with such a cap stays with one worker. */
  max_parallel: z.int(PARALLEL_RANGE).min(1, PARALLEL_RANGE).max(1_000, PARALLEL_RANGE).nullable().default(null),
  /** The `ARITHMETIC` the run began with, by which it is computed again; runs of earlier versions have none stored. */
  arithmetic: z.int().min(1).max(ARITHMETIC).default(1),
})
export type SimulationInput = z.infer<typeof SimulationInput>

const share = z.number().min(0).max(1)
const Interval = z.object({ low: share, high: share })
const Feelings = z.record(z.enum(FEELINGS), share)

/** Figures of the people under observation on a day, counted from joining. */
const CurvePoint = z.object({
  /** Days since joining; 0 is before the end of the first day. */
  day: z.int(),
  /** Share still there (Kaplan–Meier), with a 95 % interval. */
  rate: share,
  low: share,
  high: share,
  at_risk: z.int(),
  /** Share of everybody who did something with it on this day, and on this day or later; `null` at the end of the window. */
  active: share.nullable(),
  rolling: share.nullable(),
})

const Use = z.object({
  target: z.string(),
  uses: z.int(),
  users: z.int(),
  /** Share of the people who could have used it: those who met it at all. */
  share: share,
  /** Share of the uses that worked; `null` where nobody used it. */
  success: share.nullable(),
})

/** What frustrated people at one place for one reason. */
export const FrictionPoint = z.object({
  target: z.string(),
  cause: z.enum(CAUSES).nullable(),
  defect: z.string().nullable(),
  outcome: z.enum(OUTCOMES),
  /** The problem in the words of the product file, without a full stop; absent in older results. */
  trouble: z.string().optional(),
  /** The product's message; '' where there is none. */
  message: z.string(),
  people: z.int(),
  affected_share: share,
  events: z.int(),
  /** Mean frustration during it, and by how much frustration rose. */
  severity: share,
  rise: share,
  /** Share of the events that stopped the person: nothing more worked there in that session. */
  blocked_share: share,
  /** Share of these people who had left three days after their first time (in older results: after their last). */
  left_within_3_days: share,
  /**
   * The same share of those who were there on the same days and whom it had not frustrated by then; `null` for too few.
   * A difference is a coincidence, no proof. Absent in older results.
   */
  others_left_within_3_days: share.nullable().optional(),
  /** n / (n + 20), less where the curve is not calibrated; effort 1, 2, 3, 5 or 8, assumed 3 where no fix is named. */
  confidence: share,
  effort: z.int(),
  effort_assumed: z.boolean(),
  fix: z.string().nullable(),
  /** 100 · severity · affected share · confidence ÷ effort. */
  score: z.number(),
  priority: z.enum(['P0', 'P1', 'P2', 'P3']),
  /**
   * What the priority follows from: the score; a quarter of all people met it and never activated; its fix keeps 5
   * points or more; `few`: it would be P0 with five people or more. Absent in older results.
   */
  rule: z.enum(['score', 'activation', 'effect', 'few']).optional(),
  /** Ranks, from 1, that it could have with other such people; `null` for too few people; absent in older results. */
  rank: z.object({ first: z.int(), last: z.int() }).nullable().optional(),
  quote: z.object({ person: z.string(), day: z.int(), text: z.string() }).nullable(),
})
export type FrictionPoint = z.infer<typeof FrictionPoint>

/** The effect of a change on the same people with the same random numbers, in the metric's unit: days, or a share of people. */
const SimulatedEffect = z.object({
  metric: z.enum(['days', 'survival']),
  estimate: z.number(),
  /** 95 % interval, by bootstrap of the distinct people. */
  low: z.number(),
  high: z.number(),
  /** Smallest and largest estimate where feelings act half and twice as strongly on staying (θ_R .5, 1, 2). */
  range_low: z.number(),
  range_high: z.number(),
  /** Number of people simulated for it. Absent in older results. */
  people: z.int().optional(),
})
export type SimulatedEffect = z.infer<typeof SimulatedEffect>

const RecommendedAction = z.object({
  action: z.string(),
  priority: z.string(),
  rationale: z.string(),
  /** `null` where the product names no fix that could be simulated. */
  effect: SimulatedEffect.nullable(),
  /** Number of people concerned. */
  people: z.int(),
})

/** How stable the order of the first frictions is when judged weights change by up to half of themselves. */
const Sensitivity = z.object({
  /** Number of weightings tried, and of people. */
  runs: z.int(),
  people: z.int(),
  /** Number of frictions compared (five, or all there are), and the mean share of them that stays in the top. */
  top: z.int(),
  kept: share,
  /** Share of the weightings with the same order. */
  same_order: share,
})

/** The use of one screen, in people and tries; `effort` comes from the product file. */
const ScreenUse = z.object({
  target: z.string(),
  effort: share,
  /** People for whom it was open at some time, who tried it, for whom it worked at least once. */
  eligible: z.int(),
  tried: z.int(),
  succeeded: z.int(),
  tries: z.int(),
  /** Share of the tries that worked; `null` without a try. */
  success: share.nullable(),
  /** People whose very last action it was. */
  quits: z.int(),
})

/** How one kind of people ended; `outcomes` sum to `people`. */
const KindOutcome = z.object({
  kind: z.string(),
  people: z.int(),
  outcomes: z.record(z.enum(SESSION_OUTCOMES), z.int()),
})

/** Who knows whom in the market of a simulation. */
const NetworkShape = z.object({
  nodes: z.int(),
  edges: z.int(),
  /** Mean share of the pairs of somebody's contacts who know each other. */
  clustering: share,
  mean_degree: z.number(),
  largest_degree: z.int(),
  components: z.int(),
  /**
   * People at places from 0 to 1,000, with the day on which they joined, and by whose invitation; ties between them, by
   * index. `null` above 1,000 people.
   */
  drawn: z
    .object({
      people: z.array(z.object({ x: z.int(), y: z.int(), joined: z.int().nullable(), by: z.int().nullable() })),
      ties: z.array(z.tuple([z.int(), z.int()])),
    })
    .nullable(),
})
export type NetworkShape = z.infer<typeof NetworkShape>

/** How a product spread by invitation. */
const Referrals = z.object({
  /** Absent in older results. */
  network: NetworkShape.optional(),
  /** Number of trees per number of users, the user who came without an invitation included. */
  sizes: z.array(z.object({ size: z.int(), trees: z.int() })),
  /** Longest chain of invitations. */
  depth: z.int(),
  /** Share of those who joined by invitation whom the top hundredth of users brought. */
  top_senders_share: share,
  /** The largest trees, largest first: users in the order they joined, each with the index of the inviting user. */
  largest: z.array(z.array(z.object({ joined: z.int(), by: z.int().nullable() }))),
})

/**
 * A person's day: frustrated (above .6) or delighted (above .7) when they had used the product, used it, opened it and did
 * nothing, met only the price (frustrated or not), stayed away. Older results have no day on which nothing was done.
 */
export const DAY_SIGNS = { frustrated: 'f', delighted: 'd', used: 'u', opened: 'o', price: 'p', away: '-' } as const

const LivedPerson = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  /** Day of the window on which they joined, from 0. */
  joined: z.int(),
  /** A letter of `DAY_SIGNS` for every day under observation. */
  calendar: z.string(),
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

/** The result of a simulation. Everybody in it is synthetic; shares and feelings are 0–1. */
export const SimulationResult = z.object({
  /** A rehearsal is played by arithmetic: no language model and no person was asked. Absent in older results. */
  label: z.enum(SIMULATION_LABELS).optional(),
  product: z.object({
    id: z.string(),
    name: z.string(),
    state: z.string(),
    version: z.string(),
    hash: z.string(),
    /** Days since joining on which something is due for everybody. */
    dates: z.array(z.object({ day: z.int(), what: z.string() })),
  }),
  days: z.int(),
  /** Major version of Node: results are byte-identical within it. */
  node: z.int(),
  /** The assumptions behind the figures, in sentences that every reader must see. */
  notes: z.array(z.string()),
  total_users: z.int(),
  /** Number of distinct personas: copies of a persona are alike, so intervals count the persona once. */
  distinct_people: z.int(),
  total_sessions: z.int(),
  avg_sessions_per_user: z.number(),
  retention_curve: z.array(CurvePoint),
  /** Day by which half had left; `null`: beyond the window. */
  median_ltv_days: z.int().nullable(),
  /** Its 95 % interval in days; `null`: beyond the window. Absent in older results. */
  median_interval: z.object({ low: z.int().nullable(), high: z.int().nullable() }).optional(),
  /** Mean days within the window (restricted mean survival time), with its 95 % interval. */
  mean_days: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
  /** People by where they are at the end: `churned` for all who left, of the others the outcome of the last session. */
  outcome_distribution: z.record(z.enum(SESSION_OUTCOMES), z.int()),
  reasons: z.array(z.object({ reason: z.enum(LEAVING_REASONS), people: z.int() })),
  /** What some of those who left said of it, in a model's words; absent without a model and in older results. */
  leaving_words: z
    .array(z.object({ person: z.string(), day: z.int(), reason: z.enum(LEAVING_REASONS), text: z.string() }))
    .optional(),
  /** People who left after this number of days, by reason. */
  left_by_day: z.array(z.object({ day: z.int(), reason: z.enum(LEAVING_REASONS), people: z.int() })),
  by_kind: z.array(KindOutcome),
  /** Mean after every event; `null` without one. */
  avg_emotional_state: Feelings.nullable(),
  /** Means and quartiles at the end of the `n` sessions on a day since joining. */
  emotional_trajectory: z.array(
    z.object({ day: z.int(), feelings: Feelings, low: Feelings, high: Feelings, n: z.int() }),
  ),
  screens: z.array(ScreenUse),
  /** At most five each, and no screen in both: of a small product one half and the other. */
  most_used_features: z.array(Use),
  least_used_features: z.array(Use),
  never_reached: z.array(z.string()),
  activated: z.int(),
  paid: z.int(),
  /** 95 % intervals of shares of all people; absent in older results. `paid` is absent where nobody is ever offered a plan. */
  intervals: z.object({ activated: Interval, paid: Interval.optional(), referral_rate: Interval }).optional(),
  /** People still there whose free time is over and who have no plan: they met only the price. Absent in older results. */
  shut_out: z.int().optional(),
  /** People still there for whom no screen ever worked: they never got in. Absent where there are none. */
  never_in: z.int().optional(),
  /**
   * Where the tries of most of these people were slow, wrong or a loss, which count as failed; `task` follows "to", in
   * the third person. Absent where nobody's were, and in older results.
   */
  never_in_at: z.object({ task: z.string(), outcome: z.enum(OUTCOMES), people: z.int() }).optional(),
  friction_points: z.array(FrictionPoint),
  value_moments: z.array(z.object({ target: z.string(), people: z.int(), mean_delight: share, first_day: z.int() })),
  /** People who joined by invitation. */
  joined_later: z.int(),
  /** Accepted invitations a user within 14 days; `null` without a network. `early`: the market is not filling up yet. */
  viral_coefficient: z.object({ k: z.number(), low: z.number(), high: z.number(), early: z.boolean() }).nullable(),
  /** `null` without a network. */
  referrals: Referrals.nullable(),
  referral_rate: share,
  referral_triggers: z.array(z.object({ trigger: z.enum(TRIGGERS), people: z.int() })),
  /** The hypothesis of the product file, and what this run shows about it. */
  hypothesis: z
    .object({
      text: z.string(),
      verdict: z.enum(['supported', 'not', 'unclear', 'not_run']),
      sentence: z.string(),
      /** State B minus state A over the same people; `null` where it could not be tested. */
      effect: z
        .object({
          metric: z.string(),
          estimate: z.number(),
          low: z.number(),
          high: z.number(),
          /** Smallest and largest estimate for θ_R .5, 1, 2; absent in older results. */
          range_low: z.number().optional(),
          range_high: z.number().optional(),
        })
        .nullable(),
    })
    .nullable(),
  recommended_actions: z.array(RecommendedAction),
  /** `null` for fewer than two frictions, which have no order. */
  sensitivity: Sensitivity.nullable(),
  /** `null`: the daily hazard is not fitted to real users' data. */
  calibration: z.null(),
  /** The first people of the cohort. */
  people: z.array(LivedPerson),
  /** Days of some people, one by one. */
  diaries: z.array(
    z.object({
      id: z.string(),
      entries: z.array(DiaryEntry),
      /** Places in `friction_points` of what frustrated them; absent in older results. */
      frustrations: z.array(z.int()).optional(),
      /** Why they left or stayed, in a model's words; absent where it was not asked, or its words were left out. */
      closing: z.string().optional(),
    }),
  ),
})
export type SimulationResult = z.infer<typeof SimulationResult>

import { z } from 'zod'
import { ConditionText } from './product-condition.js'
import { days, name, Screen, share, text, WhenFlag } from './product-screen.js'

/** The metric of a hypothesis: the share still there, or the mean of one figure over the people. */
const HYPOTHESIS_METRICS = [
  'survival',
  'days',
  'active_days',
  'sessions',
  'activated',
  'paid',
  'invitations',
  'frustration',
] as const

const Hypothesis = z.strictObject(
  {
    text: text.min(1),
    metric: z.enum(HYPOTHESIS_METRICS).optional(),
    state_a: name.default('A'),
    state_b: name.default('B'),
    /** The effect of state B on the metric, compared with state A. Without it nothing is judged: a sentence alone says neither. */
    direction: z.enum(['raises', 'lowers']).optional(),
    /** The smallest change that counts, in the metric's own unit (a share for `survival`). */
    at_least: z.number().min(0).default(0),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `The key "${issue.keys?.[0]}" is not known here; a hypothesis has text, metric, state_a, state_b, direction and at_least.`
        : undefined,
  },
)
export type Hypothesis = z.infer<typeof Hypothesis>

const TRIGGERS = ['daily_hour', 'weekday', 'idle_days', 'after'] as const
const weekday = z.int().min(1, 'Weekdays are 1 (Monday) to 7.').max(7, 'Weekdays are 1 (Monday) to 7.')
const hour = z.int().min(0).max(23)

const Notification = z.strictObject({
  id: name,
  trigger: z
    .strictObject({
      daily_hour: hour.optional(),
      weekday: weekday.optional(),
      /** Sent when a person has been away for this number of days. */
      idle_days: z.int().min(1).max(365).optional(),
      /** Sent `delay_days` days after this screen succeeded. */
      after: name.optional(),
      delay_days: z.int().min(0).max(60).default(0),
      /** Probability of being sent when due. */
      p: share.default(1),
    })
    .refine(
      (trigger) => TRIGGERS.filter((key) => trigger[key] !== undefined).length === 1,
      'A trigger has exactly one of daily_hour, weekday, idle_days and after.',
    ),
  pull: share,
  annoyance: share,
  max_per_week: z.int().min(0).max(100).default(7),
  when_not: WhenFlag.optional(),
})

const change = z.number().min(-1).max(1)
const Reset = z.strictObject({
  var: name,
  when: ConditionText,
  emotion: z
    .strictObject({
      frustration: change.default(0),
      confidence: change.default(0),
      delight: change.default(0),
      confusion: change.default(0),
    })
    .prefault({}),
})

const Fix = z
  .strictObject({
    id: name,
    touches: z.array(name).min(1).max(100).optional(),
    removes: name.optional(),
    flag: name.optional(),
    effort: z.literal([1, 2, 3, 5, 8], 'Effort is 1, 2, 3, 5 or 8.'),
  })
  .refine(
    ({ touches, removes, flag }) => touches !== undefined || removes !== undefined || flag !== undefined,
    'A fix names what it touches, the defect it removes, or its flag.',
  )

/** The message for a part of a product that is missing or no set of keys, with one to write instead. */
const written = (example: string) => ({
  error: ({ code }: { readonly code?: string }) =>
    code === 'invalid_type' ? `This is to be a set of keys, such as \`${example}\`.` : undefined,
})

/** The fields of a product file; `Product` checks whether the names in it exist. */
export const ProductShape = z.strictObject({
  schema: z.literal(1, 'This version reads `schema: 1`.'),
  id: name,
  name: text.min(1),
  summary: text.min(1),
  hypothesis: z
    .preprocess((value) => (typeof value === 'string' ? { text: value } : value), Hypothesis)
    .nullable()
    .default(null),
  need: z.strictObject(
    {
      weekdays: z.array(weekday).min(1).max(7),
      period_days: days.default(1),
      hour: hour.optional(),
    },
    written('need: { weekdays: [1, 2, 3, 4, 5, 6, 7], period_days: 1 }'),
  ),
  states: z
    .record(name, z.strictObject({ version: text.min(1), flags: z.record(name, z.boolean()).default({}) }))
    .refine((states) => Object.keys(states).length > 0, 'A product has at least one state.'),
  flags: z.record(name, z.strictObject({ default: z.boolean() })).default({}),
  /** Initial values of a person's counters. */
  data: z.record(name, z.number()).default({}),
  /** The screen with which the first session begins where there are no onboarding steps; it must be open from the start. */
  entry: name,
  screens: z
    .record(name, Screen)
    .refine((screens) => Object.keys(screens).length > 0, 'A product has at least one screen.')
    .refine((screens) => Object.keys(screens).length <= 100, 'A product has at most 100 screens.'),
  onboarding: z.strictObject(
    {
      steps: z.array(name).max(30),
      activated: ConditionText,
      skippable: z.boolean(),
      /** How clearly the product points to the next step. */
      guidance: share,
    },
    written('onboarding: { steps: [], activated: signup, skippable: true, guidance: 0.4 }'),
  ),
  price: z.strictObject(
    {
      trial: z
        .strictObject({
          days: z.int().min(1).max(365),
          card_up_front: z.boolean(),
          reminder_day: z.int().min(1).optional(),
        })
        .nullable(),
      /** The currency of prices: a sign such as €, or a code such as EUR. Prices have none where it is absent. */
      currency: z
        .string()
        .regex(/^(?:\p{Sc}|[A-Z]{3})$/u, 'A currency is one sign such as €, or three capitals such as EUR.')
        .optional(),
      plans: z
        .array(
          z.strictObject({
            id: name,
            per_month: z
              .number()
              .positive('A plan costs more than 0; what costs nothing is `free: { limits: {} }`.')
              .max(100_000),
          }),
        )
        .max(10),
      /** Described limits of the free plan; limits with an effect belong to the screens. */
      free: z
        .strictObject({ limits: z.record(name, z.number()).default({}) }, written('free: { limits: {} }'))
        .nullable(),
    },
    written('price: { trial: null, plans: [], free: null }'),
  ),
  notifications: z.array(Notification).max(20).default([]),
  docs: z.strictObject(
    { coverage: share, effort: share, helps: share, video: z.boolean() },
    written('docs: { coverage: 0, effort: 0.3, helps: 0, video: false }'),
  ),
  support: z.strictObject(
    { channel: text, wait_hours: z.number().min(0).max(720), solves: share, effort: share },
    written('support: { channel: none, wait_hours: 0, solves: 0, effort: 0 }'),
  ),
  sharing: z.strictObject(
    {
      from: z.array(name).max(100),
      incentive: share,
      landing_effort: share,
      accept_base: share,
    },
    written('sharing: { from: [], incentive: 0, landing_effort: 0.3, accept_base: 0 }'),
  ),
  resets: z.array(Reset).max(20).default([]),
  fixes: z.array(Fix).max(50).default([]),
})
export type ProductShape = z.infer<typeof ProductShape>

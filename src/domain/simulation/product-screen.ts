import { z } from 'zod'
import { ConditionText, NAME } from './product-condition.js'

/** What a person can do with a product. The last three are open everywhere, without a screen. */
export const ACTIONS = [
  'install',
  'configure',
  'use_feature',
  'customize',
  'share',
  'read_docs',
  'seek_help',
  'uninstall',
] as const
export type Action = (typeof ACTIONS)[number]

export const name = z
  .string()
  .regex(NAME, 'A name begins with a letter and holds letters, digits, _ and -.')
  .max(60)
  // Names of properties that every JavaScript object has.
  .refine((id) => !(id in Object.prototype), 'This name is taken by the program; give it another one.')
export const share = z.number().min(0, 'This is a number from 0 to 1.').max(1, 'This is a number from 0 to 1.')
export const text = z.string().trim().max(400)
export const days = z.number().positive('This is a number of days, more than 0.').max(365)
/** A switch of the product: its owner exists only where the flag is on. */
export const WhenFlag = z.strictObject({ flag: name })

/**
 * What a defect does: nothing happens, something else happens, it takes too long, something is lost. Whichever it is, the
 * try has failed: it sets and adds nothing and is no use. The words differ, a slow try takes twice the minutes, and a slow
 * one or a loss is felt more by who is concerned with waiting or reliability. Mere waiting is a screen's effort.
 */
const DEFECT_EFFECTS = ['block', 'wrong', 'slow', 'loss'] as const

const Defect = z.strictObject({
  id: name,
  /** Probability at each try. */
  p: share,
  /** How strongly the failed try is felt; below .35 as .35. */
  severity: share,
  effect: z.enum(DEFECT_EFFECTS),
  /** The product's message; '' where there is none. */
  message: text.default(''),
  when: WhenFlag.optional(),
})
export type Defect = z.infer<typeof Defect>

const phrase = z.string().trim().min(1).max(60)
const minutes = z.number().min(0).max(600)

/** A place in the product with one thing to do. Effort, clarity and value are 0–1. */
export const Screen = z.strictObject({
  action: z.enum(ACTIONS),
  effort: share,
  clarity: share,
  value: share,
  minutes,
  /** The action in the user's words, after "to" and in the past: write my entry, wrote my entry. */
  words: z.strictObject({ to: phrase, did: phrase }).optional(),
  needs: z.array(ConditionText).max(20).default([]),
  /** Whether it is done only once. */
  once: z.boolean().default(false),
  /** Days after which the need for it returns. */
  period_days: days.optional(),
  /** Variables that become 1 when it succeeds. */
  sets: z.array(name).max(20).default([]),
  adds: z.record(name, z.number()).default({}),
  next: z.array(name).max(20).default([]),
  limit: z.strictObject({ plan: name, per_week: z.int().min(0), when: WhenFlag.optional() }).optional(),
  when: z
    .strictObject({
      ...WhenFlag.shape,
      /** Whether the screen is there: true, only where the flag is on; false, only where it is off. */
      available: z.boolean().optional(),
      effort: share.optional(),
      clarity: share.optional(),
      value: share.optional(),
      minutes: minutes.optional(),
    })
    .optional(),
  defects: z.array(Defect).max(20).default([]),
})
export type Screen = z.infer<typeof Screen>

import { z } from 'zod'
import { LEARNING_STYLES } from '../personas/persona-profile.js'
import { ACTIONS } from './product-screen.js'
import { OUTCOMES } from './simulated-session.js'

const IF_BLOCKED = ['retry', 'docs', 'help', 'other', 'leave', 'uninstall'] as const

const share = z.number().min(0).max(1)
const feelings = { frustration: share, confidence: share, delight: share, confusion: share }

/** A person who lives with a product, as described to a model. Traits are 0–1. */
const SessionPerson = z.object({
  name: z.string(),
  kind: z.string(),
  /** What is known of the person, in words; '' where nothing is. */
  about: z.string(),
  patience: share,
  risk: share,
  experience: share,
  adoption: share,
  /** Minutes a day. */
  minutes: z.int(),
  learning: z.enum(LEARNING_STYLES),
})

/** Facts for a model that plans one session of one person. */
export const SessionFacts = z.object({
  /** Hash of the product's file and its state. */
  product: z.string(),
  person: SessionPerson,
  /** Days since joining, and since the last session; both 0 on the first day. */
  day: z.int(),
  away: z.int(),
  /** The plan paid for, `trial`, `free`, `none` before a decision where nothing is free, or `expired`. */
  plan: z.string(),
  /** The product's message that caused the session. */
  message: z.string().nullable(),
  /** A question to support is unanswered. */
  waits_for_support: z.boolean(),
  /** Rounded to the nearest .05. */
  feelings: z.object(feelings),
  /** Screens that can be opened with what is done there, and those of them needed today. */
  open: z.array(z.object({ id: z.string(), action: z.enum(ACTIONS) })),
  due: z.array(z.string()),
  memories: z.array(
    z.object({
      id: z.int(),
      day: z.int(),
      target: z.string(),
      outcome: z.enum(OUTCOMES),
      defect: z.string().nullable(),
      insight: z.string().nullable(),
      /** Heard from another person. */
      hearsay: z.boolean(),
      count: z.int(),
    }),
  ),
  /** The last session, line by line; `null` on the first day. */
  last: z
    .array(
      z.object({
        action: z.enum(ACTIONS),
        target: z.string(),
        outcome: z.enum(OUTCOMES),
        defect: z.string().nullable(),
      }),
    )
    .nullable(),
  /** Maximum number of actions in the available time. */
  steps: z.int(),
})
export type SessionFacts = z.infer<typeof SessionFacts>

/** A model's answer about one session: how the last session felt, and what the person tries now. Arithmetic carries it out. */
export const SessionAnswer = z.object({
  /** `null` on the first day. */
  look_back: z.object({ ...feelings, quote: z.string().max(300) }).nullable(),
  plan: z
    .array(z.object({ action: z.enum(ACTIONS), target: z.string().max(60), if_blocked: z.enum(IF_BLOCKED) }))
    .min(1)
    .max(10),
  why: z.string().max(300),
})
export type SessionAnswer = z.infer<typeof SessionAnswer>

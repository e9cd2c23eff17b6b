import { z } from 'zod'
import { LEARNING_STYLES } from '../personas/persona-profile.js'
import { ACTIONS } from './product-screen.js'
import { type Feelings, LEAVING_REASONS, OUTCOMES } from './simulated-session.js'

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
      /** A sentence of the person's own: its words are no fact, so that other words find the same answer. */
      own_words: z.literal(true).optional(),
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

const LookBack = z.object({
  /** One sentence about the last session. */
  quote: z.string().max(300),
  felt: z.object(feelings),
})

/** A model's answer about one session: how the last session was, and what the person tries now. Arithmetic carries it out. */
export const SessionAnswer = z.object({
  /** `null` on the first day. */
  look_back: LookBack.extend({
    /** What stays in mind of the last session; `null` for nothing. */
    memory: z.object({ text: z.string().max(200), importance: z.number().min(1).max(10) }).nullable(),
    /** A conclusion, with the ids of the memories it rests on; `null` for none. */
    insight: z.object({ text: z.string().max(200), evidence_ids: z.array(z.int()).max(8) }).nullable(),
  }).nullable(),
  plan: z
    .array(
      z.object({
        action: z.enum(ACTIONS),
        target: z.string().max(60),
        why: z.string().max(140),
        if_blocked: z.enum(IF_BLOCKED),
      }),
    )
    .min(1)
    .max(10),
  expects: z.string().max(120),
  /** `trigger`: the screen that would make them tell others; `null` for none. */
  tell_others: z.object({ trigger: z.string().max(60).nullable(), words: z.string().max(200) }),
  /** What they set out to do. */
  summary: z.string().max(200),
})
export type SessionAnswer = z.infer<typeof SessionAnswer>

/** An answer as carried out: `SessionAnswer` and what earlier versions stored, which has only the fields required here. */
export type SessionPlan = {
  readonly look_back: (Readonly<Feelings> & { readonly quote: string }) | null
  readonly plan: readonly {
    readonly action: (typeof ACTIONS)[number]
    readonly target: string
    readonly if_blocked: (typeof IF_BLOCKED)[number]
    readonly why?: string
  }[]
  /** Why they come: the answer's `summary`. */
  readonly why: string
  readonly expects?: string
  readonly tell_others?: SessionAnswer['tell_others']
  readonly memory?: NonNullable<SessionAnswer['look_back']>['memory']
  readonly insight?: NonNullable<SessionAnswer['look_back']>['insight']
  /** Sentences checked, and of these left out as they named what is in no record. */
  readonly checked?: number
  readonly left_out?: number
}

/** Facts for the closing question to somebody who left, or whose weeks are over. */
export const ExitFacts = SessionFacts.pick({ product: true, person: true, memories: true }).extend({
  /** Days under observation. */
  days: z.int(),
  /** Why they left, as arithmetic decided; `null`: they are still there. */
  reason: z.enum(LEAVING_REASONS).nullable(),
  paid: z.boolean(),
  last_session: z.object({ day: z.int(), steps: SessionFacts.shape.last.unwrap() }),
})
export type ExitFacts = z.infer<typeof ExitFacts>

/** The answer to the closing question: how the last session was, and why they left or stayed. It decides nothing. */
export const ExitAnswer = z.object({ look_back: LookBack, why: z.string().max(300) })

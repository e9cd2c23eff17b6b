import { z } from 'zod'
import { Category, Persona, SkepticismLevel } from '../personas/persona.js'
import { KeptMemory } from '../simulation/kept-memory.js'
import { LifeHistory } from '../simulation/life-history.js'
import { FEELINGS, LEAVING_REASONS } from '../simulation/simulated-session.js'
import { Reason, RoomTurn } from './focus-group.js'
import { Response } from './response.js'

export const MAX_QUESTION = 2_000

export const Question = z
  .string()
  .trim()
  .min(1, 'The question is empty.')
  .max(MAX_QUESTION, `The question is longer than ${MAX_QUESTION.toLocaleString('en-US')} characters; shorten it.`)

const Exchange = z.object({ question: z.string(), answer: z.string() })

/** A respondent's answer to a question after a test. */
export const ReplyAnswer = z.object({
  reply: z.string().min(1),
  /** The respondent's attitude after the question, compared with before. */
  mind: z.enum(['unchanged', 'warmer', 'colder']),
})
export type ReplyAnswer = z.infer<typeof ReplyAnswer>

/** What a person lived through in weeks with a product. All of it happened in their simulation; days count from 1. */
export const Life = z.object({
  product: z.object({ name: z.string(), summary: z.string() }),
  person: z.object({ persona_id: z.string(), name: z.string(), kind: z.string(), character: z.array(z.string()) }),
  /** Days under observation, of the days of the window. */
  days: z.int(),
  of: z.int(),
  /** Why they left; `null`: still there. */
  reason: z.enum(LEAVING_REASONS).nullable(),
  activated: z.boolean(),
  paid: z.boolean(),
  /** The day on which they bought a plan, from 1; absent in questions of earlier versions. */
  paid_on: z.int().nullable().optional(),
  /** The plan that they bought, and its price a month as people say it; absent where neither is known. */
  plan: z.object({ id: z.string(), a_month: z.string() }).optional(),
  diary: z.array(z.object({ day: z.int(), text: z.string() })),
  lived: LifeHistory,
  /** Who joined because this person told them, and on which of this person's days; absent where that is not known. */
  brought: z.array(z.object({ name: z.string(), day: z.int() })).optional(),
  /** Who told them of it; `null`: nobody; absent in questions of earlier versions. */
  invited_by: z.string().nullable().optional(),
  /** What they remember of it, and were told before; absent in questions of earlier versions and where it was not kept. */
  memories: z.array(KeptMemory).optional(),
  /** What they said, in a model's words, when they had left or their weeks were over; absent where nobody asked. */
  exit_interview: z.string().optional(),
  /** At the end of the last session; `null` for somebody who never had one. */
  feelings: z.record(z.enum(FEELINGS), z.number()).nullable(),
  /**
   * Read from stored rows, which hold no character, diary, memories and messages that called them: this version computes
   * other weeks.
   */
  from_rows: z.literal(true).optional(),
})
export type Life = z.infer<typeof Life>

/** A question to somebody who lived with a product in a simulation. */
export const LifeQuestion = z.object({
  life: Life,
  persona: z.object({ persona_id: z.string(), name: z.string() }),
  earlier: z.array(Exchange),
  question: Question,
  seed: z.int(),
  /** The run whose respondent is asked. */
  source_run_id: z.string(),
})
export type LifeQuestion = z.infer<typeof LifeQuestion>

/** A question to a respondent, with everything that respondent remembers; the verb takes it from the runs. */
export const AskInput = z.object({
  stimulus: z.string(),
  about: z.string().default(''),
  category: Category,
  skepticism: SkepticismLevel,
  persona: Persona,
  response: Response,
  reasons: z.array(Reason),
  /** The discussion the respondent took part in; empty without one. */
  heard: z.array(RoomTurn),
  /** Earlier questions to this respondent, oldest first. */
  earlier: z.array(Exchange),
  question: Question,
  seed: z.int(),
  /** The run whose respondent is asked. */
  source_run_id: z.string(),
})
export type AskInput = z.infer<typeof AskInput>

export const AskResult = z.object({
  persona_id: z.string(),
  persona_name: z.string(),
  archetype: z.string(),
  question: z.string(),
  answer: z.string(),
  mind: ReplyAnswer.shape.mind,
  earlier: z.array(Exchange),
})
export type AskResult = z.infer<typeof AskResult>

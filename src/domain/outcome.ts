import { z } from 'zod'
import { AppError } from '../errors.js'
import { RunId } from './run.js'
import { Interval } from './scores.js'

const label = z.string().trim().min(1).max(40)

/** What happened with real people, as somebody records it. */
export const OutcomeInput = z.strictObject({
  /** `survey`: answers on the five-point scale of buying; `launch`: it went out, or was stopped. */
  what: z.enum(['ab_test', 'survey', 'sales', 'launch']),
  /** Of two that ran against each other: `A` … `E` of a comparison, `before` or `after` of a refinement, `this` or `other` beside `against`; `none`: no difference. */
  winner: label.optional(),
  /** Needed where a comparison had more than two. */
  loser: label.optional(),
  /** The run of another text that this one ran against. */
  against: RunId.optional(),
  /** People who saw each of two, and how many of them did what was wanted; says who won by itself. */
  numbers: z
    .array(z.strictObject({ label, people: z.int().min(1), converted: z.int().min(0) }))
    .length(2, 'Give the numbers of the two that ran against each other.')
    .refine((both) => both.every(({ people, converted }) => converted <= people), 'More did it than saw it.')
    .optional(),
  /** How many real people gave each of the five answers, "would not buy" first. */
  answers: z.array(z.int().min(0)).length(5, 'Give five counts, "would not buy" first.').optional(),
  /** Of one by itself; `stopped`: it was not tried out, which says nothing about people. */
  result: z.enum(['worked', 'failed', 'stopped']).optional(),
  /** Where it can be looked up, and what else matters. */
  note: z.string().trim().max(1_000).default(''),
})
export type OutcomeInput = z.infer<typeof OutcomeInput>
export type OutcomeNumbers = NonNullable<OutcomeInput['numbers']>

/** `A=120/2400, B=150/2390`: how many did it, of how many who saw it. Errors: `invalid_input`. */
export const readNumbers = (text: string): OutcomeNumbers =>
  text.split(',').map((part) => {
    const [, label = '', converted, people] = /^\s*(\w+)\s*=\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(part) ?? []
    if (label === '') throw new AppError('invalid_input', { problem: 'Give both as A=120/2400,B=150/2390.' })
    return { label, converted: Number(converted), people: Number(people) }
  })

/** `10,12,20,31,7`. Errors: `invalid_input`. */
export function readAnswers(text: string): number[] {
  const counts = text.split(',').map((part) => Number(part.trim() || Number.NaN))
  if (counts.every((count) => Number.isInteger(count))) return counts
  throw new AppError('invalid_input', { problem: 'Give five whole numbers: 10,12,20,31,7.' })
}

/** An outcome held against its prediction. */
export const JudgedOutcome = z.object({
  run_id: RunId,
  kind: z.string(),
  category: z.string(),
  model: z.string(),
  at: z.iso.datetime(),
  what: OutcomeInput.shape.what,
  predicted: z.string(),
  happened: z.string(),
  /** Whether the direction came true; `none_named`: the run named none; `null` where no direction was asked. */
  direction: z.enum(['right', 'wrong', 'none_named']).nullable(),
  /** Whether what a survey found lies in the interval that the run gave. */
  interval: z.enum(['inside', 'outside']).nullable(),
  /** Whether "no difference" would have been right; `null` for what is no pair. */
  no_difference: z.boolean().nullable(),
  /** Why it does not count; `null` where it does. */
  not_counted: z.string().nullable(),
  note: z.string(),
})
export type JudgedOutcome = z.infer<typeof JudgedOutcome>

const Tally = z.object({
  outcomes: z.int(),
  right: z.int(),
  wrong: z.int(),
  none_named: z.int(),
  inside: z.int(),
  outside: z.int(),
  /**
   * Of pairs: how much oftener the run was right than whoever always says "no difference", as a share of what that one gets
   * wrong: 1 always right, 0 no better, below 0 worse. `null` without pairs that differed.
   */
  skill: z.number().nullable(),
})

/** What became of a workspace's predictions. */
export const TrackRecord = Tally.extend({
  /** Wilson's 95 % intervals of the shares that are right, and inside. */
  right_interval: Interval.nullable(),
  inside_interval: Interval.nullable(),
  sentence: z.string(),
  /** How little so few say. */
  caution: z.string(),
  groups: z.array(Tally.extend({ category: z.string(), model: z.string() })),
  /** Outcomes that do not count: of rehearsals and of what was stopped, corrected by a later one, deleted with their runs. */
  not_counted: z.object({ no_prediction: z.int(), corrected: z.int(), deleted: z.int() }),
  /** Newest first. */
  rows: z.array(JudgedOutcome),
})
export type TrackRecord = z.infer<typeof TrackRecord>

import { z } from 'zod'
import { AppError } from '../../errors.js'
import { RunId } from '../run/run.js'
import { Interval } from './scores.js'

/** `a` is A, and `Before` before. */
const label = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .overwrite((name) => (name.length === 1 ? name.toUpperCase() : name.toLowerCase()))

/** What happened with real people, as a user records it. */
export const OutcomeInput = z.strictObject({
  /** `survey`: answers on the five-point scale of buying; `launch`: it went out, or was stopped. */
  what: z.enum(['ab_test', 'survey', 'sales', 'launch']),
  /** `A` … `E` of a comparison, `before` or `after` a refinement, `this` or `other` beside `against`; `none`: no difference. */
  winner: label.optional(),
  /** Required where a comparison had more than two texts. */
  loser: label.optional(),
  /** The run of the other text, where this one ran against it. */
  against: RunId.optional(),
  /** People who saw each of the two texts, and how many converted; the winner follows from them. */
  numbers: z
    .array(z.strictObject({ label, people: z.int().min(1), converted: z.int().min(0) }))
    .length(2, 'Give the numbers of the two that ran against each other.')
    .refine((both) => both.every(({ people, converted }) => converted <= people), 'More did it than saw it.')
    .optional(),
  /** How many real people gave each of the five answers, "would not buy" first. */
  answers: z.array(z.int().min(0)).length(5, 'Give five counts, "would not buy" first.').optional(),
  /** Result of a single text; `stopped`: it was not tried out, which says nothing about people. */
  result: z.enum(['worked', 'failed', 'stopped']).optional(),
  /** Where the outcome can be looked up, and other remarks. */
  note: z.string().trim().max(1_000).default(''),
})
export type OutcomeInput = z.infer<typeof OutcomeInput>

/**
 * An outcome as it is kept. `paired_p`: p of the paired difference of the two runs' scores, of outcomes with `against`;
 * `null` where the runs were not asked by one instrument.
 */
export type KeptOutcome = OutcomeInput & { readonly paired_p?: number | null }
export type OutcomeNumbers = NonNullable<OutcomeInput['numbers']>

/** Reads `A=120/2400, B=150/2390`: converted people of the people who saw it. Errors: `invalid_input`. */
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

/** An outcome compared with its prediction. */
export const JudgedOutcome = z.object({
  run_id: RunId,
  kind: z.string(),
  category: z.string(),
  model: z.string(),
  at: z.iso.datetime(),
  what: OutcomeInput.shape.what,
  predicted: z.string(),
  happened: z.string(),
  /** Whether the direction was right; `none_named`: the run named none; `null` where the run predicted no direction. */
  direction: z.enum(['right', 'wrong', 'none_named']).nullable(),
  /** Whether the survey's figure lies in the interval the run gave. */
  interval: z.enum(['inside', 'outside']).nullable(),
  /** Whether "no difference" would have been right; `null` for an outcome that is no pair. */
  no_difference: z.boolean().nullable(),
  /** Why the outcome does not count; `null` where it counts. */
  not_counted: z.string().nullable(),
  /** Whether the trust light of the run, or of the run it ran against, is red; present only where it is. */
  red: z.boolean().optional(),
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
   * For pairs: how much more often the run was right than always predicting "no difference", as a share of that
   * baseline's errors: 1 always right, 0 no better, below 0 worse. `null` without pairs that differed.
   */
  skill: z.number().nullable(),
})

/** A workspace's predictions compared with their outcomes. */
export const TrackRecord = Tally.extend({
  /** Wilson's 95 % intervals of the shares that are right, and inside. */
  right_interval: Interval.nullable(),
  inside_interval: Interval.nullable(),
  /** The same counts for runs whose trust light is red, which count nowhere else. */
  red: Tally,
  sentence: z.string(),
  /** How little a small number of outcomes proves. */
  caution: z.string(),
  groups: z.array(Tally.extend({ category: z.string(), model: z.string() })),
  /** Outcomes that do not count: of rehearsals and stopped launches, corrected by a later outcome, deleted with their runs. */
  not_counted: z.object({ no_prediction: z.int(), corrected: z.int(), deleted: z.int() }),
  /** Newest first. */
  rows: z.array(JudgedOutcome),
})
export type TrackRecord = z.infer<typeof TrackRecord>

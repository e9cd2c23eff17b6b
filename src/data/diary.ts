import { z } from 'zod'
import { LEAVING_REASONS, OUTCOMES } from '../domain/simulated-session.js'
import { dataFile } from './data-file.js'

const VARIABLES = [
  'to',
  'did',
  'Did',
  'list',
  'product',
  'message',
  'days',
  'times',
  'minutes',
  'Minutes',
  'price',
  'weekday',
]

const lines = z
  .array(
    z
      .string()
      .min(1)
      .refine(
        (text) => (text.match(/\{[^}]*\}?|\}/g) ?? []).every((variable) => VARIABLES.includes(variable.slice(1, -1))),
        `There are the variables {${VARIABLES.join('}, {')}}.`,
      ),
  )
  .min(1)

const FAILURES = [
  ...OUTCOMES.filter((outcome) => outcome !== 'ok' && outcome !== 'limit'),
  'again',
  'repeatedly',
] as const
const OPENINGS = [
  'first',
  'away',
  'long_away',
  'daily',
  'idle',
  'news',
  'after_trouble',
  'after_delight',
  'any',
  'day',
  'evening',
  'trial_ends',
] as const
const DONE = ['install', 'configure', 'use_feature', 'customize', 'share', 'at_last', 'second_go', 'recovered'] as const
const PAYWALL = ['first', 'again', 'limit_first', 'limit_again', 'paid'] as const
export const MOODS = ['furious', 'annoyed', 'confused', 'delighted', 'pleased', 'in_spite', 'flat'] as const

/** What people write down about a day with a product, offline. */
export const DIARY = dataFile(
  'phrases/diary.yaml',
  z.strictObject({
    openings: z.record(z.enum(OPENINGS), lines),
    done: z.record(z.enum(DONE), lines),
    docs: z.record(z.enum(['about', 'general', 'priced', 'nothing_about', 'nothing_priced', 'nothing']), lines),
    support: z.record(z.enum(['about', 'general', 'priced', 'priced_reply', 'helped', 'tried', 'no_help']), lines),
    removed: z.record(z.enum(['calm', 'angry']), lines),
    failed: z.record(z.enum(FAILURES), z.strictObject({ said: lines, silent: lines })),
    paywall: z.record(z.enum(PAYWALL), lines),
    routine: lines,
    same: lines,
    nothing: lines,
    feelings: z.record(z.enum(MOODS), lines),
    told: lines,
    left: z.record(z.enum([...LEAVING_REASONS, 'calm', 'unmoved']), lines),
  }),
)

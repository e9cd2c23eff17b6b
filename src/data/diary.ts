import { z } from 'zod'
import { LEAVING_REASONS, OUTCOMES } from '../domain/simulation/simulated-session.js'
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
  'tries',
  'minutes',
  'Minutes',
  'price',
  'weekday',
  'Contacted',
  'people',
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
  'at_first',
  'next',
  'later',
  'among',
  'again_today',
  'first_today',
  'on_the_way',
  'no_longer',
  'in_between',
] as const
const OPENINGS = [
  'first',
  'away',
  'long_away',
  'away_paying',
  'daily',
  'daily_again',
  'idle',
  'news',
  'after_trouble',
  'after_delight',
  'any',
  'day',
  'evening',
  'trial_ends',
] as const
const DONE = [
  'install',
  'configure',
  'use_feature',
  'customize',
  'share',
  'plain',
  'at_last',
  'second_go',
  'further_go',
  'after_failures',
  'recovered',
] as const
const DOCS = [
  'about',
  'known',
  'slow',
  'loss',
  'general',
  'priced',
  'nothing_about',
  'nothing_known',
  'nothing_slow',
  'nothing_loss',
  'nothing_priced',
  'partly',
  'nothing',
] as const
const SUPPORT = [
  'about',
  'known',
  'slow',
  'loss',
  'general',
  'priced',
  'priced_reply',
  'waiting',
  'helped',
  'tried',
  'no_help',
  'priced_at_once',
  'helped_at_once',
  'tried_at_once',
  'no_help_at_once',
] as const
const PAYWALL = [
  'first',
  'first_use',
  'again',
  'limit_first',
  'limit_again',
  'paid',
  'paid_away',
  'charged',
  'charged_away',
] as const
export const MOODS = [
  'furious',
  'annoyed',
  'worn',
  'confused',
  'delighted',
  'fond',
  'pleased',
  'content',
  'in_spite',
  'flat',
  'shrug',
] as const

/** Sentences of offline diaries, from which a person's day with a product is written. */
export const DIARY = dataFile(
  'phrases/diary.yaml',
  z.strictObject({
    openings: z.record(z.enum(OPENINGS), lines),
    done: z.record(z.enum(DONE), lines),
    docs: z.record(z.enum(DOCS), lines),
    support: z.record(z.enum(SUPPORT), lines),
    removed: z.record(z.enum(['calm', 'angry']), lines),
    failed: z.record(z.enum(FAILURES), z.strictObject({ said: lines, silent: lines })),
    paywall: z.record(z.enum(PAYWALL), lines),
    routine: lines,
    routine_cut: lines,
    beside: lines,
    beside_question: lines,
    same: lines,
    nothing: lines,
    feelings: z.record(z.enum(MOODS), lines),
    told: z.record(z.enum(['glad', 'plain', 'in_spite', 'upset']), lines),
    left: z.record(z.enum([...LEAVING_REASONS, 'calm', 'unmoved']), lines),
  }),
)

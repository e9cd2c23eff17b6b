import { z } from 'zod'
import { ACTIONS } from '../domain/product-screen.js'
import { LEAVING_REASONS, OUTCOMES } from '../domain/simulated-session.js'
import { dataFile } from './data-file.js'

const VARIABLES = ['screen', 'product', 'message', 'days', 'count', 'list']

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

const FAILURES = [...OUTCOMES.filter((outcome) => outcome !== 'ok'), 'again'] as const
export const MOODS = ['furious', 'annoyed', 'confused', 'delighted', 'pleased', 'in_spite', 'flat'] as const

/** What people write down about a day with a product, offline. */
export const DIARY = dataFile(
  'phrases/diary.yaml',
  z.strictObject({
    openings: z.strictObject({
      first: lines,
      away: lines,
      message: lines,
      after_trouble: lines,
      after_delight: lines,
      plain: lines,
    }),
    done: z.record(z.enum(ACTIONS), z.strictObject({ first: lines, again: lines })),
    failed: z.record(z.enum(FAILURES), z.strictObject({ said: lines, silent: lines })),
    routine: lines,
    nothing: lines,
    feelings: z.record(z.enum(MOODS), lines),
    told: lines,
    left: z.record(z.enum([...LEAVING_REASONS, 'calm']), lines),
  }),
)

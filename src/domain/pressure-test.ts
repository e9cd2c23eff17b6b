import { z } from 'zod'
import { Analysis } from './analysis.js'
import { GroupDynamics, MinorityReport } from './discussion.js'
import { Category, SkepticismLevel } from './persona.js'
import { Response } from './response.js'

/** Longest stimulus accepted, in characters. */
export const MAX_STIMULUS = 20_000
export const MAX_PERSONAS = 1_000

export const FocusGroupMode = z.enum(['off', 'quick', 'live'])

/** What a pressure test is asked with. Parsed once by the verb; stored whole with the run. */
export const PressureTestInput = z.object({
  stimulus: z
    .string()
    .trim()
    .min(1, 'The proposition is empty; give a text of at least one word.')
    .max(
      MAX_STIMULUS,
      `The proposition is longer than ${MAX_STIMULUS.toLocaleString('en-US')} characters; shorten it.`,
    ),
  category: Category.default('fmcg'),
  /** Archetype ids; empty means the category's default panel. */
  panel: z.array(z.string()).default([]),
  personas: z.int().min(3, 'A panel needs at least 3 synthetic people.').max(MAX_PERSONAS).default(6),
  skepticism: SkepticismLevel.default('medium'),
  focus_group: FocusGroupMode.exclude(['live']).default('quick'),
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .default(1),
})
export type PressureTestInput = z.infer<typeof PressureTestInput>

export const Claim = z.object({ claim_id: z.string(), text: z.string(), start: z.int(), end: z.int() })

/** The `result` of a pressure test. Keys whose part does not exist yet are `null`, never invented. */
export const PressureTestResult = z.object({
  stimulus: z.string(),
  category: Category,
  skepticism: SkepticismLevel,
  claims: z.array(Claim).nullable(),
  responses: z.array(Response),
  group_dynamics: GroupDynamics.nullable(),
  analysis: Analysis,
  minority_report: MinorityReport,
})
export type PressureTestResult = z.infer<typeof PressureTestResult>

import type { z } from 'zod'
import { AskInput, AskResult } from './ask.js'
import { ComparisonInput, ComparisonResult } from './comparison.js'
import { EvaluationInput, EvaluationResult } from './evaluation.js'
import { PersonaGenerationInput, PersonaGenerationResult } from './persona-set.js'
import { FocusGroupInput, FocusGroupResult, PressureTestInput, PressureTestResult } from './pressure-test.js'
import { RefinementInput, RefinementResult } from './refinement.js'
import type { RunKind } from './run.js'

/** The documents of each kind of run that exists: what it is asked with and what it gives. */
export const KINDS = {
  pressure_test: { input: PressureTestInput, result: PressureTestResult },
  focus_group: { input: FocusGroupInput, result: FocusGroupResult },
  comparison: { input: ComparisonInput, result: ComparisonResult },
  refinement: { input: RefinementInput, result: RefinementResult },
  ask: { input: AskInput, result: AskResult },
  persona_generation: { input: PersonaGenerationInput, result: PersonaGenerationResult },
  evaluation: { input: EvaluationInput, result: EvaluationResult },
} as const satisfies Partial<Record<RunKind, { input: z.ZodType; result: z.ZodType }>>

export type ExistingKind = keyof typeof KINDS
export const isExistingKind = (kind: string): kind is ExistingKind => Object.hasOwn(KINDS, kind)

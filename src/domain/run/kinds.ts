import { z } from 'zod'
import { EvaluationInput, EvaluationResult } from '../evaluation/evaluation.js'
import { AskInput, AskResult, LifeQuestion } from '../panel/ask.js'
import { ComparisonInput, ComparisonResult } from '../panel/comparison.js'
import { FocusGroupInput, FocusGroupResult, PressureTestInput, PressureTestResult } from '../panel/pressure-test.js'
import { RefinementInput, RefinementResult } from '../panel/refinement.js'
import { PersonaGenerationInput, PersonaGenerationResult } from '../personas/persona-set.js'
import { SimulationInput, SimulationResult } from '../simulation/simulation.js'

/**
 * The schemas of each kind of run: its input and its result. A new kind is an entry here and a pipeline; the compiler
 * then names every surface's table that lacks an entry for it.
 */
export const KINDS = {
  pressure_test: { input: PressureTestInput, result: PressureTestResult },
  focus_group: { input: FocusGroupInput, result: FocusGroupResult },
  evaluation: { input: EvaluationInput, result: EvaluationResult },
  persona_generation: { input: PersonaGenerationInput, result: PersonaGenerationResult },
  comparison: { input: ComparisonInput, result: ComparisonResult },
  refinement: { input: RefinementInput, result: RefinementResult },
  simulation: { input: SimulationInput, result: SimulationResult },
  ask: { input: z.union([AskInput, LifeQuestion]), result: AskResult },
} as const satisfies Record<string, { input: z.ZodType; result: z.ZodType }>

export type RunKind = keyof typeof KINDS
export const RunKind = z.enum(Object.keys(KINDS) as [RunKind, ...RunKind[]])

export type InputOf<K extends RunKind> = z.infer<(typeof KINDS)[K]['input']>
export type ResultOf<K extends RunKind> = z.infer<(typeof KINDS)[K]['result']>

/** False for a stored run of a kind that only another version of the program knows. */
export const isRunKind = (kind: string): kind is RunKind => Object.hasOwn(KINDS, kind)

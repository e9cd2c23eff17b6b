import type { RunKind } from '../domain/run/kinds.js'
import { askPipeline } from './ask/ask.js'
import { comparisonPipeline } from './comparison/comparison.js'
import { evaluationPipeline } from './evaluation/evaluation.js'
import { focusGroupPipeline, pressureTestPipeline } from './panel/study-pipelines.js'
import { personaGenerationPipeline } from './persona-generation/persona-generation.js'
import type { Pipeline } from './pipeline.js'
import { refinementPipeline } from './refinement/refinement.js'
import { simulationPipeline } from './simulation/simulation.js'

/** Every pipeline. A new kind of run needs its schemas in `domain/run/kinds.ts`, a folder here and a line below. */
const PIPELINES: { readonly [K in RunKind]: Pipeline<K> } = {
  pressure_test: pressureTestPipeline,
  focus_group: focusGroupPipeline,
  comparison: comparisonPipeline,
  refinement: refinementPipeline,
  ask: askPipeline,
  persona_generation: personaGenerationPipeline,
  evaluation: evaluationPipeline,
  simulation: simulationPipeline,
}

export const pipelineOf = <K extends RunKind>(kind: K): Pipeline<K> => PIPELINES[kind]

import { type ExistingKind, KINDS } from '../domain/kinds.js'
import type { EngineDeps } from './deps.js'
import type { Pipeline, PipelineOutcome } from './pipeline.js'
import { PIPELINES } from './pipelines.js'

/** Runs the pipeline of a kind on an input as it was stored; what it gives has passed the kind's own schema. */
export async function runPipeline(deps: EngineDeps, kind: ExistingKind, input: unknown): Promise<PipelineOutcome> {
  const pipeline = PIPELINES[kind] as Pipeline
  const outcome = await pipeline.run(deps, KINDS[kind].input.parse(input) as never)
  return { ...outcome, result: KINDS[kind].result.parse(outcome.result) }
}

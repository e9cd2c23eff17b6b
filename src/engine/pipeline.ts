import type { z } from 'zod'
import type { Persona } from '../domain/persona.js'
import type { Response } from '../domain/response.js'
import type { RunKind, Trust } from '../domain/run.js'
import type { TaskName } from '../domain/tasks.js'
import type { EngineDeps } from './deps.js'

/** Calls a pipeline is going to make, for the price before anything is spent. Tokens are per call. */
export type PlannedCalls = {
  readonly task: TaskName
  readonly count: number
  readonly input_tokens: number
  readonly output_tokens: number
  /** Calls of one stage run side by side; stages follow each other. */
  readonly stage: number
}

/** What a finished pipeline hands to storage. */
export type PipelineOutcome<R = unknown> = {
  readonly result: R
  readonly trust: Trust | null
  readonly responses: Response[]
  readonly panel: Persona[]
}

/** A kind of run: its schemas, its plan, its work. */
export type Pipeline<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> = {
  readonly kind: RunKind
  readonly input: I
  readonly result: R
  plan(input: z.infer<I>): PlannedCalls[]
  run(deps: EngineDeps, input: z.infer<I>): Promise<PipelineOutcome<z.infer<R>>>
}

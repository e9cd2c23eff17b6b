import type { RunKind } from '../domain/run.js'
import { pressureTestPipeline } from './panel/pressure-test.js'
import type { Pipeline } from './pipeline.js'

/** Every kind of run that exists so far. A new kind is a folder with a pipeline and a line here. */
export const PIPELINES = {
  pressure_test: pressureTestPipeline,
} as const satisfies Partial<Record<RunKind, Pipeline>>

export type ExistingKind = keyof typeof PIPELINES

export const isExistingKind = (kind: string): kind is ExistingKind => Object.hasOwn(PIPELINES, kind)

/** The pipeline of a kind, its input and result as unknown documents. */
export const pipelineOf = (kind: ExistingKind): Pipeline => PIPELINES[kind] as unknown as Pipeline

import type { InputOf, RunKind } from '../domain/kinds.js'
import type { RunOutcome } from '../domain/run-end.js'
import type { PictureSize } from '../domain/stimulus.js'
import type { TaskName } from '../domain/tasks.js'
import type { EngineDeps } from './deps.js'

/** Calls a pipeline is going to make, for the price before anything is spent. Tokens are per call. */
export type PlannedCalls = {
  readonly task: TaskName
  /** Where it is another than the one of the task's role. */
  readonly model?: string | undefined
  readonly count: number
  readonly input_tokens: number
  readonly output_tokens: number
  /** What such an answer has at least and at most, where that is known. */
  readonly output_range?: { readonly low: number; readonly high: number }
  /** Of the input, what all these calls begin with: a provider's cache is written once and read by the others. */
  readonly shared_tokens?: number
  /** Sizes of pictures that each shows besides; their tokens are the model's. */
  readonly pictures?: readonly PictureSize[]
  /** Calls of one stage run side by side; stages follow each other. */
  readonly stage: number
}

export type PipelineOutcome<K extends RunKind> = Pick<RunOutcome<K>, 'result' | 'trust'>

/** The work of one kind of run; its documents stand in `domain/kinds.ts`. */
export type Pipeline<K extends RunKind = RunKind> = {
  /**
   * The calls it will make; offline (`mode`, a model's by default) it may make none. Throws `invalid_input` for what a schema
   * cannot see, such as an unknown archetype.
   */
  plan(input: InputOf<K>, mode?: EngineDeps['model']['mode']): PlannedCalls[]
  /** Most calls in flight, where the input says so; `null`: as many as the process may have. */
  at_once?(input: InputOf<K>): number | null
  /** Seconds of computing of its own, where that is what a run takes. */
  computing_s?(input: InputOf<K>): number
  /** What a person should know before it starts, beside price and time. */
  notes?(model: EngineDeps['model'], input: InputOf<K>): string[]
  run(deps: EngineDeps, input: InputOf<K>): Promise<PipelineOutcome<K>>
  /** How the costly middle of a large run is done in parts, by any worker and in any order; absent for kinds that are never large. */
  readonly spread?: Spread<InputOf<K>>
}

/**
 * Work that consists of many items independent of each other. What it makes is stored as steps, so that `run`, called
 * afterwards, finds it and pays nothing; a part that was never done is simply done by `run`.
 */
type Spread<I> = {
  /** How many items there are. Pure. */
  items(input: I): number
  /** What all parts share, done once before them. */
  begin(deps: EngineDeps, input: I): Promise<void>
  /** Items `from` (included) to `to` (excluded). */
  work(deps: EngineDeps, input: I, from: number, to: number): Promise<void>
}

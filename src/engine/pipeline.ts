import type { PictureSize } from '../domain/panel/stimulus.js'
import type { InputOf, RunKind } from '../domain/run/kinds.js'
import type { RunOutcome } from '../domain/run/run-end.js'
import type { TaskName } from '../domain/run/tasks.js'
import type { EngineDeps } from './deps.js'

/** Calls that a pipeline is expected to make, for the price quote. Tokens are per call. */
export type PlannedCalls = {
  readonly task: TaskName
  /** Set where it is not the model of the task's role. */
  readonly model?: string | undefined
  readonly count: number
  readonly input_tokens: number
  readonly output_tokens: number
  /** Minimum and maximum tokens of such an answer, where known. */
  readonly output_range?: { readonly low: number; readonly high: number }
  /** Input tokens that all these calls begin with: the provider's cache is written once and read by the others. */
  readonly shared_tokens?: number
  /** Sizes of pictures shown in each call; their tokens depend on the model. */
  readonly pictures?: readonly PictureSize[]
  /** Calls of one stage run side by side; stages follow each other. */
  readonly stage: number
}

export type PipelineOutcome<K extends RunKind> = Pick<RunOutcome<K>, 'result' | 'trust'>

/** The work of one kind of run; `domain/run/kinds.ts` holds the schemas of its input and result. */
export type Pipeline<K extends RunKind = RunKind> = {
  /**
   * The calls the run will make; offline (`mode`, `anthropic` by default) there may be none. Throws `invalid_input` for
   * what a schema cannot check, such as an unknown archetype.
   */
  plan(input: InputOf<K>, mode?: EngineDeps['model']['mode']): PlannedCalls[]
  /** Maximum number of calls in flight, where the input sets it; `null`: the limit of the process. */
  at_once?(input: InputOf<K>): number | null
  /** Seconds of the run's own computing, where that determines its duration. */
  computing_s?(input: InputOf<K>): number
  /** Notes for the user before the run starts, beside price and time. */
  notes?(model: EngineDeps['model'], input: InputOf<K>): string[]
  run(deps: EngineDeps, input: InputOf<K>): Promise<PipelineOutcome<K>>
  /** How the costly middle of a large run is done in parts, by any worker and in any order; absent for kinds that are never large. */
  readonly spread?: Spread<InputOf<K>>
}

/**
 * Work on many independent items. Its results are stored as steps, so that `run`, called afterwards, finds them and
 * pays nothing; `run` itself does the items of a part that was never done.
 */
type Spread<I> = {
  /** Number of items; 0: one worker does the run alone. Pure. */
  items(input: I, mode: EngineDeps['model']['mode']): number
  /** Work that all parts share, done once before them. */
  begin(deps: EngineDeps, input: I): Promise<void>
  /** Items `from` (included) to `to` (excluded). */
  work(deps: EngineDeps, input: I, from: number, to: number): Promise<void>
}

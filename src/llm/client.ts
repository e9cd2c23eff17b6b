import type { Picture, PictureSize } from '../domain/panel/stimulus.js'
import type { Surplus } from '../domain/run/run.js'
import type { AnswerOf, FactsOf, TaskName } from '../domain/run/tasks.js'

/** A prompt in the order that caches well: constant text, text shared by the panel, text of this call. */
export type Prompt = {
  /** Rules of the task, identical in every run of this version. */
  readonly rules: string
  /** Text that all calls of one task in one run share (the stimulus). */
  readonly shared: string
  /** Text of this call only (the persona). */
  readonly own: string
  /** Pictures shown before `own`, identical for all calls. */
  readonly pictures?: readonly Picture[]
}

export type LlmRequest<T extends TaskName = TaskName> = {
  readonly task: T
  readonly facts: FactsOf<T>
  readonly prompt: Prompt
  readonly seed: number
  /** The model that the run was submitted with; default: the configured model of the task's role. */
  readonly model?: string
  /** Calls of one lane (a run) take turns with other lanes for a slot in flight. */
  readonly lane: string
}

/** A number of similar calls and the tokens of each. All begin with the same `shared_tokens`, which the provider may cache. */
export type ExpectedCalls = {
  readonly count: number
  readonly input_tokens: number
  readonly shared_tokens?: number
  readonly output_tokens: number
  /** Sizes in pixels of the pictures in each call; they belong to the shared part. */
  readonly pictures?: readonly PictureSize[]
}

/** Tokens of one request. `cost_usd` is `null` for a model without a known price. */
export type CallUsage = {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_tokens: number
  readonly cache_write_tokens: number
  readonly cost_usd: number | null
}

/**
 * How one request ended. `answered`: a valid answer, stored with its usage at once. `unusable`: paid for, but without a
 * valid answer (to be repaired, refused or cut off). `final`: unusable or refused for good, stored in place of the
 * answer. `failed`: the provider rejected it, nothing was billed. `lost`: sent without an answer, possibly billed.
 */
export type CallOutcome = {
  readonly status: 'answered' | 'unusable' | 'final' | 'failed' | 'lost'
  readonly usage: CallUsage | null
  readonly stop_reason: string | null
  readonly request_id: string | null
  readonly error: { readonly code: string; readonly message: string; readonly facts?: unknown } | null
  readonly duration_ms: number
  readonly answer?: unknown
  /** Parts that were cut from an answer or clipped; absent where the answer was stored whole. */
  readonly surplus?: Surplus
}

/**
 * The ledger as the LLM client sees it: one `open` before each request is sent, one `close` after it, whatever
 * happened.
 */
export type Meter = {
  /** Writes the intent and reserves at most this many dollars (`null`: no known price). Rejects when the budget is spent. */
  open(call: { model: string; reserve_usd: number | null }): Promise<string>
  close(callId: string, outcome: CallOutcome): Promise<void>
}

/**
 * An LLM client. `answer` returns a value of the task's schema or rejects with an `AppError`: `provider_down`
 * (transient: pause), `provider_rejected` (key, spend limit, unknown model: final for the run), `model_refused`,
 * `answer_truncated`, `answer_invalid` (final for this step), `cancelled` when `signal` fired.
 */
export type Llm = {
  readonly mode: 'offline' | 'anthropic'
  readonly models: { readonly persona: string; readonly analysis: string; readonly judge: string }
  answer<T extends TaskName>(
    request: LlmRequest<T>,
    options: { meter: Meter; signal: AbortSignal },
  ): Promise<AnswerOf<T>>
  /** The price of such calls to a model in dollars, or `null` where no price is known; the offline model costs 0. */
  price(model: string, calls: ExpectedCalls): number | null
  close(): Promise<void>
}

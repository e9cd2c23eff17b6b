import { type AnswerOf, TASKS, type TaskName } from '../domain/tasks.js'
import { AppError } from '../errors.js'
import type { Log } from '../log.js'
import { ask, type Backoff, type Door } from './ask.js'
import { type BreakerOptions, createBreaker } from './breaker.js'
import { createCancellation } from './cancellation.js'
import type { Llm, LlmRequest, Meter } from './client.js'
import { createGate } from './gate.js'
import { priceCalls } from './pricing.js'
import { createRequestWriter } from './request-body.js'
import { createRequestForms } from './request-form.js'
import { type JsonSchema, outputSchema } from './structured-output.js'
import { createVanguard } from './warm.js'
import type { Wire } from './wire.js'

export { DEFAULT_MODELS } from './models.js'

export type AnthropicOptions = {
  /** `null`: called without any credentials (a base URL alone). */
  readonly apiKey: string | null
  /** `null`: https://api.anthropic.com. */
  readonly baseUrl: string | null
  readonly models: { readonly persona: string; readonly analysis: string; readonly judge: string }
  /** Calls in flight per process. */
  readonly concurrency: number
  /** Time limit of one request, its body included. */
  readonly timeoutMs: number
  readonly log: Log
  readonly backoff?: Backoff
  /** A longer `retry-after` pauses the run instead of the process. */
  readonly retryAfterBoundMs?: number
  readonly breaker?: BreakerOptions
}

const BACKOFF: Backoff = { firstMs: 1_000, mostMs: 10_000, retries: 3 }
const RETRY_AFTER_BOUND_MS = 60_000
/** A cache entry lives for five minutes from its last use. */
const WARM_FOR_MS = 4 * 60_000

/**
 * The door to Claude, or to any server that speaks the Messages API. Takes everything from its options and nothing
 * from the environment. Errors: see `Llm`.
 */
export function createAnthropicLlm(options: AnthropicOptions): Llm {
  const { models, log } = options
  const schemas = Object.fromEntries(
    Object.entries(TASKS).map(([task, { answer }]) => [task, outputSchema(answer)]),
  ) as Record<TaskName, JsonSchema>
  const cancellation = createCancellation()
  let wire: Promise<Wire> | null = null
  let closed = false

  const shared: Omit<Door, 'wire'> = {
    gate: createGate(options.concurrency),
    breaker: createBreaker(log, options.breaker),
    forms: createRequestForms(log),
    write: createRequestWriter(),
    warm: createVanguard(WARM_FOR_MS),
    scouts: options.baseUrl === null ? null : createVanguard(Number.POSITIVE_INFINITY),
    backoff: options.backoff ?? BACKOFF,
    retryAfterBoundMs: options.retryAfterBoundMs ?? RETRY_AFTER_BOUND_MS,
    log,
  }
  // Only a process that calls a model loads the SDK.
  const openWire = () => {
    wire ??= import('./wire.js').then(({ createWire }) => createWire(options))
    return wire
  }

  return {
    mode: 'anthropic',
    models,
    async answer<T extends TaskName>(request: LlmRequest<T>, { meter, signal }: { meter: Meter; signal: AbortSignal }) {
      if (closed) throw new AppError('cancelled')
      const { task, prompt, lane } = request
      const { role, max_tokens } = TASKS[task]
      const question = { model: request.model ?? models[role], prompt, schema: schemas[task], max_tokens }
      const own = cancellation.begin(signal)
      try {
        const door = { ...shared, wire: await openWire() }
        const call = { task, question, lane, meter, signal: own.signal }
        const first = await ask(door, call, null)
        const verdict = first.status === 'unusable' ? await ask(door, call, first.repair) : first
        if (verdict.status === 'answered') return verdict.answer as AnswerOf<T>
        throw verdict.error
      } finally {
        own.end()
      }
    },
    price: priceCalls,
    async close() {
      closed = true
      cancellation.cancelAll(new AppError('cancelled'))
      const opened = await wire
      opened?.close()
    },
  }
}

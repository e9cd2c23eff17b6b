import { type AnswerOf, TASKS, type TaskName } from '../domain/run/tasks.js'
import { AppError } from '../errors.js'
import type { Log } from '../log.js'
import { createCacheWarmer } from './cache-warmer.js'
import { type Backoff, type ClientDeps, callModel } from './call-model.js'
import { createCancellation } from './cancellation.js'
import { type BreakerOptions, createCircuitBreaker } from './circuit-breaker.js'
import type { Llm, LlmRequest, Meter } from './client.js'
import { createConcurrencyLimiter } from './concurrency-limiter.js'
import type { MessagesApi } from './messages-api.js'
import { priceCalls } from './pricing.js'
import { createRequestWriter } from './request-body.js'
import { createRequestForms, type RequestForms } from './request-form.js'
import { type JsonSchema, outputSchema } from './structured-output.js'

export { DEFAULT_MODELS } from './models-and-prices.js'

export type AnthropicOptions = {
  /** `null`: requests carry no credentials (only a base URL is configured). */
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
  /** Longest `retry-after`, in milliseconds, that calls wait for; a longer one pauses the run. */
  readonly retryAfterBoundMs?: number
  readonly breaker?: BreakerOptions
  /** What is known about the capabilities of the models' servers; default: nothing yet. */
  readonly forms?: RequestForms
}

/** Answers come from the prompt alone, so facts and seed may be left out. */
export type AnthropicLlm = Omit<Llm, 'answer'> & {
  answer<T extends TaskName>(
    request: Omit<LlmRequest<T>, 'facts' | 'seed'>,
    options: { meter: Meter; signal: AbortSignal },
  ): Promise<AnswerOf<T>>
}

const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 10_000, retries: 3 }
const RETRY_AFTER_BOUND_MS = 60_000
/** The provider keeps a cache entry for five minutes from its last use. */
const WARM_FOR_MS = 4 * 60_000

/**
 * An LLM client for Claude, or for any server that implements the Messages API. Reads its options only, never the
 * environment. Errors: see `Llm`.
 */
export function createAnthropicLlm(options: AnthropicOptions): AnthropicLlm {
  const { models, log } = options
  const schemas = Object.fromEntries(
    Object.entries(TASKS).map(([task, { answer }]) => [task, outputSchema(answer)]),
  ) as Record<TaskName, JsonSchema>
  const cancellation = createCancellation()
  let api: Promise<MessagesApi> | null = null
  let closed = false

  const shared: Omit<ClientDeps, 'api'> = {
    limiter: createConcurrencyLimiter(options.concurrency),
    breaker: createCircuitBreaker(log, options.breaker),
    forms: options.forms ?? createRequestForms(log),
    write: createRequestWriter(),
    cacheWarmer: createCacheWarmer(WARM_FOR_MS),
    capabilityProbe: options.baseUrl === null ? null : createCacheWarmer(Number.POSITIVE_INFINITY),
    backoff: options.backoff ?? BACKOFF,
    retryAfterBoundMs: options.retryAfterBoundMs ?? RETRY_AFTER_BOUND_MS,
    log,
  }
  // Only a process that calls a model loads the SDK.
  const openApi = () => {
    api ??= import('./messages-api.js').then(({ createMessagesApi: createWire }) => createWire(options))
    return api
  }

  return {
    mode: 'anthropic',
    models,
    async answer<T extends TaskName>(
      request: Omit<LlmRequest<T>, 'facts' | 'seed'>,
      { meter, signal }: { meter: Meter; signal: AbortSignal },
    ) {
      if (closed) throw new AppError('cancelled')
      const { task, prompt, lane } = request
      const { role, max_tokens } = TASKS[task]
      const question = { model: request.model ?? models[role], prompt, schema: schemas[task], max_tokens }
      const cancellable = cancellation.begin(signal)
      try {
        const deps = { ...shared, api: await openApi() }
        const call = { task, question, lane, meter, signal: cancellable.signal }
        const first = await callModel(deps, call, null)
        const outcome = first.status === 'unusable' ? await callModel(deps, call, first.repair) : first
        if (outcome.status === 'answered') return outcome.answer as AnswerOf<T>
        throw outcome.error
      } finally {
        cancellable.end()
      }
    },
    price: priceCalls,
    async close() {
      closed = true
      cancellation.cancelAll(new AppError('cancelled'))
      const opened = await api
      opened?.close()
    },
  }
}

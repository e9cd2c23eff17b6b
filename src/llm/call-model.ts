import { createHash } from 'node:crypto'
import { TASKS, type TaskDefinition, type TaskName } from '../domain/run/tasks.js'
import { AppError } from '../errors.js'
import type { Log } from '../log.js'
import type { CacheWarmer, Leader } from './cache-warmer.js'
import { cancelReason, sleep } from './cancellation.js'
import { type CircuitBreaker, MAX_RETRY_AFTER_MS } from './circuit-breaker.js'
import type { CallOutcome, Meter } from './client.js'
import type { ConcurrencyLimiter } from './concurrency-limiter.js'
import type { MessagesApi, MessagesRequest, Reply } from './messages-api.js'
import { parseReply, type ReplyOutcome } from './parse-reply.js'
import { ProviderError, responseLost } from './provider-error.js'
import { isCacheable, type Question, type Repair, type RequestWriter, reservation } from './request-body.js'
import type { RequestForms } from './request-form.js'
import type { RequestBody } from './transport.js'

export type Backoff = { readonly firstMs: number; readonly maxMs: number; readonly retries: number }

/** What all model calls of this process share. */
export type ClientDeps = {
  readonly api: MessagesApi
  readonly limiter: ConcurrencyLimiter
  readonly breaker: CircuitBreaker
  readonly forms: RequestForms
  readonly write: RequestWriter
  readonly cacheWarmer: CacheWarmer
  /**
   * Lets one call per model find out what a server supports; `null` for Anthropic's own API, which supports everything.
   */
  readonly capabilityProbe: CacheWarmer | null
  readonly backoff: Backoff
  readonly retryAfterBoundMs: number
  readonly log: Log
}

export type ModelCall = {
  readonly task: TaskName
  readonly question: Question
  readonly lane: string
  readonly meter: Meter
  readonly signal: AbortSignal
}

/**
 * Sends a question until a message comes back, and parses it. The meter opens and closes each request. Rejects with
 * `provider_down`, `provider_rejected`, the reason of a cancellation, or the meter's own error.
 */
export async function callModel(deps: ClientDeps, call: ModelCall, repair: Repair | null): Promise<ReplyOutcome> {
  const leaders: Leader[] = []
  try {
    await waitForLeaders(deps, call, leaders)
    return await sendWithRetries(deps, call, repair, leaders)
  } finally {
    for (const leader of leaders) leader.released()
  }
}

/** Waits for the leaders of this call's keys; adds to `leaders` those keys for which this call is the leader. */
async function waitForLeaders(
  deps: ClientDeps,
  { task, question, signal }: ModelCall,
  leaders: Leader[],
): Promise<void> {
  const probeLeader = await deps.capabilityProbe?.join(question.model, signal)
  if (probeLeader) leaders.push(probeLeader)
  if (!isCacheable(question)) return
  const { rules, shared } = question.prompt
  // The cache key covers the output format, which differs from task to task.
  const prefix = createHash('sha256').update(`${question.model}\0${task}\0${rules}\0${shared}`).digest('base64')
  const cacheLeader = await deps.cacheWarmer.join(prefix, signal)
  if (cacheLeader) leaders.push(cacheLeader)
}

/** The only retry loop around a model call. */
async function sendWithRetries(
  deps: ClientDeps,
  call: ModelCall,
  repair: Repair | null,
  leaders: Leader[],
): Promise<ReplyOutcome> {
  const { model } = call.question
  for (let failures = 0; ; ) {
    const form = deps.forms.of(model)
    const request = messagesRequest(model, deps.write(call.question, form, repair, leaders.length > 0), leaders)
    const result = await sendMetered(deps, call, request, repair !== null, leaders)
    if (!(result instanceof ProviderError)) {
      const ignored = deps.capabilityProbe !== null && result.status === 'unusable' && result.formless
      if (ignored && deps.forms.ignored(model, form)) continue
      return result
    }
    if (result.refusal !== null && deps.forms.fallBack(model, form, result.refusal)) continue
    if (result.kind === 'rejected') throw rejected(call.task, result)
    for (const leader of leaders.splice(0)) leader.released()

    failures += 1
    const { retryAfterMs } = result
    if (failures > deps.backoff.retries || (retryAfterMs ?? 0) > deps.retryAfterBoundMs) throw providerDown(result)
    // With a `retry-after` the limiter pauses all calls of the process.
    const wait = retryAfterMs === null ? fullJitter(deps.backoff, failures) : 0
    deps.log.info(
      { model, problem: result.message, failures, wait_ms: retryAfterMs ?? wait },
      'model call failed; trying again',
    )
    if (wait > 0) await sleep(wait, call.signal)
  }
}

const fullJitter = ({ firstMs, maxMs }: Backoff, failures: number): number =>
  Math.random() * Math.min(maxMs, firstMs * 2 ** (failures - 1))

/** A rejected key or account ends the run; a refused request whose answer is optional ends only its step. */
function rejected(task: TaskName, failure: ProviderError): AppError {
  const problem = failure.message
  const { optional }: TaskDefinition = TASKS[task]
  return optional && failure.refusal !== null
    ? new AppError('request_refused', { task, problem }, { cause: failure })
    : new AppError('provider_rejected', { problem }, { cause: failure })
}

function providerDown(failure: ProviderError): AppError {
  const { message: problem, retryAfterMs } = failure
  const facts =
    retryAfterMs === null ? { problem } : { problem, retry_after_ms: Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) }
  return new AppError('provider_down', facts, { cause: failure })
}

/** Sends one request: takes a slot, opens and closes its ledger entry, and reports to the circuit breaker. */
async function sendMetered(
  deps: ClientDeps,
  call: ModelCall,
  request: MessagesRequest,
  repaired: boolean,
  leaders: readonly Leader[],
): Promise<ReplyOutcome | ProviderError> {
  const { question, meter, signal } = call
  deps.breaker.check()
  await deps.limiter.acquire(call.lane, signal)
  const release = once(deps.limiter.release)
  try {
    const permit = deps.breaker.admit()
    try {
      const callId = await meter.open({ model: question.model, reserve_usd: reservation(question, request.body) })
      const started = performance.now()
      const result = await transmit(deps, request, signal, leaders)
      if (result instanceof ProviderError) shareProviderState(deps, result, permit)
      else permit.reportUp()
      // The slot covers the request only, not the database writes after it.
      release()
      const duration = Math.round(performance.now() - started)
      if (result instanceof ProviderError) {
        await meter.close(callId, lostOutcome(result, duration))
        if (signal.aborted) throw cancelReason(signal)
        return result
      }
      const outcome = parseReply(call.task, question, result, repaired)
      await meter.close(callId, paidOutcome(result, outcome, duration))
      return outcome
    } finally {
      permit.reportUnknown()
    }
  } finally {
    release()
  }
}

/** A leader's call is streamed: calls that wait for it may be sent after its first event. */
const messagesRequest = (model: string, body: RequestBody, leaders: readonly Leader[]): MessagesRequest =>
  leaders.length === 0 ? { model, body } : { model, body, onStart: () => announceArrival(leaders) }

function announceArrival(leaders: readonly Leader[]): void {
  for (const leader of leaders) leader.markWarm()
}

async function transmit(
  deps: ClientDeps,
  request: MessagesRequest,
  signal: AbortSignal,
  leaders: readonly Leader[],
): Promise<Reply | ProviderError> {
  for (const leader of leaders) leader.markSent()
  try {
    const reply = await deps.api.send(request, signal)
    announceArrival(leaders)
    return reply
  } catch (error) {
    return error instanceof ProviderError ? error : responseLost(String(error), { cause: error })
  }
}

/**
 * Reports a failed request to breaker and limiter, before its slot is released, so that no other call is sent
 * meanwhile.
 */
function shareProviderState(deps: ClientDeps, failure: ProviderError, pass: ReturnType<CircuitBreaker['admit']>): void {
  const { retryAfterMs } = failure
  if (failure.kind === 'rejected') pass.reportUp()
  if (failure.kind === 'transient' && !failure.providerHealthy) pass.reportDown(failure.message)
  if (retryAfterMs === null) return
  if (retryAfterMs > deps.retryAfterBoundMs) deps.breaker.trip(retryAfterMs, failure.message)
  else deps.limiter.pause(retryAfterMs)
}

const ERROR_CODES = { transient: 'provider_down', rejected: 'provider_rejected', cancelled: 'cancelled' } as const

function lostOutcome(failure: ProviderError, duration_ms: number): CallOutcome {
  const error = { code: ERROR_CODES[failure.kind], message: failure.message }
  return { status: failure.status, usage: null, stop_reason: null, request_id: failure.requestId, error, duration_ms }
}

/** Usage is recorded for unusable messages too: they were paid for. */
function paidOutcome(reply: Reply, outcome: ReplyOutcome, duration_ms: number): CallOutcome {
  const facts = {
    usage: reply.usage,
    stop_reason: reply.message.stop_reason,
    request_id: reply.requestId,
    duration_ms,
  }
  if (outcome.status === 'answered') {
    const answered = { status: 'answered' as const, ...facts, error: null, answer: outcome.answer }
    return outcome.surplus ? { ...answered, surplus: outcome.surplus } : answered
  }
  const { code, message, facts: details } = outcome.error
  if (outcome.status === 'final') return { status: 'final', ...facts, error: { code, message, facts: details } }
  return { status: 'unusable', ...facts, error: { code, message: outcome.repair.problems.join(' ') } }
}

function once(run: () => void): () => void {
  let done = false
  return () => {
    if (!done) run()
    done = true
  }
}

import { hash as digest } from 'node:crypto'
import type { AgentEndpoint } from '../../domain/evaluation/agent.js'
import type { ChatQuestion, LiveAnswer, LiveQuestion } from '../../domain/evaluation/conversation.js'
import { AppError } from '../../errors.js'
import { cancelReason, createCancellation, sleep } from '../cancellation.js'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../concurrency-limiter.js'
import { maskSecret } from '../mask-secret.js'
import { AgentError } from './agent-error.js'
import { type Lookup, resolveAll } from './guarded-lookup.js'
import { createHostBreakers } from './host-breakers.js'
import { hostOf } from './hosts.js'
import { type CallPolicy, postGuarded } from './post.js'
import { readAnswer, readCompletion } from './read-answer.js'
import { ACCEPTED_ENCODINGS } from './read-body.js'
import { type TokenPolicy, tokenFor } from './token-for.js'

/** An HTTP client for live agents, at addresses given by the authors of runs. */
export type AgentClient = {
  /**
   * Sends one message and returns the agent's answer. `conversation` identifies the conversation within the run. Rejects
   * with `agent_failed` when no retry is left or would help, and with the signal's reason when that fires.
   */
  say(
    endpoint: AgentEndpoint,
    conversation: string,
    question: LiveQuestion | ChatQuestion,
    call: AgentCall,
  ): Promise<LiveAnswer>
}
/** `workspace`: slug of the run's workspace, whose tokens may be sent. */
type AgentCall = { readonly run_id: string; readonly workspace: string; readonly signal: AbortSignal }

/**
 * `hostsAllowed` may also be private. `keys`: API keys that agents' files refer to (`api_key_env`), by variable name.
 */
export type AgentClientOptions = TokenPolicy & {
  /** Requests in flight in this process; at most eight of them to one host. */
  readonly concurrency: number
  /** Version of this program, for the agent's log. */
  readonly version: string
  readonly lookup?: Lookup
  readonly now?: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

const MAX_ATTEMPTS = 3
const MIN_PAUSE_MS = 500
/** A longer `Retry-After` fails the call instead of a wait, in milliseconds. */
const MAX_PAUSE_MS = 30_000

export function createAgentClient(options: AgentClientOptions): AgentClient {
  const limiter = createHostLimiter(options.concurrency)
  const breakers = createHostBreakers(options.now)
  const cancellation = createCancellation()
  const pause = options.sleep ?? sleep
  const policy = { ...options, lookup: options.lookup ?? resolveAll }

  return {
    async say(endpoint, conversation, question, { run_id, workspace, signal }) {
      const url = new URL(endpoint.url)
      const request = agentRequest(question, options.version, [
        run_id,
        question.agent_version_id,
        question.version,
        conversation,
      ])
      const call = cancellation.begin(signal)
      try {
        for (let attempt = 1; ; attempt++) {
          const answer = await limiter.run(hostOf(url), run_id, call.signal, () =>
            breakers.callUnlessOpen(url.host, () => callOnce(endpoint, request, workspace, policy, call.signal)),
          )
          if (!(answer instanceof AgentError)) return answer
          const ms = answer.retryAfterMs ?? MIN_PAUSE_MS * 2 ** (attempt - 1)
          if (!answer.retryable || attempt === MAX_ATTEMPTS || ms > MAX_PAUSE_MS)
            throw agentFailed(url, answer, attempt)
          await pause(ms, call.signal)
        }
      } finally {
        call.end()
      }
    },
  }
}

type AgentRequest = {
  readonly headers: Record<string, string>
  readonly body: string
  readonly read: (body: string) => LiveAnswer
}

/** All attempts use the same session id and idempotency key, so that the agent recognises a repeated message. */
function agentRequest(
  question: LiveQuestion | ChatQuestion,
  version: string,
  conversation: readonly string[],
): AgentRequest {
  const session_id = digest('sha256', JSON.stringify(conversation)).slice(0, 32)
  const isChat = 'body' in question
  const message = isChat ? [session_id, question.turn, question.round] : [session_id, question.turn]
  return {
    headers: {
      accept: 'application/json',
      'accept-encoding': ACCEPTED_ENCODINGS,
      'content-type': 'application/json',
      'idempotency-key': digest('sha256', JSON.stringify(message)).slice(0, 32),
      'user-agent': `pressure-test/${version}`,
    },
    body: JSON.stringify(isChat ? question.body : { ...question, session_id }),
    read: isChat ? readCompletion : readAnswer,
  }
}

/** One attempt within the endpoint's timeout, redirects and reading included. Rejects only when `signal` fires. */
async function callOnce(
  endpoint: AgentEndpoint,
  request: AgentRequest,
  workspace: string,
  policy: CallPolicy,
  signal: AbortSignal,
): Promise<LiveAnswer | AgentError> {
  const { timeout_ms } = endpoint
  const timeout = new AgentError(
    `No complete answer within ${timeout_ms / 1_000} s; make it faster or raise timeout_ms of the endpoint.`,
    { retryable: true },
  )
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(timeout), timeout_ms)
  let mask = maskSecret(null)
  try {
    const token = tokenFor(endpoint, workspace, policy)
    mask = maskSecret(token)
    const body = await postGuarded(endpoint.url, request, token, policy, AbortSignal.any([signal, limit.signal]))
    return withoutToken(request.read(body), token)
  } catch (error) {
    if (signal.aborted) throw cancelReason(signal)
    if (limit.signal.aborted) return timeout
    if (error instanceof AgentError) return new AgentError(mask(error.message), error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Keeps the token out of the transcript when an agent echoes its request. Tokens need no escaping in JSON. */
const withoutToken = (answer: LiveAnswer, token: string | null): LiveAnswer =>
  token === null ? answer : JSON.parse(JSON.stringify(answer).replaceAll(token, '[token]'))

function agentFailed(url: URL, error: AgentError, attempts: number): AppError {
  const wait = error.retryAfterMs ?? 0
  let problem = error.message
  if (wait > MAX_PAUSE_MS) problem += ` It asks to wait ${Math.ceil(wait / 1_000)} s, which is too long to wait here.`
  if (attempts > 1) problem += ` Tried ${attempts} times.`
  return new AppError('agent_failed', { host: url.host, problem }, { cause: error })
}

/** Requests in flight to one host; a live agent is seldom built for more. */
const MAX_PER_HOST = 8

type HostLimiter = {
  /** Does `work` while holding a slot of the process and one of the host. Rejects with the signal's reason while waiting. */
  run<T>(host: string, lane: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/** Limits the requests in flight, of this process and to each host; runs (lanes) take turns. */
function createHostLimiter(concurrency: number): HostLimiter {
  const processLimiter = createConcurrencyLimiter(concurrency)
  const hosts = new Map<string, { limiter: ConcurrencyLimiter; users: number }>()

  return {
    async run(host, lane, signal, work) {
      const entry = hosts.get(host) ?? { limiter: createConcurrencyLimiter(MAX_PER_HOST), users: 0 }
      hosts.set(host, entry)
      entry.users += 1
      try {
        // The host's slot first: requests that wait for a slow host must not hold slots of the process.
        return await withSlot(entry.limiter, lane, signal, () => withSlot(processLimiter, lane, signal, work))
      } finally {
        entry.users -= 1
        if (entry.users === 0) hosts.delete(host)
      }
    },
  }
}

async function withSlot<T>(
  limiter: ConcurrencyLimiter,
  lane: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  await limiter.acquire(lane, signal)
  try {
    return await work()
  } finally {
    limiter.release()
  }
}

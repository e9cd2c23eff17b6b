import { hash as digest } from 'node:crypto'
import type { AgentEndpoint } from '../../domain/agent.js'
import type { LiveAnswer, LiveQuestion } from '../../domain/conversation.js'
import { AppError } from '../../errors.js'
import { cancelReason, createCancellation, sleep } from '../cancellation.js'
import { createDeadHosts } from './dead-hosts.js'
import { type Lookup, resolveAll } from './guard.js'
import { type HostToken, hostOf, type ListedHost } from './hosts.js'
import { createPlaces } from './places.js'
import { postGuarded, type Reach, tokenFor } from './post.js'
import { readAnswer } from './read-answer.js'
import { ACCEPTED_ENCODINGS } from './read-body.js'
import { AgentTrouble } from './trouble.js'

/** A door to agents that answer for themselves, wherever a run's author says they are. */
export type AgentDoor = {
  /**
   * Says one message and gives the agent's answer. `conversation` names the conversation within the run. Rejects with
   * `agent_failed` once trying again is no use, and with the signal's reason when that fires.
   */
  say(endpoint: AgentEndpoint, conversation: string, question: LiveQuestion, call: AgentCall): Promise<LiveAnswer>
}
type AgentCall = { readonly run_id: string; readonly signal: AbortSignal }

export type AgentDoorOptions = {
  /** Hosts that may be private. */
  readonly hostsAllowed: readonly ListedHost[]
  readonly tokens: readonly HostToken[]
  /** Requests in flight in this process; at most eight of them to one host. */
  readonly concurrency: number
  /** Of this program, for the agent's log. */
  readonly version: string
  readonly lookup?: Lookup
  readonly now?: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

const ATTEMPTS = 3
const FIRST_PAUSE_MS = 500
/** The longest `Retry-After` that is waited for. */
const LONGEST_PAUSE_MS = 30_000

export function createAgentDoor(options: AgentDoorOptions): AgentDoor {
  const places = createPlaces(options.concurrency)
  const dead = createDeadHosts(options.now)
  const cancellation = createCancellation()
  const pause = options.sleep ?? sleep
  const reach = { ...options, lookup: options.lookup ?? resolveAll }

  return {
    async say(endpoint, conversation, question, { run_id, signal }) {
      const url = new URL(endpoint.url)
      const letter = letterOf(question, options.version, [
        run_id,
        question.agent_version_id,
        question.version,
        conversation,
      ])
      const call = cancellation.begin(signal)
      try {
        for (let attempt = 1; ; attempt++) {
          const answer = await places.hold(hostOf(url), run_id, call.signal, () =>
            dead.unlessDead(url.host, () => ask(endpoint, letter, reach, call.signal)),
          )
          if (!(answer instanceof AgentTrouble)) return answer
          const ms = answer.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1)
          if (!answer.again || attempt === ATTEMPTS || ms > LONGEST_PAUSE_MS) throw failed(url, answer, attempt)
          await pause(ms, call.signal)
        }
      } finally {
        call.end()
      }
    },
  }
}

type Letter = { readonly headers: Record<string, string>; readonly body: string }

/** The same conversation always has the same session, and the same message in it the same key: a repeat can be told. */
function letterOf(question: LiveQuestion, version: string, conversation: readonly string[]): Letter {
  const session_id = digest('sha256', JSON.stringify(conversation)).slice(0, 32)
  return {
    headers: {
      accept: 'application/json',
      'accept-encoding': ACCEPTED_ENCODINGS,
      'content-type': 'application/json',
      'idempotency-key': digest('sha256', JSON.stringify([session_id, question.turn])).slice(0, 32),
      'user-agent': `pressure-test/${version}`,
    },
    body: JSON.stringify({ ...question, session_id }),
  }
}

/** One attempt within the endpoint's time, redirects and reading included. Rejects only when `signal` fires. */
async function ask(
  { url, timeout_ms }: AgentEndpoint,
  letter: Letter,
  reach: Reach,
  signal: AbortSignal,
): Promise<LiveAnswer | AgentTrouble> {
  const late = new AgentTrouble(
    `No complete answer within ${timeout_ms / 1_000} s; make it faster or raise timeout_ms of the endpoint.`,
    { again: true },
  )
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(late), timeout_ms)
  try {
    const body = await postGuarded(url, letter, reach, AbortSignal.any([signal, limit.signal]))
    return withoutToken(readAnswer(body), tokenFor(new URL(url), reach))
  } catch (error) {
    if (signal.aborted) throw cancelReason(signal)
    if (limit.signal.aborted) return late
    if (error instanceof AgentTrouble) return error
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** An agent that repeats what it was sent must not get the token into a transcript. Tokens need no escaping in JSON. */
const withoutToken = (answer: LiveAnswer, token: string | null): LiveAnswer =>
  token === null ? answer : JSON.parse(JSON.stringify(answer).replaceAll(token, '[token]'))

function failed(url: URL, trouble: AgentTrouble, attempts: number): AppError {
  const wait = trouble.retryAfterMs ?? 0
  const note =
    wait > LONGEST_PAUSE_MS ? ` It asks to wait ${Math.ceil(wait / 1_000)} s, which is too long to wait here.` : ''
  const tried = attempts > 1 ? ` Tried ${attempts} times.` : ''
  return new AppError(
    'agent_failed',
    { host: url.host, problem: `${trouble.message}${note}${tried}` },
    { cause: trouble },
  )
}

import type { App, ReceiverEvent } from '@slack/bolt'
import { type ErrorCode, isAppError } from '../../errors.js'
import type { Log } from '../../log.js'
import type { SlackRequests } from '../../service/slack/slack-workspaces.js'
import type { Tracing } from '../../telemetry/telemetry.js'
import { type Backlog, type BacklogTimes, startBacklog } from './backlog.js'
import { type RequestContext, readRequest, type SlackRequest } from './slack-request.js'

/** Slack allows 3 s, of which the network takes a part. */
const ANSWER_MS = 2_400
/** A request is stored so many milliseconds before the answer is due, and not waited for any longer. */
const STORE_MS = 500
/**
 * Lease in seconds of a request that was acknowledged before it was finished; if this process dies, another one takes
 * the request after it.
 */
const PROCESSING_LEASE_S = 20
/**
 * Number of requests in work from which on commands that can wait are stored for later; more would delay all of them.
 */
const MAX_IN_FLIGHT = 8

type Body = Record<string, unknown>
type Received = { readonly body: Body; readonly request: SlackRequest }
type Retry = Pick<ReceiverEvent, 'retryNum' | 'retryReason'>

/** Response to Slack: a request to redeliver (`redeliver`), or the listener's answer, if any. */
type DispatchResult = 'redeliver' | { readonly answer: object | null }

export type DispatchDeps = {
  readonly log: Log
  readonly tracing: Tracing
  readonly requests: SlackRequests
  /** Whether the request loses nothing if it is handled a minute later: it opens no modal. */
  readonly canWait: (body: Body) => boolean
  /** Milliseconds within which Slack gets an answer. */
  readonly answerMs?: number
  readonly backlog?: BacklogTimes
}

export type Dispatch = {
  init(app: App): void
  /**
   * `arrival` is the key of this request; `null` for a request that may arrive twice, since what it starts has a key of
   * its own.
   */
  take(body: Body, arrival: string | null, retry: Retry): Promise<DispatchResult>
  /** Begins to work on stored requests, also those of a process that died. */
  start(): void
  /** Resolves when every request taken so far is finished, including those acknowledged earlier. */
  drained(): Promise<void>
  /** Like `drained`, and starts no more stored requests. */
  stop(): Promise<void>
}

const NO_ANSWER: DispatchResult = { answer: null }
const QUEUED_ANSWER: DispatchResult = {
  answer: {
    response_type: 'ephemeral',
    text: 'Taken. Many are asking at this moment; yours is stored and starts as soon as it is its turn.',
  },
}

/** The request may still start, but it is not known whether it is stored if this process dies. */
const UNCERTAIN_ANSWER: DispatchResult = {
  answer: {
    response_type: 'ephemeral',
    text: 'The database is slow at the moment. If nothing appears here within a minute, nothing was started: try again.',
  },
}

/**
 * Passes Slack's requests to Bolt, from HTTP or Socket Mode. Slack gets its answer in time, however long the work
 * takes. An event is confirmed only once it is stored; otherwise Slack redelivers it. Under load, commands that can
 * wait are stored, confirmed and worked on in their turn.
 */
export function createDispatch(deps: DispatchDeps): Dispatch {
  const { log, tracing, requests, canWait, answerMs = ANSWER_MS } = deps
  let app: App | null = null
  const working = new Set<Promise<void>>()
  let backlog: Backlog | null = null

  /** Traces the request's type and command, which are the app's own words, and no text of a person. */
  const inSpan = (body: Body, work: () => Promise<void> | undefined): Promise<void> => {
    const request = typeof body.type === 'string' ? body.type : 'command'
    const facts = {
      'slack.request': request,
      'slack.command': typeof body.command === 'string' ? body.command : undefined,
    }
    return tracing.within(`slack ${request}`, { kind: 'server', facts }, async () => work())
  }

  const keepForLater = async (body: Body, arrival: string): Promise<DispatchResult> => {
    try {
      if (!(await requests.keep(arrival, body))) return NO_ANSWER
      backlog?.wake()
      return QUEUED_ANSWER
    } catch (error) {
      return unavailableResult(body, error, log)
    }
  }
  const queueForLater = (body: Body, arrival: string): Promise<DispatchResult> =>
    new Promise((settle) => {
      const late = setTimeout(() => settle(uncertainResult(body)), answerMs)
      void keepForLater(body, arrival)
        .finally(() => clearTimeout(late))
        .then(settle)
    })

  /** Stores `body` so that it is finished even if this process dies; `null` where it can only be done now. */
  const storeWhileProcessing = (body: Body, arrival: string | null): Promise<DispatchResult> | null => {
    const opensNoWindow = body.type === 'view_submission' || canWait(body)
    if (arrival === null || !opensNoWindow) return null
    return requests.hold(arrival, body, PROCESSING_LEASE_S).then(
      () => NO_ANSWER,
      (error) => {
        log.warn({ error: String(error) }, 'Slack request could not be stored; it is worked on all the same')
        return uncertainResult(body)
      },
    )
  }

  const processNow = ({ body, request }: Received, arrival: string | null, retry: Retry): Promise<DispatchResult> =>
    new Promise<DispatchResult>((settle) => {
      const isEvent = body.type === 'event_callback'
      let begun = false
      let ended = false
      let notNoted = false
      let storing: Promise<DispatchResult> | null = null
      let stored: DispatchResult | null = null
      const store = async (): Promise<DispatchResult> => {
        if (!ended) storing ??= storeWhileProcessing(body, arrival)
        stored = (await storing) ?? NO_ANSWER
        return stored
      }
      const confirm = async (): Promise<void> => settle(await store())
      const lateResult = (): DispatchResult => {
        if (isEvent) return begun ? NO_ANSWER : 'redeliver'
        return stored !== null && (begun || storing !== null) ? stored : uncertainResult(body)
      }
      const early = setTimeout(() => void store(), answerMs - STORE_MS)
      const late = setTimeout(() => settle(lateResult()), answerMs)
      const ack: ReceiverEvent['ack'] = async (response?: unknown) => {
        if (isEvent) return
        const answer = answerOf(response)
        if (answer === null) await confirm()
        else settle({ answer })
      }
      const work = async (): Promise<DispatchResult> => {
        try {
          if (arrival !== null && !(await requests.firstArrival(arrival))) return NO_ANSWER
        } catch (error) {
          notNoted = true
          const result = unavailableResult(body, error, log)
          return storing === null ? result : uncertainResult(body)
        }
        begun = true
        try {
          await inSpan(body, () =>
            app?.processEvent({ body, ack, ...retry, customProperties: { request } satisfies RequestContext }),
          )
          return NO_ANSWER
        } catch (error) {
          log.error({ error: detailOf(error) }, 'Slack request failed')
          return isEvent && isTransient(error) ? 'redeliver' : NO_ANSWER
        }
      }
      const finish = async (): Promise<void> => {
        const result = await work()
        ended = true
        clearTimeout(early)
        clearTimeout(late)
        settle(result)
        if (storing === null || arrival === null) return
        await storing
        // Nobody has worked on it, and Slack may have been told nothing: it starts from what is stored.
        if (notNoted) return
        // Takes no waiting request, and deletes this one because it is finished.
        await requests.takeWaiting(0, 0, [arrival]).catch((error) => {
          log.info({ error: String(error) }, 'a finished Slack request stays stored; it is looked at once more')
        })
      }
      const done = finish().finally(() => working.delete(done))
      working.add(done)
    })
  const drained = async (): Promise<void> => {
    await Promise.all(working)
  }

  return {
    init: (bolt) => {
      app = bolt
    },
    take: async (body, arrival, retry) => {
      const request = readRequest(body)
      if ('problem' in request) {
        // Slack would redeliver what is refused, and it would be no more readable.
        log.warn({ problem: request.problem }, 'Slack message not understood')
        return NO_ANSWER
      }
      return arrival !== null && (working.size >= MAX_IN_FLIGHT || backlog?.isBehind()) && canWait(body)
        ? queueForLater(body, arrival)
        : processNow({ body, request }, arrival, retry)
    },
    start: () => {
      backlog = startBacklog({
        requests,
        log,
        times: deps.backlog,
        async work(body) {
          const request = readRequest(body)
          if ('problem' in request) {
            log.error({ problem: request.problem }, 'deferred Slack request not understood')
            return
          }
          const customProperties: RequestContext = { request, waited: true }
          try {
            await inSpan(body, () => app?.processEvent({ body, ack: async () => {}, customProperties }))
          } catch (error) {
            log.error({ error: detailOf(error) }, 'deferred Slack request failed')
            if (isAppError(error, 'storage_unavailable')) throw error
          }
        },
      })
    },
    drained,
    stop: async () => {
      await Promise.all([backlog?.stop(), drained()])
    },
  }
}

/** Response while nothing can be stored: Slack redelivers an event, and a person reads what to do. */
function unavailableResult(body: Body, error: unknown, log: Log): DispatchResult {
  log.warn({ error: String(error) }, 'database unreachable, Slack request not taken')
  if (body.type === 'event_callback') return 'redeliver'
  const text = 'The database does not answer at the moment, so nothing was started. Try again in a minute.'
  return { answer: body.command === undefined ? null : { response_type: 'ephemeral', text } }
}

/** Response while the database lets this process wait. */
const uncertainResult = ({ command }: Body): DispatchResult => (command === undefined ? NO_ANSWER : UNCERTAIN_ANSWER)

const TRANSIENT: ErrorCode[] = ['storage_unavailable', 'queue_unavailable', 'internal']
const isTransient = (error: unknown): boolean => !isAppError(error) || isAppError(error, ...TRANSIENT)

const detailOf = (error: unknown) => (error instanceof Error ? error.stack : String(error))

const answerOf = (answer: unknown): object | null => {
  if (answer === undefined || answer === null || answer === '') return null
  return typeof answer === 'object' ? answer : { response_type: 'ephemeral', text: String(answer) }
}

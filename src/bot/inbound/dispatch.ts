import type { App, ReceiverEvent } from '@slack/bolt'
import { type ErrorCode, isAppError } from '../../errors.js'
import type { Log } from '../../log.js'
import type { SlackRequests } from '../../service/slack-workspaces.js'
import type { Tracing } from '../../telemetry/telemetry.js'
import { type Backlog, type BacklogTimes, startBacklog } from './backlog.js'

/** Slack allows 3 s, of which the network takes a part. */
const ANSWER_MS = 2_400
/**
 * Lease in seconds of a request that was acknowledged before it was finished; if this process dies, another one takes
 * the request after it.
 */
const HELD_S = 20
/**
 * Number of requests in work from which on commands that can wait are stored for later; more would delay all of them.
 */
const BUSY = 8

type Body = Record<string, unknown>
type Retry = Pick<ReceiverEvent, 'retryNum' | 'retryReason'>

/** Response to Slack: a request to redeliver (`again`), or the listener's answer, if any. */
type Taken = 'again' | { readonly answer: object | null }

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
  take(body: Body, arrival: string | null, retry: Retry): Promise<Taken>
  /** Begins to work on stored requests, also those of a process that died. */
  start(): void
  /** Resolves when every request taken so far is finished, including those acknowledged earlier. */
  worked(): Promise<void>
  /** Like `worked`, and starts no more stored requests. */
  stop(): Promise<void>
}

const NOTHING: Taken = { answer: null }
const LATER: Taken = {
  answer: {
    response_type: 'ephemeral',
    text: 'Taken. Many are asking at this moment; yours is stored and starts as soon as it is its turn.',
  },
}

/** The request may still start, but it is not stored if this process dies. */
const UNSURE: Taken = {
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
      ...(typeof body.command === 'string' && { 'slack.command': body.command }),
    }
    return tracing.within(`slack ${request}`, { kind: 'server', facts }, async () => work())
  }

  const kept = async (body: Body, arrival: string): Promise<Taken> => {
    try {
      if (!(await requests.keep(arrival, body))) return NOTHING
      backlog?.wake()
      return LATER
    } catch (error) {
      return away(body, error, log)
    }
  }

  /** Stores `body` so that it is finished even if this process dies; `null` where it can only be done now. */
  const hold = (body: Body, arrival: string | null): Promise<Taken> | null => {
    const opensNoWindow = body.type === 'view_submission' || canWait(body)
    if (arrival === null || !opensNoWindow) return null
    return requests.hold(arrival, body, HELD_S).then(
      () => NOTHING,
      (error) => {
        log.warn({ error: String(error) }, 'Slack request could not be stored; it is worked on all the same')
        return body.command === undefined ? NOTHING : UNSURE
      },
    )
  }

  const handed = (body: Body, arrival: string | null, retry: Retry): Promise<Taken> =>
    new Promise<Taken>((tell) => {
      const isEvent = body.type === 'event_callback'
      let begun = false
      let ended = false
      let held: Promise<Taken> | null = null
      const confirm = async (): Promise<void> => {
        if (!ended) held ??= hold(body, arrival)
        tell((await held) ?? NOTHING)
      }
      const late = setTimeout(() => (isEvent && !begun ? tell('again') : void confirm()), answerMs)
      const ack: ReceiverEvent['ack'] = async (response?: unknown) => {
        if (isEvent) return
        const answer = answerOf(response)
        if (answer === null) await confirm()
        else tell({ answer })
      }
      const work = async (): Promise<Taken> => {
        try {
          if (arrival !== null && !(await requests.firstArrival(arrival))) return NOTHING
        } catch (error) {
          return away(body, error, log)
        }
        begun = true
        try {
          await inSpan(body, () => app?.processEvent({ body, ack, ...retry }))
          return NOTHING
        } catch (error) {
          log.error({ error: detailOf(error) }, 'Slack request failed')
          return isEvent && passes(error) ? 'again' : NOTHING
        }
      }
      const finish = async (): Promise<void> => {
        const taken = await work()
        ended = true
        clearTimeout(late)
        tell(taken)
        if (held === null || arrival === null) return
        await held
        // Takes no waiting request, and deletes this one because it is finished.
        await requests.takeWaiting(0, 0, [arrival]).catch((error) => {
          log.info({ error: String(error) }, 'a finished Slack request stays stored; it is looked at once more')
        })
      }
      const done = finish().finally(() => working.delete(done))
      working.add(done)
    })
  const worked = async (): Promise<void> => {
    await Promise.all(working)
  }

  return {
    init: (bolt) => {
      app = bolt
    },
    take: (body, arrival, retry) =>
      arrival !== null && (working.size >= BUSY || backlog?.isBehind()) && canWait(body)
        ? kept(body, arrival)
        : handed(body, arrival, retry),
    start: () => {
      backlog = startBacklog({
        requests,
        log,
        times: deps.backlog,
        async work(body) {
          try {
            await inSpan(body, () =>
              app?.processEvent({ body, ack: async () => {}, customProperties: { waited: true } }),
            )
          } catch (error) {
            log.error({ error: detailOf(error) }, 'deferred Slack request failed')
            if (isAppError(error, 'storage_unavailable')) throw error
          }
        },
      })
    },
    worked,
    stop: async () => {
      await Promise.all([backlog?.stop(), worked()])
    },
  }
}

/** Response while nothing can be stored: Slack redelivers an event, and a person reads what to do. */
function away(body: Body, error: unknown, log: Log): Taken {
  log.warn({ error: String(error) }, 'database unreachable, Slack request not taken')
  if (body.type === 'event_callback') return 'again'
  const text = 'The database does not answer at the moment, so nothing was started. Try again in a minute.'
  return { answer: body.command === undefined ? null : { response_type: 'ephemeral', text } }
}

const PASSING: ErrorCode[] = ['storage_unavailable', 'queue_unavailable', 'internal']
const passes = (error: unknown): boolean => !isAppError(error) || isAppError(error, ...PASSING)

const detailOf = (error: unknown) => (error instanceof Error ? error.stack : String(error))

const answerOf = (answer: unknown): object | null => {
  if (answer === undefined || answer === null || answer === '') return null
  return typeof answer === 'object' ? answer : { response_type: 'ephemeral', text: String(answer) }
}

import { type App, isValidSlackRequest, type Receiver, type ReceiverEvent } from '@slack/bolt'
import { type ErrorCode, isAppError } from '../errors.js'
import type { Log } from '../log.js'

/** Slack allows 3 s; the network wants some of it. */
const ANSWER_MS = 2_400
const MOST_BYTES = 1_000_000
/** Older requests are replays; of younger clocks only this much is believed. */
const OLDEST_S = 300
const FUTURE_S = 60

export type ReceiverDeps = {
  readonly signingSecret: string
  readonly log: Log
  /** False: this very request was taken in before. */
  readonly firstArrival: (signature: string) => Promise<boolean>
}

type Retry = Pick<ReceiverEvent, 'retryNum' | 'retryReason'>
export type HttpReceiver = Receiver & { handle(request: Request): Promise<Response> }

/**
 * Takes Slack's requests from any HTTP server. A request counts when it is signed, of now, and new; an event is confirmed
 * once it is stored, so that Slack brings it again where it was not.
 */
export function createReceiver(deps: ReceiverDeps): HttpReceiver {
  let app: App | null = null

  /** Slack gets its answer in time, whatever the work is waiting for; an event nobody has begun with comes again. */
  const take = (event: Record<string, unknown>, signature: string, retry: Retry): Promise<Response> =>
    new Promise<Response>((answer) => {
      const isEvent = event.type === 'event_callback'
      let begun = false
      const late = setTimeout(() => answer(new Response('', { status: isEvent && !begun ? 503 : 200 })), ANSWER_MS)
      const ack: ReceiverEvent['ack'] = async (given?: unknown) => {
        if (!isEvent) answer(answerOf(given))
      }
      const work = async (): Promise<Response> => {
        try {
          if (!(await deps.firstArrival(signature))) return new Response('')
        } catch (error) {
          deps.log.warn({ error: String(error) }, 'the database does not answer to a request from Slack')
          return away(event)
        }
        begun = true
        try {
          await app?.processEvent({ body: event, ack, ...retry })
          return new Response('')
        } catch (error) {
          const detail = error instanceof Error ? error.stack : String(error)
          deps.log.error({ error: detail }, 'a request from Slack failed')
          return new Response('', { status: isEvent && passes(error) ? 503 : 200 })
        }
      }
      void work()
        .then(answer)
        .finally(() => clearTimeout(late))
    })

  return {
    init: (bolt) => {
      app = bolt
    },
    start: async () => {},
    stop: async () => {},
    async handle(request) {
      if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return new Response('', { status: 413 })
      const body = await request.text()
      if (body.length > MOST_BYTES) return new Response('', { status: 413 })
      const signature = request.headers.get('x-slack-signature') ?? ''
      if (!isSigned(deps.signingSecret, signature, request.headers.get('x-slack-request-timestamp'), body))
        return new Response('', { status: 401 })
      const event = parse(body, request.headers.get('content-type') ?? '')
      if (event === null) return new Response('', { status: 400 })
      if (event.ssl_check !== undefined) return new Response('')
      if (event.type === 'url_verification') return Response.json({ challenge: event.challenge })
      const retryNum = Number(request.headers.get('x-slack-retry-num') ?? Number.NaN)
      const retryReason = request.headers.get('x-slack-retry-reason')
      return take(event, signature, {
        ...(Number.isNaN(retryNum) ? {} : { retryNum }),
        ...(retryReason === null ? {} : { retryReason }),
      })
    },
  }
}

/** Nothing can be stored now. An event comes again by itself; a person reads what to do. */
function away(event: Record<string, unknown>): Response {
  if (event.type === 'event_callback') return new Response('', { status: 503 })
  const text = 'The database does not answer at the moment, so nothing was started. Try again in a minute.'
  return event.command === undefined ? new Response('') : Response.json({ response_type: 'ephemeral', text })
}

const PASSING: ErrorCode[] = ['storage_unavailable', 'queue_unavailable', 'internal']
const passes = (error: unknown): boolean => !isAppError(error) || isAppError(error, ...PASSING)

const answerOf = (answer: unknown): Response => {
  if (answer === undefined || answer === null || answer === '') return new Response('')
  return typeof answer === 'string'
    ? Response.json({ response_type: 'ephemeral', text: answer })
    : Response.json(answer)
}

function isSigned(signingSecret: string, signature: string, stamp: string | null, body: string): boolean {
  if (!/^\d{1,12}$/.test(stamp ?? '')) return false
  const age = Date.now() / 1_000 - Number(stamp)
  if (age > OLDEST_S || age < -FUTURE_S) return false
  return isValidSlackRequest({
    signingSecret,
    body,
    headers: { 'x-slack-signature': signature, 'x-slack-request-timestamp': Number(stamp) },
  })
}

function parse(body: string, contentType: string): Record<string, unknown> | null {
  try {
    const given = contentType.includes('application/json') ? JSON.parse(body) : parseForm(body)
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? given : null
  } catch {
    return null
  }
}

function parseForm(body: string): unknown {
  const form = new URLSearchParams(body)
  const payload = form.get('payload')
  return payload === null ? Object.fromEntries(form) : JSON.parse(payload)
}

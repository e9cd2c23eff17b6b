import { setTimeout as sleep } from 'node:timers/promises'
import { type App, type Receiver, type ReceiverEvent, SocketModeReceiver } from '@slack/bolt'
import { AppError } from '../../errors.js'
import type { Log } from '../../log.js'
import { clientOptions, respond, SILENT, troubleOf } from '../slack-client.js'
import type { Dispatch } from './dispatch.js'

export type SocketReceiverDeps = {
  readonly appToken: string
  readonly dispatch: Pick<Dispatch, 'init' | 'take'>
  readonly log: Log
  readonly apiUrl: string | null
  /** Milliseconds before a new attempt to connect, by the number of failures before it. */
  readonly pausesMs?: readonly number[]
}

/** `gone` resolves when the connection is lost. */
type Connection = { readonly since: number; readonly gone: Promise<void> }

/** Slack greets a new connection, and sends nothing before that. */
const GREETING_MS = 10_000
/** Slack may leave the closing handshake unanswered. */
const GOODBYE_MS = 1_000
/** A connection that ends sooner counts as a failed try. */
const SHORT_MS = 10_000
const PAUSES_MS = [0, 1_000, 3_000, 10_000, 30_000]
/** Only a person can change a refusal, so rare attempts are enough. */
const REFUSED_MS = 60_000

/**
 * Takes Slack's requests over a connection that the app opens and keeps open. Bolt's own receiver speaks the protocol.
 * Its reconnecting is not used: it waits five seconds each time and ends the process when Slack cannot be reached.
 * `start` fails with `configuration` where Slack refuses the token; an unreachable Slack is tried again.
 */
export function createSocketReceiver(deps: SocketReceiverDeps): Receiver {
  const { log, dispatch } = deps
  const pauses = deps.pausesMs ?? PAUSES_MS
  const receiver = new SocketModeReceiver({
    appToken: deps.appToken,
    logger: SILENT,
    autoReconnectEnabled: false,
    installerOptions: { clientOptions: clientOptions(deps.apiUrl) },
    customPropertiesExtractor: ({ envelope_id }: { envelope_id: string }) => ({ envelope_id }),
  })
  const { client } = receiver
  const taking = new Set<Promise<void>>()
  const stopping = new AbortController()
  let lost = (): void => {}
  let keeping: Promise<void> = Promise.resolve()
  client.on('disconnected', () => lost())
  // A message that Slack's client cannot read, such as one without an event, would end the process as an unhandled rejection.
  const readers = client.listeners('ws_message') as ((...message: unknown[]) => Promise<void>)[]
  client.removeAllListeners('ws_message')
  client.on('ws_message', (...message) => {
    for (const read of readers)
      read(...message).catch((error) => log.warn({ error: String(error) }, 'Slack message not understood'))
  })

  const take = async ({ body, ack, retryNum, retryReason, customProperties }: ReceiverEvent): Promise<void> => {
    if (typeof body !== 'object' || body === null) return ack()
    const arrival = body.type === 'event_callback' ? null : `envelope/${customProperties?.envelope_id}`
    const result = await dispatch.take(body, arrival, { retryNum, retryReason })
    if (result === 'redeliver') return
    try {
      await (result.answer === null ? ack() : ack(result.answer))
    } catch (error) {
      // The connection was lost during the work. The answer goes to the response URL, if the request has one.
      log.info({ error: String(error) }, 'Slack connection lost before the answer')
      if (result.answer && typeof body.response_url === 'string') {
        await respond(body.response_url, result.answer, deps.apiUrl)
      }
    }
  }
  // Bolt's receiver needs only this part of an app.
  receiver.init({
    processEvent: async (event: ReceiverEvent) => {
      const work = take(event).catch((error) => log.error({ error: String(error) }, 'Slack request failed'))
      taking.add(work)
      await work
      taking.delete(work)
    },
  } as App)

  /** Resolves once the connection is open and greeted. */
  const connect = async (): Promise<Connection> => {
    const gone = new Promise<void>((resolve) => {
      lost = resolve
    })
    const greeting = new AbortController()
    const started = client.start().finally(() => greeting.abort())
    // Without a greeting in time the app disconnects, which also ends `client.start`.
    void sleep(GREETING_MS, undefined, { signal: greeting.signal, ref: false })
      .then(() => leave())
      .catch(() => {})
    await started
    return { since: Date.now(), gone }
  }

  const leave = async (): Promise<void> => {
    const left = client.disconnect().catch(() => {})
    const patience = new AbortController()
    await Promise.race([left, sleep(GOODBYE_MS, undefined, { signal: patience.signal }).catch(() => {})])
    patience.abort()
  }

  /** Connects until it succeeds, and again whenever the connection is lost. */
  const keep = async (first: Connection | null): Promise<void> => {
    let connection = first
    let failures = first === null ? 1 : 0
    let refused: string | null = null
    while (!stopping.signal.aborted) {
      await connection?.gone
      if (connection) failures = Date.now() - connection.since < SHORT_MS ? failures + 1 : 0
      await pausing(refused ? REFUSED_MS : (pauses[Math.min(failures, pauses.length - 1)] ?? 0), stopping.signal)
      if (stopping.signal.aborted) return
      try {
        connection = await connect()
        if (stopping.signal.aborted) return await leave()
        refused = null
      } catch (error) {
        if (stopping.signal.aborted) return
        connection = null
        failures++
        // The failed attempt may still open a connection.
        await leave()
        refused = refusalOf(error)
        if (refused) log.error({ problem: refused }, 'Slack refuses the connection')
        else log.warn({ error: String(error ?? 'no greeting') }, 'Slack cannot be reached; trying again')
      }
    }
  }

  return {
    init: (app) => dispatch.init(app),
    async start() {
      const connected = await connect().catch((error) => {
        const refused = refusalOf(error)
        if (refused) throw new AppError('configuration', { problem: refused }, { cause: error })
        log.warn({ error: String(error ?? 'no greeting') }, 'Slack cannot be reached yet; trying again')
        return null
      })
      keeping = keep(connected)
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled(taking)
      await leave()
      lost()
      await Promise.race([keeping, sleep(GOODBYE_MS, undefined, { ref: false })])
    },
  }
}

const pausing = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)

/** Slack's refusal as a sentence with what to do; `null` for a failure that may pass. */
function refusalOf(error: unknown): string | null {
  const trouble = troubleOf(error ?? new Error('closed'))
  return trouble.kind === 'refused' ? appTokenRefused(trouble.code) : null
}

/** What to do about an app token that Slack refuses. */
export const appTokenRefused = (code: string): string =>
  `Slack refuses SLACK_APP_TOKEN (${code}). Make an app-level token with the scope connections:write under “Basic Information”, switch Socket Mode on, and set the token.`

import type { z } from 'zod'
import type { REQUESTS } from '../api/run-requests.js'
import type { RunSummary } from '../api/schemas.js'
import type { RunKind } from '../domain/run/kinds.js'
import type { Quote } from '../domain/run/quote.js'
import type { RunError, RunStatus } from '../domain/run/run.js'
import type { RunDocument } from '../domain/run/run-document.js'
import type { RunEvent, RunEventType } from '../domain/run/run-events.js'
import type { Webhook, WebhookDelivery, WebhookEvent, WebhookEventType } from '../domain/workspace/webhook.js'
import { createResources } from './operations.js'
import { type CallOptions, type ClientOptions, createTransport, pause } from './transport.js'

export { verifySignature } from '../domain/workspace/webhook-signature.js'
export { ApiError } from './transport.js'
export type { ClientOptions, Quote, RunDocument, RunKind, Webhook, WebhookDelivery, WebhookEvent }

/** A run to start or to quote. */
export type RunRequest<K extends RunKind = RunKind> = {
  [P in K]: {
    readonly kind: P
    readonly request: z.input<(typeof REQUESTS)[P]>
    /** Most US dollars that the run may spend. */
    readonly budget_usd?: number
  }
}[K]

/** Changes to a resumed run: a higher cap, and for a simulation what plans where the model does not. */
type Reopening = { readonly budget_usd?: number; readonly fallback?: 'offline' }
type RunPage = { readonly runs: z.infer<typeof RunSummary>[]; readonly next_cursor: string | null }
type RunState = { readonly run_id: string; readonly status: RunStatus; readonly error: z.infer<typeof RunError> | null }

/** An event of a run. To continue later, pass the last event's `id` as `after`. */
export type FollowedEvent =
  | { readonly id: string | null; readonly type: RunEventType; readonly data: RunEvent }
  | { readonly id: string | null; readonly type: 'state' | 'end'; readonly data: RunState }

export type Client = ReturnType<typeof createClient>

const ENDED: readonly RunStatus[] = ['completed', 'failed', 'cancelled']
const LOOK_AGAIN_MS = 1_000
const MAX_LOOK_AGAIN_MS = 5_000
/** Milliseconds between two connections of one stream. */
const RECONNECT_MS = 2_000

/**
 * A client of the HTTP API. Methods reject with `ApiError` where the server refuses, and with `fetch`'s own error where it
 * cannot be reached after all retries.
 */
export function createClient(options: ClientOptions) {
  const transport = createTransport(options)
  const { stream, json, done } = transport
  const at = (resource: string, ...rest: string[]) => `/${resource}/${rest.map(encodeURIComponent).join('/')}`

  const getRun = (run_id: string, call?: CallOptions) => json<RunDocument>('GET', at('runs', run_id), call)

  return {
    ...createResources(transport),

    runs: {
      /**
       * Starts a run. A retried request starts no second run: without a key of your own, a random idempotency key is
       * sent.
       */
      create: <K extends RunKind>(
        run: RunRequest<K>,
        { idempotencyKey = crypto.randomUUID(), ...call }: CallOptions & { readonly idempotencyKey?: string } = {},
      ) =>
        json<RunDocument<K>>('POST', '/runs', {
          ...call,
          body: run,
          headers: { 'idempotency-key': idempotencyKey },
          repeatable: true,
        }),

      get: getRun,

      /** A page, newest first. */
      list: (
        query: { readonly limit?: number; readonly cursor?: string; readonly kind?: RunKind } = {},
        call?: CallOptions,
      ) => {
        const given = Object.entries(query).filter(([, value]) => value !== undefined)
        const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
        return json<RunPage>('GET', `/runs?${search}`, call)
      },

      cancel: (run_id: string, call?: CallOptions) =>
        json<RunDocument>('POST', at('runs', run_id, 'cancel'), { ...call, repeatable: true }),

      retry: (run_id: string, body: Reopening = {}, call?: CallOptions) =>
        json<RunDocument>('POST', at('runs', run_id, 'retry'), { ...call, body }),

      resume: (run_id: string, body: Reopening = {}, call?: CallOptions) =>
        json<RunDocument>('POST', at('runs', run_id, 'resume'), { ...call, body }),

      /**
       * The events of a run until it has ended, from the start or `after` an event's id. After a lost connection it
       * reconnects and continues.
       */
      async *events(
        run_id: string,
        { after, signal }: CallOptions & { readonly after?: string } = {},
      ): AsyncGenerator<FollowedEvent> {
        let last = after
        for (;;) {
          const headers: Record<string, string> = { accept: 'text/event-stream' }
          if (last !== undefined) headers['last-event-id'] = last
          const { status, body } = await stream('GET', at('runs', run_id, 'events'), { headers, signal })
          if (status === 204 || !body) return
          try {
            for await (const { id, event, data } of readEventStream(body)) {
              last = id ?? last
              yield followedEvent(id, event, data)
              if (event === 'end') return
            }
          } catch (error) {
            // A lost connection is retried; any other error belongs to the caller.
            if (signal?.aborted || !(error instanceof TypeError)) throw error
          }
          await pause(RECONNECT_MS, signal)
        }
      },
    },

    /**
     * Waits until the run has ended, in whatever way, and returns it; a paused run is waited for too. Pass a signal to
     * limit the time.
     */
    async waitForRun(run_id: string, call: CallOptions = {}): Promise<RunDocument> {
      for (let wait = LOOK_AGAIN_MS; ; wait = Math.min(wait * 1.5, MAX_LOOK_AGAIN_MS)) {
        const run = await getRun(run_id, call)
        if (ENDED.includes(run.status)) return run
        await pause(wait, call.signal)
      }
    },

    quotes: {
      /** Price and duration of a run; nothing is stored. */
      create: (run: RunRequest, call?: CallOptions) =>
        json<Quote>('POST', '/quotes', { ...call, body: run, repeatable: true }),
    },

    webhooks: {
      /** Only this answer contains the secret. */
      create: (webhook: { readonly url: string; readonly events?: readonly WebhookEventType[] }, call?: CallOptions) =>
        json<Webhook & { readonly secret: string }>('POST', '/webhooks', { ...call, body: webhook }),
      list: async (call?: CallOptions) => (await json<{ webhooks: Webhook[] }>('GET', '/webhooks', call)).webhooks,
      delete: (webhook_id: string, call?: CallOptions) => done('DELETE', at('webhooks', webhook_id), call),
      deliveries: async (webhook_id: string, call?: CallOptions) => {
        const path = at('webhooks', webhook_id, 'deliveries')
        return (await json<{ deliveries: WebhookDelivery[] }>('GET', path, call)).deliveries
      },
      redeliver: (webhook_id: string, delivery_id: string, call?: CallOptions) =>
        done('POST', at('webhooks', webhook_id, 'deliveries', delivery_id, 'redeliver'), call),
      test: (webhook_id: string, call?: CallOptions) =>
        json<{ readonly delivery_id: string }>('POST', at('webhooks', webhook_id, 'test'), call),
      enable: (webhook_id: string, call?: CallOptions) =>
        done('POST', at('webhooks', webhook_id, 'enable'), { ...call, repeatable: true }),
      rotateSecret: (webhook_id: string, call?: CallOptions) =>
        json<{ readonly secret: string }>('POST', at('webhooks', webhook_id, 'secret'), call),
    },
  }
}

function followedEvent(id: string | null, type: string, data: string): FollowedEvent {
  if (type === 'state' || type === 'end') {
    const state: RunState = JSON.parse(data)
    return { id, type, data: state }
  }
  const event: RunEvent = JSON.parse(data)
  return { id, type: event.type, data: event }
}

/** One server-sent event. */
type ServerSentEvent = { readonly id: string | null; readonly event: string; readonly data: string }

/** Reads server-sent events until the stream ends; comments and an incomplete last event are left out. */
async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text = `${text}${decoder.decode(value, { stream: true })}`.replaceAll('\r\n', '\n')
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const event = readFrame(frame)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function readFrame(frame: string): ServerSentEvent | null {
  const lines = frame.split('\n')
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''))
  const data = valuesOf('data')
  if (data.length === 0) return null
  return { id: valuesOf('id').at(-1) ?? null, event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }
}

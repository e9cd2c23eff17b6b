import { isValidSlackRequest, type Receiver } from '@slack/bolt'
import type { Dispatch } from './dispatch.js'

/** Oldest accepted time stamp; older requests are replays. `FUTURE_S`: how far Slack's clock may be ahead of ours. */
const OLDEST_S = 300
const FUTURE_S = 60

export type ReceiverDeps = {
  readonly signingSecret: string
  readonly dispatch: Pick<Dispatch, 'init' | 'take'>
}

export type HttpReceiver = Receiver & { handle(request: Request): Promise<Response> }

/** Takes Slack's requests from any HTTP server. A request is accepted if it is signed, recent and new. */
export function createReceiver({ signingSecret, dispatch }: ReceiverDeps): HttpReceiver {
  const readBody = createBodyReader()
  return {
    init: (bolt) => dispatch.init(bolt),
    start: async () => {},
    stop: async () => {},
    async handle(request) {
      const signature = request.headers.get('x-slack-signature') ?? ''
      const stamp = request.headers.get('x-slack-request-timestamp') ?? ''
      // Checked before the body is read, because anybody can send a request.
      if (!/^v0=[0-9a-f]{64}$/.test(signature) || !isOfNow(stamp)) return new Response('', { status: 401 })
      const body = await readBody(request)
      if (typeof body === 'number') return new Response('', { status: body, headers: { connection: 'close' } })
      const headers = { 'x-slack-signature': signature, 'x-slack-request-timestamp': Number(stamp) }
      if (!isValidSlackRequest({ signingSecret, body, headers })) return new Response('', { status: 401 })
      const event = parse(body, request.headers.get('content-type') ?? '')
      if (event === null) return new Response('', { status: 400 })
      if (event.ssl_check !== undefined) return new Response('')
      if (event.type === 'url_verification') return Response.json({ challenge: event.challenge })
      const retryNum = Number(request.headers.get('x-slack-retry-num') ?? Number.NaN)
      const result = await dispatch.take(event, signature, {
        retryNum: Number.isNaN(retryNum) ? undefined : retryNum,
        retryReason: request.headers.get('x-slack-retry-reason') ?? undefined,
      })
      if (result === 'redeliver') return new Response('', { status: 503 })
      return result.answer === null ? new Response('') : Response.json(result.answer)
    },
  }
}

function isOfNow(stamp: string): boolean {
  const age = Date.now() / 1_000 - Number(stamp)
  return /^\d{1,12}$/.test(stamp) && age <= OLDEST_S && age >= -FUTURE_S
}

function parse(body: string, contentType: string): Record<string, unknown> | null {
  try {
    const parsed = contentType.includes('application/json') ? JSON.parse(body) : parseForm(body)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}

function parseForm(body: string): unknown {
  const form = new URLSearchParams(body)
  const payload = form.get('payload')
  return payload === null ? Object.fromEntries(form) : JSON.parse(payload)
}

/** Slack sends a body at once; a slower sender would only hold memory. */
const MAX_MS = 5_000
/** Most bytes held for all bodies whose signature is not checked yet. */
const MAX_HELD_BYTES = 16_000_000

/**
 * Reads bodies whose signature can only be checked once they are complete, within a limit of memory for all of them.
 * Resolves to the text, or to the status of a refusal: 503 while too many bytes are held, 408 for a slow body.
 */
export function createBodyReader({ maxMs = MAX_MS, maxHeldBytes = MAX_HELD_BYTES } = {}) {
  let held = 0
  return async (request: Request): Promise<string | 408 | 503> => {
    const reader = request.body?.getReader()
    if (!reader) return ''
    const pieces: Uint8Array[] = []
    let [own, isLate] = [0, false]
    const timer = setTimeout(() => {
      isLate = true
      void reader.cancel().catch(() => {})
    }, maxMs)
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (isLate) return 408
        if (done) return Buffer.concat(pieces).toString('utf8')
        own += value.byteLength
        held += value.byteLength
        if (held > maxHeldBytes) return 503
        pieces.push(value)
      }
    } finally {
      clearTimeout(timer)
      held -= own
      void reader.cancel().catch(() => {})
    }
  }
}

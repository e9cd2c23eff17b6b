import type { IncomingMessage } from 'node:http'
import { APIError } from '@anthropic-ai/sdk/error'
import type { Message, RawMessageStreamEvent, Usage } from '@anthropic-ai/sdk/resources/messages'
import { Stream } from '@anthropic-ai/sdk/streaming'
import type { CallUsage } from './client.js'
import { draftMessage } from './message-stream.js'
import { priceUsage } from './pricing.js'
import { troubleOf } from './provider-errors.js'
import { asResponse, type Body, createTransport, readText } from './transport.js'
import { lost, Trouble } from './trouble.js'

/** A request as it goes out; `stream` is part of its body. */
export type WireRequest = { readonly model: string; readonly body: Body; readonly onStart?: () => void }
export type Reply = { readonly message: Message; readonly usage: CallUsage | null; readonly requestId: string | null }

export type Wire = {
  /**
   * One HTTP request. Rejects with `Trouble`, also when `signal` fires. `onStart`: the first piece of a streamed answer
   * is here, so its prefix is in the provider's cache.
   */
  send(request: WireRequest, signal: AbortSignal): Promise<Reply>
  close(): void
}

const API = 'https://api.anthropic.com'

export function createWire(options: { apiKey: string | null; baseUrl: string | null; timeoutMs: number }): Wire {
  const transport = createTransport({ apiKey: options.apiKey, baseUrl: options.baseUrl ?? API })

  return {
    async send({ model, body, onStart }, signal) {
      if (signal.aborted) throw new Trouble('cancelled', { status: 'failed', kind: 'cancelled' })
      let sent = false
      const exchange = transport.post(body, () => {
        sent = true
      })
      signal.addEventListener('abort', exchange.abort, { once: true })
      let late = false
      const timer = setTimeout(() => {
        late = true
        exchange.abort()
      }, options.timeoutMs)
      const status = () => (sent ? 'lost' : 'failed')
      try {
        return await read(await exchange.response, model, onStart)
      } catch (error) {
        exchange.abort()
        if (signal.aborted) throw new Trouble('cancelled', { status: status(), kind: 'cancelled', cause: error })
        if (late)
          throw new Trouble(`no complete answer within ${options.timeoutMs / 1_000} s`, {
            status: status(),
            kind: 'transient',
            cause: error,
          })
        throw troubleOf(error, model, sent)
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', exchange.abort)
      }
    },
    close: () => transport.close(),
  }
}

async function read(response: IncomingMessage, model: string, onStart: (() => void) | undefined): Promise<Reply> {
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299) throw statusError(status, await readText(response), asResponse(response).headers)
  const requestId = String(response.headers['request-id'] ?? '') || null
  const streamed = (response.headers['content-type'] ?? '').startsWith('text/event-stream')
  const message = streamed
    ? await readStream(asResponse(response), onStart)
    : readMessage(await readText(response), requestId)
  return { message, usage: usageOf(model, message.usage), requestId }
}

function statusError(status: number, text: string, headers: Headers): APIError {
  try {
    return APIError.generate(status, JSON.parse(text), undefined, headers)
  } catch {
    return APIError.generate(status, undefined, text, headers)
  }
}

/** A body with status 200, which a proxy may have made. */
function readMessage(text: string, requestId: string | null): Message {
  if (/^\s*</.test(text)) throw lost('an HTML page instead of an answer', { requestId })
  let value: Message | null
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw lost('an answer that is not JSON', { requestId, cause })
  }
  const blocks: unknown = value?.content
  const wellFormed = Array.isArray(blocks) && blocks.every((block) => typeof block === 'object' && block !== null)
  if (!value || !wellFormed) throw lost('an answer that is not a message', { requestId })
  return value
}

async function readStream(response: Response, onStart: (() => void) | undefined): Promise<Message> {
  const draft = draftMessage()
  for await (const { event, data } of Stream.rawEvents(response)) {
    if (event === 'error') throw streamError(data, response.headers)
    if (event === null || event === 'ping' || data === '') continue
    const piece: RawMessageStreamEvent = JSON.parse(data)
    draft.add(piece)
    if (piece.type === 'message_start') onStart?.()
  }
  const message = draft.finished()
  if (!message)
    throw lost('a stream that ends before the answer does', { requestId: response.headers.get('request-id') })
  return message
}

/** An error in the middle of a stream comes with the status 200 of its beginning. */
function streamError(data: string, headers: Headers): Error {
  try {
    const body = JSON.parse(data)
    return new APIError(undefined, body, undefined, headers, body?.error?.type ?? null)
  } catch {
    return lost(`the stream broke off: ${data}`, { requestId: headers.get('request-id') })
  }
}

/** `null` where a server does not count: a usage that is unknown is not nothing. */
function usageOf(model: string, usage: Partial<Usage> | undefined): CallUsage | null {
  if (typeof usage?.input_tokens !== 'number' || typeof usage.output_tokens !== 'number') return null
  const tokens = {
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    cache_read_tokens: usage.cache_read_input_tokens ?? 0,
    cache_write_tokens: usage.cache_creation_input_tokens ?? 0,
  }
  return { ...tokens, cost_usd: priceUsage(model, tokens) }
}

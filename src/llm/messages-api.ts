import type { IncomingMessage } from 'node:http'
import { APIError } from '@anthropic-ai/sdk/error'
import type { Message, RawMessageStreamEvent, Usage } from '@anthropic-ai/sdk/resources/messages'
import { Stream } from '@anthropic-ai/sdk/streaming'
import type { CallUsage } from './client.js'
import { maskSecret } from './mask-secret.js'
import { createMessageAccumulator } from './message-accumulator.js'
import { priceUsage } from './pricing.js'
import { ProviderError, responseLost } from './provider-error.js'
import { toProviderError } from './to-provider-error.js'
import { asResponse, createTransport, type RequestBody, readText } from './transport.js'

/** A request in its final form; `stream` is part of its body. */
export type MessagesRequest = { readonly model: string; readonly body: RequestBody; readonly onStart?: () => void }
export type Reply = { readonly message: Message; readonly usage: CallUsage | null; readonly requestId: string | null }

export type MessagesApi = {
  /**
   * One HTTP request. Rejects with `ProviderError`, also when `signal` fires. `onStart`: the first event of a streamed
   * answer has arrived, so its prefix is in the provider's cache.
   */
  send(request: MessagesRequest, signal: AbortSignal): Promise<Reply>
  close(): void
}

const DEFAULT_BASE_URL = 'https://api.anthropic.com'

export function createMessagesApi(options: {
  apiKey: string | null
  baseUrl: string | null
  timeoutMs: number
}): MessagesApi {
  const baseUrl = options.baseUrl ?? DEFAULT_BASE_URL
  const transport = createTransport({ apiKey: options.apiKey, baseUrl })
  const { host } = new URL(baseUrl)
  const mask = maskSecret(options.apiKey)

  return {
    async send({ model, body, onStart }, signal) {
      if (signal.aborted) throw new ProviderError('cancelled', { status: 'failed', kind: 'cancelled' })
      let sent = false
      const exchange = transport.post(body, () => {
        sent = true
      })
      signal.addEventListener('abort', exchange.abort, { once: true })
      let timedOut = false
      const timer = setTimeout(() => {
        timedOut = true
        exchange.abort()
      }, options.timeoutMs)
      const status = () => (sent ? 'lost' : 'failed')
      try {
        return await readReply(await exchange.response, model, onStart)
      } catch (error) {
        exchange.abort()
        if (signal.aborted) throw new ProviderError('cancelled', { status: status(), kind: 'cancelled', cause: error })
        if (timedOut)
          throw new ProviderError(`no complete answer within ${options.timeoutMs / 1_000} s`, {
            status: status(),
            kind: 'transient',
            cause: error,
          })
        throw toProviderError(error, { model, host, sent, mask })
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', exchange.abort)
      }
    },
    close: () => transport.close(),
  }
}

async function readReply(response: IncomingMessage, model: string, onStart: (() => void) | undefined): Promise<Reply> {
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

/** Parses a body with status 200, which may come from a proxy. */
function readMessage(text: string, requestId: string | null): Message {
  if (/^\s*</.test(text)) throw responseLost('an HTML page instead of an answer', { requestId })
  let value: Message | null
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw responseLost('an answer that is not JSON', { requestId, cause })
  }
  const blocks: unknown = value?.content
  const wellFormed = Array.isArray(blocks) && blocks.every((block) => typeof block === 'object' && block !== null)
  if (!value || !wellFormed) throw responseLost('an answer that is not a message', { requestId })
  return value
}

async function readStream(response: Response, onStart: (() => void) | undefined): Promise<Message> {
  const accumulator = createMessageAccumulator()
  for await (const { event, data } of Stream.rawEvents(response)) {
    if (event === 'error') throw streamError(data, response.headers)
    if (event === null || event === 'ping' || data === '') continue
    const streamEvent: RawMessageStreamEvent = JSON.parse(data)
    accumulator.add(streamEvent)
    if (streamEvent.type === 'message_start') onStart?.()
  }
  const message = accumulator.finished()
  if (!message)
    throw responseLost('a stream that ends before the answer does', { requestId: response.headers.get('request-id') })
  return message
}

/** An error in the middle of a stream has no status of its own: the response began with 200. */
function streamError(data: string, headers: Headers): Error {
  try {
    const body = JSON.parse(data)
    return new APIError(undefined, body, undefined, headers, body?.error?.type ?? null)
  } catch {
    return responseLost(`the stream broke off: ${data}`, { requestId: headers.get('request-id') })
  }
}

/** Most tokens that are believed of one call, and that the ledger's columns hold. */
const MAX_TOKENS = 2 ** 31 - 1
const isCount = (tokens: unknown): tokens is number =>
  Number.isInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= MAX_TOKENS

/** `null` where a server reports no usage, or none that can be: unknown is not 0, and nothing costs less than that. */
function usageOf(model: string, usage: Partial<Usage> | undefined): CallUsage | null {
  const { input_tokens, output_tokens } = usage ?? {}
  const cache_read_tokens = usage?.cache_read_input_tokens ?? 0
  const cache_write_tokens = usage?.cache_creation_input_tokens ?? 0
  if (!isCount(input_tokens) || !isCount(output_tokens)) return null
  if (!isCount(cache_read_tokens) || !isCount(cache_write_tokens)) return null
  const tokens = { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens }
  return { ...tokens, cost_usd: priceUsage(model, tokens) }
}

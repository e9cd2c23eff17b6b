import Anthropic from '@anthropic-ai/sdk'
import type {
  Message,
  MessageCreateParamsNonStreaming,
  RawMessageStreamEvent,
  Usage,
} from '@anthropic-ai/sdk/resources/messages'
import { Stream } from '@anthropic-ai/sdk/streaming'
import type { CallUsage } from './client.js'
import { draftMessage } from './message-stream.js'
import { priceUsage } from './pricing.js'
import { troubleOf } from './provider-errors.js'
import { createTransport, type OnSent } from './transport.js'
import { lost, Trouble } from './trouble.js'

export type Body = MessageCreateParamsNonStreaming
export type Reply = { readonly message: Message; readonly usage: CallUsage | null; readonly requestId: string | null }

export type Wire = {
  /**
   * One HTTP request. Rejects with `Trouble`, also when `signal` fires. `onStart`: the first piece of a streamed answer
   * is here, so its prefix is in the provider's cache.
   */
  send(body: Body, options: { signal: AbortSignal; onStart?: () => void }): Promise<Reply>
  close(): void
}

/** The SDK's own limits must never strike first: ours covers the body too. */
const NEVER = 2 ** 31 - 1
const API = 'https://api.anthropic.com'

export function createWire(options: { apiKey: string | null; baseUrl: string | null; timeoutMs: number }): Wire {
  const transport = createTransport(options.apiKey)
  // Everything the SDK would look up in the environment or in files is given here; the transport writes the credential.
  const client = new Anthropic({
    apiKey: 'written-by-the-transport',
    authToken: null,
    webhookKey: null,
    baseURL: options.baseUrl ?? API,
    fetch: transport.fetch,
    timeout: NEVER,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
  })

  const read = async (
    body: Body,
    attempt: AbortController,
    onSent: () => void,
    onStart: (() => void) | undefined,
  ): Promise<Reply> => {
    const request = { signal: attempt.signal, fetchOptions: { onSent } satisfies OnSent as object }
    const response = await client.messages.create({ ...body, stream: onStart !== undefined }, request).asResponse()
    const requestId = response.headers.get('request-id')
    const streamed = (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
    const message = streamed
      ? await readStream(response, attempt, client, onStart)
      : readMessage(await response.text(), requestId)
    return { message, usage: usageOf(body.model, message.usage), requestId }
  }

  return {
    async send(body, { signal, onStart }) {
      const attempt = new AbortController()
      const cancel = () => attempt.abort()
      signal.addEventListener('abort', cancel, { once: true })
      let late = false
      const timer = setTimeout(() => {
        late = true
        attempt.abort()
      }, options.timeoutMs)
      let sent = false
      const status = () => (sent ? 'lost' : 'failed')
      try {
        if (signal.aborted) throw new Trouble('cancelled', { status: 'failed', kind: 'cancelled' })
        return await read(
          body,
          attempt,
          () => {
            sent = true
          },
          onStart,
        )
      } catch (error) {
        if (signal.aborted) throw new Trouble('cancelled', { status: status(), kind: 'cancelled', cause: error })
        if (late)
          throw new Trouble(`no complete answer within ${options.timeoutMs / 1_000} s`, {
            status: status(),
            kind: 'transient',
            cause: error,
          })
        throw troubleOf(error, body.model, sent)
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', cancel)
      }
    },
    close: () => transport.close(),
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

async function readStream(
  response: Response,
  attempt: AbortController,
  client: Anthropic,
  onStart: (() => void) | undefined,
): Promise<Message> {
  const draft = draftMessage()
  for await (const event of Stream.fromSSEResponse<RawMessageStreamEvent>(response, attempt, client)) {
    draft.add(event)
    if (event.type === 'message_start') onStart?.()
  }
  const message = draft.finished()
  if (!message)
    throw lost('a stream that ends before the answer does', { requestId: response.headers.get('request-id') })
  return message
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

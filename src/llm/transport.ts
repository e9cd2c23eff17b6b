import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** The version of the Messages API that the SDK's types describe; a test compares it with the SDK's own header. */
const API_VERSION = '2026-10-21'

/** A thousand calls in flight leave a thousand connections for reuse; Node would keep 256. */
const MAX_FREE_SOCKETS = 1_000

/** A request's body in two parts: `head` is shared by the calls of a panel and encoded once, `tail` belongs to one call. */
export type RequestBody = { readonly head: Buffer; readonly tail: string; readonly bytes: number }

type Exchange = {
  readonly response: Promise<IncomingMessage>
  /** Closes the connection; `response`, or reading it, rejects. */
  abort(): void
}

export type Transport = {
  /** `onSent` is called when the request's first byte may have left this machine. */
  post(body: RequestBody, onSent: () => void): Exchange
  close(): void
}

/**
 * Posts to the Messages API over Node's own client. The SDK's client would merge headers from the environment into each
 * request, give up at 300 s (global fetch), and cost a second of CPU per thousand calls.
 */
export function createTransport(options: { apiKey: string | null; baseUrl: string }): Transport {
  const url = new URL(`${options.baseUrl.replace(/\/$/, '')}/v1/messages`)
  const secure = url.protocol === 'https:'
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxFreeSockets: MAX_FREE_SOCKETS })
  const request = secure ? httpsRequest : httpRequest
  const headers: Record<string, string> = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'anthropic-version': API_VERSION,
    'user-agent': 'pressure-test',
  }
  if (options.apiKey !== null) headers.authorization = `Bearer ${options.apiKey}`
  // Computed once: passing the URL to a thousand requests costs measurable time.
  const target = {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    path: url.pathname + url.search,
  }

  return {
    post({ head, tail, bytes }, onSent) {
      const sending = request({ ...target, method: 'POST', agent, headers: { ...headers, 'content-length': bytes } })
      sending.once('socket', (socket) => {
        if (!socket.connecting) onSent()
        else socket.once(secure ? 'secureConnect' : 'connect', onSent)
      })
      const response = new Promise<IncomingMessage>((resolve, reject) => {
        sending.on('error', reject)
        sending.once('response', resolve)
      })
      sending.write(head)
      sending.end(tail)
      return { response, abort: () => sending.destroy(new Error('aborted')) }
    },
    close: () => agent.destroy(),
  }
}

/** Most bytes of an answer; the longest that a model gives has less than one MB, and streamed a few. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
const tooLong = () => new Error('an answer of more than 16 MB')

/** The body as text. Rejects where it breaks off, and above 16 MB, so that a broken gateway does not fill the memory. */
export function readText(message: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_ANSWER_BYTES) message.destroy(tooLong())
      else chunks.push(chunk)
    })
    message.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    message.once('error', reject)
    // A close without `end` or `error` means that the connection was closed before these listeners were added.
    message.once('close', () => reject(new Error('closed')))
    if (message.closed) reject(new Error('closed'))
  })
}

/** The parts of a `Response` that the SDK's errors and its stream reader use. The body rejects above 16 MB. */
export function asResponse(message: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value))
  return { headers, body: withinLimit(message) } as unknown as Response
}

async function* withinLimit(message: IncomingMessage): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of message) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw tooLong()
    yield chunk
  }
}

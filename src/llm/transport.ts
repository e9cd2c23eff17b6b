import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** The version of the Messages API the SDK's types describe; a test compares it with what the SDK would send. */
const API_VERSION = '2026-10-21'

/** A thousand calls in flight leave a thousand connections to use again; Node would keep 256. */
const FREE_SOCKETS = 1_000

/** A request's body in two parts: `head` is shared by the calls of a panel and encoded once, `tail` is the call's own. */
export type Body = { readonly head: Buffer; readonly tail: string; readonly bytes: number }

type Exchange = {
  readonly response: Promise<IncomingMessage>
  /** Gives the connection up; `response`, or reading it, rejects. */
  abort(): void
}

export type Transport = {
  /** `onSent` is called when the request's first byte may have left this machine. */
  post(body: Body, onSent: () => void): Exchange
  close(): void
}

/**
 * Posts to the Messages API over Node's own client. The SDK's client would merge headers from the environment into each
 * request, give up at 300 s (global fetch), and cost a second of CPU per thousand calls.
 */
export function createTransport(options: { apiKey: string | null; baseUrl: string }): Transport {
  const url = new URL(`${options.baseUrl.replace(/\/$/, '')}/v1/messages`)
  const secure = url.protocol === 'https:'
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxFreeSockets: FREE_SOCKETS })
  const request = secure ? httpsRequest : httpRequest
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'anthropic-version': API_VERSION,
    'user-agent': 'pressure-test',
    ...(options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` }),
  }
  // Spelled out: making this of a URL, a thousand times, is measurable.
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

export function readText(message: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    message.once('error', reject)
    // An end without `end` or `error`: the connection was given up before anybody listened.
    message.once('close', () => reject(new Error('closed')))
    if (message.closed) reject(new Error('closed'))
  })
}

/** As much of a `Response` as the SDK's errors and its reader of streams use. */
export function asResponse(message: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value))
  return { headers, body: message } as unknown as Response
}

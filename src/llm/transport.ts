import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** The version of the Messages API the SDK's types describe; a test compares it with what the SDK would send. */
export const API_VERSION = '2026-10-21'

/** A thousand calls in flight leave a thousand connections to use again; Node would keep 256. */
const FREE_SOCKETS = 1_000

/** A request option of our own: called when the request's first byte may have left this machine. */
export type OnSent = { readonly onSent?: () => void }

export type Transport = { fetch: typeof fetch; close(): void }

/**
 * The `fetch` our SDK client sends with. It writes its own headers and drops every other one, because the SDK merges
 * headers from the environment into each request; it has no time limits of its own (global fetch gives up at 300 s)
 * and as many sockets as there are calls in flight.
 */
export function createTransport(apiKey: string | null): Transport {
  const agents = {
    http: new HttpAgent({ keepAlive: true, maxFreeSockets: FREE_SOCKETS }),
    https: new HttpsAgent({ keepAlive: true, maxFreeSockets: FREE_SOCKETS }),
  }
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'anthropic-version': API_VERSION,
    'user-agent': 'pressure-test',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  }

  const send = (url: string, { body, signal, onSent }: RequestInit & OnSent): Promise<Response> =>
    new Promise((resolve, reject) => {
      const text = String(body)
      const secure = url.startsWith('https:')
      const options = { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(text) } }
      const request = secure
        ? httpsRequest(url, { ...options, agent: agents.https })
        : httpRequest(url, { ...options, agent: agents.http })
      request.once('socket', (socket) => {
        if (!socket.connecting) onSent?.()
        else socket.once(secure ? 'secureConnect' : 'connect', () => onSent?.())
      })
      const abort = () => request.destroy(new Error('aborted'))
      if (signal?.aborted) abort()
      signal?.addEventListener('abort', abort, { once: true })
      request.once('close', () => signal?.removeEventListener('abort', abort))
      request.on('error', reject)
      request.once('response', (response) => resolve(asResponse(url, response)))
      request.end(text)
    })

  return {
    fetch: (input, init) => send(String(input), init ?? {}),
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** As much of a `Response` as the SDK and we use. A real one costs a web stream per call. */
function asResponse(url: string, message: IncomingMessage): Response {
  const status = message.statusCode ?? 0
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value))
  const text = () =>
    new Promise<string>((resolve, reject) => {
      const chunks: Buffer[] = []
      message.on('data', (chunk: Buffer) => chunks.push(chunk))
      message.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      message.once('error', reject)
      // An end without `end` or `error`: the connection was given up before anybody listened.
      message.once('close', () => reject(new Error('closed')))
      if (message.closed) reject(new Error('closed'))
    })
  const response = { url, status, ok: status >= 200 && status < 300, headers, body: message, text }
  return response as unknown as Response
}

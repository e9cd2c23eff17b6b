import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { AgentError, networkError } from './agent-error.js'
import { guardedLookup, type Lookup } from './guarded-lookup.js'
import { bareHostOf, hostOf } from './hosts.js'
import { readBody } from './read-body.js'
import type { TokenPolicy } from './token-for.js'

/** Which hosts may be called, with which tokens, and how names are resolved. */
export type CallPolicy = TokenPolicy & { readonly lookup: Lookup }
/** The part of the policy that decides which hosts a request may reach. */
export type GuardPolicy = Pick<CallPolicy, 'hostsAllowed' | 'lookup'>
type AgentRequest = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

const MAX_REDIRECTS = 3

/**
 * Posts JSON to a third party's address and returns the text of a 2xx response. Each redirect is checked before it is
 * followed; the token is sent to the first host only. Rejects with `AgentError`, or with the signal's reason.
 */
export async function postGuarded(
  address: string,
  request: AgentRequest,
  token: string | null,
  policy: GuardPolicy,
  signal: AbortSignal,
): Promise<string> {
  const first = new URL(address)
  let url = first
  for (let redirects = 0; ; redirects++) {
    const sendsToken = token !== null && url.origin === first.origin
    const headers = sendsToken ? { ...request.headers, authorization: `Bearer ${token}` } : request.headers
    const response = await sendGuarded(url, { ...request, headers }, policy, signal)
    const status = response.statusCode ?? 0
    if (status >= 200 && status <= 299) return readBody(response)
    response.destroy()
    if (status < 300 || status > 399) throw statusError(status, url, response.headers['retry-after'])
    url = redirectTarget(url, status, response.headers.location)
    if (redirects === MAX_REDIRECTS)
      throw new AgentError(`It redirects more than ${MAX_REDIRECTS} times; give the final address.`)
  }
}

/**
 * Sends one request to a checked address: a POST, or without a body a GET. Opens a new connection: none is shared
 * between runs, and no proxy from the environment is used. The caller reads or destroys the response. Rejects like
 * `postGuarded`.
 */
export async function sendGuarded(
  url: URL,
  { headers, body }: { readonly headers: AgentRequest['headers']; readonly body?: string },
  { hostsAllowed, lookup }: GuardPolicy,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:'
  const checked = await guardedLookup(url, hostsAllowed, lookup, signal)
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)({
      protocol: url.protocol,
      // The host name also sets the Host header and the expected name of the certificate; only the lookup knows the
      // address.
      hostname: bareHostOf(url),
      port: url.port,
      path: url.pathname + url.search,
      method: body === undefined ? 'GET' : 'POST',
      agent: new (secure ? HttpsAgent : HttpAgent)({ keepAlive: false }),
      headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: checked,
      signal,
      rejectUnauthorized: true,
    })
    request.on('error', (error) => reject(signal.aborted ? signal.reason : networkError(error)))
    request.once('response', resolve)
    request.end(body)
  })
}

/** Follows only 307 and 308, which keep the method and the body. */
function redirectTarget(from: URL, status: number, location: string | undefined): URL {
  if (status !== 307 && status !== 308)
    throw new AgentError(
      `It answers HTTP ${status}, a redirect that would lose the message; give the final address, or redirect with 307 or 308.`,
    )
  if (location === undefined || !URL.canParse(location, from))
    throw new AgentError(`It answers HTTP ${status} without an address to go to.`)
  const to = new URL(location, from)
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new AgentError('It redirects from https to http; give the final address.')
  return to
}

function statusError(status: number, url: URL, retryAfter: string | undefined): AgentError {
  const problem = `It answers HTTP ${status}`
  if (status === 429 || status >= 500)
    return new AgentError(`${problem}; look into its log, or evaluate with fewer cases at once.`, {
      retryable: true,
      retryAfterMs: retryAfterMs(retryAfter),
    })
  if (status === 401 || status === 403)
    return new AgentError(`${problem}; check the token for ${hostOf(url)} in AGENT_TOKENS or AGENT_KEY_….`)
  if (status === 404 || status === 405) return new AgentError(`${problem} to a POST; check the address.`)
  return new AgentError(`${problem}; check that it takes the request described in docs/agent-endpoint.md.`)
}

/** Parses `Retry-After`, seconds or a date, into milliseconds from now; null where it is missing or invalid. */
export function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined) return null
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { checkedLookup, type Lookup } from './guard.js'
import { bareHostOf, type HostToken, hostOf, type ListedHost, listed } from './hosts.js'
import { readBody } from './read-body.js'
import { AgentTrouble, networkTrouble } from './trouble.js'

/** What may be called, with which tokens, and who resolves names. */
export type Reach = {
  readonly hostsAllowed: readonly ListedHost[]
  readonly tokens: readonly HostToken[]
  readonly lookup: Lookup
}
type Letter = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

const MOST_REDIRECTS = 3

/**
 * Posts JSON to an address of somebody else and gives the text of a 2xx answer. Every address on the way is checked before
 * it is connected to; the token goes to the first host only. Rejects with `AgentTrouble`, or with the signal's reason.
 */
export async function postGuarded(address: string, letter: Letter, reach: Reach, signal: AbortSignal): Promise<string> {
  const first = new URL(address)
  const token = tokenFor(first, reach)
  let url = first
  for (let redirects = 0; ; redirects++) {
    const lookup = await checkedLookup(url, reach.hostsAllowed, reach.lookup, signal)
    const known = token !== null && url.origin === first.origin
    const headers = known ? { ...letter.headers, authorization: `Bearer ${token}` } : letter.headers
    const response = await send(url, { ...letter, headers }, lookup, signal)
    const status = response.statusCode ?? 0
    if (status >= 200 && status <= 299) return readBody(response)
    response.destroy()
    if (status < 300 || status > 399) throw statusTrouble(status, url, response.headers['retry-after'])
    url = redirected(url, status, response.headers.location)
    if (redirects === MOST_REDIRECTS)
      throw new AgentTrouble(`It redirects more than ${MOST_REDIRECTS} times; give the final address.`)
  }
}

/** The token of a host; `null` where none is listed. One that would go out unencrypted to a public host stays here. */
export function tokenFor(url: URL, { tokens, hostsAllowed }: Pick<Reach, 'tokens' | 'hostsAllowed'>): string | null {
  const entry = listed(url, tokens)
  if (!entry) return null
  if (url.protocol === 'https:' || listed(url, hostsAllowed)) return entry.token
  throw new AgentTrouble('There is a token for it, which is sent over https only; give its https:// address.')
}

/** One connection of its own for each request: none is shared between runs, and no proxy of the environment is used. */
function send(
  url: URL,
  { headers, body }: Letter,
  lookup: RequestOptions['lookup'],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)({
      protocol: url.protocol,
      // Also the Host header and the name in the certificate: only the lookup knows the address.
      hostname: bareHostOf(url),
      port: url.port,
      path: url.pathname + url.search,
      method: 'POST',
      agent: new (secure ? HttpsAgent : HttpAgent)({ keepAlive: false }),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup,
      signal,
      ...(secure ? { rejectUnauthorized: true } : {}),
    })
    request.on('error', (error) => reject(signal.aborted ? signal.reason : networkTrouble(error)))
    request.once('response', resolve)
    request.end(body)
  })
}

/** Only 307 and 308 keep a POST a POST. */
function redirected(from: URL, status: number, location: string | undefined): URL {
  if (status !== 307 && status !== 308)
    throw new AgentTrouble(
      `It answers HTTP ${status}, a redirect that would lose the message; give the final address, or redirect with 307 or 308.`,
    )
  if (location === undefined || !URL.canParse(location, from))
    throw new AgentTrouble(`It answers HTTP ${status} without an address to go to.`)
  const to = new URL(location, from)
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new AgentTrouble('It redirects from https to http; give the final address.')
  return to
}

function statusTrouble(status: number, url: URL, retryAfter: string | undefined): AgentTrouble {
  const said = `It answers HTTP ${status}`
  if (status === 429 || status >= 500)
    return new AgentTrouble(`${said}; look into its log, or evaluate with fewer cases at once.`, {
      again: true,
      retryAfterMs: retryAfterMs(retryAfter),
    })
  if (status === 401 || status === 403)
    return new AgentTrouble(`${said}; check the token for ${hostOf(url)} in AGENT_TOKENS.`)
  if (status === 404 || status === 405) return new AgentTrouble(`${said} to a POST; check the address.`)
  return new AgentTrouble(`${said}; check that it takes the request described in docs/agent-endpoint.md.`)
}

/** Seconds or a date, in milliseconds from now. */
function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined) return null
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

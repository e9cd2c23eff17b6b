import { createHash } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { plural } from '../domain/text/words.js'
import { AppError } from '../errors.js'
import { bearerToken } from '../service/workspace/tokens.js'

/** Request limits of this process; each process counts for itself. */
export type RateLimit = {
  /** Requests of one token, and as many of one address without a token; 0: unlimited. */
  readonly perMinute: number
  /** Whether a proxy on a private address names the client in X-Forwarded-For. */
  readonly behindProxy: boolean
}

/** Failed tokens a minute from one address, above which its lookups are limited. */
const MAX_FAILED_TOKENS = 10
/** Token lookups a second for an address above that limit: one of its tokens may be valid. */
const LOOKUPS_PER_SECOND = 5
const MINUTE_S = 60
/** Orchestrators poll `/health`, and Slack signs its requests and sends many at once. */
const EXEMPT = /^\/(health|slack)(\/|$)/
/** Most accepted tokens that are remembered: an address that others abuse stays open to their requests. */
const MAX_KNOWN = 10_000
const ACCEPTED = 'token accepted'
const COUNT_MORE = 'count more requests'
type CountMore = (requests: number) => Promise<void>
type Policy = 'token' | 'address'
type FailedTokenLimiters = {
  readonly tokens: RateLimiterMemory
  readonly addresses: RateLimiterMemory
  readonly lookups: RateLimiterMemory
}

/**
 * Called once a token was found valid: from now on its requests count against the token, no longer against its address.
 */
export const noteAccepted = (c: Context): void => c.set(ACCEPTED, true)

/**
 * Counts more of a request that holds several, as a batch of MCP does; where there is a limit. Errors:
 * `too_many_requests`.
 */
export const countMore = async (c: Context, requests: number): Promise<void> =>
  (c.get(COUNT_MORE) as CountMore | undefined)?.(requests)

/**
 * Limits requests by token, else by address. Of an address that sends wrong tokens only a few more are looked up, and
 * only a valid one is answered; a token that has not been looked up yet counts as none. The headers are those of
 * draft-ietf-httpapi-ratelimit-headers. Errors: `too_many_requests`.
 */
export function limitRequests({ perMinute, behindProxy }: RateLimit): MiddlewareHandler {
  if (perMinute === 0) return (_, next) => next()
  const limiters = {
    token: new RateLimiterMemory({ points: perMinute, duration: MINUTE_S }),
    address: new RateLimiterMemory({ points: perMinute, duration: MINUTE_S }),
  }
  const wrong: FailedTokenLimiters = {
    tokens: new RateLimiterMemory({ points: 1, duration: MINUTE_S }),
    addresses: new RateLimiterMemory({ points: MAX_FAILED_TOKENS, duration: MINUTE_S }),
    lookups: new RateLimiterMemory({ points: LOOKUPS_PER_SECOND, duration: 1 }),
  }
  const known = new Set<string>()

  const count = (policy: Policy, key: string, requests = 1): Promise<RateLimiterRes> =>
    limiters[policy].consume(key, requests).catch((full: unknown) => {
      if (full instanceof RateLimiterRes) return full
      throw full
    })
  const tell = (c: Context, policy: Policy, state: RateLimiterRes): void => tellState(c, policy, perMinute, state)

  return async (c, next) => {
    if (EXEMPT.test(c.req.path)) return next()
    const address = addressOf(c, behindProxy)
    const token = bearerToken(c.req.header('authorization'))
    const digest = token === '' ? null : createHash('sha256').update(token).digest('base64')
    const isKnown = digest !== null && known.has(digest)
    const failures = digest === null || isKnown ? null : await overFailureLimit(wrong, address)
    if (digest !== null && failures !== null && !(await takeLookupSlot(wrong, address, digest)))
      refuseFailedTokens(c, failures)
    const policy = isKnown ? 'token' : 'address'
    const key = isKnown ? digest : address
    let state = await count(policy, key)
    const refuseAboveLimit = (): void => {
      if (state.consumedPoints <= perMinute) return
      tell(c, policy, state)
      throw tooMany(`This ${policy} may ask ${perMinute} times a minute`, secondsLeft(state))
    }
    refuseAboveLimit()
    const take: CountMore = async (requests) => {
      state = await count(policy, key, requests)
      refuseAboveLimit()
    }
    c.set(COUNT_MORE, take)
    await next()
    if (digest !== null && !isKnown && c.get(ACCEPTED)) {
      if (known.size >= MAX_KNOWN) known.clear()
      known.add(digest)
      return tell(c, 'token', await count('token', digest))
    }
    tell(c, policy, state)
    if (digest === null || c.res.status !== 401) return
    known.delete(digest)
    await Promise.all([wrong.tokens.penalty(digest), wrong.addresses.penalty(address)])
    if (failures !== null) refuseFailedTokens(c, failures)
  }
}

function tellState(c: Context, policy: string, most: number, state: RateLimiterRes): void {
  c.header('RateLimit-Policy', `"${policy}";q=${most};w=${MINUTE_S}`)
  c.header('RateLimit', `"${policy}";r=${state.remainingPoints};t=${secondsLeft(state)}`)
}

const secondsLeft = ({ msBeforeNext }: RateLimiterRes): number => Math.ceil(msBeforeNext / 1_000)

/** The limiter's state of an address that has reached MAX_FAILED_TOKENS; `null` below. */
async function overFailureLimit({ addresses }: FailedTokenLimiters, address: string): Promise<RateLimiterRes | null> {
  const state = await addresses.get(address)
  return state !== null && state.consumedPoints >= MAX_FAILED_TOKENS ? state : null
}

async function takeLookupSlot(
  { tokens, lookups }: FailedTokenLimiters,
  address: string,
  digest: string,
): Promise<boolean> {
  if ((await tokens.get(digest)) !== null) return false
  return lookups.consume(address).then(
    () => true,
    () => false,
  )
}

function refuseFailedTokens(c: Context, state: RateLimiterRes): never {
  c.header('www-authenticate', undefined)
  tellState(c, 'wrong-tokens', MAX_FAILED_TOKENS, state)
  throw tooMany('Too many wrong tokens came from this address', secondsLeft(state))
}

const tooMany = (why: string, seconds: number): AppError =>
  new AppError('too_many_requests', {
    problem: `${why}; ask again in ${seconds} ${plural(seconds, 'second')}.`,
    retry_after_s: seconds,
  })

const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  PRIVATE.addSubnet(net, bits)
PRIVATE.addSubnet('::1', 128, 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')

type Incoming = { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } }

/**
 * Address of the client. Behind a proxy of ours it is the last entry of X-Forwarded-For, where that is an address:
 * earlier entries can be forged, and what is noted of a caller is no text of theirs.
 */
export function addressOf(c: Context, behindProxy: boolean): string {
  const peer = ((c.env as Incoming | undefined)?.incoming?.socket?.remoteAddress ?? 'unknown').replace(/^::ffff:/, '')
  if (!behindProxy || peer === 'unknown' || !PRIVATE.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')) return peer
  const named = withoutPort(c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '')
  return isIP(named) ? named : peer
}

/** Some proxies add the port: `203.0.113.7:51234`, `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(entry) ?? []
  return v6 ?? v4 ?? entry
}

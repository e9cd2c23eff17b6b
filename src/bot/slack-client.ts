import { webApi } from '@slack/bolt'

/** A call that takes longer is as good as lost: what it did is looked up. */
const CALL_MS = 8_000
const MAX_CLIENTS = 1_000

/** How every client of ours is set up: it neither repeats a call nor waits for a limit; both are the deliverer's. */
export function clientOptions(apiUrl: string | null): webApi.WebClientOptions {
  return {
    ...(apiUrl === null ? {} : { slackApiUrl: `${apiUrl.replace(/\/+$/, '')}/` }),
    retryConfig: { retries: 0 },
    timeout: CALL_MS,
    rejectRateLimitedCalls: true,
    logger: SILENT,
  }
}

export type Clients = {
  /** For what a person waits for. */
  of(token: string): webApi.WebClient
}

/** One client for each token. */
export function createClients(apiUrl: string | null): Clients {
  const clients = new Map<string, webApi.WebClient>()
  return {
    of(token) {
      const known = clients.get(token)
      if (known) return known
      // Tokens that were rotated out are never asked for again.
      if (clients.size > MAX_CLIENTS) clients.clear()
      const made = new webApi.WebClient(token, clientOptions(apiUrl))
      clients.set(token, made)
      return made
    },
  }
}

/** What Slack's libraries would print; our own log says what matters. */
export const SILENT = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => 'error' as webApi.LogLevel,
  setName() {},
} satisfies webApi.Logger

/** What became of a call. `sent`: it may have taken effect, nobody knows. */
export type Trouble =
  | { readonly kind: 'refused'; readonly code: string; readonly messages: readonly string[] }
  | { readonly kind: 'limited'; readonly retry_after_ms: number }
  | { readonly kind: 'ambiguous'; readonly problem: string }
  | { readonly kind: 'not_sent'; readonly problem: string }

/** What Slack says of a token that works no more. */
export const GONE: ReadonlySet<string> = new Set([
  'token_revoked',
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'token_expired',
  'org_login_required',
])

const NEVER_LEFT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/** Reads an error of the client by what it means for a post. */
export function troubleOf(error: unknown): Trouble {
  const { code, data, retryAfter } = error as {
    code?: string
    retryAfter?: number
    data?: { error?: string; response_metadata?: { messages?: string[] } }
  }
  if (code === webApi.ErrorCode.RateLimitedError) return { kind: 'limited', retry_after_ms: (retryAfter ?? 1) * 1_000 }
  if (code === webApi.ErrorCode.PlatformError) {
    const refused = data?.error ?? 'unknown_error'
    if (refused === 'ratelimited' || refused === 'rate_limited') return { kind: 'limited', retry_after_ms: 1_000 }
    // Slack's own words: "it is possible some aspect of the operation succeeded before the error was raised".
    if (['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'].includes(refused))
      return { kind: 'ambiguous', problem: refused }
    return { kind: 'refused', code: refused, messages: data?.response_metadata?.messages ?? [] }
  }
  const problem = error instanceof Error ? error.message : String(error)
  return { kind: causes(error).some((fault) => NEVER_LEFT.includes(fault)) ? 'not_sent' : 'ambiguous', problem }
}

/** The codes of an error and everything behind it. */
function causes(error: unknown): string[] {
  const found: string[] = []
  for (let fault = error, depth = 0; fault instanceof Error && depth < 6; depth++) {
    const { code, original, cause, errors } = fault as {
      code?: unknown
      original?: unknown
      cause?: unknown
      errors?: unknown[]
    }
    if (typeof code === 'string') found.push(code)
    for (const inner of errors ?? []) found.push(...causes(inner))
    fault = original ?? cause
  }
  return found
}

import { webApi } from '@slack/bolt'

/** A call that takes longer counts as lost; its effect is looked up afterwards. */
const CALL_MS = 8_000
const MAX_CLIENTS = 1_000
const RESPOND_MS = 4_000
/**
 * Longest pause that Slack is granted, in milliseconds. It counts its limits by the minute; one call after this asks
 * whether a longer pause is meant.
 */
const MAX_RETRY_AFTER_MS = 300_000

/** Options of every Slack client. It neither retries a call nor waits for a rate limit; the deliverer does both. */
export function clientOptions(apiUrl: string | null): webApi.WebClientOptions {
  return {
    slackApiUrl: apiUrl === null ? undefined : `${apiUrl.replace(/\/+$/, '')}/`,
    retryConfig: { retries: 0 },
    timeout: CALL_MS,
    fetch: fetchJson,
    rejectRateLimitedCalls: true,
    logger: SILENT,
  }
}

/** The client takes a body that is not JSON for an error named by Slack; here it is an answer that was lost. */
const fetchJson: webApi.WebClientOptions['fetch'] = async (url, init) => {
  const answer = await fetch(url, init)
  if (answer.status !== 200) return answer
  const body = await answer.text()
  JSON.parse(body)
  return new Response(body, { headers: answer.headers })
}

export type Clients = {
  /** Client of a token, for calls that a person waits for. */
  of(token: string): webApi.WebClient
}

/** Caches one client for each token. */
export function createClients(apiUrl: string | null): Clients {
  const clients = new Map<string, webApi.WebClient>()
  return {
    of(token) {
      const known = clients.get(token)
      if (known) return known
      // Tokens that were rotated out are never used again.
      if (clients.size > MAX_CLIENTS) clients.clear()
      const made = new webApi.WebClient(token, clientOptions(apiUrl))
      clients.set(token, made)
      return made
    },
  }
}

/**
 * Answers through the response URL of a command or click, which works for half an hour, even where the app is no
 * member. False where that failed. Only Slack's own addresses are called.
 */
export async function respond(url: string, body: object, apiUrl: string | null): Promise<boolean> {
  const own = apiUrl === null ? 'https://hooks.slack.com' : new URL(apiUrl).origin
  if (!URL.canParse(url) || new URL(url).origin !== own) return false
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(RESPOND_MS),
      redirect: 'error',
    })
    return answer.ok
  } catch {
    return false
  }
}

/** Silences the loggers of Slack's libraries; our own log has what matters. */
export const SILENT = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => 'error' as webApi.LogLevel,
  setName() {},
} satisfies webApi.Logger

/** Outcome of a failed call. `ambiguous`: it may have taken effect. */
export type Trouble =
  | { readonly kind: 'refused'; readonly code: string; readonly messages: readonly string[] }
  /** `retry_after_ms` is at most `MAX_RETRY_AFTER_MS`. */
  | { readonly kind: 'limited'; readonly retry_after_ms: number }
  | { readonly kind: 'ambiguous'; readonly problem: string }
  | { readonly kind: 'not_sent'; readonly problem: string }
/** Trouble that ends by itself, in contrast to a refusal. */
export type PassingTrouble = Exclude<Trouble, { kind: 'refused' }>

/** Slack's error codes for a token that no longer works. */
export const GONE: ReadonlySet<string> = new Set([
  'token_revoked',
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'token_expired',
  'org_login_required',
])

/** Slack's error codes for a workspace or a conversation that takes nothing until it has been moved. */
const MIGRATING: ReadonlySet<string> = new Set(['team_added_to_org', 'external_channel_migrating'])

const NEVER_LEFT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/** Classifies an error of the client by its meaning for a post. */
export function troubleOf(error: unknown): Trouble {
  const { code, data, retryAfter } = error as {
    code?: string
    retryAfter?: number
    data?: { error?: unknown; response_metadata?: { messages?: string[] } }
  }
  if (code === webApi.ErrorCode.RateLimitedError)
    return { kind: 'limited', retry_after_ms: Math.min(MAX_RETRY_AFTER_MS, (retryAfter ?? 1) * 1_000) }
  if (code === webApi.ErrorCode.PlatformError) {
    const refused = data?.error
    // JSON of whatever stands before Slack; Slack names each of its errors.
    if (typeof refused !== 'string' || refused === '') return { kind: 'ambiguous', problem: 'no answer of Slack' }
    if (refused === 'ratelimited' || refused === 'rate_limited') return { kind: 'limited', retry_after_ms: 1_000 }
    // Slack's own words: "it is possible some aspect of the operation succeeded before the error was raised".
    if (['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'].includes(refused))
      return { kind: 'ambiguous', problem: refused }
    if (MIGRATING.has(refused)) return { kind: 'not_sent', problem: refused }
    return { kind: 'refused', code: refused, messages: data?.response_metadata?.messages ?? [] }
  }
  const problem = error instanceof Error ? error.message : String(error)
  return { kind: causes(error).some((fault) => NEVER_LEFT.includes(fault)) ? 'not_sent' : 'ambiguous', problem }
}

/** The codes of an error and of all its causes. */
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

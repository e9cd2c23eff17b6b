import { AgentError } from './agent-error.js'
import { guardedLookup, type Lookup, resolveAll } from './guarded-lookup.js'
import { findListed, type ListedHost } from './hosts.js'
import { retryAfterMs, sendGuarded } from './post.js'
import { refuseByName } from './refuse-by-name.js'

/** An HTTP client for webhooks; strangers' addresses are called under the same guard as live agents. */
export type WebhookClient = {
  /** Why this address must not be called, as it resolves now; `null` where it may be. */
  refuse(address: string): Promise<string | null>
  /**
   * Posts once and returns the status, and the pause that the receiver asks for, if any; the response body is not read,
   * and redirects are not followed. Rejects with `AgentError`, or with the signal's reason.
   */
  post(
    address: string,
    request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly retryAfterMs: number | null }>
}

/** Limit for resolving a name during registration, in milliseconds. */
const LOOKUP_MS = 5_000

export function createWebhookClient(options: {
  /** Hosts that may be private, and that may be called without https. */
  readonly hostsAllowed: readonly ListedHost[]
  readonly lookup?: Lookup
}): WebhookClient {
  const { hostsAllowed, lookup = resolveAll } = options
  const refusePlain = (url: URL): string | null =>
    url.protocol === 'http:' && !findListed(url, hostsAllowed)
      ? 'What is sent there could be read on its way; give an https:// address, or put the host into AGENT_HOSTS_ALLOWED.'
      : null

  return {
    async refuse(address) {
      const refused = refuseByName(address, hostsAllowed)
      if (refused !== null) return refused
      const url = new URL(address)
      const signal = AbortSignal.timeout(LOOKUP_MS)
      try {
        await guardedLookup(url, hostsAllowed, lookup, signal)
        return refusePlain(url)
      } catch (error) {
        if (error instanceof AgentError) return error.message
        if (signal.aborted) return 'Its host cannot be looked up now; try again in a moment.'
        throw error
      }
    },
    async post(address, request, signal) {
      const url = new URL(address)
      const refused = refusePlain(url)
      if (refused !== null) throw new AgentError(refused)
      const response = await sendGuarded(url, request, { hostsAllowed, lookup }, signal)
      response.destroy()
      return { status: response.statusCode ?? 0, retryAfterMs: retryAfterMs(response.headers['retry-after']) }
    },
  }
}

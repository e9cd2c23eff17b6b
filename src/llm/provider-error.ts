type ProviderErrorFacts = {
  /** `failed`: nothing was billed. `lost`: the request was sent and no complete answer came back. */
  readonly status: 'failed' | 'lost'
  /** `transient`: the same request may succeed later. `rejected`: it never will. */
  readonly kind: 'transient' | 'rejected' | 'cancelled'
  /** Milliseconds for which the provider asked all callers to wait. */
  readonly retryAfterMs?: number | null
  /** The server's message about the refused request; the server may not support a feature of it. */
  readonly refusal?: string | null
  /** The failure does not count against the provider's health, such as a rate limit with a `retry-after`. */
  readonly providerHealthy?: boolean
  readonly requestId?: string | null
  readonly cause?: unknown
}

/** Why a request returned no message. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly status: ProviderErrorFacts['status']
  readonly kind: ProviderErrorFacts['kind']
  readonly retryAfterMs: number | null
  readonly refusal: string | null
  readonly providerHealthy: boolean
  readonly requestId: string | null

  constructor(problem: string, facts: ProviderErrorFacts) {
    super(problem, { cause: facts.cause })
    this.status = facts.status
    this.kind = facts.kind
    this.retryAfterMs = facts.retryAfterMs ?? null
    this.refusal = facts.refusal ?? null
    this.providerHealthy = facts.providerHealthy ?? false
    this.requestId = facts.requestId ?? null
  }
}

/** The request was sent, but the response is not a message: HTML from a proxy, a truncated body, a dropped socket. */
export const responseLost = (
  problem: string,
  facts: { requestId?: string | null; cause?: unknown } = {},
): ProviderError => new ProviderError(problem, { status: 'lost', kind: 'transient', ...facts })

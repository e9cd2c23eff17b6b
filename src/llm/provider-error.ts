type ProviderErrorFacts = {
  /** `failed`: nothing was billed. `lost`: it was sent and no complete answer came back. */
  readonly status: 'failed' | 'lost'
  /** `transient`: may succeed later, unchanged. `rejected`: never will. */
  readonly kind: 'transient' | 'rejected' | 'cancelled'
  /** The provider asked all callers to wait that long. */
  readonly retryAfterMs?: number | null
  /** The message with which a server refused the request itself; it may not support a feature of it. */
  readonly refusal?: string | null
  /** Does not count against the provider's health, such as a rate limit with a `retry-after`. */
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

/** The request was sent, and the response is not a message: HTML of a proxy, a cut body, a dropped socket. */
export const responseLost = (
  problem: string,
  facts: { requestId?: string | null; cause?: unknown } = {},
): ProviderError => new ProviderError(problem, { status: 'lost', kind: 'transient', ...facts })

type TroubleFacts = {
  /** `failed`: nothing was billed. `lost`: it was sent and no complete answer came back. */
  readonly status: 'failed' | 'lost'
  /** `transient`: may succeed later, unchanged. `rejected`: never will. */
  readonly kind: 'transient' | 'rejected' | 'cancelled'
  /** The provider asked everybody to wait that long. */
  readonly retryAfterMs?: number | null
  /** The words with which a server refused the request as such; a feature it does not know may be behind it. */
  readonly refusal?: string | null
  /** Says nothing about the provider's health, such as a rate limit with a time to come back. */
  readonly harmless?: boolean
  readonly requestId?: string | null
  readonly cause?: unknown
}

/** Why a request brought no message. */
export class Trouble extends Error {
  override readonly name = 'Trouble'
  readonly status: TroubleFacts['status']
  readonly kind: TroubleFacts['kind']
  readonly retryAfterMs: number | null
  readonly refusal: string | null
  readonly harmless: boolean
  readonly requestId: string | null

  constructor(problem: string, facts: TroubleFacts) {
    super(problem, { cause: facts.cause })
    this.status = facts.status
    this.kind = facts.kind
    this.retryAfterMs = facts.retryAfterMs ?? null
    this.refusal = facts.refusal ?? null
    this.harmless = facts.harmless ?? false
    this.requestId = facts.requestId ?? null
  }
}

/** Sent, and what came back is no message: HTML of a proxy, a cut body, a dropped socket. */
export const lost = (problem: string, facts: { requestId?: string | null; cause?: unknown } = {}): Trouble =>
  new Trouble(problem, { status: 'lost', kind: 'transient', ...facts })

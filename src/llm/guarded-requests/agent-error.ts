/** Why a live agent gave no answer. `retryable`: the same request may succeed a moment later. */
export class AgentError extends Error {
  override readonly name = 'AgentError'
  readonly retryable: boolean
  readonly retryAfterMs: number | null

  constructor(problem: string, facts: { retryable?: boolean; retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(problem, { cause: facts.cause })
    this.retryable = facts.retryable ?? false
    this.retryAfterMs = facts.retryAfterMs ?? null
  }
}

/** Codes of OpenSSL and Node for certificate errors, which a retry does not solve. */
const CERTIFICATE_ERROR = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/

/** Classifies a failed connection. The cause's message is left out: it names the addresses behind the host. */
export function networkError(cause: unknown): AgentError {
  if (cause instanceof AgentError) return cause
  const code = String((cause as NodeJS.ErrnoException | null)?.code ?? 'connection lost')
  if (code === 'ENOTFOUND')
    return new AgentError('There is no such host; check the address.', { retryable: true, cause })
  if (CERTIFICATE_ERROR.test(code))
    return new AgentError(
      `Its certificate is not accepted (${code}); renew it, or give its authority in NODE_EXTRA_CA_CERTS.`,
      { cause },
    )
  return new AgentError(`The connection failed (${code}); check that it is running and can be reached from here.`, {
    retryable: true,
    cause,
  })
}

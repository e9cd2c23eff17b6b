/** Why a live agent gave no answer. `again`: the same request may go through a moment later. */
export class AgentTrouble extends Error {
  override readonly name = 'AgentTrouble'
  readonly again: boolean
  readonly retryAfterMs: number | null

  constructor(problem: string, facts: { again?: boolean; retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(problem, { cause: facts.cause })
    this.again = facts.again ?? false
    this.retryAfterMs = facts.retryAfterMs ?? null
  }
}

/** Codes of OpenSSL and Node for a certificate that will not be better in a second. */
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/

/** A request that broke off. Its message is left out: it names the addresses behind the host. */
export function networkTrouble(cause: unknown): AgentTrouble {
  if (cause instanceof AgentTrouble) return cause
  const code = String((cause as NodeJS.ErrnoException | null)?.code ?? 'connection lost')
  if (code === 'ENOTFOUND') return new AgentTrouble('There is no such host; check the address.', { again: true, cause })
  if (CERTIFICATE.test(code))
    return new AgentTrouble(
      `Its certificate is not accepted (${code}); renew it, or give its authority in NODE_EXTRA_CA_CERTS.`,
      { cause },
    )
  return new AgentTrouble(`The connection failed (${code}); check that it is running and can be reached from here.`, {
    again: true,
    cause,
  })
}

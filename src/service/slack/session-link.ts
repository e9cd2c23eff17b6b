import { z } from 'zod'
import type { Context } from '../context.js'
import { createSigner } from '../signed-claims.js'

/** State of an MCP session, carried in its signed id: its holder can read it, and nobody can change it. */
const SessionClaims = z.object({
  actor: z.uuid(),
  workspace: z.uuid(),
  /** Start of the session, in milliseconds since the epoch. */
  begun: z.int(),
  /** Capabilities and protocol revision, as the client sent them. */
  client: z.record(z.string(), z.unknown()),
  nonce: z.string(),
})
type SessionClaims = z.infer<typeof SessionClaims>

/** A message about a session from one process to all others. */
export const SessionMessage = z.object({
  from: z.string(),
  session: z.string(),
  to: z.enum(['client', 'server', 'end', 'replay', 'replayed']),
  message: z.record(z.string(), z.unknown()).optional(),
})
export type SessionMessage = z.infer<typeof SessionMessage>

/**
 * Lets several processes serve the same sessions: session ids that carry their own permission, and messages between
 * processes.
 */
export type SessionLink = {
  seal(claims: SessionClaims): string
  /** The claims of a signed id; null for an id that was changed or not signed by this installation. */
  open(id: string): SessionClaims | null
  send(message: SessionMessage): Promise<void>
  subscribe(onMessage: (message: SessionMessage) => void): () => void
}

export async function sessionLink({ store }: Pick<Context, 'store'>): Promise<SessionLink> {
  const secret = await store.installation.secret('mcp sessions')
  const signer = createSigner(secret, 'session')
  return {
    seal: signer.seal,
    open(id) {
      const claims = signer.open(id)
      return claims === null ? null : SessionClaims.parse(claims)
    },
    async send(message) {
      await store.sessionBroadcast.send(JSON.stringify(message))
    },
    subscribe: (onMessage) =>
      store.sessionBroadcast.subscribe((payload) => {
        const message = SessionMessage.safeParse(JSON.parse(payload))
        if (message.success) onMessage(message.data)
      }),
  }
}

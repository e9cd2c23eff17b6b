import { MCP_SESSION } from './changes.js'
import type { Database } from './client.js'

export type SessionBroadcast = ReturnType<typeof createSessionBroadcast>

/** PostgreSQL takes payloads below 8,000 bytes. */
const MAX_BYTES = 7_900

/** Messages between processes that serve the same sessions, by NOTIFY: nothing of it is stored. */
export function createSessionBroadcast(db: Database) {
  return {
    /** False where the payload is too long to be sent. */
    async send(payload: string): Promise<boolean> {
      if (Buffer.byteLength(payload) > MAX_BYTES) return false
      await db.acrossWorkspaces((tx) => tx.$queryRaw`select pg_notify(${MCP_SESSION}, ${payload})::text`)
      return true
    },
    subscribe: (onPayload: (payload: string) => void): (() => void) => db.changes.listen(MCP_SESSION, onPayload),
  }
}

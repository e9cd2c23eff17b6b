import { randomUUID } from 'node:crypto'
import type { Database } from './client.js'
import { MCP_SESSION } from './notifications.js'

/** PostgreSQL accepts payloads below 8,000 bytes, and sealing adds a third. */
const MAX_BYTES = 5_900
/** Replay protection: a message is accepted once, and only within this age, since any listener could send it again. */
const MAX_AGE_MS = 60_000

/** Messages between processes that serve the same MCP sessions, by NOTIFY; nothing is stored. */
export function createSessionBroadcast(db: Database) {
  return {
    /** Returns false where the payload is too long to be sent. */
    async send(payload: string): Promise<boolean> {
      if (Buffer.byteLength(payload) > MAX_BYTES) return false
      await db.acrossWorkspaces((tx) => db.notify(tx, MCP_SESSION, `${Date.now()} ${randomUUID()} ${payload}`))
      return true
    },
    subscribe(onPayload: (payload: string) => void): () => void {
      const heard = new Map<string, number>()
      return db.changes.listen(MCP_SESSION, (message) => {
        const [, at = '', id = '', payload = ''] = /^(\d+) (\S+) (.*)$/s.exec(message) ?? []
        const now = Date.now()
        for (const [old, when] of heard) if (now - when > 2 * MAX_AGE_MS) heard.delete(old)
        if (Math.abs(now - Number(at)) > MAX_AGE_MS || heard.has(id)) return
        heard.set(id, now)
        onPayload(payload)
      })
    },
  }
}

import { MCP_SESSION } from './changes.js'
import type { Database } from './client.js'

export type SessionNewsTable = ReturnType<typeof createSessionNews>

/** PostgreSQL takes payloads below 8,000 bytes. */
const MOST_BYTES = 7_900

/** What processes that serve the same sessions tell each other, by NOTIFY: nothing of it is stored. */
export function createSessionNews(db: Database) {
  return {
    /** False where it is too long to be told. */
    async tell(news: string): Promise<boolean> {
      if (Buffer.byteLength(news) > MOST_BYTES) return false
      await db.acrossWorkspaces((tx) => tx.$queryRaw`select pg_notify(${MCP_SESSION}, ${news})::text`)
      return true
    },
    hear: (onNews: (news: string) => void): (() => void) => db.changes.hear(MCP_SESSION, onNews),
  }
}

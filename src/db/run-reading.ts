import type { RunEvent, Trust } from '../domain/run.js'
import type { Run } from '../domain/run-state.js'
import type { Database } from './client.js'
import { readUsage } from './ledger.js'

export type ReadingTable = ReturnType<typeof createReading>

/** What surfaces read of a run beside its row: events, result, usage. */
export function createReading(db: Database) {
  return {
    /** Events after `after` (a seq; 0 for all), oldest first. */
    async events(run: Run, after: number, limit = 10_000): Promise<RunEvent[]> {
      const rows = await db.inWorkspace(run.workspace_id, (tx) =>
        tx.runEvent.findMany({
          where: { runId: run.run_id, seq: { gt: after } },
          orderBy: { seq: 'asc' },
          take: limit,
        }),
      )
      return rows.map(({ seq, at, type, data }) => ({
        seq,
        at: at.toISOString(),
        type,
        data: data as Record<string, unknown>,
      }))
    },
    async result(run: Run): Promise<{ document: unknown; trust: Trust | null } | null> {
      const row = await db.inWorkspace(run.workspace_id, (tx) => tx.result.findUnique({ where: { runId: run.run_id } }))
      return row && { document: row.document, trust: row.trust as Trust | null }
    },
    usage: (run: Run) => readUsage(db, run),
  }
}

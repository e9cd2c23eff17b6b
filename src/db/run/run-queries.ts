import type { EvidencePacket } from '../../domain/run/evidence-packet.js'
import type { ResultOf, RunKind } from '../../domain/run/kinds.js'
import type { RunUsage, Trust } from '../../domain/run/run.js'
import { type RunEvent, type RunEventType, readRunEvent } from '../../domain/run/run-events.js'
import type { Actor, Run } from '../../domain/run/run-state.js'
import type { Database } from '../connection/client.js'
import { toUsage, USAGE, type UsageRow } from './ledger.js'
import type { StoredStep } from './run-journal.js'
import { RUN_COLUMNS, type RunColumns, toRun } from './runs.js'

export type SentRequest = EvidencePacket['calls'][number]['requests'][number] & { key: string; input_hash: string }

/** Most events of one query. */
export const EVENTS_AT_ONCE = 10_000

type StoredResult = { readonly document: ResultOf<RunKind>; readonly trust: Trust | null }
export type WholeRun = { readonly run: Run; readonly result: StoredResult | null; readonly usage: RunUsage }

const READ_WHOLE = {
  name: 'read whole run',
  text: `select ${RUN_COLUMNS}, result.document, result.trust,
                (select row_to_json(used) from (${USAGE}) used) as usage
           from run r left join result on result.run_id = r.id
          where r.id = $1::uuid`,
}
type WholeRow = RunColumns & {
  readonly document: ResultOf<RunKind> | null
  readonly trust: Trust | null
  readonly usage: UsageRow
}

/** A worker that has room takes a run within two sweeps. */
const PICKED_UP_SECONDS = 10

/** What surfaces read of a run besides its row: events, result, usage. */
export function createRunQueries(db: Database) {
  return {
    /** Events after `after` (a seq; 0 for all), oldest first. */
    async events(run: Run, after: number, limit = EVENTS_AT_ONCE): Promise<RunEvent[]> {
      const rows = await db.inWorkspace(run, (tx) =>
        tx.runEvent.findMany({
          where: { runId: run.run_id, seq: { gt: after } },
          orderBy: { seq: 'asc' },
          take: limit,
        }),
      )
      return rows
        .map(({ seq, at, type, data }) => readRunEvent({ seq, at: at.toISOString(), type, data }))
        .filter((event) => event !== null)
    },
    async result(run: Run): Promise<StoredResult | null> {
      const row = await db.inWorkspace(run, (tx) => tx.result.findUnique({ where: { runId: run.run_id } }))
      // The document passed its schema before it was stored; parsing it again would drop fields that another version
      // wrote.
      return row && { document: row.document as ResultOf<RunKind>, trust: row.trust as Trust | null }
    },
    /** Runs of a workspace that no worker works on though one should: handed back, abandoned or due; the oldest first. */
    async withoutWorker(actor: Actor): Promise<string[]> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ id: string }[]>`
          select id::text from run
           where status = 'running' and lease_until < now()
              or status = 'queued' and created_at < now() - make_interval(secs => ${PICKED_UP_SECONDS}::int)
              or status = 'paused' and resume_at < now() - make_interval(secs => ${PICKED_UP_SECONDS}::int)
           order by created_at`,
      )
      return rows.map(({ id }) => id)
    },
    /** Those of the runs that ended because there was nothing to judge. */
    async notJudged(actor: Actor, run_ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ run_id: string }[]>`
          select run_id::text from result
           where run_id = any(${[...run_ids]}::uuid[]) and trust->'readable'->>'status' = 'fail'`,
      )
      return new Set(rows.map(({ run_id }) => run_id))
    },
    /** Events of these types, oldest first. */
    async eventsOf(run: Run, types: readonly RunEventType[]): Promise<{ type: RunEventType; data: unknown }[]> {
      const rows = await db.inWorkspace(run, (tx) =>
        tx.runEvent.findMany({
          where: { runId: run.run_id, type: { in: [...types] } },
          orderBy: { seq: 'asc' },
          select: { type: true, data: true },
        }),
      )
      return rows.map(({ type, data }) => ({ type: type as RunEventType, data }))
    },
    /** A run with everything that readers are shown; `null` where this workspace has no such run. */
    async whole(actor: Actor, run_id: string): Promise<WholeRun | null> {
      const [row] = await db.queryInWorkspace<WholeRow>(actor, READ_WHOLE, [run_id])
      if (!row) return null
      const { document, trust } = row
      return { run: toRun(row), result: document && { document, trust }, usage: toUsage(row.usage) }
    },
    /** Those of the runs that used a model without a known price. */
    async unpriced(actor: Actor, run_ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (run_ids.length === 0) return new Set()
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ run_id: string }[]>`
          select id::text as run_id from run r
           where id = any(${[...run_ids]}::uuid[]) and exists (
             select from model_call_outcome o
              where o.run_id = r.id and o.cost_usd is null and o.status <> 'lost')`,
      )
      return new Set(rows.map(({ run_id }) => run_id))
    },
    /** Every stored step, or those of one key, by key and input hash, with its latest outcome, in the order stored. */
    async steps(run: Run, key: string | null = null): Promise<StoredStep[]> {
      return db.inWorkspace(
        run,
        (tx) => tx.$queryRaw<StoredStep[]>`
          select key, input_hash, outcome from (
            select distinct on (key, input_hash) key, input_hash, outcome, created_at
              from run_step where run_id = ${run.run_id}::uuid and key = coalesce(${key}, key)
               order by key, input_hash, generation desc
          ) latest order by created_at, key`,
      )
    },
    /** Every request sent for a run, in the order sent; status `lost` where no outcome was stored. */
    async requests(run: Run): Promise<SentRequest[]> {
      return db.inWorkspace(
        run,
        (tx) => tx.$queryRaw<SentRequest[]>`
          select c.step_key as key, c.input_hash, coalesce(o.status, 'lost') as status,
                 coalesce(o.input_tokens, 0)::int as input_tokens, coalesce(o.output_tokens, 0)::int as output_tokens,
                 coalesce(o.cache_read_tokens, 0)::int as cache_read_tokens,
                 coalesce(o.cache_write_tokens, 0)::int as cache_write_tokens,
                 o.cost_usd::float as cost_usd, o.stop_reason, o.request_id, o.duration_ms::int as duration_ms
            from model_call c left join model_call_outcome o on o.call_id = c.id
           where c.run_id = ${run.run_id}::uuid order by c.opened_at, c.id`,
      )
    },
  }
}

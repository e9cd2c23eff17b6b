import { ACTIONS } from '../../domain/simulation/product-screen.js'
import { CAUSES, ELSEWHERE, OUTCOMES, WHYS } from '../../domain/simulation/simulated-session.js'
import type { StoredEvent } from '../../domain/simulation/stored-life.js'
import type { Database } from '../connection/client.js'
import type { Tx } from '../connection/transaction.js'
import { sumsOf } from './simulation-trends.js'

/** Events read, or deleted, at a time. */
const PAGE = 10_000
/** Milliseconds that writing a page may take. */
const WRITES_WITHIN_MS = 60_000

export type SimulationRun = { readonly run_id: string; readonly workspace_id: string }
/** `person` is the position in the cohort. */
export type ArchivedEvent = StoredEvent & { readonly person: number; readonly day: number }
export type SimulationArchiveTable = ReturnType<typeof createSimulationArchive>

/**
 * Moves old events out of the database: first all events of a simulation are passed to a writer and summed up, then
 * its rows are deleted.
 */
export function createSimulationArchive(db: Database) {
  return {
    /** Simulations that ended more than `days` ago, by the database's clock, and still have events in the database. */
    async due(days: number): Promise<SimulationRun[]> {
      return db.acrossWorkspaces(
        (tx) => tx.$queryRaw<SimulationRun[]>`
          select s.run_id, s.workspace_id from simulation s join run r on r.id = s.run_id
           where s.events <> 'deleted' and r.status in ('completed', 'failed', 'cancelled')
             and r.completed_at < now() - make_interval(days => ${days}::int)
           order by r.completed_at`,
      )
    },

    /**
     * Passes the events of an ended simulation to `write`, unless that was done or another worker is doing it. They
     * count as archived once `write` has resolved; after trouble `write` is called again, with all of them.
     */
    async archive(run: SimulationRun, write: (events: AsyncIterable<ArchivedEvent>) => Promise<void>): Promise<void> {
      await db.inWorkspace(run, async (tx) => {
        const held = await hold(tx, run, 'stored')
        if (!held) return
        // The transaction is idle while a page is written.
        await tx.$queryRaw`select set_config('idle_in_transaction_session_timeout', ${String(WRITES_WITHIN_MS)}, true)`
        await write(eventsOf(tx, held))
        const sums = JSON.stringify(await sumsOf(tx, held.id))
        await tx.$executeRaw`update simulation set events = 'archived', sums = ${sums}::json where id = ${held.id}`
      })
    },

    /**
     * Deletes the next page of archived events. Returns false where none are left, or another worker is deleting them.
     */
    async deleteSome(run: SimulationRun): Promise<boolean> {
      return db.inWorkspace(run, async (tx) => {
        const held = await hold(tx, run, 'archived')
        if (!held) return false
        const deleted = await tx.$executeRaw`
          delete from simulation_event where ctid = any(array(
            select ctid from simulation_event where simulation = ${held.id} limit ${PAGE}))`
        if (deleted > 0) return true
        await tx.$executeRaw`update simulation set events = 'deleted' where id = ${held.id}`
        return false
      })
    },

    /** Those of the runs that no longer exist. */
    async gone(run_ids: readonly string[]): Promise<string[]> {
      const rows = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ id: string }[]>`select id from run where id = any(${[...run_ids]}::uuid[])`,
      )
      const there = new Set(rows.map(({ id }) => id))
      return run_ids.filter((id) => !there.has(id))
    },
  }
}

type Held = { readonly id: number; readonly targets: readonly string[]; readonly defects: readonly string[] }

/** Locks a simulation whose events are in `state`; the lock on its run keeps that from being reopened meanwhile. */
async function hold(tx: Tx, { run_id }: SimulationRun, state: 'stored' | 'archived'): Promise<Held | undefined> {
  const rows = await tx.$queryRaw<Held[]>`
    select s.id, s.targets, s.defects from simulation s join run r on r.id = s.run_id
     where s.run_id = ${run_id}::uuid and s.events = ${state} and r.status in ('completed', 'failed', 'cancelled')
       for update of s skip locked for share of r skip locked`
  return rows[0]
}

type EventRow = Record<
  'person' | 'day' | 'seq' | 'action' | 'target' | 'outcome' | 'defect' | 'cause' | 'why',
  number
> &
  Record<'frustration' | 'confidence' | 'delight' | 'confusion', number>

const EVERYBODY = { from: 0, to: 2 ** 31 - 1 }

/** Events of everybody in order, or of the people at places from `from` up to `to` (excluded). */
export async function* eventsOf(
  tx: Tx,
  { id, targets, defects }: Held,
  { from, to }: { readonly from: number; readonly to: number } = EVERYBODY,
): AsyncGenerator<ArchivedEvent> {
  let last: Pick<EventRow, 'person' | 'day' | 'seq'> | undefined = { person: from, day: -1, seq: -1 }
  while (last) {
    const rows: EventRow[] = await tx.$queryRaw<EventRow[]>`
      select person, day, seq, action, target, outcome, defect, cause, why, frustration, confidence, delight, confusion
        from simulation_event
       where simulation = ${id} and person < ${to}::int and (person, day, seq) > (${last.person}::int, ${last.day}::smallint, ${last.seq}::smallint)
       order by person, day, seq limit ${PAGE}`
    for (const row of rows)
      yield {
        person: row.person,
        day: row.day,
        seq: row.seq,
        action: named(ACTIONS, row.action),
        // Lists of earlier versions lack the name of what the product does not have.
        target: targets[row.target] ?? ELSEWHERE,
        outcome: named(OUTCOMES, row.outcome),
        defect: defects[row.defect] ?? null,
        cause: CAUSES[row.cause] ?? null,
        why: named(WHYS, row.why),
        frustration: row.frustration / 1_000,
        confidence: row.confidence / 1_000,
        delight: row.delight / 1_000,
        confusion: row.confusion / 1_000,
      }
    last = rows.at(-1)
  }
}

function named<T>(names: readonly T[], place: number): T {
  const name = names[place]
  if (name === undefined) throw new Error(`an event names place ${place} of ${names.length}`)
  return name
}

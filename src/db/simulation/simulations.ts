import type { NumberRows, SessionRows } from '../../domain/simulation/session-rows.js'
import type { SessionNames } from '../../domain/simulation/simulated-session.js'
import type { Database } from '../connection/client.js'
import type { Tx } from '../connection/transaction.js'
import { type RunLease, requireHeld } from '../run/run-leases.js'

/** Rows of one statement. More would be no faster and take memory. */
const MAX_ROWS = 10_000

/**
 * Stores people, sessions and events in place of those that these people had: a version before may have computed others
 * and stopped before it noted that it had stored them. Many rows go into one statement by
 * `unnest`, since COPY is refused under row-level security. Rejects with `lease_lost` where the run is gone or held by
 * another worker.
 */
export async function saveSessions(
  database: Database,
  lease: RunLease,
  { names, people, sessions, events }: SessionRows,
): Promise<void> {
  const { run, times } = lease
  await database.inWorkspace(
    run,
    async (tx) => {
      const simulation = await simulationOf(tx, run, names)
      const of = [simulation.id, run.workspace_id] as const
      // Once events have been archived, new events of a resumed run would never be.
      const stored = simulation.events === 'stored' ? events.count : 0
      await deleteLives(tx, simulation.id, arraysOf(people, 0, people.count)('person'))
      for (let from = 0; from < people.count; from += MAX_ROWS) await insertPeople(tx, of, arraysOf(people, from))
      for (let from = 0; from < sessions.count; from += MAX_ROWS) await insertSessions(tx, of, arraysOf(sessions, from))
      for (let from = 0; from < stored; from += MAX_ROWS) await insertEvents(tx, of, arraysOf(events, from))
      await requireHeld(tx, lease)
    },
    times,
  )
}

/**
 * Deletes the lives of everybody who is stored as having joined by invitation but is not among `people`. Rejects with
 * `lease_lost` as `saveSessions` does.
 */
export async function deleteOtherJoiners(
  database: Database,
  lease: RunLease,
  people: readonly number[],
): Promise<void> {
  const { run, times } = lease
  await database.inWorkspace(
    run,
    async (tx) => {
      const others = await tx.$queryRaw<{ simulation: number; person: number }[]>`
        select p.simulation, p.person from simulation_person p join simulation s on s.id = p.simulation
         where s.run_id = ${run.run_id}::uuid and p.joined > 0
           and p.person not in (select unnest(${[...people]}::int[]))`
      const [first] = others
      if (first !== undefined) await deleteLives(tx, first.simulation, `{${others.map(({ person }) => person)}}`)
      await requireHeld(tx, lease)
    },
    times,
  )
}

type Columns<Rows> = Rows extends NumberRows<infer Column> ? Column : never
type Owner = readonly [simulation: number, workspace_id: string]

/**
 * A column of a statement's rows as a PostgreSQL array literal; as an array parameter, each value would be escaped
 * separately.
 */
const arraysOf =
  <Column extends string>(rows: NumberRows<Column>, from: number, most = MAX_ROWS) =>
  (column: Column): string =>
    `{${[...rows.column(column, from, Math.min(rows.count, from + most))].join()}}`

async function simulationOf(
  tx: Tx,
  { run_id, workspace_id }: RunLease['run'],
  { targets, defects }: SessionNames,
): Promise<{ id: number; events: string }> {
  await tx.$executeRaw`
    insert into simulation (run_id, workspace_id, targets, defects)
    values (${run_id}::uuid, ${workspace_id}::uuid, ${[...targets]}::text[], ${[...defects]}::text[])
    on conflict do nothing`
  const rows = await tx.$queryRaw<{ id: number; events: string }[]>`
    select id, events from simulation where run_id = ${run_id}::uuid`
  if (!rows[0]) throw new Error(`the simulation of run ${run_id} is not stored`)
  return rows[0]
}

async function deleteLives(tx: Tx, simulation: number, people: string): Promise<void> {
  await tx.$executeRaw`
    with events as (delete from simulation_event where simulation = ${simulation}::int and person = any(${people}::int[])),
    sessions as (delete from simulation_session where simulation = ${simulation}::int and person = any(${people}::int[]))
    delete from simulation_person where simulation = ${simulation}::int and person = any(${people}::int[])`
}

async function insertPeople(
  tx: Tx,
  [simulation, workspace_id]: Owner,
  array: ReturnType<typeof arraysOf<Columns<SessionRows['people']>>>,
): Promise<void> {
  await tx.$executeRaw`
    insert into simulation_person (simulation, workspace_id, person, joined, days, reason, sessions, invited_by, activated_on, paid,
                                   paid_on)
    select ${simulation}::int, ${workspace_id}::uuid, * from unnest(
      ${array('person')}::int[], ${array('joined')}::smallint[], ${array('days')}::smallint[], ${array('reason')}::smallint[],
      ${array('sessions')}::smallint[], ${array('invited_by')}::int[], ${array('activated_on')}::smallint[], ${array('paid')}::boolean[],
      ${array('paid_on')}::smallint[])
    on conflict do nothing`
}

async function insertSessions(
  tx: Tx,
  [simulation, workspace_id]: Owner,
  array: ReturnType<typeof arraysOf<Columns<SessionRows['sessions']>>>,
): Promise<void> {
  await tx.$executeRaw`
    insert into simulation_session (simulation, workspace_id, person, day, hour, outcome, actions, minutes, invited,
                                    frustration, confidence, delight, confusion, trigger)
    select ${simulation}::int, ${workspace_id}::uuid, * from unnest(
      ${array('person')}::int[], ${array('day')}::smallint[], ${array('hour')}::smallint[], ${array('outcome')}::smallint[], ${array('actions')}::smallint[],
      ${array('minutes')}::smallint[], ${array('invited')}::smallint[], ${array('frustration')}::smallint[], ${array('confidence')}::smallint[],
      ${array('delight')}::smallint[], ${array('confusion')}::smallint[], ${array('trigger')}::smallint[])
    on conflict do nothing`
}

async function insertEvents(
  tx: Tx,
  [simulation, workspace_id]: Owner,
  array: ReturnType<typeof arraysOf<Columns<SessionRows['events']>>>,
): Promise<void> {
  await tx.$executeRaw`
    insert into simulation_event (simulation, workspace_id, person, day, seq, action, target, outcome, defect, cause, why,
                                  frustration, confidence, delight, confusion)
    select ${simulation}::int, ${workspace_id}::uuid, * from unnest(
      ${array('person')}::int[], ${array('day')}::smallint[], ${array('seq')}::smallint[], ${array('action')}::smallint[], ${array('target')}::smallint[],
      ${array('outcome')}::smallint[], ${array('defect')}::smallint[], ${array('cause')}::smallint[], ${array('why')}::smallint[],
      ${array('frustration')}::smallint[], ${array('confidence')}::smallint[], ${array('delight')}::smallint[], ${array('confusion')}::smallint[])
    on conflict do nothing`
}

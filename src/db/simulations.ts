import { ACTIONS } from '../domain/product-screen.js'
import {
  CAUSES,
  type Feelings,
  OUTCOMES,
  type PersonSessions,
  SESSION_OUTCOMES,
  type SessionNames,
  WHYS,
} from '../domain/simulated-session.js'
import type { Database } from './client.js'
import type { RunLease } from './run-leases.js'
import type { Tx } from './transaction.js'

/** Rows of one statement. More are no faster and hold memory. */
const MAX_ROWS = 10_000

/**
 * Stores what people did, once: the same rows again change nothing. Many rows in one statement by `unnest`, as COPY is
 * refused under row-level security. Rejects only with trouble of the database.
 */
export async function saveSessions(
  database: Database,
  { run, times }: RunLease,
  names: SessionNames,
  people: readonly PersonSessions[],
): Promise<void> {
  const placeOf = { target: placesOf(names.targets), defect: placesOf(names.defects) }
  const sessions: SmallRow[] = []
  const events: SmallRow[] = []
  for (const { person, sessions: lived } of people) {
    for (const session of lived) {
      const { day, hour, outcome, minutes, told, after } = session
      sessions.push([
        person,
        day,
        hour,
        SESSION_OUTCOMES.indexOf(outcome),
        session.events.length,
        Math.round(minutes),
        told.length,
        ...inThousandths(after),
      ])
      for (const event of session.events)
        events.push([
          person,
          day,
          event.seq,
          ACTIONS.indexOf(event.action),
          placeOf.target(event.target),
          OUTCOMES.indexOf(event.outcome),
          placeOf.defect(event.defect),
          event.cause === null ? -1 : CAUSES.indexOf(event.cause),
          WHYS.indexOf(event.why),
          ...inThousandths(event),
        ])
    }
  }
  await database.inWorkspace(
    run,
    async (tx) => {
      const simulation = await simulationOf(tx, run, names)
      const of = [simulation.id, run.workspace_id] as const
      for (let from = 0; from < sessions.length; from += MAX_ROWS)
        await insertSessions(tx, of, columnsOf(sessions.slice(from, from + MAX_ROWS)))
      // Where they have left for the archive, those of a run that goes on would only stay behind.
      if (simulation.events !== 'stored') return
      for (let from = 0; from < events.length; from += MAX_ROWS)
        await insertEvents(tx, of, columnsOf(events.slice(from, from + MAX_ROWS)))
    },
    times,
  )
}

type SmallRow = readonly number[]
type Owner = readonly [simulation: number, workspace_id: string]

const placesOf = (names: readonly string[]) => {
  const places = new Map(names.map((name, place) => [name, place]))
  return (name: string | null): number => (name === null ? -1 : (places.get(name) ?? -1))
}

const inThousandths = ({ frustration, confidence, delight, confusion }: Readonly<Feelings>): number[] =>
  [frustration, confidence, delight, confusion].map((feeling) => Math.round(feeling * 1_000))

const columnsOf = (rows: readonly SmallRow[]): number[][] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? 0))

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

async function insertSessions(tx: Tx, [simulation, workspace_id]: Owner, columns: number[][]): Promise<void> {
  const [person, day, hour, outcome, actions, minutes, invited, frustration, confidence, delight, confusion] = columns
  await tx.$executeRaw`
    insert into simulation_session (simulation, workspace_id, person, day, hour, outcome, actions, minutes, invited,
                                    frustration, confidence, delight, confusion)
    select ${simulation}::int, ${workspace_id}::uuid, * from unnest(
      ${person}::int[], ${day}::smallint[], ${hour}::smallint[], ${outcome}::smallint[], ${actions}::smallint[],
      ${minutes}::smallint[], ${invited}::smallint[], ${frustration}::smallint[], ${confidence}::smallint[],
      ${delight}::smallint[], ${confusion}::smallint[])
    on conflict do nothing`
}

async function insertEvents(tx: Tx, [simulation, workspace_id]: Owner, columns: number[][]): Promise<void> {
  const [person, day, seq, action, target, outcome, defect, cause, why, ...feelings] = columns
  const [frustration, confidence, delight, confusion] = feelings
  await tx.$executeRaw`
    insert into simulation_event (simulation, workspace_id, person, day, seq, action, target, outcome, defect, cause, why,
                                  frustration, confidence, delight, confusion)
    select ${simulation}::int, ${workspace_id}::uuid, * from unnest(
      ${person}::int[], ${day}::smallint[], ${seq}::smallint[], ${action}::smallint[], ${target}::smallint[],
      ${outcome}::smallint[], ${defect}::smallint[], ${cause}::smallint[], ${why}::smallint[],
      ${frustration}::smallint[], ${confidence}::smallint[], ${delight}::smallint[], ${confusion}::smallint[])
    on conflict do nothing`
}

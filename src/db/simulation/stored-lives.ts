import { LEAVING_REASONS, SESSION_OUTCOMES, TRIGGERS } from '../../domain/simulation/simulated-session.js'
import type { StoredEvent, StoredLife } from '../../domain/simulation/stored-life.js'
import type { Database } from '../connection/client.js'
import type { Tx } from '../connection/transaction.js'
import { eventsOf, type SimulationRun } from './simulation-archive.js'

/** Places of the cohort, `to` excluded. */
type Places = { readonly from: number; readonly to: number }

/** People read at a time. */
const PAGE = 300

/** People of a simulation as they were stored, which any version can read. */
export function createStoredLives(db: Database) {
  return {
    /**
     * People at these places in order, a page at a time. Nobody where their events left, or where an earlier version
     * stored no people.
     */
    async *read(run: SimulationRun, { from, to }: Places): AsyncGenerator<StoredLife[]> {
      for (let next = from; next < to; ) {
        const page = await db.inWorkspace(run, (tx) => pageOf(tx, run.run_id, { from: next, to }))
        if (page.length === 0) return
        yield page
        next = (page.at(-1)?.person ?? to) + 1
      }
    },
  }
}

type Simulation = { readonly id: number; readonly targets: readonly string[]; readonly defects: readonly string[] }

async function pageOf(tx: Tx, run_id: string, { from, to }: Places): Promise<StoredLife[]> {
  const [simulation] = await tx.$queryRaw<Simulation[]>`
    select id, targets, defects from simulation where run_id = ${run_id}::uuid and events = 'stored'`
  if (simulation === undefined) return []
  const people = await tx.$queryRaw<PersonRow[]>`
    select person, joined, days, reason, invited_by, activated_on, paid, paid_on from simulation_person
     where simulation = ${simulation.id} and person >= ${from}::int and person < ${to}::int
     order by person limit ${PAGE}`
  const places = { from, to: (people.at(-1)?.person ?? from) + 1 }
  const events = new Map<string, StoredEvent[]>()
  for await (const { person, day, ...event } of eventsOf(tx, simulation, places))
    addTo(events, `${person}/${day}`, event)
  const sessions = new Map<number, SessionRow[]>()
  for (const row of await sessionsOf(tx, simulation.id, places)) addTo(sessions, row.person, row)
  return people.map(({ reason, invited_by, activated_on, paid_on, ...person }) => ({
    ...person,
    reason: LEAVING_REASONS[reason] ?? null,
    invited_by: invited_by < 0 ? null : invited_by,
    activated_on: activated_on < 0 ? null : activated_on,
    paid_on: paid_on < 0 ? null : paid_on,
    sessions: (sessions.get(person.person) ?? []).map(
      ({ person: _, outcome, trigger, frustration, confidence, delight, confusion, ...session }) => ({
        ...session,
        outcome: SESSION_OUTCOMES[outcome] ?? 'continued',
        trigger: TRIGGERS[trigger ?? -1] ?? null,
        after: inShares({ frustration, confidence, delight, confusion }),
        events: events.get(`${person.person}/${session.day}`) ?? [],
      }),
    ),
  }))
}

type Feelings = Record<'frustration' | 'confidence' | 'delight' | 'confusion', number>
type PersonRow = Record<'person' | 'joined' | 'days' | 'reason' | 'invited_by' | 'activated_on' | 'paid_on', number> & {
  readonly paid: boolean
}
type SessionRow = Record<'person' | 'day' | 'hour' | 'outcome' | 'minutes' | 'invited', number> &
  Feelings & { readonly trigger: number | null }

const sessionsOf = (tx: Tx, simulation: number, { from, to }: Places) =>
  tx.$queryRaw<SessionRow[]>`
    select person, day, hour, outcome, minutes, invited, trigger, frustration, confidence, delight, confusion
      from simulation_session
     where simulation = ${simulation} and person >= ${from}::int and person < ${to}::int
     order by person, day`

function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

const inShares = ({ frustration, confidence, delight, confusion }: Feelings): Feelings => ({
  frustration: frustration / 1_000,
  confidence: confidence / 1_000,
  delight: delight / 1_000,
  confusion: confusion / 1_000,
})

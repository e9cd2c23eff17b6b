import { ELSEWHERE } from '../../domain/simulation/simulated-session.js'
import type { Database } from '../connection/client.js'
import type { Tx } from '../connection/transaction.js'

type RunOfWorkspace = { readonly run_id: string; readonly workspace_id: string }

/** What the events of a simulation sum up to, by target. */
type EventSums = {
  /** Events after which frustration was above .6, with the number of distinct people. */
  readonly frictions: (Record<'events' | 'people' | 'frustration', number> & { readonly target: string })[]
  /** Attempts and successes, with the number of distinct people who tried and who succeeded. */
  readonly uses: (Record<'tries' | 'successes' | 'tried' | 'succeeded', number> & {
    readonly target: string
  })[]
}

/** Aggregates of the stored rows of a simulation. Days count from joining; feelings are 0–1, to a thousandth. */
export type SimulationTrends = {
  /** Kaplan–Meier: people still there before a day's end, those of them who left on it, the share still there after it. */
  readonly curve: Record<'day' | 'at_risk' | 'left' | 'rate', number>[]
  /** Mean feelings at the end of the sessions of a day. */
  readonly feelings: (Record<'day' | 'sessions', number> &
    Record<'frustration' | 'confidence' | 'delight' | 'confusion', number>)[]
  /** Whether events are there, or left after 90 days. */
  readonly events: 'stored' | 'archived'
  /** `null` where events left and their sum was not kept, as for one person. */
  readonly frictions: EventSums['frictions'] | null
  readonly uses: EventSums['uses'] | null
}
type Found = { readonly id: number; readonly events: string; readonly sums: EventSums | null }
const NOTHING: SimulationTrends = { curve: [], feelings: [], events: 'stored', frictions: [], uses: [] }

/** Aggregates of stored people, sessions and events, computed by the database. */
export function createSimulationTrends(db: Database) {
  return {
    /** Reads the trends of what is stored so far, of everybody or of the person at a place of the cohort. */
    async read(run: RunOfWorkspace, person: number | null = null): Promise<SimulationTrends> {
      return db.inWorkspace(run, async (tx) => {
        const [found] = await tx.$queryRaw<Found[]>`
          select id, events, sums from simulation where run_id = ${run.run_id}::uuid`
        if (!found) return NOTHING
        const isStored = found.events === 'stored'
        const archived = person === null ? found.sums : null
        const { frictions, uses } = isStored
          ? await sumsOf(tx, found.id, person)
          : (archived ?? { frictions: null, uses: null })
        return {
          curve: curveOf(await endsOf(tx, found.id, person)),
          feelings: await feelingsOf(tx, found.id, person),
          events: isStored ? 'stored' : 'archived',
          frictions,
          uses,
        }
      })
    },
  }
}

type Ends = { readonly days: number; readonly people: number; readonly left: number }

/** People by the days they were observed for, and how many of them left then. */
const endsOf = (tx: Tx, simulation: number, person: number | null) =>
  tx.$queryRaw<Ends[]>`
    select days, count(*)::int as people, (count(*) filter (where reason >= 0))::int as left
      from simulation_person
     where simulation = ${simulation} and (${person}::int is null or person = ${person}::int)
     group by days order by days`

/** The curve from the first day to the last on which somebody was observed. */
function curveOf(ends: readonly Ends[]): SimulationTrends['curve'] {
  const byDays = new Map(ends.map((end) => [end.days, end]))
  let at_risk = ends.reduce((sum, { people }) => sum + people, 0)
  let rate = 1
  return Array.from({ length: ends.at(-1)?.days ?? 0 }, (_, before) => {
    const { people, left } = byDays.get(before + 1) ?? { people: 0, left: 0 }
    rate *= 1 - left / at_risk
    const point = { day: before + 1, at_risk, left, rate }
    at_risk -= people
    return point
  })
}

const feelingsOf = (tx: Tx, simulation: number, person: number | null) =>
  tx.$queryRaw<SimulationTrends['feelings']>`
    select day, count(*)::int as sessions, (avg(frustration) / 1000)::float as frustration,
           (avg(confidence) / 1000)::float as confidence, (avg(delight) / 1000)::float as delight,
           (avg(confusion) / 1000)::float as confusion
      from simulation_session
     where simulation = ${simulation} and (${person}::int is null or person = ${person}::int)
     group by day order by day`

/** The sums over all stored events of a simulation, or over one person's. */
export async function sumsOf(tx: Tx, simulation: number, person: number | null = null): Promise<EventSums> {
  const frictions = await tx.$queryRaw<EventSums['frictions']>`
    select coalesce(s.targets[e.target + 1], ${ELSEWHERE}) as target, count(*)::int as events, count(distinct e.person)::int as people,
           (avg(e.frustration) / 1000)::float as frustration
      from simulation_event e join simulation s on s.id = e.simulation
     where s.id = ${simulation} and e.frustration > 600 and (${person}::int is null or e.person = ${person}::int)
     group by 1 order by 2 desc, 1`
  const uses = await tx.$queryRaw<EventSums['uses']>`
    select coalesce(s.targets[e.target + 1], ${ELSEWHERE}) as target, count(*)::int as tries,
           count(*) filter (where e.outcome = 0)::int as successes, count(distinct e.person)::int as tried,
           (count(distinct e.person) filter (where e.outcome = 0))::int as succeeded
      from simulation_event e join simulation s on s.id = e.simulation
     where s.id = ${simulation} and (${person}::int is null or e.person = ${person}::int)
     group by 1 order by 2 desc, 1`
  return { frictions, uses }
}

import { ELSEWHERE } from '../domain/simulated-session.js'
import type { Database } from './client.js'

type RunOfWorkspace = { readonly run_id: string; readonly workspace_id: string }

/** Aggregates of the stored rows of a simulation. Days count from joining; feelings are 0–1, to a thousandth. */
export type SimulationTrends = {
  /** Mean feelings at the end of the sessions of a day. */
  readonly feelings: (Record<'day' | 'sessions', number> &
    Record<'frustration' | 'confidence' | 'delight' | 'confusion', number>)[]
  /** Events after which frustration was above .6, by target, with the number of distinct people. */
  readonly frictions: (Record<'events' | 'people' | 'frustration', number> & { readonly target: string })[]
  /** Attempts and successes by target, with the number of distinct people who tried and who succeeded. */
  readonly uses: (Record<'tries' | 'successes' | 'tried' | 'succeeded', number> & {
    readonly target: string
  })[]
}
export type SimulationTrendsReader = ReturnType<typeof createSimulationTrends>

/** Aggregates of stored sessions and events, computed by the database. */
export function createSimulationTrends(db: Database) {
  return {
    /** Reads the trends of the sessions stored so far; `null` where events have been archived. */
    async read(run: RunOfWorkspace): Promise<SimulationTrends | null> {
      return db.inWorkspace(run, async (tx) => {
        const [found] = await tx.$queryRaw<{ id: number; events: string }[]>`
          select id, events from simulation where run_id = ${run.run_id}::uuid`
        if (!found) return { feelings: [], frictions: [], uses: [] }
        if (found.events !== 'stored') return null
        const feelings = await tx.$queryRaw<SimulationTrends['feelings']>`
          select day, count(*)::int as sessions, (avg(frustration) / 1000)::float as frustration,
                 (avg(confidence) / 1000)::float as confidence, (avg(delight) / 1000)::float as delight,
                 (avg(confusion) / 1000)::float as confusion
            from simulation_session where simulation = ${found.id} group by day order by day`
        const frictions = await tx.$queryRaw<SimulationTrends['frictions']>`
          select coalesce(s.targets[e.target + 1], ${ELSEWHERE}) as target, count(*)::int as events, count(distinct e.person)::int as people,
                 (avg(e.frustration) / 1000)::float as frustration
            from simulation_event e join simulation s on s.id = e.simulation
           where s.id = ${found.id} and e.frustration > 600 group by 1 order by 2 desc, 1`
        const uses = await tx.$queryRaw<SimulationTrends['uses']>`
          select coalesce(s.targets[e.target + 1], ${ELSEWHERE}) as target, count(*)::int as tries,
                 count(*) filter (where e.outcome = 0)::int as successes, count(distinct e.person)::int as tried,
                 (count(distinct e.person) filter (where e.outcome = 0))::int as succeeded
            from simulation_event e join simulation s on s.id = e.simulation
           where s.id = ${found.id} group by 1 order by 2 desc, 1`
        return { feelings, frictions, uses }
      })
    },
  }
}

import type { PersonSessions } from '../domain/simulated-session.js'
import type { SimulationResult } from '../domain/simulation.js'
import type { Metrics } from '../telemetry/telemetry.js'

/** Counts what simulated people did in sessions that were just stored. */
export function countSessions(metrics: Metrics, mode: string, people: readonly PersonSessions[]): void {
  const sessions = new Map<string, number>()
  const events = new Map<string, number>()
  const told = new Map<string, number>()
  for (const session of people.flatMap((person) => person.sessions)) {
    add(sessions, session.outcome, 1)
    for (const { outcome } of session.events) add(events, outcome, 1)
    if (session.trigger) add(told, session.trigger, session.told.length)
  }
  for (const [outcome, count] of sessions) metrics.count('pt_simulation_sessions_total', { mode, outcome }, count)
  for (const [outcome, count] of events) metrics.count('pt_simulation_events_total', { mode, outcome }, count)
  for (const [reason, count] of told) metrics.count('pt_simulation_referrals_total', { mode, reason }, count)
}

/** Counts what only the whole of a completed simulation tells. */
export function countSimulation(metrics: Metrics, mode: string, { retention_curve, reasons }: SimulationResult): void {
  const days = retention_curve.filter(({ day }) => day > 0).reduce((sum, { at_risk }) => sum + at_risk, 0)
  metrics.count('pt_simulation_person_days_total', { mode }, days)
  for (const { reason, people } of reasons) metrics.count('pt_simulation_churn_total', { mode, reason }, people)
}

const add = (counts: Map<string, number>, key: string, by: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

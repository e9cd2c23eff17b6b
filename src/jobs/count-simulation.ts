import type { SessionRows } from '../domain/simulation/session-rows.js'
import { OUTCOMES, SESSION_OUTCOMES, TRIGGERS } from '../domain/simulation/simulated-session.js'
import type { SimulationResult } from '../domain/simulation/simulation.js'
import type { Metrics } from '../telemetry/telemetry.js'

/** Counts what simulated people did in sessions that were just stored. */
export function countSessions(metrics: Metrics, mode: string, { sessions, events }: SessionRows): void {
  const ended = new Map<string, number>()
  const came = new Map<string, number>()
  const told = new Map<string, number>()
  for (const outcome of sessions.column('outcome')) add(ended, SESSION_OUTCOMES[outcome], 1)
  for (const outcome of events.column('outcome')) add(came, OUTCOMES[outcome], 1)
  const invited = [...sessions.column('invited')]
  let session = 0
  for (const trigger of sessions.column('trigger')) add(told, TRIGGERS[trigger], invited[session++] ?? 0)
  for (const [outcome, count] of ended) metrics.count('pt_simulation_sessions_total', { mode, outcome }, count)
  for (const [outcome, count] of came) metrics.count('pt_simulation_events_total', { mode, outcome }, count)
  for (const [reason, count] of told) metrics.count('pt_simulation_referrals_total', { mode, reason }, count)
}

/** Counts what is known only once a simulation has completed: person-days, and people who left by reason. */
export function countSimulation(metrics: Metrics, mode: string, { retention_curve, reasons }: SimulationResult): void {
  const days = retention_curve.filter(({ day }) => day > 0).reduce((sum, { at_risk }) => sum + at_risk, 0)
  metrics.count('pt_simulation_person_days_total', { mode }, days)
  for (const { reason, people } of reasons) metrics.count('pt_simulation_churn_total', { mode, reason }, people)
}

const add = (counts: Map<string, number>, key: string | undefined, by: number): void => {
  if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + by)
}

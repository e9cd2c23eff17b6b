import { HOURS_A_DAY } from '../../../domain/simulation/daily-minutes.js'
import type { Outcome } from '../../../domain/simulation/simulated-session.js'
import { MAX_EVIDENCE, type Memory, type MemoryRow, merge, type NewMemory, remember } from './memory.js'
import type { MemoryContent } from './remembered.js'

/** Importance accumulated since the last reflection that triggers the next: about seven sessions of six events. */
const DUE = 150
const MAX_INSIGHTS = 5

/**
 * Draws conclusions when enough has happened: the usual outcome of a target, for the five heaviest pairs of target and
 * outcome. Confidence is the mean of a Beta(1 + agreeing, 1 + others), so contradicting events lower it.
 */
export function reflect(memory: Memory, day: number): void {
  if (memory.importance_since_reflection < DUE) return
  memory.importance_since_reflection = 0
  const groups: Group[] = []
  const byTarget = new Map<string, Map<Outcome, Group>>()
  for (const row of memory.rows) {
    if (row.kind !== 'episodic' || row.words !== undefined) continue
    const byOutcome = byTarget.get(row.target) ?? new Map<Outcome, Group>()
    const group = byOutcome.get(row.outcome) ?? { rows: [], weight: 0, agreeing: 0 }
    if (group.agreeing === 0) {
      groups.push(group)
      byTarget.set(row.target, byOutcome.set(row.outcome, group))
    }
    group.rows.push(row)
    group.weight += row.importance * row.count
    group.agreeing += row.count
  }
  const agreeingWith = ({ target, outcome }: MemoryContent) => byTarget.get(target)?.get(outcome)?.agreeing ?? 0
  const eventsAt = (target: string) =>
    [...(byTarget.get(target)?.values() ?? [])].reduce((sum, { agreeing }) => sum + agreeing, 0)
  for (const row of memory.rows) if (row.insight === 'pattern') believe(row, agreeingWith(row), eventsAt(row.target))
  const heaviest = groups.sort((a, b) => b.weight - a.weight).slice(0, MAX_INSIGHTS)
  for (const { rows, weight, agreeing } of heaviest) {
    const [first] = rows
    if (first === undefined || findInsight(memory, first.target, first.outcome, 'pattern') !== undefined) continue
    const pattern = remember(memory, {
      kind: 'semantic',
      day,
      target: first.target,
      outcome: first.outcome,
      defect: first.defect,
      insight: 'pattern',
      importance: Math.round(weight / agreeing),
      evidence: first.evidence[0] ?? 0,
    })
    pattern.evidence = rows.slice(-MAX_EVIDENCE).map(({ evidence }) => evidence.at(-1) ?? 0)
    believe(pattern, agreeing, eventsAt(first.target))
  }
}

/** The events of one target that went alike. */
type Group = { readonly rows: MemoryRow[]; weight: number; agreeing: number }

/** Confidence: the mean of a Beta(1 + agreeing, 1 + others), of the `all` events that it could be drawn from. */
export function believe(row: MemoryRow, agreeing: number, all: number): void {
  row.confidence = (1 + agreeing) / (2 + all)
  row.verified = agreeing >= 2
}

const findInsight = (memory: Memory, target: string, outcome: MemoryRow['outcome'], insight: MemoryRow['insight']) =>
  memory.rows.find((row) => row.insight === insight && row.target === target && row.outcome === outcome)

/** Adds an insight at once, or confirms it. */
export function learn(memory: Memory, row: NewMemory): void {
  const known = findInsight(memory, row.target, row.outcome, row.insight ?? null)
  if (known === undefined) {
    remember(memory, { ...row, confidence: 2 / 3, verified: false })
    return
  }
  merge(known, row, row.day * HOURS_A_DAY)
  believe(known, known.count, known.count)
}

import { HOURS_A_DAY } from '../../../domain/simulation/daily-minutes.js'
import { MAX_EVIDENCE, type Memory, type MemoryRow, merge, type NewMemory, remember } from './memory.js'

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
  const events = new Map<string, number>()
  const groups = new Map<string, { rows: MemoryRow[]; weight: number; agreeing: number }>()
  for (const row of memory.rows) {
    if (row.kind !== 'episodic' || row.words !== undefined) continue
    events.set(row.target, (events.get(row.target) ?? 0) + row.count)
    const key = `${row.target} ${row.outcome}`
    const group = groups.get(key) ?? { rows: [], weight: 0, agreeing: 0 }
    group.rows.push(row)
    group.weight += row.importance * row.count
    group.agreeing += row.count
    groups.set(key, group)
  }
  for (const row of memory.rows) {
    if (row.insight !== 'pattern') continue
    const agreeing = groups.get(`${row.target} ${row.outcome}`)?.agreeing ?? 0
    believe(row, agreeing, events.get(row.target) ?? 0)
  }
  const heaviest = [...groups.values()].sort((a, b) => b.weight - a.weight).slice(0, MAX_INSIGHTS)
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
    believe(pattern, agreeing, events.get(first.target) ?? 0)
  }
}

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

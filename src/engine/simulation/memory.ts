import type { Outcome } from '../../domain/simulated-session.js'

const KINDS = ['episodic', 'semantic', 'social', 'emotional'] as const
type MemoryKind = (typeof KINDS)[number]
/** Rows kept of each kind. */
const BOUNDS: Readonly<Record<MemoryKind, number>> = { episodic: 200, semantic: 60, social: 30, emotional: 10 }

/** What a semantic row says beside what it was made from. */
type Insight = 'pattern' | 'workaround' | 'support_helped'

export type MemoryRow = {
  readonly id: number
  readonly kind: MemoryKind
  readonly day: number
  /** A screen, `docs`, `support`, or `product` for the whole. */
  readonly target: string
  readonly outcome: Outcome
  readonly defect: string | null
  readonly insight: Insight | null
  /** 1–10. */
  importance: number
  confidence: number
  /** Resting on two events of one's own. */
  verified: boolean
  /** Rows that were merged into this one. */
  count: number
  /** Hours since joining. */
  recalled_at: number
  recalls: number
  /** Events (day · 16 + place in the session), the latest ones. */
  evidence: number[]
}

export type Memory = {
  readonly rows: MemoryRow[]
  /** How many rows there are of each kind. */
  readonly counts: Record<MemoryKind, number>
  next_id: number
  importance_since_reflection: number
}

export const emptyMemory = (): Memory => ({
  rows: [],
  counts: { episodic: 0, semantic: 0, social: 0, emotional: 0 },
  next_id: 0,
  importance_since_reflection: 0,
})

export const MAX_EVIDENCE = 5
const HOURS_A_DAY = 24
/** An hour's decay (Park et al. 2023). */
const LOG_RECENCY = Math.log(0.995)
const recency = (hours: number): number => Math.exp(LOG_RECENCY * hours)

export type NewMemory = Pick<MemoryRow, 'kind' | 'day' | 'target' | 'outcome' | 'defect' | 'importance'> &
  Partial<Pick<MemoryRow, 'insight' | 'confidence' | 'verified'>> & { readonly evidence: number }

/** How alike two rows are, 0–1. Until there are vectors: the same thing that went the same way at the same place. */
export type Likeness = (row: MemoryRow, other: NewMemory) => number

const sameEvent: Likeness = (row, other) =>
  Number(row.target === other.target && row.outcome === other.outcome && row.defect === other.defect)

const ALIKE = 0.92

/**
 * Adds a row. Where its kind is full, it is merged with one about the same target that is alike (count + 1), or the row
 * with the lowest importance · .995^hours · (1 + ln(1 + recalls)) goes. Returns the row that holds it now.
 */
export function remember(memory: Memory, row: NewMemory, likeness: Likeness = sameEvent): MemoryRow {
  const now = row.day * HOURS_A_DAY
  memory.importance_since_reflection += row.importance
  if (memory.counts[row.kind] >= BOUNDS[row.kind]) {
    const alike = memory.rows.find(
      (kept) => kept.kind === row.kind && kept.target === row.target && likeness(kept, row) > ALIKE,
    )
    if (alike !== undefined) {
      merge(alike, row, now)
      return alike
    }
    forgetWeakest(memory, row.kind, now)
  }
  const added: MemoryRow = {
    id: memory.next_id++,
    kind: row.kind,
    day: row.day,
    target: row.target,
    outcome: row.outcome,
    defect: row.defect,
    insight: row.insight ?? null,
    importance: row.importance,
    confidence: row.confidence ?? 1,
    verified: row.verified ?? true,
    count: 1,
    recalled_at: now,
    recalls: 0,
    evidence: [row.evidence],
  }
  memory.rows.push(added)
  memory.counts[row.kind]++
  return added
}

export function merge(into: MemoryRow, row: NewMemory, now: number): void {
  into.count++
  into.importance = Math.max(into.importance, row.importance)
  into.recalled_at = now
  into.evidence.push(row.evidence)
  if (into.evidence.length > MAX_EVIDENCE) into.evidence.shift()
}

function forgetWeakest(memory: Memory, kind: MemoryKind, now: number): void {
  let weakest = -1
  let lowest = Number.POSITIVE_INFINITY
  memory.rows.forEach((row, index) => {
    if (row.kind !== kind) return
    const kept = row.importance * recency(now - row.recalled_at) * (1 + Math.log1p(row.recalls))
    if (kept < lowest) [weakest, lowest] = [index, kept]
  })
  memory.rows.splice(weakest, 1)
  memory.counts[kind]--
}

/** What whoever invited somebody said about a place in the product. */
export type Hearsay = { readonly target: string; readonly outcome: Outcome }

/** Takes in what was heard before the first day: believed half, as nothing of one's own agrees with it. */
export function hear(memory: Memory, heard: readonly Hearsay[]): void {
  for (const { target, outcome } of heard)
    remember(memory, {
      kind: 'social',
      day: 0,
      target,
      outcome,
      defect: null,
      importance: 4,
      confidence: 0.5,
      verified: false,
      evidence: 0,
    })
}

/** 1–10: how much an event stays with somebody. `change`: the largest change of a feeling. */
export const importanceOf = (change: number, severity: number, value: number, first: boolean): number =>
  Math.round(1 + 9 * Math.max(change, severity, value, first ? 0.4 : 0))

type Candidate = Pick<MemoryRow, 'importance' | 'recalled_at'>

/**
 * How strongly each row comes to mind: recency + importance + relevance, each scaled to 0–1 over the candidates (all equal:
 * .5), recency .995 an hour since it last came to mind. Park et al. 2023, "Generative Agents", §4.1, as in the paper; the
 * code they released ranks recency the other way round.
 */
export function recallScores(
  rows: readonly Candidate[],
  now: number,
  relevance: (index: number) => number,
): Float64Array {
  const scores = new Float64Array(rows.length)
  const figures = new Float64Array(rows.length)
  // Plain loops: people recall before every session, and a callback a row was a fifth of a simulation's time.
  for (let index = 0; index < rows.length; index++) figures[index] = recency(now - (rows[index]?.recalled_at ?? 0))
  addScaled(scores, figures)
  for (let index = 0; index < rows.length; index++) figures[index] = rows[index]?.importance ?? 0
  addScaled(scores, figures)
  for (let index = 0; index < rows.length; index++) figures[index] = relevance(index)
  addScaled(scores, figures)
  return scores
}

function addScaled(scores: Float64Array, figures: Float64Array): void {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of figures) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const range = high - low
  for (let index = 0; index < scores.length; index++)
    scores[index] = (scores[index] ?? 0) + (range > 0 ? ((figures[index] ?? 0) - low) / range : 0.5)
}

/** Rows that go into a session. */
const RECALLED = 8

/** The eight rows that come to mind first, the older of equals first; they count as recalled. */
export function recall(memory: Memory, now: number, relevance: (row: MemoryRow) => number): MemoryRow[] {
  const { rows } = memory
  const scores = recallScores(rows, now, (index) => relevance(rows[index] as MemoryRow))
  const best: number[] = []
  for (let index = 0; index < rows.length; index++) {
    const score = scores[index] ?? 0
    let place = best.length
    while (place > 0 && (scores[best[place - 1] ?? 0] ?? 0) < score) place--
    if (place >= RECALLED) continue
    best.splice(place, 0, index)
    if (best.length > RECALLED) best.pop()
  }
  return best.map((index) => {
    const row = rows[index] as MemoryRow
    row.recalled_at = now
    row.recalls++
    return row
  })
}

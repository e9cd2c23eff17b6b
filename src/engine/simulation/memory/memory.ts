import { HOURS_A_DAY } from '../../../domain/simulation/daily-minutes.js'
import type { MEMORY_KINDS } from '../../../domain/simulation/kept-memory.js'
import type { Outcome } from '../../../domain/simulation/simulated-session.js'
import { MAX_DAYS } from '../../../domain/simulation/simulation.js'
import type { MemoryContent, MemorySimilarity } from './remembered.js'

const EVENTS_A_DAY = 16
/** The number of an event in a life: its day and its place among the events of that day. */
export const eventNumber = (day: number, seq: number): number => day * EVENTS_A_DAY + seq
export const dayOfEvent = (event: number): number => Math.floor(event / EVENTS_A_DAY)

type MemoryKind = (typeof MEMORY_KINDS)[number]
/** Maximum number of rows of each kind. */
const BOUNDS: Readonly<Record<MemoryKind, number>> = { episodic: 200, semantic: 60, social: 30, emotional: 10 }

export type MemoryRow = MemoryContent & {
  readonly id: number
  readonly kind: MemoryKind
  readonly day: number
  /** Place of its text among those of the product; -1 where none was read. */
  readonly text: number
  /** 1–10. */
  importance: number
  confidence: number
  /** Whether it rests on at least two of the person's own events. */
  verified: boolean
  /** Number of rows merged into this one. */
  count: number
  /** Hours since joining. */
  recalled_at: number
  recalls: number
  /** The latest events behind it (day · 16 + place in the session). */
  evidence: number[]
}

export type Memory = {
  readonly rows: MemoryRow[]
  /** `null`: no text was read, and memories are alike where target, outcome and defect are equal. */
  readonly meaning: MemorySimilarity | null
  /** Number of rows of each kind. */
  readonly counts: Record<MemoryKind, number>
  next_id: number
  importance_since_reflection: number
}

export const emptyMemory = (meaning: MemorySimilarity | null = null): Memory => ({
  rows: [],
  meaning,
  counts: { episodic: 0, semantic: 0, social: 0, emotional: 0 },
  next_id: 0,
  importance_since_reflection: 0,
})

export const MAX_EVIDENCE = 5
/** An hour's decay (Park et al. 2023). */
const LOG_RECENCY = Math.log(0.995)
const recencyAfter = (hours: number): number => Math.exp(LOG_RECENCY * hours)
const RECENCIES = Float64Array.from({ length: MAX_DAYS * HOURS_A_DAY + 1 }, (_, hours) => recencyAfter(hours))
const recency = (hours: number): number => RECENCIES[hours] ?? recencyAfter(hours)

export type NewMemory = Pick<MemoryRow, 'kind' | 'day' | 'target' | 'outcome' | 'defect' | 'importance'> &
  Partial<Pick<MemoryRow, 'insight' | 'confidence' | 'verified' | 'text' | 'words'>> & { readonly evidence: number }

/** Cosine above which two memories of one target are one. */
const ALIKE = 0.92

/** Whether a new row says what a kept one does. Texts on success and on failure are near, but never one. */
function isAlike({ meaning }: Memory, kept: MemoryRow, row: NewMemory, text: number): boolean {
  if (
    kept.words !== row.words ||
    kept.kind !== row.kind ||
    kept.target !== row.target ||
    kept.insight !== (row.insight ?? null)
  )
    return false
  if (kept.outcome === row.outcome && kept.defect === row.defect) return true
  if (meaning === null || text < 0 || kept.text < 0 || (kept.outcome === 'ok') !== (row.outcome === 'ok')) return false
  return meaning.cosine(kept.text, text) > ALIKE
}

/**
 * Adds a row. Where its kind is full, the row is merged with a similar one about the same target (count + 1), or
 * replaces the row with the lowest importance · .995^hours · (1 + ln(1 + recalls)). Returns the row that now holds it.
 */
export function remember(memory: Memory, row: NewMemory): MemoryRow {
  const now = row.day * HOURS_A_DAY
  const insight = row.insight ?? null
  const text = row.text ?? memory.meaning?.textIndex({ ...row, insight }) ?? -1
  // A sentence is about events that were counted when they happened.
  if (row.words === undefined) memory.importance_since_reflection += row.importance
  if (memory.counts[row.kind] >= BOUNDS[row.kind]) {
    const alike = memory.rows.find((kept) => isAlike(memory, kept, row, text))
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
    insight,
    words: row.words,
    text,
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

/** What an inviter said about a place in the product. */
export type Hearsay = { readonly target: string; readonly outcome: Outcome }

/** Stores hearsay from before the first day, with a confidence of one half: no event of the person's own confirms it. */
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

/** Importance of an event, 1–10. `change`: the largest change of a feeling. */
export const importanceOf = (change: number, severity: number, value: number, first: boolean): number =>
  Math.round(1 + 9 * Math.max(change, severity, value, first ? 0.4 : 0))

type Candidate = Pick<MemoryRow, 'importance' | 'recalled_at'>

/** Most rows that a memory holds. */
const MAX_ROWS = Object.values(BOUNDS).reduce((sum, bound) => sum + bound, 0)
/** Figures of one call: people recall before every session, and new arrays cost more than what is computed. */
const figures = new Float64Array(MAX_ROWS)
const recallable = new Float64Array(MAX_ROWS)

/**
 * Recall score of each row: recency + importance + relevance, each scaled to 0–1 over the candidates (.5 if all are
 * equal); recency is .995 per hour since the last recall. Park et al. 2023, "Generative Agents", §4.1, as in the paper;
 * the released code ranks recency the other way round. `scores`: where they go, from its beginning on.
 */
export function recallScores<Row extends Candidate>(
  rows: readonly Row[],
  now: number,
  relevance: (row: Row) => number,
  scores: Float64Array = new Float64Array(rows.length),
): Float64Array {
  scores.fill(0, 0, rows.length)
  // Plain loops: a callback a row was a fifth of a simulation's time.
  for (let index = 0; index < rows.length; index++) figures[index] = recency(now - (rows[index] as Row).recalled_at)
  addScaled(scores, rows.length)
  for (let index = 0; index < rows.length; index++) figures[index] = (rows[index] as Row).importance
  addScaled(scores, rows.length)
  for (let index = 0; index < rows.length; index++) figures[index] = relevance(rows[index] as Row)
  addScaled(scores, rows.length)
  return scores
}

/** Adds the first `length` figures, scaled. */
function addScaled(scores: Float64Array, length: number): void {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let index = 0; index < length; index++) {
    const value = figures[index] as number
    if (value < low) low = value
    if (value > high) high = value
  }
  const range = high - low
  for (let index = 0; index < length; index++)
    scores[index] = (scores[index] as number) + (range > 0 ? ((figures[index] as number) - low) / range : 0.5)
}

/** Number of rows recalled for a session. */
const RECALLED = 8

/** The eight rows with the highest recall score, older rows first among equals; marks them as recalled. */
export function recall(memory: Pick<Memory, 'rows'>, now: number, relevance: (row: MemoryRow) => number): MemoryRow[] {
  const { rows } = memory
  const scores = recallScores(rows, now, relevance, recallable)
  const best: number[] = []
  // From the latest on, which are the most recent: few rows take the place of another one.
  for (let index = rows.length - 1; index >= 0; index--) {
    const score = scores[index] as number
    let place = best.length
    while (place > 0 && (scores[best[place - 1] as number] as number) <= score) place--
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

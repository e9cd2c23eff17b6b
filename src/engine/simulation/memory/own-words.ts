import { HOURS_A_DAY } from '../../../domain/simulation/daily-minutes.js'
import type { SessionPlan } from '../../../domain/simulation/session-plan.js'
import { dayOfEvent, MAX_EVIDENCE, type Memory, type MemoryRow, merge, remember } from './memory.js'
import { believe } from './reflection.js'

/** Maximum by which a reported importance differs from that of what happened: a fifth of the scale, as with feelings. */
const MAX_SWAY = 2
/** What a sentence is about: nothing that arithmetic would avoid or find easier for it. */
const ABOUT = { target: 'product', outcome: 'ok', defect: null } as const

/**
 * Keeps what somebody says stays in mind of the session of `last_day`, and a conclusion where every memory behind it is
 * still there. Recall, bounds and forgetting are those of any memory.
 */
export function rememberWords(
  memory: Memory,
  { memory: said = null, insight = null }: Pick<SessionPlan, 'memory' | 'insight'>,
  { day, last_day }: { readonly day: number; readonly last_day: number },
): void {
  if (said !== null) rememberSession(memory, said, last_day)
  if (insight !== null) conclude(memory, insight, day)
}

function rememberSession(memory: Memory, { text, importance }: { text: string; importance: number }, day: number) {
  const strongest = memory.rows
    .filter((row) => row.words === undefined && row.evidence.some((event) => dayOfEvent(event) === day))
    .reduce<MemoryRow | null>((first, row) => (first === null || row.importance > first.importance ? row : first), null)
  // A session of which nothing is kept any more, or in which nothing was done, can be told and has no weight.
  const own = strongest?.importance ?? 1
  const row = {
    ...{ kind: 'episodic' as const, day, ...ABOUT, words: text },
    importance: Math.round(Math.min(own + MAX_SWAY, Math.max(own - MAX_SWAY, Math.min(10, Math.max(1, importance))))),
    evidence: strongest?.evidence.findLast((event) => dayOfEvent(event) === day) ?? 0,
  }
  const known = findWords(memory, 'episodic', text)
  if (known === undefined) remember(memory, row)
  else merge(known, row, day * HOURS_A_DAY)
}

function conclude(
  memory: Memory,
  { text, evidence_ids }: { text: string; evidence_ids: readonly number[] },
  day: number,
) {
  const behind = memory.rows.filter(({ id }) => evidence_ids.includes(id))
  const [first] = behind
  if (first === undefined) return
  const events = [...new Set(behind.flatMap(({ kind, evidence }) => (kind === 'social' ? [] : evidence)))].sort(
    (a, b) => a - b,
  )
  const importance = Math.max(...behind.map((row) => row.importance))
  const row = { kind: 'semantic' as const, day, ...ABOUT, words: text, importance, evidence: events.at(-1) ?? 0 }
  const known = findWords(memory, 'semantic', text)
  // As near to a need as the first memory behind it: an encoder reads one sentence a session.
  const concluded = known ?? remember(memory, { ...row, text: first.text })
  if (known !== undefined) merge(known, row, day * HOURS_A_DAY)
  concluded.evidence = events.slice(-MAX_EVIDENCE)
  const targets = new Set(behind.map(({ target }) => target))
  const all = memory.rows
    .filter(({ kind, target, words }) => kind === 'episodic' && words === undefined && targets.has(target))
    .reduce((sum, { count }) => sum + count, 0)
  believe(concluded, events.length, Math.max(all, events.length))
}

const findWords = ({ rows }: Memory, kind: MemoryRow['kind'], text: string): MemoryRow | undefined =>
  rows.find((row) => row.kind === kind && row.words === text)

import type { RunKind } from '../../domain/kinds.js'
import type { RunStatus } from '../../domain/run.js'
import type { RunEvent } from '../../domain/run-events.js'
import type { Progress, Stage, StageStatus } from './given.js'
import { kindWords } from './kinds.js'

type Asked = { readonly kind: RunKind; readonly input: unknown; readonly status: RunStatus }

const TITLES: Readonly<Record<string, string>> = {
  claims: 'Find the claims',
  respond: 'Everybody reads it alone',
  fidelity: 'Check that everybody stayed in character',
  discuss: 'Talk it over',
  ballots: 'Secret ballots after the discussion',
  analyse: 'Read every answer, count, write it up',
  rewrite: 'Rewrite it by what the test found',
  reply: 'Think about the question',
  evaluate: 'Hold the conversations and judge them',
  synthesise: 'Read the research',
  plan: 'Plan who should be in the set',
  write: 'Write the synthetic people',
  twins: 'Look for people who came out alike',
}
const COUNTED = new Set(['respondent_answered', 'trial_judged', 'trial_failed', 'persona_written', 'turn'])

/** How far a run is, from its events in their order. A second attempt begins its stages anew. */
export function progressOf(events: readonly RunEvent[], asked: Asked): Progress {
  const expected = kindWords(asked.kind).stages(asked.input ?? {})
  let order = [...expected]
  let current = -1
  const counts = new Map<string, { done: number; total: number | null }>()
  for (const { type, data } of events) {
    const key = order[current] ?? ''
    if (type === 'stage') {
      const stage = String(data.stage)
      if (!order.includes(stage)) order = [...order.slice(0, current + 1), stage, ...order.slice(current + 1)]
      current = order.indexOf(stage)
      const total = Number(data.total ?? 0)
      for (const later of order.slice(current)) counts.delete(later)
      counts.set(stage, { done: 0, total: total > 0 ? total : null })
    } else if (COUNTED.has(type) && data.moderator !== true && current >= 0) {
      const counted = counts.get(key)
      if (counted) counts.set(key, { ...counted, done: counted.done + 1 })
    }
  }
  const stages = order.map((key, index) => stageOf(key, statusOf(index, current, asked.status), counts.get(key)))
  return { stages, kept: keptOf(events) }
}

/** Every answer once, also where a second attempt tells of it again. */
function keptOf(events: readonly RunEvent[]): Progress['kept'] {
  const kept = new Map<string, Progress['kept'][number]>()
  for (const { type, data } of events) {
    const { name, archetype, says, purchase_intent, score, passed, trial, role } = data
    if (type === 'respondent_answered')
      kept.set(String(data.persona_id), {
        who: `${name}, ${archetype}`,
        says: `“${says}” Would buy: ${purchase_intent} of 10.`,
      })
    if (type === 'trial_judged')
      kept.set(`${data.side} ${data.case_id} ${trial}`, {
        who: `${name}, trial ${trial}`,
        says: `${score} of 10, ${passed ? 'passed' : 'not passed'}`,
      })
    if (type === 'persona_written') kept.set(String(data.id), { who: String(name), says: String(role) })
  }
  return [...kept.values()]
}

function stageOf(key: string, status: StageStatus, counted: { done: number; total: number | null } | undefined): Stage {
  const done = counted && (counted.total !== null || counted.done > 0) ? counted.done : null
  return { key, title: TITLES[key] ?? 'Work', status, done, total: counted?.total ?? null }
}

function statusOf(index: number, current: number, run: RunStatus): StageStatus {
  if (run === 'completed' || index < current) return 'complete'
  if (index > current) return 'pending'
  return run === 'failed' || run === 'cancelled' ? 'error' : 'in_progress'
}

const VERBS: Readonly<Record<string, string>> = { evaluate: 'held and judged', write: 'written' }

/** "4 of 6 answered", "12 turns"; empty where nothing is counted. */
export function countWords({ key, done, total }: Stage): string {
  if (done === null) return ''
  if (key === 'discuss') return `${done} ${done === 1 ? 'turn' : 'turns'}`
  const verb = VERBS[key] ?? 'answered'
  return total === null ? `${done} ${verb}` : `${done} of ${total} ${verb}`
}

import type { RunKind } from '../../domain/run/kinds.js'
import type { RunStatus } from '../../domain/run/run.js'
import {
  foldProgress,
  livedSoFar,
  type RunEvent,
  type RunProgress,
  type StageName,
  type StageProgress,
} from '../../domain/run/run-events.js'
import { plural } from '../../domain/text/words.js'
import { partialWords } from '../../presentation/progress.js'
import { pointOf } from '../../presentation/scores.js'
import { kindWords } from './kinds.js'
import type { Progress, Stage, StageStatus } from './view-models.js'

type RunStart = { readonly kind: RunKind; readonly input: unknown; readonly status: RunStatus }

const TITLES: Readonly<Record<StageName, string>> = {
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
  live: 'Live with the product day by day',
  conclude: 'Test the hypothesis, count, write it up',
  twins: 'Look for people who came out alike',
}

/** Progress of a run, from its events in order. A second attempt begins its stages anew. */
export function progressOf(events: readonly RunEvent[], run: RunStart): Progress {
  const begun = foldProgress(events)
  let order: readonly StageName[] = kindWords(run.kind).stages(run.input ?? {})
  let current = -1
  const progress = new Map<StageName, StageProgress>()
  for (const begunStage of begun) {
    const { stage } = begunStage
    if (!order.includes(stage)) order = [...order.slice(0, current + 1), stage, ...order.slice(current + 1)]
    current = order.indexOf(stage)
    for (const later of order.slice(current)) progress.delete(later)
    progress.set(stage, begunStage)
  }
  const stages = order.map((key, index) => stageOf(key, statusOf(index, current, run.status), progress.get(key)))
  return { stages, partialAnswers: partialAnswersOf(begun) }
}

/** Each answer once, even where a second attempt reports it again. */
function partialAnswersOf(begun: RunProgress): Progress['partialAnswers'] {
  const answers = new Map<string, Progress['partialAnswers'][number]>()
  for (const { answered, trials, written } of begun) {
    for (const { persona_id, name, archetype, says, purchase_intent } of answered)
      answers.set(persona_id, {
        who: `${name}, ${archetype}`,
        says: `“${says}” Would buy: ${pointOf({ purchase_intent })}.`,
      })
    for (const { side, case_id, name, trial, score, problem } of trials)
      if (problem === null)
        answers.set(`${side} ${case_id} ${trial}`, {
          who: `${name}, trial ${trial}`,
          says: `${score} of 10`,
        })
    for (const { id, name, role } of written) answers.set(id, { who: name, says: role })
  }
  return [...answers.values()]
}

function stageOf(key: StageName, status: StageStatus, begun: StageProgress | undefined): Stage {
  const title = TITLES[key]
  if (!begun) return { key, title, status, done: null, total: null }
  const { total, answered, trials, written, turns } = begun
  const lived = livedSoFar(begun)
  if (lived) return { key, title: `${title} (${partialWords(lived)})`, status, done: lived.people, total }
  const done = answered.length + trials.length + written.length + turns.filter(({ moderator }) => !moderator).length
  if (total === 0) return { key, title, status, done: done > 0 ? done : null, total: null }
  return { key, title, status, done, total }
}

function statusOf(index: number, current: number, run: RunStatus): StageStatus {
  if (run === 'completed' || index < current) return 'complete'
  if (index > current) return 'pending'
  return run === 'failed' || run === 'cancelled' ? 'error' : 'in_progress'
}

const VERBS: Partial<Record<StageName, string>> = { evaluate: 'held and judged', write: 'written', live: 'lived' }

/** "4 of 6 answered", "12 turns"; empty where nothing is counted. */
export function countWords({ key, done, total }: Stage): string {
  if (done === null) return ''
  if (key === 'discuss') return `${done} ${plural(done, 'turn')}`
  const verb = VERBS[key] ?? 'answered'
  return total === null ? `${done} ${verb}` : `${done} of ${total} ${verb}`
}

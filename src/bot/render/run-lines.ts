import { bandOf } from '../../domain/analysis.js'
import type { ComparisonResult } from '../../domain/comparison.js'
import type { EvaluationResult } from '../../domain/evaluation.js'
import { measuredOf, type PressureTestResult } from '../../domain/pressure-test.js'
import type { RefinementResult } from '../../domain/refinement.js'
import type { TrustLight } from '../../domain/run.js'
import { verdictOf } from '../../report/view/evaluation/verdict.js'
import { ACTIONS } from './action-ids.js'
import { bold, button, type Inline, italic, moment, paragraph, type Room, rich, words } from './blocks.js'
import type { ListedRun } from './given.js'
import { trustIn } from './honest.js'
import { KIND_NAMES } from './kinds.js'
import { countWords } from './progress.js'
import { duration, line, titled } from './text.js'

/** What came of a run, or where it stands, in a few words. */
function outcomeOf({ run, progress, createdAt, now }: ListedRun): string {
  if (run.status !== 'completed') {
    const current = progress?.stages.find(({ status }) => status === 'in_progress')
    const count = current ? countWords(current) : ''
    const going = run.status === 'running' ? `, ${duration(Date.parse(now) - Date.parse(createdAt))}` : ''
    return `${run.status}${count === '' ? '' : `: ${count}`}${going}`
  }
  if (run.result === null) return 'completed'
  switch (run.kind) {
    case 'pressure_test':
    case 'focus_group': {
      const result = run.result as PressureTestResult
      const { pressure_score } = measuredOf(result)
      const missing = result.analysis === null ? ', analysis missing' : ''
      return `${Math.round(pressure_score)} of 100, ${bandOf(run, pressure_score) ?? 'rehearsed'}${missing}`
    }
    case 'evaluation': {
      const { word, score, value } = verdictOf(run.result as EvaluationResult)
      return value === null ? word.toLowerCase() : `${score} of 10, ${word.toLowerCase()}`
    }
    case 'comparison': {
      const { best } = run.result as ComparisonResult
      return best === null ? 'none does best' : `${line(best, 20)} does best`
    }
    case 'refinement': {
      const { scores } = run.result as RefinementResult
      return `${Math.round(scores.before.pressure_score)} before, ${Math.round(scores.after.pressure_score)} after`
    }
    default:
      return 'completed'
  }
}

/** "Oat drink … – 51 of 100, solid (🟡 amber, synthetic, offline)". A score is never shown without its trust light. */
export function runInlines(listed: ListedRun, room: Room): Inline[] {
  const { run, subject, askedBy, createdAt } = listed
  const offline = run.model.mode === 'offline' ? ', offline behaviour model' : ''
  const light = run.result === null ? null : trustIn(run).light
  return [
    bold(line(titled(subject), 90 * room.words)),
    words(`\n${KIND_NAMES[run.kind]}: ${outcomeOf(listed)} `),
    italic(`(${light ? `${lightWord(light.light)}, ` : ''}synthetic${offline})`),
    words(`\n${line(askedBy, 60)}, `),
    moment(createdAt),
  ]
}

const lightWord = (light: TrustLight): string => (light === 'rehearsal' ? 'rehearsal' : `trust ${light}`)

/** A run in a list with a button that shows its card. */
export const runBlocks = (listed: ListedRun, room: Room) => [
  rich(paragraph(...runInlines(listed, room))),
  {
    type: 'actions' as const,
    elements: [button({ label: 'Show', action: ACTIONS.showRun, ref: { run: listed.run.run_id } })],
  },
]

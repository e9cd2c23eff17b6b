import type { TrustLight } from '../../domain/run/run.js'
import { hasResult, isNotJudged } from '../../domain/run/run-document.js'
import { notJudgedView } from '../../presentation/not-judged.js'
import { duration } from '../../presentation/words.js'
import { ACTIONS } from './action-ids.js'
import { bold, button, type Inline, italic, type MessageScale, moment, paragraph, rich, words } from './blocks.js'
import { kindWords } from './kinds.js'
import { countWords } from './progress.js'
import { line, titled } from './text.js'
import { trustIn } from './trust.js'
import { pauseReason } from './unfinished-run-card.js'
import type { ListedRun } from './view-models.js'

/** The result of a run, or its state, in a few words. */
function outcomeOf({ run, progress, createdAt, now }: ListedRun): string {
  if (run.status !== 'completed') {
    const current = progress?.stages.find(({ status }) => status === 'in_progress')
    const count = current ? countWords(current) : ''
    const going = run.status === 'running' ? `, ${duration(Date.parse(now) - Date.parse(createdAt))}` : ''
    return `${run.status}${count === '' ? '' : `: ${count}`}${going}`
  }
  if (isNotJudged(run)) return notJudgedView(run).word.toLowerCase()
  return hasResult(run) ? kindWords(run.kind).outcome(run) : 'completed'
}

/** "Oat drink … – 51 of 100, solid (🟡 amber, synthetic, offline)". A score is never shown without its trust light. */
export function runInlines(listed: ListedRun, scale: MessageScale): Inline[] {
  const { run, subject, askedBy, createdAt } = listed
  const offline = run.model.mode === 'offline' ? ', offline behaviour model' : ''
  const light = hasResult(run) ? trustIn(run).light : null
  return [
    bold(line(titled(subject), 90 * scale.words)),
    words(`\n${kindWords(run.kind).name}: ${outcomeOf(listed)} `),
    italic(
      isNotJudged(run) ? '(nobody was asked)' : `(${light ? `${lightWord(light.light)}, ` : ''}synthetic${offline})`,
    ),
    ...pauseInlines(listed.pause, scale),
    words(`\n${line(askedBy, 60)}, `),
    moment(createdAt),
  ]
}

function pauseInlines(pause: ListedRun['pause'], scale: MessageScale): Inline[] {
  if (pause === null) return []
  const why = words(`\n${pauseReason(pause, scale)} `)
  return pause.resumeAt === null
    ? [why, words('It waits until somebody lets it go on.')]
    : [why, words('Next try: '), moment(pause.resumeAt)]
}

const lightWord = (light: TrustLight): string => (light === 'rehearsal' ? 'rehearsal' : `trust ${light}`)

/** A run in a list with a button that shows its card. */
export const runBlocks = (listed: ListedRun, scale: MessageScale) => [
  rich(paragraph(...runInlines(listed, scale))),
  {
    type: 'actions' as const,
    elements: [button({ label: 'Show', action: ACTIONS.showRun, payload: { run: listed.run.run_id } })],
  },
]

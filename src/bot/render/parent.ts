import type { KnownBlock, PlanBlock, RichTextBlock } from '@slack/types'
import type { EvaluationResult } from '../../domain/evaluation.js'
import { hasEnded, type RunDocument, type RunKind } from '../../domain/run.js'
import { ACTIONS } from './action-ids.js'
import {
  actions,
  bold,
  button,
  container,
  context,
  header,
  message,
  moment,
  paragraph,
  quote,
  type Room,
  reportButton,
  rich,
  struck,
  words,
} from './blocks.js'
import { askCard } from './cards/ask.js'
import type { Card } from './cards/card.js'
import { comparisonCard } from './cards/comparison.js'
import { evaluationCard } from './cards/evaluation.js'
import { panelCard } from './cards/panel.js'
import { refinementCard } from './cards/refinement.js'
import { differenceList } from './differences.js'
import type { RunCard, Stage } from './given.js'
import { madeLine, madeShortly, trustDetails, trustParagraph } from './honest.js'
import { KIND_NAMES } from './kinds.js'
import type { Message } from './message.js'
import { minorityButtons, openViews, viewsOf } from './minority.js'
import { countWords } from './progress.js'
import { dollars, duration, inert, line, passage, sentences, titled } from './text.js'

/** A run's parent message in any of its states: while it runs a live checklist, afterwards the score card. */
export function parentMessage(card: RunCard): Message {
  return card.run.status === 'completed' && card.run.result !== null ? scoreCard(card, true) : stateMessage(card)
}

/** Who shares a card, and what they say with it. */
export type Sharing = { readonly by: string; readonly note: string | null }

/** The score card for another channel: nothing to press but the report. */
export const sharedMessage = (card: RunCard, sharing?: Sharing): Message => scoreCard(card, false, sharing)

function cardOf(run: RunDocument, { marks, review }: Pick<RunCard, 'marks' | 'review'>): Card {
  switch (run.kind) {
    case 'pressure_test':
    case 'focus_group':
      return panelCard(run, marks)
    case 'comparison':
      return comparisonCard(run)
    case 'refinement':
      return refinementCard(run)
    case 'ask':
      return askCard(run)
    case 'evaluation':
      return evaluationCard(run, review)
    default:
      return { title: `${KIND_NAMES[run.kind]} done`, said: 'done', figures: [], note: '', body: () => [] }
  }
}

const SUBJECT = 280

function scoreCard(card: RunCard, pressable: boolean, sharing?: Sharing): Message {
  const { run, subject, askedBy, again } = card
  const face = cardOf(run, card)
  const trusted = run.kind !== 'ask'
  const made = sentences(
    `${KIND_NAMES[run.kind]}, asked by ${line(askedBy, 60)}.`,
    run.duration_ms !== null && `${duration(run.duration_ms)}.`,
    costOf(run),
  )
  const make = (newer: boolean) => (room: Room) => [
    sharing !== undefined && rich(sharedLine(sharing, room)),
    header(face.title),
    QUOTED.has(run.kind) && rich(quote(words(subjectLine(subject, room)))),
    ...face.figures,
    trusted && rich(trustParagraph(run, (newer ? 190 : 450) * room.words), ...differenceList(again, room)),
    ...face.body(room),
    ...(pressable ? buttonRows(card) : [actionsOrNone(reportButton(run))]),
    trusted && newer && container('How far to trust this', [trustDetails(run, room)]),
    context(madeLine(run), face.note, made),
  ]
  return message({
    text: `${KIND_NAMES[run.kind]} of “${inert(titled(subject), 200)}”: ${face.said}. ${madeShortly(run)}.`,
    blocks: make(true),
    plain: trusted ? make(false) : null,
  })
}

/** Kinds whose card does not say itself what it is about. */
const QUOTED = new Set<RunKind>(['pressure_test', 'focus_group', 'refinement'])

const sharedLine = ({ by, note }: Sharing, room: Room) =>
  paragraph(bold(line(by, 60)), words(note ? `: ${passage(note, 500 * room.words)}` : ' shares this result.'))

const subjectLine = (subject: string, room: Room): string => line(titled(subject), SUBJECT * room.words)

const actionsOrNone = (one: ReturnType<typeof reportButton>) => one !== false && actions(one)

function costOf({ model, usage }: RunDocument): string {
  if (model.mode === 'offline') return 'No cost.'
  const lost = usage.possibly_paid > 0 ? ` (${usage.possibly_paid} lost calls may have been billed as well)` : ''
  return usage.cost_usd === null ? `Cost unknown${lost}.` : `Cost ${dollars(usage.cost_usd)}${lost}.`
}

/** Only where the verdict says so is approving the first thing to do. */
const approvable = ({ result }: RunDocument): boolean => (result as EvaluationResult).verdict.approved

/** What can be done from the card itself; the rest stands at the end of the thread. */
function buttonRows({ run, marks, review }: RunCard): (KnownBlock | false)[] {
  const ref = { run: run.run_id }
  const report = reportButton(run)
  const again = button({ label: 'Run again with…', action: ACTIONS.runAgain, ref })
  switch (run.kind) {
    case 'pressure_test':
    case 'focus_group': {
      const open = openViews(run, marks).length > 0
      const all = viewsOf(run, marks).length > 1
      return [
        open && minorityButtons(ref, [], all),
        actions(
          run.kind === 'pressure_test' &&
            button({ label: 'Apply the fixes and re-test', action: ACTIONS.refineRun, ref, style: 'primary' }),
          report,
          again,
        ),
      ]
    }
    case 'evaluation':
      return [
        actions(
          review?.action !== 'approved' &&
            button({
              label: 'Approve',
              action: ACTIONS.approveAgent,
              ref,
              ...(approvable(run) ? { style: 'primary' as const } : {}),
              confirm: [
                'Approve this version?',
                approvable(run)
                  ? 'It is kept as approved by you, with this verdict beside it.'
                  : 'The evaluation did not approve it. It is kept as approved by you, with this verdict beside it.',
                'Approve',
              ],
            }),
          button({ label: 'Ask for changes', action: ACTIONS.requestChanges, ref }),
          report,
          again,
        ),
      ]
    case 'ask':
      return [actions(button({ label: 'Ask something else', action: ACTIONS.askRespondent, ref }))]
    default:
      return [actions(report, again)]
  }
}

const SIGNS: Record<Stage['status'], string> = { pending: '☐', in_progress: '▶', complete: '☑', error: '✗' }

/** A run that is not completed: where it stands, why it waits, what to do. */
function stateMessage(card: RunCard): Message {
  const { run, subject, askedBy } = card
  const title = titleOf(card)
  const made = run.model.mode === 'offline' ? 'Offline behaviour model' : line(run.model.persona, 60)
  const foot = context(
    line(
      sentences(
        `Asked by ${line(askedBy, 60)}.`,
        `${duration(Date.parse(run.completed_at ?? card.now) - Date.parse(card.createdAt))}.`,
        run.model.mode === 'offline' ? 'No cost.' : `${dollars(card.spentUsd)} of at most ${dollars(card.budgetUsd)}.`,
      ),
      300,
    ),
    `${made}; ${run.kind === 'evaluation' ? 'synthetic prospects' : 'synthetic people'}.`,
  )
  const about = (room: Room) => rich(quote(words(subjectLine(subject, room))), ...differenceList(card.again, room))
  const why = (room: Room) => reasonOf(card, room)
  const listed = card.progress !== null && card.progress.stages.length > 0
  const make =
    (checklist: (() => KnownBlock) | null) =>
    (room: Room): (KnownBlock | false)[] => [
      header(title),
      about(room),
      checklist ? checklist() : false,
      why(room),
      buttonsOf(card),
      foot,
    ]
  return message({
    text: `${title}: “${inert(titled(subject), 200)}”.`,
    blocks: make(listed ? () => planOf(card) : null),
    plain: listed ? make(() => checklistOf(card)) : null,
  })
}

function titleOf({ run, progress, cancelRequested }: RunCard): string {
  const name = KIND_NAMES[run.kind]
  const current = progress?.stages.find(({ status }) => status === 'in_progress')
  const count = current ? countWords(current) : ''
  if (run.status === 'running' && cancelRequested) return `${name}: stopping`
  if (run.status === 'running') return `${name} running${count === '' ? '' : `: ${count}`}`
  return `${name} ${run.status}`
}

function planOf({ progress, run }: RunCard): PlanBlock {
  return {
    type: 'plan',
    title: run.status === 'running' ? 'What is being done' : 'What was done',
    tasks: (progress?.stages ?? []).map((stage, index) => ({
      type: 'task_card' as const,
      task_id: `stage_${index + 1}`,
      title: withCount(stage),
      status: stage.status,
    })),
  }
}

const withCount = (stage: Stage): string => {
  const count = countWords(stage)
  return count === '' ? stage.title : `${stage.title}: ${count}`
}

const checklistOf = ({ progress }: RunCard) =>
  rich(
    ...(progress?.stages ?? []).map((stage) => {
      const text = `${SIGNS[stage.status]} ${withCount(stage)}`
      return paragraph(
        stage.status === 'in_progress' ? bold(text) : stage.status === 'error' ? struck(text) : words(text),
      )
    }),
  )

function reasonOf({ run, pause, cancelRequested, progress }: RunCard, room: Room): RichTextBlock | false {
  switch (run.status) {
    case 'queued':
      return rich(paragraph(words('It waits for a worker and starts by itself. Nothing was spent yet.')))
    case 'running':
      return cancelRequested && rich(paragraph(words('It stops within seconds; what was already answered is kept.')))
    case 'paused': {
      const what = line(pause?.message ?? 'It waits.', 500 * room.words)
      return rich(
        paragraph(bold('Paused. '), words(what)),
        pause?.resumeAt
          ? paragraph(words('Next try: '), moment(pause.resumeAt), words('. There is nothing you need to do.'))
          : paragraph(words(waitsFor(pause?.code))),
      )
    }
    case 'failed':
      return rich(
        paragraph(bold('Failed. '), words(line(run.error?.message ?? 'No reason was kept.', 700 * room.words))),
        paragraph(words('“Try again” keeps every answer that was stored and asks only for what is missing.')),
      )
    case 'cancelled': {
      const kept = progress?.stages.find(({ key, done }) => key === 'respond' && (done ?? 0) > 0)
      return rich(
        paragraph(words(`It was cancelled and spends nothing more.${kept ? ` Kept: ${countWords(kept)}.` : ''}`)),
      )
    }
    default:
      return rich(paragraph(words('It is done, but this app cannot show its result. The full report can.')))
  }
}

const waitsFor = (code: string | undefined): string =>
  code === 'budget_exceeded'
    ? 'Raise the budget in the settings, then press “Go on now”; what was answered is kept.'
    : 'It waits for you: press “Go on now” when the cause is gone. What was answered is kept.'

function buttonsOf({ run, cancelRequested }: RunCard): KnownBlock | false {
  const ref = { run: run.run_id }
  const cancel = button({
    label: 'Cancel',
    action: ACTIONS.cancelRun,
    ref,
    style: 'danger',
    confirm: ['Cancel this run?', 'It stops spending within seconds. What was already answered is kept.', 'Cancel it'],
  })
  if (run.status === 'paused')
    return actions(button({ label: 'Go on now', action: ACTIONS.resumeRun, ref, style: 'primary' }), cancel)
  if (!hasEnded(run)) return !cancelRequested && actions(cancel)
  const again = button({ label: 'Run again with…', action: ACTIONS.runAgain, ref })
  return run.status === 'failed'
    ? actions(button({ label: 'Try again', action: ACTIONS.retryRun, ref, style: 'primary' }), again)
    : actions(reportButton(run), again)
}

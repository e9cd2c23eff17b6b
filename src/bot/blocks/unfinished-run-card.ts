import type { KnownBlock, PlanBlock, RichTextBlock } from '@slack/types'
import { hasEnded, type RunStatus } from '../../domain/run/run.js'
import { isNotJudged, type RunDocument } from '../../domain/run/run-document.js'
import { dollars } from '../../domain/text/dollars.js'
import { counted } from '../../domain/text/words.js'
import { notJudgedView } from '../../presentation/not-judged.js'
import { duration } from '../../presentation/words.js'
import { ACTIONS } from './action-ids.js'
import {
  actions,
  bold,
  button,
  container,
  context,
  header,
  type MessageScale,
  message,
  moment,
  paragraph,
  quote,
  reportButton,
  rich,
  shortList,
  struck,
  words,
} from './blocks.js'
import { differenceList } from './differences.js'
import { againButton } from './follow-up-actions.js'
import { kindWords } from './kinds.js'
import type { Message } from './message.js'
import { countWords } from './progress.js'
import { line, neutralizeMrkdwn, sentences, subjectLine, titled } from './text.js'
import type { Progress, RunCard, Stage } from './view-models.js'

const ENDED = new Set<RunStatus>(['failed', 'cancelled'])

const SIGNS: Record<Stage['status'], string> = { pending: '☐', in_progress: '▶', complete: '☑', error: '✗' }

/** A run that is not completed: where it stands, why it waits, what to do. */
export function stateMessage(card: RunCard): Message {
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
    isNotJudged(run) ? line(notJudgedView(run).nobody, 100) : `${made}; ${answerersOf(run)}.`,
  )
  const about = (scale: MessageScale) =>
    rich(quote(words(subjectLine(subject, scale))), ...differenceList(card.again, scale))
  const why = (scale: MessageScale) => reasonOf(card, scale)
  const partialAnswers = ENDED.has(run.status) ? (card.progress?.partialAnswers ?? []) : []
  const listed = card.progress !== null && card.progress.stages.length > 0
  const make =
    (checklist: (() => KnownBlock) | null, newer: boolean) =>
    (scale: MessageScale): (KnownBlock | false)[] => [
      header(title),
      about(scale),
      checklist ? checklist() : false,
      why(scale),
      partialAnswers.length > 0 &&
        (newer
          ? container(partialTitle(partialAnswers), [partialAnswersBlock(partialAnswers, 12, scale)])
          : partialAnswersBlock(partialAnswers, 3, scale)),
      buttonsOf(card),
      foot,
    ]
  return message({
    text: `${title}: “${neutralizeMrkdwn(titled(subject), 200)}”.`,
    blocks: make(listed ? () => planOf(card) : null, true),
    plain: listed ? make(() => checklistOf(card), false) : null,
  })
}

const answerersOf = ({ kind }: RunDocument): string =>
  kind === 'evaluation' ? 'synthetic prospects' : 'synthetic people'

/** The input cannot be judged, so a retry would end the same way. */
const isRefused = ({ error }: RunDocument): boolean => error?.code === 'nothing_to_judge'

type PartialAnswers = Progress['partialAnswers']

const partialTitle = (answers: PartialAnswers): string =>
  `Partial: ${counted(answers.length, 'answer')} kept, no score is made of them`

/** Answers that arrived before a run ended without a result. */
const partialAnswersBlock = (answers: PartialAnswers, max: number, scale: MessageScale) =>
  rich(
    ...shortList(answers, max, scale, ({ who, says }) => [
      bold(`${line(who, 80)}: `),
      words(line(says, 160 * scale.words)),
    ]),
  )

function titleOf({ run, progress, cancelRequested }: RunCard): string {
  const name = kindWords(run.kind).name
  const current = progress?.stages.find(({ status }) => status === 'in_progress')
  const count = current ? countWords(current) : ''
  if (isNotJudged(run)) return notJudgedView(run).word
  if (isRefused(run)) return `${name}: nothing to judge`
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
      if (stage.status === 'in_progress') return paragraph(bold(text))
      return paragraph(stage.status === 'error' ? struck(text) : words(text))
    }),
  )

function reasonOf({ run, pause, cancelRequested, progress }: RunCard, scale: MessageScale): RichTextBlock | false {
  switch (run.status) {
    case 'queued':
      return rich(paragraph(words('It waits for a worker and starts by itself. Nothing was spent yet.')))
    case 'running':
      return cancelRequested && rich(paragraph(words('It stops within seconds; what was already answered is kept.')))
    case 'paused': {
      const spent = pause?.code === 'budget_exceeded'
      return rich(
        paragraph(bold('Paused. '), words(pauseReason(pause, scale))),
        pause?.resumeAt
          ? paragraph(
              words('Next try: '),
              moment(pause.resumeAt),
              words(
                spent
                  ? '. A lead can raise the month’s budget before: “/pressure-test budget 50”, then “Go on now”.'
                  : '. There is nothing you need to do.',
              ),
            )
          : paragraph(words(waitsFor(pause?.code))),
      )
    }
    case 'failed':
      if (isRefused(run))
        return rich(
          paragraph(words(line(run.error?.message ?? '', 700 * scale.words))),
          paragraph(words('Nobody was asked. “/pressure-test compare” takes others.')),
        )
      return rich(
        paragraph(bold('Failed. '), words(line(run.error?.message ?? 'No reason was kept.', 700 * scale.words))),
        paragraph(words('“Try again” keeps every answer that was stored and asks only for what is missing.')),
      )
    case 'cancelled': {
      const answered = progress?.stages.find(({ key, done }) => key === 'respond' && (done ?? 0) > 0)
      return rich(
        paragraph(
          words(`It was cancelled and spends nothing more.${answered ? ` Kept: ${countWords(answered)}.` : ''}`),
        ),
      )
    }
    default:
      if (isNotJudged(run)) {
        const { reason, whatToSend } = notJudgedView(run)
        return rich(
          paragraph(words(line(reason, 500 * scale.words))),
          paragraph(bold('What to send. '), words(line(whatToSend, 500 * scale.words))),
        )
      }
      return rich(paragraph(words('It is done, but this app cannot show its result. The full report can.')))
  }
}

/** Buttons raise a budget here, so only the first sentence of it is shown: the rest explains other surfaces. */
export function pauseReason(pause: RunCard['pause'], scale: MessageScale): string {
  const message = pause?.message ?? 'It waits.'
  const first = pause?.code === 'budget_exceeded' ? message.split(/(?<=\.) /)[0] : message
  return line(first ?? message, 500 * scale.words)
}

const waitsFor = (code: string | undefined): string =>
  code === 'budget_exceeded'
    ? 'Press “Go on…” to give it more; what was answered is kept and not paid again.'
    : 'It waits for you: press “Go on now” when the cause is gone. What was answered is kept.'

function buttonsOf(card: RunCard): KnownBlock | false {
  const { run, cancelRequested } = card
  const payload = { run: run.run_id }
  const cancel = button({
    label: 'Cancel',
    action: ACTIONS.cancelRun,
    payload,
    style: 'danger',
    confirm: ['Cancel this run?', 'It stops spending within seconds. What was already answered is kept.', 'Cancel it'],
  })
  const { pause } = card
  if (run.status === 'paused') {
    const label = pause?.code === 'budget_exceeded' && pause.resumeAt === null ? 'Go on…' : 'Go on now'
    const goOn = button({ label, action: ACTIONS.resumeRun, payload, style: 'primary' })
    const without = button({ label: 'Plan such days by arithmetic', action: ACTIONS.resumeOffline, payload })
    return actions(goOn, pause?.code === 'session_failed' && without, cancel)
  }
  if (!hasEnded(run)) return !cancelRequested && actions(cancel)
  const label = run.status === 'failed' ? 'Try again' : 'Go on after all'
  if (isRefused(run)) return false
  const retry = run.status !== 'completed' && button({ label, action: ACTIONS.retryRun, payload, style: 'primary' })
  const buttons = actions(retry || reportButton(run), againButton(run))
  return buttons.elements.length > 0 && buttons
}

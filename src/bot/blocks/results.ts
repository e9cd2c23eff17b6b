import type { KnownBlock } from '@slack/types'
import type { RunKind } from '../../domain/kinds.js'
import { hasResult, type PanelRun, type RunDocument, type RunWithResult } from '../../domain/run-document.js'
import { ACTIONS } from './action-ids.js'
import { actions, button, reportButton } from './blocks.js'
import { askCard } from './cards/ask.js'
import type { Card } from './cards/card.js'
import { comparisonCard } from './cards/comparison.js'
import { evaluationCard } from './cards/evaluation.js'
import { panelCard } from './cards/panel.js'
import { personaSetCard } from './cards/persona-set.js'
import { refinementCard } from './cards/refinement.js'
import { againButton, testWithButton } from './follow-up-actions.js'
import type { ThreadMessage } from './message.js'
import { minorityButtons, minorityMessage, openViews, viewsOf } from './minority.js'
import { analysisButton } from './missing.js'
import { chartMessage } from './thread/chart.js'
import { comparisonThread } from './thread/comparison.js'
import { discussionMessage } from './thread/discussion.js'
import { evaluationThread } from './thread/evaluation.js'
import { findingsMessage } from './thread/findings.js'
import { nextMessage } from './thread/next.js'
import { personaSetThread } from './thread/persona-set.js'
import { personaMessages } from './thread/personas.js'
import { refinementThread } from './thread/refinement.js'
import type { RunCard, ThreadOptions } from './view-models.js'

/** What people did about the result. */
type Reactions = Pick<RunCard, 'marks' | 'review'>
type Blocks = (KnownBlock | false)[]

/** How the result of a kind of run is laid out. */
type ResultView<K extends RunKind> = {
  /** The score card at a glance. */
  card(run: RunWithResult<K>, reactions: Reactions): Card
  /** What can be done from the card itself; the rest stands at the end of the thread. */
  buttons(run: RunWithResult<K>, reactions: Reactions): Blocks
  /** What is said under it, in order. */
  thread(run: RunWithResult<K>, options: ThreadOptions): (ThreadMessage | null)[]
}

const panelView = {
  card: (run: PanelRun, { marks }: Reactions) => panelCard(run, marks),
  buttons(run: PanelRun, { marks }: Reactions): Blocks {
    const ref = { run: run.run_id }
    return [
      openViews(run.result, marks).length > 0 && minorityButtons(ref, [], viewsOf(run.result, marks).length > 1),
      actions(
        analysisButton(run),
        run.kind === 'pressure_test' &&
          !run.retry &&
          button({ label: 'Apply the fixes and re-test', action: ACTIONS.refineRun, ref, style: 'primary' }),
        reportButton(run),
        againButton(run),
      ),
    ]
  },
  thread: (run: PanelRun, options: ThreadOptions) => [
    minorityMessage(run, options.marks ?? []),
    findingsMessage(run),
    chartMessage(run),
    discussionMessage(run),
    ...personaMessages(run),
    nextMessage(run),
  ],
}

function evaluationButtons(run: RunWithResult<'evaluation'>, { review }: Reactions): Blocks {
  const ref = { run: run.run_id }
  // Only where the verdict says so is approving the first thing to do.
  const { approved } = run.result.verdict
  return [
    actions(
      review?.action !== 'approved' &&
        button({
          label: 'Approve',
          action: ACTIONS.approveAgent,
          ref,
          ...(approved ? { style: 'primary' as const } : {}),
          confirm: [
            'Approve this version?',
            approved
              ? 'It is kept as approved by you, with this verdict beside it.'
              : 'The evaluation did not approve it. It is kept as approved by you, with this verdict beside it.',
            'Approve',
          ],
        }),
      button({ label: 'Ask for changes', action: ACTIONS.requestChanges, ref }),
      reportButton(run),
      againButton(run),
    ),
  ]
}

/** The report's button in a row of its own; no row where the report has no link. */
export function reportRow(run: RunWithResult): Blocks {
  const report = reportButton(run)
  return [report !== false && actions(report)]
}

const RESULT_VIEWS: { readonly [K in RunKind]: ResultView<K> } = {
  pressure_test: panelView,
  focus_group: panelView,
  evaluation: {
    card: (run, { review }) => evaluationCard(run, review),
    buttons: evaluationButtons,
    thread: (run, options) => [...evaluationThread(run, options), chartMessage(run), nextMessage(run)],
  },
  persona_generation: {
    card: personaSetCard,
    buttons: (run) => [actions(testWithButton(run), reportButton(run))],
    thread: (run) => [personaSetThread(run), nextMessage(run)],
  },
  comparison: {
    card: comparisonCard,
    buttons: (run) => [actions(reportButton(run), againButton(run))],
    thread: (run) => [comparisonThread(run), nextMessage(run)],
  },
  refinement: {
    card: refinementCard,
    buttons: reportRow,
    thread: (run) => [refinementThread(run), nextMessage(run)],
  },
  ask: {
    card: askCard,
    buttons: (run) => [
      actions(button({ label: 'Ask something else', action: ACTIONS.askRespondent, ref: { run: run.run_id } })),
    ],
    // The answer stands in its parent message.
    thread: () => [],
  },
}

export const resultView = <K extends RunKind>(run: RunWithResult<K>): ResultView<K> => RESULT_VIEWS[run.kind]

/**
 * What is said under a completed run, in order; each message is posted once by its key. Of a panel the minority report
 * comes first. Nothing for a run without a result, and for an answer, which stands in its parent message.
 */
export function threadMessages(run: RunDocument, options: ThreadOptions = {}): ThreadMessage[] {
  if (!hasResult(run)) return []
  return resultView(run)
    .thread(run, options)
    .filter((message) => message !== null)
}

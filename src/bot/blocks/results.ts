import type { KnownBlock } from '@slack/types'
import { DeskFilter } from '../../domain/panel/dissent.js'
import type { RunKind } from '../../domain/run/kinds.js'
import { hasResult, type PanelRun, type RunDocument, type RunWithResult } from '../../domain/run/run-document.js'
import { MINDS } from '../../presentation/ask.js'
import { readable } from '../../presentation/words.js'
import { ACTIONS } from './action-ids.js'
import { actions, bold, button, context, message, paragraph, quote, reportButton, rich, words } from './blocks.js'
import { chartParts } from './chart.js'
import { comparisonCard, comparisonMessage } from './comparison.js'
import { versionsMessage } from './desk.js'
import { discussionParts } from './discussion.js'
import { evaluationCard, evaluationParts } from './evaluation.js'
import { findingsMessage } from './findings.js'
import { againButton, analysisButton, refineButton, testWithButton } from './follow-up-actions.js'
import { kindWords, PREDICTS } from './kinds.js'
import type { Message } from './message.js'
import { minorityMessage, viewsOf } from './minority.js'
import { panelCard } from './panel-score-card.js'
import { personaSetCard, personaSetMessage } from './persona-set.js'
import { personaParts } from './personas.js'
import { refinementCard, refinementMessage } from './refinement.js'
import type { Card } from './score-card-layout.js'
import { simulationCard, simulationMessage } from './simulation.js'
import { line, neutralizeMrkdwn, passage } from './text.js'
import type { ThreadPart } from './thread-part.js'
import type { RunCard } from './view-models.js'

type CardReactions = Pick<RunCard, 'review'>
type Blocks = (KnownBlock | false)[]

/** How the result of a kind of run is laid out. */
type ResultView<K extends RunKind> = {
  /** The score card at a glance. */
  card(run: RunWithResult<K>, reactions: CardReactions): Card
  /** Actions of the card itself; the others stand at the end of the thread. */
  buttons(run: RunWithResult<K>, reactions: CardReactions): Blocks
  /** Messages under the card, in order. */
  thread(run: RunWithResult<K>): ThreadPart[]
}

const panelView = {
  card: panelCard,
  buttons: (run: PanelRun): Blocks => [
    actions(viewsButton(run), analysisButton(run), refineButton(run), reportButton(run), againButton(run)),
  ],
  thread: (run: PanelRun): ThreadPart[] => [
    { key: 'minority', render: ({ marks }) => minorityMessage(run, marks ?? []) },
    ...versionsPart(run),
    { key: 'findings', render: () => findingsMessage(run) },
    ...chartParts(run),
    ...discussionParts(run),
    ...personaParts(run),
    nextPart(run),
  ],
}

/** Key of the part about objections to earlier versions; posted where there are any. */
export const VERSIONS = 'versions'

const versionsPart = (run: PanelRun): ThreadPart[] =>
  run.kind === 'pressure_test'
    ? [{ key: VERSIONS, render: ({ objections }) => versionsMessage(run, objections ?? null) }]
    : []

/** Opens all views of the run, even closed ones: the card looks the same before and after an answer. */
const viewsButton = (run: PanelRun) =>
  viewsOf(run.result, []).length > 0 &&
  button({
    label: 'Answer what nobody heard',
    action: ACTIONS.openDesk,
    payload: { desk: { ...DeskFilter.parse({ state: 'all', run: run.run_id }), page: 0 } },
  })

function evaluationButtons(run: RunWithResult<'evaluation'>, { review }: CardReactions): Blocks {
  const payload = { run: run.run_id }
  // Approving is the primary button only where the verdict approves.
  const { approved } = run.result.verdict
  return [
    actions(
      review?.action !== 'approved' &&
        button({
          label: 'Approve',
          action: ACTIONS.approveAgent,
          payload,
          style: approved ? 'primary' : undefined,
          confirm: [
            'Approve this version?',
            approved
              ? 'It is kept as approved by you, with this verdict beside it.'
              : 'The evaluation did not approve it. It is kept as approved by you, with this verdict beside it.',
            'Approve',
          ],
        }),
      button({ label: 'Ask for changes', action: ACTIONS.requestChanges, payload }),
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
    thread: (run) => [...evaluationParts(run), ...chartParts(run), nextPart(run)],
  },
  persona_generation: {
    card: personaSetCard,
    buttons: (run) => [actions(testWithButton(run), reportButton(run))],
    thread: (run) => [{ key: 'people', render: () => personaSetMessage(run) }, nextPart(run)],
  },
  comparison: {
    card: comparisonCard,
    buttons: (run) => [actions(reportButton(run), againButton(run))],
    thread: (run) => [{ key: 'ranking', render: () => comparisonMessage(run) }, nextPart(run)],
  },
  refinement: {
    card: refinementCard,
    buttons: reportRow,
    thread: (run) => [{ key: 'edits', render: () => refinementMessage(run) }, nextPart(run)],
  },
  simulation: {
    card: simulationCard,
    buttons: reportRow,
    thread: (run) => [{ key: 'frictions', render: () => simulationMessage(run) }, nextPart(run)],
  },
  ask: {
    card: askCard,
    buttons: (run) => [
      actions(button({ label: 'Ask something else', action: ACTIONS.askRespondent, payload: { run: run.run_id } })),
    ],
    // The answer stands in its parent message.
    thread: () => [],
  },
}

export const resultView = <K extends RunKind>(run: RunWithResult<K>): ResultView<K> => RESULT_VIEWS[run.kind]

/**
 * Messages under a completed run, in order; each is posted once, by its key. A panel's minority report comes first.
 * Empty for a run without a result, and for the kind `ask`, whose answer stands in its root message.
 */
export const threadParts = (run: RunDocument): ThreadPart[] => (hasResult(run) ? resultView(run).thread(run) : [])

/** The end of a thread: the full report and where to go from here. */
const nextPart = (run: RunWithResult): ThreadPart => ({ key: 'next', render: () => nextMessage(run) })

function nextMessage(run: RunWithResult): Message {
  const payload = { run: run.run_id }
  const isPanel = run.kind === 'pressure_test' || run.kind === 'focus_group'
  const report = reportButton(run, 'Open the full report')
  const where = report
    ? 'Everything else stands in the full report; its link works for 30 days for whoever has it.'
    : 'The full report has no link here: this server has no public address (PUBLIC_URL). “Export” gives the file.'
  return message({
    text: `${kindWords(run.kind).name}: the full report, and how to go on.`,
    blocks: () => [
      rich(paragraph(words(where))),
      actions(
        report,
        analysisButton(run),
        refineButton(run),
        run.kind === 'persona_generation' && testWithButton(run),
        againButton(run),
        isPanel && button({ label: 'Ask a respondent', action: ACTIONS.askRespondent, payload }),
        run.kind === 'simulation' && button({ label: 'Ask a person who left', action: ACTIONS.askRespondent, payload }),
        button({ label: 'Share to a channel', action: ACTIONS.shareRun, payload }),
        button({ label: 'Export', action: ACTIONS.exportRun, payload }),
        PREDICTS.has(run.kind) && button({ label: 'What really happened…', action: ACTIONS.recordOutcome, payload }),
      ),
      isPanel &&
        context(
          'To ask somebody of the panel, you can also write here: @pressure-test and a name, then your question.',
        ),
    ],
  })
}

/** A respondent's answer. */
function askCard(run: RunWithResult<'ask'>): Card {
  const { persona_name, archetype, question, answer, mind } = run.result
  return {
    title: `${line(persona_name, 60)} answers`,
    summary: `${neutralizeMrkdwn(persona_name, 60)} answers: ${neutralizeMrkdwn(answer, 500)}`,
    lead: (scale) => [
      quote(words(line(question, 500 * scale.words))),
      paragraph(bold(line(persona_name, 60)), words(`, ${line(readable(archetype), 60)}`)),
      paragraph(words(passage(answer, 2_000 * scale.words))),
      paragraph(words(MINDS[mind])),
    ],
    figures: [],
    note: '',
  }
}

import type { ModalView } from '@slack/types'
import { type JudgedOutcome, type OutcomeInput, readAnswers, readNumbers } from '../../domain/panel/outcome.js'
import { hasResult, type RunDocument } from '../../domain/run/run-document.js'
import { upperFirst } from '../../domain/text/words.js'
import { AppError } from '../../errors.js'
import { trackRecordView, verdictOf } from '../../presentation/track-record.js'
import { type RecordedOutcome, recordOutcome } from '../../service/panel/outcomes.js'
import { getRun } from '../../service/run/get-run.js'
import { FIELDS, MODALS } from '../blocks/action-ids.js'
import { context } from '../blocks/blocks.js'
import type { SlackInvocation } from '../inbound/invocation.js'
import { textOf } from './form-values.js'
import { modal, noticeModal, selectField, textField } from './inputs.js'
import { runOf, type Submission } from './modal-request.js'

const RESULTS = [
  { id: 'worked', name: 'It worked' },
  { id: 'failed', name: 'It failed' },
  { id: 'stopped', name: 'It was stopped before it went out' },
]
const SOURCES = [
  { id: 'launch', name: 'A launch' },
  { id: 'sales', name: 'Sales' },
]
const NO_DIFFERENCE = { id: 'none', name: 'Neither: no difference' }

/** Labels of the propositions that a run compared; empty for a single one. */
function labelsOf(run: RunDocument): string[] {
  if (!hasResult(run)) return []
  if (run.kind === 'refinement') return ['before', 'after']
  if (run.kind === 'comparison')
    return [...new Set(run.result.differences.flatMap(({ first, second }) => [first, second]))].sort()
  return []
}

const winnerFields = (labels: readonly string[]) => {
  const named = labels.map((label) => ({ id: label, name: upperFirst(label) }))
  return [
    selectField(FIELDS.winner, 'Who won', [...named, NO_DIFFERENCE], {
      optional: true,
      hint: 'Or the numbers of both, which say it by themselves.',
    }),
    labels.length > 2 && selectField(FIELDS.loser, 'Against', named, { optional: true }),
    textField(FIELDS.numbers, 'Numbers of both', {
      max: 200,
      optional: true,
      example: `${labels[0]}=120/2400, ${labels[1]}=150/2390`,
      hint: 'How many did it, of how many who saw it.',
    }),
  ]
}

const resultFields = (kind: RunDocument['kind']) => [
  selectField(FIELDS.result, 'How it went', RESULTS, { optional: kind !== 'evaluation' }),
  selectField(FIELDS.source, 'Known from', SOURCES, { chosen: 'launch' }),
  kind !== 'evaluation' &&
    textField(FIELDS.answers, 'Or a survey: its five counts', {
      max: 100,
      optional: true,
      example: '10, 12, 20, 31, 7',
      hint: 'How many real people gave each answer about buying, “would not buy” first.',
    }),
]

/** Asks what happened with real people after a run. */
export function outcomeModal(run: RunDocument): ModalView {
  const labels = labelsOf(run)
  return modal({
    id: MODALS.outcome,
    title: 'What really happened',
    submit: 'Record it',
    payload: { run: run.run_id },
    blocks: [
      ...(labels.length > 0 ? winnerFields(labels) : resultFields(run.kind)),
      textField(FIELDS.note, 'Where it can be looked up', { max: 1_000, optional: true }),
      context('It is held against what the run predicted when it ended. Nothing that was recorded can be edited.'),
    ],
  })
}

/** The outcome form of a completed run. Errors: `conflict`, `not_found`. */
export async function outcomeForm({ caller }: SlackInvocation, run_id: string): Promise<ModalView> {
  const run = await getRun(caller.ctx, { run_id })
  if (run.status === 'completed') return outcomeModal(run)
  throw new AppError('conflict', { problem: `The run is ${run.status}; it predicts something once it is completed.` })
}

function outcomeIn({ fields }: Submission): Partial<OutcomeInput> {
  const note = textOf(fields, 'note')
  const answers = textOf(fields, 'answers').trim()
  if (answers !== '') return { what: 'survey', answers: readAnswers(answers), note }
  const result = textOf(fields, 'result') as NonNullable<OutcomeInput['result']> | ''
  if (result !== '') return { what: textOf(fields, 'source') === 'sales' ? 'sales' : 'launch', result, note }
  const numbers = textOf(fields, 'numbers').trim()
  return {
    what: 'ab_test',
    winner: textOf(fields, 'winner') || undefined,
    loser: textOf(fields, 'loser') || undefined,
    numbers: numbers === '' ? undefined : readNumbers(numbers),
    note,
  }
}

/** Records the outcome, and shows in the modal how the prediction came out. */
export async function keepOutcome(submission: Submission): Promise<void> {
  const { caller, answer } = submission
  const recorded = await recordOutcome(caller.ctx, { run_id: runOf(submission), outcome: outcomeIn(submission) })
  await answer.ack({ response_action: 'update', view: noticeModal(recordedSentence(recorded)) })
}

function recordedSentence({ outcome, record }: RecordedOutcome): string {
  const { predicted, happened }: JudgedOutcome = outcome
  return `Predicted: ${predicted}. Happened: ${happened}. So: ${verdictOf(outcome)}. ${trackRecordView(record).sentence}`
}

import type { types } from '@slack/bolt'
import type { EvaluationInput } from '../../domain/evaluation/evaluation.js'
import type { ComparisonInput } from '../../domain/panel/comparison.js'
import type { FocusGroupInput, PressureTestInput } from '../../domain/panel/pressure-test.js'
import { KINDS } from '../../domain/run/kinds.js'
import type { Run } from '../../domain/run/run-state.js'
import { AppError } from '../../errors.js'
import { readGuide, writeGuide } from '../../ingest/read-guide.js'
import type { ComparisonRequest } from '../../service/requests/comparison.js'
import type { AgentRequest } from '../../service/requests/evaluation.js'
import { findRun, findRunToRepeat } from '../../service/run/get-run.js'
import type { RequestOf } from '../../service/run/submit-run.js'
import type { RunForm } from '../blocks/view-models.js'
import { originOfFollowUp } from '../commands/start-run.js'
import type { SlackInvocation } from '../inbound/invocation.js'
import { readableText } from '../inbound/slack-text.js'
import { comparisonAgainModal, evaluationAgainModal, focusGroupAgainModal, runAgainModal } from './again-modals.js'
import { offering, panelOf, panelSettingsOf, readForm, settingsOf, storeIfTooLong, testOf } from './form-values.js'
import {
  aboutIn,
  evaluationRequest,
  notesIn,
  propositionIn,
  readChosenSettings,
  type Submission,
  startFromModal,
  typedOrStored,
} from './modal-request.js'

type Source = { readonly run: Run; readonly form: RunForm }

/** How a kind of run is repeated: its form, and the request that the form makes. */
type Again<Input, Request = object> = {
  readonly form: (invocation: SlackInvocation, input: Input, source: Source) => Promise<types.ModalView>
  readonly request: (
    submission: Submission,
    before: Input,
  ) => Promise<{ readonly request: Request; readonly budget_usd: number | undefined } | null>
}

/** A form with a run's own panel as initial values and as hints. */
function formOf({ form, run }: Source, settings: Partial<RunForm['settings']>, { about }: { about: string }) {
  const before = { ...form.settings, ...settings, budgetUsd: null }
  return { run_id: run.run_id, before, form: offering({ ...form, about, settings: before }) }
}

/** The same members of a saved set are reused unless the panel or its size changes. */
function panelAgain<T extends { people: unknown; panel: string[]; personas: number }>(before: T, now: Partial<T>): T {
  const same = JSON.stringify([now.panel, now.personas]) === JSON.stringify([before.panel, before.personas])
  return { ...before, ...now, people: same ? before.people : null }
}

const pressureTest: Again<PressureTestInput> = {
  form: async (invocation, input, source) => {
    const kept = await storeIfTooLong(invocation, input.stimulus)
    const { form, ...rest } = formOf(source, settingsOf(input), input)
    return runAgainModal({ ...rest, form: { ...form, ...kept, proposition: input.stimulus } })
  },
  request: async (submission, before) => {
    const settings = await readChosenSettings(submission, settingsOf(before))
    if (!settings) return null
    const { stimulus, attachments } = await propositionIn(submission, before.stimulus)
    const repeated = panelAgain(before, { ...testOf(settings, stimulus), about: aboutIn(submission, before.about) })
    // Sources and pictures belong to the text as it was.
    const isSame = stimulus === readableText(before.stimulus) && attachments.length === 0
    const request = isSame
      ? { ...repeated, stimulus: before.stimulus }
      : { ...repeated, attachments, sources: undefined, pictures: undefined }
    return { request, budget_usd: settings.budgetUsd ?? undefined }
  },
}

const focusGroup: Again<FocusGroupInput> = {
  form: async (invocation, input, source) => {
    const guide = writeGuide(input)
    const kept = await storeIfTooLong(invocation, guide)
    const { form, ...rest } = formOf(source, panelSettingsOf(input), input)
    const notes = input.notes.map(({ name }) => name)
    return focusGroupAgainModal({ ...rest, notes, form: { ...form, ...kept, proposition: guide } })
  },
  request: async (submission, before) => {
    const settings = await readChosenSettings(submission, panelSettingsOf(before))
    if (!settings) return null
    const written = writeGuide(before)
    const guide = await typedOrStored(submission, 'guide', written)
    const notes = await notesIn(submission)
    return {
      request: {
        ...panelAgain(before, { ...panelOf(settings), about: aboutIn(submission, before.about) }),
        ...readGuide(guide),
        notes: notes.length > 0 ? notes : before.notes,
        // Sources belong to the guide as it was.
        sources: readableText(guide) === readableText(written) ? before.sources : undefined,
      },
      budget_usd: settings.budgetUsd ?? undefined,
    }
  },
}

const comparison: Again<ComparisonInput, ComparisonRequest> = {
  form: async (_, input, source) =>
    comparisonAgainModal({
      ...formOf(source, panelSettingsOf(input), input),
      names: input.propositions.map(({ name }) => name),
    }),
  request: async (submission, before) => {
    const settings = await readChosenSettings(submission, panelSettingsOf(before))
    if (!settings) return null
    return {
      request: panelAgain(before, { ...panelOf(settings), about: aboutIn(submission, before.about) }),
      budget_usd: settings.budgetUsd ?? undefined,
    }
  },
}

const evaluation: Again<EvaluationInput, AgentRequest> = {
  form: async (_, { agent, against, trials }, { run, form }) =>
    evaluationAgainModal({
      run_id: run.run_id,
      form: { ...form, settings: { ...form.settings, budgetUsd: null } },
      agent: agent.agent_version_id,
      against: against?.agent.agent_version_id ?? null,
      trials,
    }),
  request: evaluationRequest,
}

const AGAIN = { pressure_test: pressureTest, focus_group: focusGroup, comparison, evaluation }
type Repeated = keyof typeof AGAIN

function repeatable(run: Run): { again: Again<unknown, RequestOf[Repeated]>; input: unknown } {
  const again = AGAIN[run.kind as Repeated] as Again<unknown, RequestOf[Repeated]> | undefined
  const input = again && KINDS[run.kind as Repeated].input.safeParse(run.input)
  if (!again || !input?.success)
    throw new AppError('invalid_input', { problem: 'This cannot be run again with one thing changed.' })
  return { again, input: input.data }
}

/** The form to repeat a run, for “Run again with…”. */
export async function againForm(invocation: SlackInvocation, run_id: string): Promise<types.ModalView> {
  const run = await findRun(invocation.caller.ctx, run_id)
  const { again, input } = repeatable(run)
  return again.form(invocation, input, { run, form: await readForm(invocation) })
}

/** Submits the repeated run; its messages go to the thread of the original. */
export async function runAgain(submission: Submission, run_id: string): Promise<void> {
  const run = await findRunToRepeat(submission.caller.ctx, run_id)
  const { again, input } = repeatable(run)
  const repeated = await again.request(submission, input)
  if (repeated === null) return
  await startFromModal(submission, {
    kind: run.kind as Repeated,
    ...repeated,
    origin: await originOfFollowUp(submission, run.run_id, submission.payload.channel),
  })
}

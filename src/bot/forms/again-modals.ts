import type { ModalView } from '@slack/types'
import { FIELDS, MODALS } from '../blocks/action-ids.js'
import { context, list, paragraph, rich, words } from '../blocks/blocks.js'
import { line } from '../blocks/text.js'
import type { RunForm, Settings } from '../blocks/view-models.js'
import { filesField, modal, numberField, selectField } from './inputs.js'
import {
  aboutField,
  budgetField,
  checks,
  focusGroupField,
  guideField,
  panelFields,
  payloadOf,
  propositionBlocks,
  RESPONSIVE_RATE,
} from './new-run-modals.js'

type Again = { readonly run_id: string; readonly before: Settings; readonly form: RunForm }

const TITLE = 'Run again with…'
const NOT_PAIRED =
  'What you change is listed on the new card. Two runs with other people or settings are not paired: “Compare” is.'

/** A modal that repeats a run with other settings; the fields of its kind come first. */
const againModal = (
  { run_id, form }: Pick<Again, 'run_id' | 'form'>,
  blocks: Parameters<typeof modal>[0]['blocks'],
): ModalView =>
  modal({
    id: MODALS.runAgain,
    title: TITLE,
    submit: 'Run again',
    payload: { ...payloadOf(form), run: run_id },
    blocks: [...blocks, budgetField(form.settings)],
  })

/** Repeats a test with other settings; each field names its earlier value. `form.settings` are the initial values. */
export const runAgainModal = (again: Again): ModalView => {
  const { before: was, form } = again
  return againModal(again, [
    ...propositionBlocks(form),
    aboutField(form),
    ...panelFields({ ...form, was }),
    focusGroupField(form.settings.focusGroup, was),
    ...checks(form.settings, was),
    context(NOT_PAIRED, RESPONSIVE_RATE),
  ])
}

/** Repeats a discussion with another guide or other people. Its notes stay unless others are uploaded. */
export const focusGroupAgainModal = ({ notes, ...again }: Again & { readonly notes: readonly string[] }): ModalView => {
  const { before: was, form } = again
  return againModal(again, [
    guideField(form),
    filesField(FIELDS.files, 'Other notes', {
      types: ['txt', 'md', 'markdown', 'html', 'pdf', 'docx'],
      max: 5,
      optional: true,
      hint: notes.length === 0 ? 'Before: none.' : `Before: ${line(notes.join(', '), 200)}. They stay without others.`,
    }),
    aboutField(form),
    ...panelFields({ ...form, was }),
    context(NOT_PAIRED, RESPONSIVE_RATE),
  ])
}

/** Shows the same propositions to other people. */
export const comparisonAgainModal = ({ names, ...again }: Again & { readonly names: readonly string[] }): ModalView => {
  const { before: was, form } = again
  return againModal(again, [
    rich(paragraph(words('The same propositions:')), list(names.map((name) => [words(line(name, 200))]))),
    aboutField(form),
    ...panelFields({ ...form, was }),
    context('What you change is listed on the new card.', RESPONSIVE_RATE),
  ])
}

type EvaluationAgain = Pick<Again, 'run_id' | 'form'> & {
  /** Id of the evaluated version, and of the version it was compared with. */
  readonly agent: string
  readonly against: string | null
  readonly trials: number
}

/** Repeats an evaluation's cases with another version of the agent, or more trials. */
export const evaluationAgainModal = ({ agent, against, trials, ...again }: EvaluationAgain): ModalView => {
  const { choices } = again.form
  const nameOf = (id: string | null) => choices.agents.find((agent) => agent.id === id)?.name ?? id ?? 'none'
  return againModal(again, [
    selectField(FIELDS.agentVersion, 'Version', choices.agents, {
      chosen: agent,
      optional: true,
      hint: `Before: ${line(nameOf(agent), 100)}.`,
    }),
    filesField(FIELDS.agentFile, 'Or a new version’s file', {
      types: ['yaml', 'yml', 'json'],
      max: 1,
      optional: true,
    }),
    selectField(FIELDS.against, 'Against another version', choices.agents, {
      chosen: against,
      optional: true,
      hint: `Before: ${line(nameOf(against), 100)}.`,
    }),
    filesField(FIELDS.files, 'Other test cases', {
      types: ['csv', 'jsonl', 'json', 'yaml', 'yml'],
      max: 1,
      optional: true,
      hint: 'Without any, the cases stay as they were.',
    }),
    numberField(FIELDS.trials, 'Trials of each case', {
      value: trials,
      min: 1,
      max: 30,
      hint: `Before: ${trials}.`,
    }),
    context('What you change is listed on the new card. Prospects are synthetic.'),
  ])
}

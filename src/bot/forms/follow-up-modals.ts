import type { ModalView } from '@slack/types'
import { dollars } from '../../domain/text/dollars.js'
import { FIELDS, MODALS } from '../blocks/action-ids.js'
import type { ActionPayload } from '../blocks/action-payload.js'
import { context, paragraph, quote, rich, words } from '../blocks/blocks.js'
import { line, titled } from '../blocks/text.js'
import type { Choice, Choices, Settings } from '../blocks/view-models.js'
import {
  channelField,
  dateField,
  modal,
  numberField,
  radioField,
  selectField,
  textField,
  tickField,
  userField,
  usersField,
} from './inputs.js'
import { budgetField, focusGroupField, panelFields, visibilityField } from './new-run-modals.js'

/** Longest question to a respondent in characters, as in the domain. */
const MAX_QUESTION = 2_000
const MAX_REASON = 1_000

type Ask = {
  readonly run_id: string
  readonly people: readonly Choice[]
  readonly persona?: string
  readonly channel?: string
  readonly ts?: string
}

/** Asks a respondent another question. */
export const askModal = ({ run_id, people, persona, channel, ts }: Ask): ModalView =>
  modal({
    id: MODALS.ask,
    title: 'Ask a respondent',
    submit: 'Ask',
    payload: { run: run_id, channel, ts },
    blocks: [
      selectField(FIELDS.persona, 'Whom', people, { chosen: persona ?? people[0]?.id ?? null }),
      textField(FIELDS.question, 'Question', {
        long: true,
        max: MAX_QUESTION,
        example: 'What would have to be true for you to try it?',
      }),
      context('A synthetic person answers, who remembers the test, the discussion and what was asked since.'),
    ],
  })

type About = {
  readonly run_id: string
  /** The view's key; `null` for the whole report. */
  readonly view: string | null
  /** The view's text, or the subject of the report. */
  readonly what: string
  /** Where the button was pressed. */
  readonly from?: Pick<ActionPayload, 'desk' | 'home'>
}
const payloadOf = ({ run_id, view, from }: About): ActionPayload => ({ ...from, run: run_id, view: view ?? undefined })

/** Assigns a suppressed view to a person. */
export const assignModal = (about: About): ModalView =>
  modal({
    id: MODALS.assign,
    title: about.view === null ? 'Assign all views' : 'Assign this view',
    submit: 'Assign',
    payload: payloadOf(about),
    blocks: [
      rich(quote(words(line(about.what, 600)))),
      userField(FIELDS.assignee, 'To whom', {
        hint: 'They get one direct message; nobody is mentioned in the channel.',
      }),
      dateField(FIELDS.due, 'Until when', { optional: true }),
      textField(FIELDS.note, 'Note', { long: true, max: MAX_REASON, optional: true }),
    ],
  })

/** Shares the score card to another channel. */
export const shareModal = ({ run_id, subject }: { readonly run_id: string; readonly subject: string }): ModalView =>
  modal({
    id: MODALS.share,
    title: 'Share to a channel',
    submit: 'Share',
    payload: { run: run_id },
    blocks: [
      rich(
        quote(words(line(titled(subject), 600))),
        paragraph(words('The score card is posted there with its trust light and a link to the report.')),
      ),
      channelField(FIELDS.channel, 'Channel', { hint: 'The app has to be in it: “/invite @pressure-test”.' }),
      textField(FIELDS.note, 'A word with it', { long: true, max: MAX_REASON, optional: true }),
    ],
  })

/** Exports a run as a file. */
type Export = { readonly run_id: string; readonly markdown: boolean }
export const exportModal = ({ run_id, markdown }: Export): ModalView =>
  modal({
    id: MODALS.export,
    title: 'Export',
    submit: 'Export',
    payload: { run: run_id },
    blocks: [
      radioField(
        FIELDS.format,
        'As',
        [
          { id: 'html', name: 'Report: one page that needs no network' },
          ...(markdown ? [{ id: 'markdown', name: 'Markdown: the verdict in plain text' }] : []),
          { id: 'json', name: 'JSON: the result as it is stored' },
          { id: 'evidence', name: 'Evidence: every step and call, to compute it again' },
        ],
        { chosen: 'html' },
      ),
      context('It is put into the run’s thread.'),
    ],
  })

/** Raises the budget of a run whose budget is spent, and resumes it. */
export const raiseBudgetModal = ({
  run_id,
  budgetUsd,
}: {
  readonly run_id: string
  readonly budgetUsd: number
}): ModalView =>
  modal({
    id: MODALS.raiseBudget,
    title: 'Go on',
    submit: 'Go on',
    payload: { run: run_id },
    blocks: [
      numberField(FIELDS.budget, 'Budget of this run, US dollars', {
        value: budgetUsd * 2,
        min: 0,
        decimal: true,
        hint: `Before: ${dollars(budgetUsd)}. What was answered is kept and not paid again.`,
      }),
    ],
  })

/** Asks what has to change in an agent's version. */
export const requestChangesModal = ({
  run_id,
  agent,
}: {
  readonly run_id: string
  readonly agent: string
}): ModalView =>
  modal({
    id: MODALS.requestChanges,
    title: 'Ask for changes',
    submit: 'Send back',
    payload: { run: run_id },
    blocks: [
      rich(quote(words(line(agent, 300)))),
      textField(FIELDS.reason, 'What has to change', {
        long: true,
        max: MAX_REASON,
        hint: 'It stands on the card with your name.',
      }),
    ],
  })

type Form = { readonly settings: Settings; readonly choices: Choices; readonly digest: boolean }

/** Default values of one person's forms. */
export const settingsModal = ({ settings, choices, digest }: Form): ModalView =>
  modal({
    id: MODALS.settings,
    title: 'Settings',
    submit: 'Save',
    payload: {},
    blocks: [
      ...panelFields({ settings, choices }),
      focusGroupField(settings.focusGroup),
      tickField(
        FIELDS.controls,
        'Control concepts',
        'Show an absurd and a known-good concept as well',
        settings.controls,
      ),
      visibilityField(settings),
      budgetField(settings),
      numberField(FIELDS.confirmAbove, 'Ask me first above, US dollars', {
        value: settings.confirmAboveUsd,
        min: 0,
        decimal: true,
      }),
      tickField(FIELDS.digest, 'Weekly digest', 'Send me the week on Mondays', digest),
    ],
  })

/** Names the leads, who answer minority reports and approve agents; for admins. `leads`: Slack user ids. */
export const leadsModal = ({ leads }: { readonly leads: readonly string[] }): ModalView =>
  modal({
    id: MODALS.leads,
    title: 'Name leads',
    submit: 'Save',
    payload: {},
    blocks: [
      usersField(FIELDS.leads, 'Leads', leads, {
        optional: true,
        hint: 'They may acknowledge minority reports, approve agents and raise budgets.',
      }),
    ],
  })

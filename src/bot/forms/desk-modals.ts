import type { ModalView } from '@slack/types'
import { DeskFilter } from '../../domain/panel/dissent.js'
import type { ObjectionRecord } from '../../domain/panel/versions.js'
import { counted } from '../../domain/text/words.js'
import type { Desk } from '../../service/panel/desk.js'
import { DESK_PAGE } from '../../service/panel/desk.js'
import { ACTIONS, FIELDS, MODALS } from '../blocks/action-ids.js'
import type { ActionPayload } from '../blocks/action-payload.js'
import { actions, button, context, paragraph, quote, rich, words } from '../blocks/blocks.js'
import { deskProvenance, deskRow, deskSentence, versionRows } from '../blocks/desk.js'
import { CONFIRM_ALL } from '../blocks/minority.js'
import { line } from '../blocks/text.js'
import type { Choice } from '../blocks/view-models.js'
import { modal, radioField, selectField, textField } from './inputs.js'

const DIVIDER = { type: 'divider' } as const
const ROOM = { words: 1, items: 1 }
const STATES = [
  { id: 'open', name: 'Open and assigned' },
  { id: 'closed', name: 'Closed' },
  { id: 'all', name: 'All' },
]
const AGES = [
  { id: '0', name: 'Any age' },
  { id: '7', name: 'A week or older' },
  { id: '30', name: 'A month or older' },
]
const STRENGTHS = [
  { id: '0', name: 'However firmly held' },
  { id: '0.5', name: 'Held firmly (0.5 or more)' },
  { id: '0.8', name: 'Held very firmly (0.8 or more)' },
]
const isPlain = (filter: DeskFilter): boolean => JSON.stringify(filter) === JSON.stringify(DeskFilter.parse({}))

function foundWords({ run, project }: DeskFilter, total: number): string {
  if (run !== '') return `${counted(total, 'view')} nobody heard in this run.`
  if (project !== '') return `${total} found in ${project}.`
  return `${total} found by the filter.`
}

/** The desk: unheard views, one page, each with its buttons; for a project also its objections over the versions. */
export function deskModal(
  { filter, page, total, views, counts }: Desk,
  versions: ObjectionRecord | null = null,
): ModalView {
  const pages = Math.max(1, Math.ceil(total / DESK_PAGE))
  const at = (to: number): ActionPayload => ({ desk: { ...filter, page: to } })
  const found = isPlain(filter) ? deskSentence(counts) : `${foundWords(filter, total)} ${deskSentence(counts)}`
  const open = views.filter(({ action }) => action === null).length
  const asked = filter.run !== '' && open > 1
  return modal({
    id: MODALS.desk,
    title: 'The desk',
    payload: at(page),
    blocks: [
      rich(paragraph(words(found))),
      actions(
        button({
          label: isPlain(filter) ? 'Filter…' : 'Change the filter…',
          action: ACTIONS.filterDesk,
          payload: at(page),
        }),
        asked &&
          button({
            label: 'Acknowledge all…',
            action: ACTIONS.acknowledge,
            payload: { run: filter.run },
            confirm: CONFIRM_ALL,
          }),
        !isPlain(filter) && button({ label: 'Show all open', action: ACTIONS.openDesk, payload: {} }),
      ),
      ...(versions === null ? [] : [...versionRows(versions), DIVIDER]),
      ...views.flatMap((view) => deskRow(view, {}, ROOM)),
      total === 0 && context('Nothing here.'),
      pages > 1 &&
        actions(
          page > 0 && button({ label: 'Back', action: ACTIONS.deskBack, payload: at(page - 1) }),
          page < pages - 1 && button({ label: 'Next', action: ACTIONS.deskNext, payload: at(page + 1) }),
        ),
      context(pages > 1 && `Page ${page + 1} of ${pages}.`, views.length > 0 && deskProvenance(views)),
    ].filter((block) => block !== false && !('elements' in block && block.elements.length === 0)),
  })
}

type Offered = { readonly owners: readonly Choice[]; readonly projects: readonly string[] }

/** Asks which views the desk shows. */
export const deskFilterModal = (filter: DeskFilter, { owners, projects }: Offered): ModalView =>
  modal({
    id: MODALS.deskFilter,
    title: 'Filter the desk',
    submit: 'Show',
    payload: { desk: { ...filter, page: 0 } },
    blocks: [
      radioField(FIELDS.deskState, 'Which', STATES, { chosen: filter.state }),
      selectField(
        FIELDS.deskOwner,
        'Whose',
        [{ id: 'any', name: 'Anybody’s' }, { id: 'nobody', name: 'Nobody’s' }, ...owners],
        { chosen: filter.owner },
      ),
      selectField(
        FIELDS.deskProject,
        'Project',
        projects.map((name) => ({ id: name, name })),
        { chosen: filter.project, optional: true, hint: 'None: all of them.' },
      ),
      textField(FIELDS.deskFind, 'Product, view or person on the panel', {
        value: filter.find,
        max: 80,
        optional: true,
        example: 'oat drink',
      }),
      selectField(FIELDS.deskDays, 'Age', AGES, { chosen: String(filter.days) }),
      selectField(FIELDS.deskStrength, 'Firmness', STRENGTHS, { chosen: String(filter.strength) }),
    ],
  })

const OUTCOMES = [
  { id: 'fixed', name: 'Fixed: the proposition was changed' },
  { id: 'tested', name: 'Tested with real people' },
  { id: 'accepted_risk', name: 'Accepted as a risk' },
  { id: 'disagreed', name: 'Wrong, because…' },
]

type Closing = { readonly payload: ActionPayload; readonly what: string }

/** Asks what came of a view. */
export const closeViewModal = ({ payload, what }: Closing): ModalView =>
  modal({
    id: MODALS.closeView,
    title: 'Close this view',
    submit: 'Close it',
    payload,
    blocks: [
      rich(quote(words(line(what, 600)))),
      radioField(FIELDS.outcome, 'What came of it', OUTCOMES, { chosen: 'fixed' }),
      textField(FIELDS.reason, 'Because…', {
        long: true,
        max: 1_000,
        optional: true,
        hint: 'It stands under the view with your name; “wrong” needs it.',
      }),
      textField(FIELDS.link, 'Link', {
        max: 2_000,
        optional: true,
        example: 'https://… to the change, the study or the decision',
      }),
    ],
  })

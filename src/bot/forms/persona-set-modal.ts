import type { ModalView } from '@slack/types'
import { FIELDS, MODALS } from '../blocks/action-ids.js'
import { context } from '../blocks/blocks.js'
import type { PressureTestForm } from '../blocks/view-models.js'
import { filesField, modal, numberField, textField } from './inputs.js'
import { budgetField, visibilityField } from './panel-fields.js'
import { refOf } from './study-fields.js'

/** Asks for a persona set made from uploaded research. */
export const personaSetModal = (form: Pick<PressureTestForm, 'settings' | 'channel' | 'open'>): ModalView =>
  modal({
    id: MODALS.personaSet,
    title: 'Persona set',
    submit: 'Make it',
    ref: refOf(form),
    blocks: [
      textField(FIELDS.name, 'Name', {
        most: 80,
        example: 'Night-shift nurses',
        hint: 'The same name again makes its next version.',
      }),
      filesField(FIELDS.files, 'Research', {
        types: ['txt', 'md', 'html', 'pdf', 'docx', 'csv', 'json'],
        most: 10,
        hint: 'Interviews, surveys, notes: the synthetic people are drawn from what stands in them.',
      }),
      numberField(FIELDS.count, 'How many', { value: 30, least: 3, most: 1_000 }),
      numberField(FIELDS.diversity, 'How different, 0 to 1', {
        value: 0.8,
        least: 0,
        most: 1,
        decimal: true,
        hint: '0: as common as in the research. 1: every trait equally often.',
      }),
      visibilityField(form.settings),
      budgetField(form.settings),
      context(
        'Of a CSV file, columns recognised as names, e-mail addresses or telephone numbers are left out. Names and street addresses in free text stay, and other files are stored as they are. Take them out first: a persona set is no record of anybody.',
      ),
    ],
  })

import type { ModalView } from '@slack/types'
import { FIELDS, MODALS } from '../action-ids.js'
import { context } from '../blocks.js'
import type { Settings } from '../given.js'
import { filesField, modal, numberField, textField } from './inputs.js'
import { budgetField } from './panel-fields.js'

/** Asks for a persona set made from uploaded research. */
export const personaSetModal = ({ settings }: { readonly settings: Settings }): ModalView =>
  modal({
    id: MODALS.personaSet,
    title: 'Persona set',
    submit: 'Make it',
    ref: {},
    blocks: [
      textField(FIELDS.name, 'Name', { most: 80, example: 'Night-shift nurses' }),
      filesField(FIELDS.files, 'Research', {
        types: ['txt', 'md', 'markdown', 'csv', 'html', 'pdf'],
        most: 10,
        hint: 'Interviews, surveys, notes: the synthetic people are drawn from what stands in them.',
      }),
      numberField(FIELDS.count, 'How many', { value: settings.personas, least: 3, most: 100 }),
      numberField(FIELDS.diversity, 'How different, 0 to 1', { value: 0.5, least: 0, most: 1, decimal: true }),
      budgetField(settings),
      context('Leave out names and contact data of real people: a persona set is no record of anybody.'),
    ],
  })

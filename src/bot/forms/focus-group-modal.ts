import type { ModalView } from '@slack/types'
import { FIELDS, MODALS } from '../blocks/action-ids.js'
import { context } from '../blocks/blocks.js'
import type { PressureTestForm } from '../blocks/view-models.js'
import { filesField, modal } from './inputs.js'
import { budgetField, panelFields, visibilityField } from './panel-fields.js'
import { guideField, refOf } from './study-fields.js'

/** Asks for a discussion of its own: a subject, topics, notes. */
export const focusGroupModal = (form: PressureTestForm): ModalView =>
  modal({
    id: MODALS.focusGroup,
    title: 'Focus group',
    submit: 'Start it',
    ref: refOf(form),
    blocks: [
      guideField(form),
      filesField(FIELDS.files, 'Notes everybody has read', {
        types: ['txt', 'md', 'markdown', 'html', 'pdf', 'docx'],
        most: 5,
        optional: true,
        hint: 'At most five.',
      }),
      ...panelFields(form),
      visibilityField(form.settings),
      budgetField(form.settings),
      context('Each turn is said by one synthetic person alone, who knows the talk so far and its own notes.'),
    ],
  })

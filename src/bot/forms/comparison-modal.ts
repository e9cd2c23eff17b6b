import type { ModalView } from '@slack/types'
import { FIELDS, MODALS } from '../blocks/action-ids.js'
import { context } from '../blocks/blocks.js'
import type { PressureTestForm } from '../blocks/view-models.js'
import { modal, textField } from './inputs.js'
import { budgetField, panelFields, visibilityField } from './panel-fields.js'
import { refOf } from './study-fields.js'

/** Asks for a comparison of two or three propositions by the same people. */
export const comparisonModal = (form: PressureTestForm): ModalView =>
  modal({
    id: MODALS.comparison,
    title: 'Compare',
    submit: 'Compare them',
    ref: refOf(form),
    blocks: [
      textField(FIELDS.propositionA, 'A', {
        value: form.proposition ?? '',
        long: true,
        hint: 'A text, or the id of a run.',
      }),
      textField(FIELDS.propositionB, 'B', { long: true }),
      textField(FIELDS.propositionC, 'C', { long: true, optional: true }),
      ...panelFields(form),
      visibilityField(form.settings),
      budgetField(form.settings),
      context(
        'Everybody sees all of them, in a balanced order, so that the difference is that of the same synthetic people.',
      ),
    ],
  })

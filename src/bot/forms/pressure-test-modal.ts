import type { ModalView } from '@slack/types'
import { MODALS } from '../blocks/action-ids.js'
import { context } from '../blocks/blocks.js'
import type { PressureTestForm } from '../blocks/view-models.js'
import { modal } from './inputs.js'
import { budgetField, focusGroupField, panelFields, visibilityField } from './panel-fields.js'
import { checks, HONEST, propositionBlocks, refOf } from './study-fields.js'

/** Asks for a pressure test, with the settings used last. */
export const pressureTestModal = (form: PressureTestForm): ModalView =>
  modal({
    id: MODALS.pressureTest,
    title: 'Pressure test',
    submit: 'Test it',
    ref: refOf(form),
    blocks: [
      ...propositionBlocks(form),
      ...panelFields(form),
      focusGroupField(form.settings.focusGroup),
      ...checks(form.settings),
      visibilityField(form.settings),
      budgetField(form.settings),
      context(HONEST),
    ],
  })

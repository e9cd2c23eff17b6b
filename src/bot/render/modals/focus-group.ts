import type { ModalView } from '@slack/types'
import { FIELDS, MODALS } from '../action-ids.js'
import { context } from '../blocks.js'
import type { PressureTestForm } from '../given.js'
import { filesField, modal, textField } from './inputs.js'
import { budgetField, panelFields, visibilityField } from './panel-fields.js'

/** Asks for a discussion of its own: a subject, topics, notes. */
export const focusGroupModal = (form: Omit<PressureTestForm, 'pending'>): ModalView =>
  modal({
    id: MODALS.focusGroup,
    title: 'Focus group',
    submit: 'Start it',
    ref: form.channel === undefined ? {} : { channel: form.channel },
    blocks: [
      textField(FIELDS.guide, 'Discussion guide', {
        value: form.proposition ?? '',
        long: true,
        example: 'What it is about.\n- First impressions\n- The price',
        hint: 'What it is about first, then a line with “-” for each topic, at most ten.',
      }),
      filesField(FIELDS.files, 'Notes everybody has read', {
        types: ['txt', 'md', 'markdown', 'html', 'pdf'],
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

import type { ModalView } from '@slack/types'
import { FIELDS, MODALS } from '../blocks/action-ids.js'
import { context } from '../blocks/blocks.js'
import type { PressureTestForm } from '../blocks/view-models.js'
import { filesField, modal, numberField, selectField } from './inputs.js'
import { budgetField, visibilityField } from './panel-fields.js'
import { refOf } from './study-fields.js'

type Form = PressureTestForm & { readonly agent?: string }

/** Asks for an agent's evaluation: a version that is known here, or a file. */
export const evaluationModal = ({ agent, ...form }: Form): ModalView => {
  const { settings, choices } = form
  return modal({
    id: MODALS.evaluation,
    title: 'Evaluate an agent',
    submit: 'Evaluate it',
    ref: refOf(form),
    blocks: [
      selectField(FIELDS.agentVersion, 'Version', choices.agents, { chosen: agent ?? null, optional: true }),
      filesField(FIELDS.agentFile, choices.agents.length === 0 ? 'The agent’s file' : 'Or a new version’s file', {
        types: ['yaml', 'yml', 'json'],
        most: 1,
        optional: choices.agents.length > 0,
        hint: 'Instructions, model, tools and, if it is live, its address; YAML or JSON.',
      }),
      selectField(FIELDS.against, 'Against another version', choices.agents, { optional: true }),
      filesField(FIELDS.files, 'Test cases', {
        types: ['csv', 'jsonl', 'json', 'yaml', 'yml'],
        most: 1,
        optional: true,
        hint: 'Without any, ten default prospects are used.',
      }),
      numberField(FIELDS.trials, 'Trials of each case', { value: 3, least: 1, most: 30 }),
      visibilityField(settings),
      budgetField(settings),
      context(
        'Prospects are synthetic. The agent is judged by another model; people’s marks show how far to believe it.',
      ),
    ],
  })
}

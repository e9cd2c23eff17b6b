import type { ModalView } from '@slack/types'
import { FIELDS, MODALS } from '../blocks/action-ids.js'
import type { Choices, Settings } from '../blocks/view-models.js'
import { modal, numberField, tickField, usersField } from './inputs.js'
import { budgetField, focusGroupField, panelFields, visibilityField } from './panel-fields.js'

type Form = { readonly settings: Settings; readonly choices: Choices; readonly digest: boolean }

/** What forms start with, for one person. */
export const settingsModal = ({ settings, choices, digest }: Form): ModalView =>
  modal({
    id: MODALS.settings,
    title: 'Settings',
    submit: 'Save',
    ref: {},
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
        least: 0,
        decimal: true,
      }),
      tickField(FIELDS.digest, 'Weekly digest', 'Send me the week on Mondays', digest),
    ],
  })

/** Who answers minority reports and approves agents; only admins get to see it. `leads`: Slack user ids. */
export const leadsModal = ({ leads }: { readonly leads: readonly string[] }): ModalView =>
  modal({
    id: MODALS.leads,
    title: 'Name leads',
    submit: 'Save',
    ref: {},
    blocks: [
      usersField(FIELDS.leads, 'Leads', leads, {
        optional: true,
        hint: 'They may acknowledge minority reports, approve agents and raise budgets.',
      }),
    ],
  })

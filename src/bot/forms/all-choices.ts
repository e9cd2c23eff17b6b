import type { ModalView } from '@slack/types'
import { MODALS } from '../blocks/action-ids.js'
import type { RunForm } from '../blocks/view-models.js'
import { type SlackInvocation, showModal } from '../inbound/invocation.js'
import { formInHand, productChoices, readFields } from './form-values.js'
import { withTyped } from './inputs.js'
import {
  allChoicesModal,
  comparisonModal,
  evaluationModal,
  focusGroupModal,
  personaSetModal,
  simulationModal,
} from './new-run-modals.js'

const LONG_FORMS: Readonly<Record<string, (form: RunForm) => ModalView>> = {
  [MODALS.focusGroup]: (form) => focusGroupModal(form, { full: true }),
  [MODALS.comparison]: (form) => comparisonModal(form, { full: true }),
  [MODALS.evaluation]: (form) => evaluationModal(form, { full: true }),
  [MODALS.personaSet]: (form) => personaSetModal(form, { full: true }),
}

/** Opens every choice of the form that holds the pressed button, with the values entered there. */
export async function openAllChoices(press: SlackInvocation): Promise<void> {
  const { request, caller } = press
  const form = await formInHand(press)
  const isSimulation = request.view?.form === MODALS.simulation
  const long = LONG_FORMS[request.view?.form ?? ''] ?? allChoicesModal
  const view = isSimulation ? simulationModal(form, await productChoices(caller), { full: true }) : long(form)
  await showModal(press, withTyped(view, readFields(request.view?.values)))
}

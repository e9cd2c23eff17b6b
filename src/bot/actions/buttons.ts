import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/types'
import type { JudgedResult } from '../../domain/panel/pressure-test.js'
import { KINDS } from '../../domain/run/kinds.js'
import type { SimulationResult } from '../../domain/simulation/simulation.js'
import { AppError, isAppError } from '../../errors.js'
import { decideOnAgent } from '../../service/evaluation/decide-on-agent.js'
import { markConversations } from '../../service/evaluation/mark-conversations.js'
import { cancelRun } from '../../service/run/cancel-run.js'
import { finishedRun } from '../../service/run/finished-run.js'
import { findRun, getRun } from '../../service/run/get-run.js'
import { resumeRun, retryRun } from '../../service/run/reopen-run.js'
import { voteOnSection } from '../../service/run/vote-on-section.js'
import { discardDraft, NO_LONGER_WAITS, readDraft, startSlackDraft } from '../../service/slack/slack-drafts.js'
import { sendRunNotice, visibleToViewer } from '../../service/slack/slack-origins.js'
import { hasDigest, listLeads } from '../../service/slack/slack-settings.js'
import { ACTIONS, type ActionId, MODALS } from '../blocks/action-ids.js'
import { type ActionPayload, readActionPayload } from '../blocks/action-payload.js'
import { confirmedMessage } from '../blocks/confirm.js'
import { noticeMessage } from '../blocks/notice.js'
import { rootMessage } from '../blocks/root-message.js'
import type { RunForm } from '../blocks/view-models.js'
import { openSimulationForm, showHistory } from '../commands/commands.js'
import { acknowledge, openAssign, openCloseView, openDesk, openDeskFilter } from '../commands/desk.js'
import { originOfFollowUp, startRunAndNotify } from '../commands/start-run.js'
import {
  askModal,
  exportModal,
  leadsModal,
  raiseBudgetModal,
  requestChangesModal,
  settingsModal,
  shareModal,
} from '../forms/follow-up-modals.js'
import { formInHand, offering, productChoices, readFields, readForm } from '../forms/form-values.js'
import { withTyped } from '../forms/inputs.js'
import {
  allChoicesModal,
  comparisonModal,
  evaluationModal,
  focusGroupModal,
  personaSetModal,
  pressureTestModal,
  simulationModal,
} from '../forms/new-run-modals.js'
import { outcomeForm } from '../forms/outcome-form.js'
import { againForm } from '../forms/run-again.js'
import { isLeadOrAdmin, requireAdmin, requireLead, writeTo } from '../inbound/caller.js'
import {
  type ListenerDeps,
  openView,
  requireRun,
  type SlackInvocation,
  showModal,
  withInvocation,
} from '../inbound/invocation.js'
import { showHome } from '../read-home.js'
import { readCard, subjectOf } from '../read-run-message.js'

type ButtonPress = SlackInvocation & { readonly payload: ActionPayload }

/** Registers every button. Its payload holds ids only; the caller and their permission are looked up at each press. */
export function addActions(app: App, deps: ListenerDeps): void {
  for (const [id, press] of Object.entries(BUTTONS)) {
    app.action(
      id,
      withInvocation(deps, 'action', async (invocation) => {
        await invocation.answer.ack()
        const payload = readActionPayload(invocation.request.action?.value) ?? {}
        if (payload.run) await requireRun(invocation, payload.run)
        await press({ ...invocation, payload })
      }),
    )
  }
}

const runOf = ({ payload }: ButtonPress): string => {
  if (payload.run) return payload.run
  throw new AppError('conflict', {
    problem: 'This button belongs to an older message; open the run again with `/pressure-test history`.',
  })
}

async function mark(press: ButtonPress, passed: boolean): Promise<void> {
  const { caller, answer, payload } = press
  const run_id = runOf(press)
  const marks = [{ case_id: payload.case ?? '', trial: payload.trial ?? 1, passed, by: caller.user }]
  const { judge_trust } = await markConversations(caller.ctx, { run_id, marks })
  await answer.say(
    noticeMessage(`Kept: you mark this conversation as ${passed ? 'good' : 'bad'}. ${judge_trust.sentence}`),
  )
}

/** Starts or discards a draft that waits for confirmation, and replaces the question with the decision. */
async function decideOnDraft({ caller, request, answer, payload }: ButtonPress, started: boolean): Promise<void> {
  const is_lead = await isLeadOrAdmin(caller)
  const by = { pending: payload.pending ?? '', user_id: caller.user, is_lead }
  const draft = await readDraft(caller.ctx, by)
  if (!draft) return answer.replace(noticeMessage(NO_LONGER_WAITS))
  if (started && (draft.is_costly || draft.is_above_ceiling) && !is_lead)
    throw new AppError('unauthorized', { problem: 'What costs this much is started by a lead or an admin.' })
  const asker = draft.origin.user_id
  if (started && draft.is_above_ceiling && asker === caller.user)
    throw new AppError('unauthorized', {
      problem: 'What is above a ceiling of this server is started by another lead, not by who asks for it.',
    })
  const subject = subjectOf(draft)
  if (started) await startSlackDraft(caller.ctx, { ...by, response_url: request.response_url })
  else await discardDraft(caller.ctx, by)
  const at = new Date().toISOString()
  const decided = confirmedMessage({ subject, by: request.user_name ?? 'you', at, started })
  await answer.replace(decided)
  // The requester sees a started run by itself; a draft that a lead discarded is reported to them in a direct message.
  if (!started && asker !== caller.user) await writeTo(caller, asker, decided)
}

async function setOf({ caller }: SlackInvocation, run_id: string): Promise<string> {
  const { kind, input } = await findRun(caller.ctx, run_id)
  const generation = kind === 'persona_generation' && KINDS.persona_generation.input.safeParse(input).data
  if (!generation) throw new AppError('not_found', { what: 'persona set of run', id: run_id })
  return generation.name
}

const LONG_FORMS: Readonly<Record<string, (form: RunForm) => ModalView>> = {
  [MODALS.focusGroup]: (form) => focusGroupModal(form, { full: true }),
  [MODALS.comparison]: (form) => comparisonModal(form, { full: true }),
  [MODALS.evaluation]: (form) => evaluationModal(form, { full: true }),
  [MODALS.personaSet]: (form) => personaSetModal(form, { full: true }),
}

/** Opens every choice of the form that holds the pressed button, with the values entered there. */
async function openAllChoices(press: SlackInvocation): Promise<void> {
  const { request, caller } = press
  const form = await formInHand(press)
  const isSimulation = request.view?.form === MODALS.simulation
  const long = LONG_FORMS[request.view?.form ?? ''] ?? allChoicesModal
  const view = isSimulation ? simulationModal(form, await productChoices(caller), { full: true }) : long(form)
  await showModal(press, withTyped(view, readFields(request.view?.values)))
}

const BUTTONS: Record<ActionId, (press: ButtonPress) => Promise<void>> = {
  [ACTIONS.openReport]: async () => {},
  [ACTIONS.cancelRun]: async (press) => {
    await cancelRun(press.caller.ctx, { run_id: runOf(press) })
  },
  [ACTIONS.resumeRun]: async (press) => {
    const run_id = runOf(press)
    const { status, reason, resume_at, budget_usd } = await findRun(press.caller.ctx, run_id)
    // A run's own budget may be raised by anyone who resumes it, the month's budget only by leads.
    if (status === 'paused' && reason?.code === 'budget_exceeded' && resume_at === null)
      return openView(press, raiseBudgetModal({ run_id, budgetUsd: budget_usd }))
    await resumeRun(press.caller.ctx, { run_id })
  },
  [ACTIONS.resumeOffline]: async (press) => {
    await resumeRun(press.caller.ctx, { run_id: runOf(press), fallback: 'offline' })
  },
  [ACTIONS.retryRun]: async (press) => {
    await retryRun(press.caller.ctx, { run_id: runOf(press) })
  },
  [ACTIONS.runAgain]: async (press) => openView(press, await againForm(press, runOf(press))),
  [ACTIONS.refineRun]: async (press) => {
    const run_id = runOf(press)
    const origin = await originOfFollowUp(press, run_id)
    try {
      await startRunAndNotify(press, { kind: 'refinement', request: { run_id }, origin })
    } catch (error) {
      if (!isAppError(error, 'nothing_to_mend')) throw error
      await press.answer.say(noticeMessage(error.message))
    }
  },
  [ACTIONS.askRespondent]: async (press) => {
    const run_id = runOf(press)
    const asked = ['pressure_test', 'focus_group', 'simulation'] as const
    const { result } = await finishedRun(press.caller.ctx, run_id, asked, 'a question')
    const people = 'responses' in result ? respondentsOf(result) : usersOf(result)
    await openView(press, askModal({ run_id, people, persona: press.payload.persona }))
  },
  [ACTIONS.shareRun]: async (press) => {
    const run = await findRun(press.caller.ctx, runOf(press))
    await openView(press, shareModal({ run_id: run.run_id, subject: subjectOf(run) }))
  },
  [ACTIONS.recordOutcome]: async (press) => openView(press, await outcomeForm(press, runOf(press))),
  [ACTIONS.exportRun]: async (press) => {
    const run = await findRun(press.caller.ctx, runOf(press))
    await openView(press, exportModal({ run_id: run.run_id, markdown: run.kind === 'evaluation' }))
  },
  [ACTIONS.showRun]: async (press) => {
    const { caller, request, answer } = press
    const run_id = runOf(press)
    const visibility = visibleToViewer(caller.ctx, { user_id: caller.user, channel_id: request.channel })
    if (request.response_url !== null) return answer.say(rootMessage(await readCard(caller.ctx, run_id, visibility)))
    await getRun(caller.ctx, { run_id })
    await sendRunNotice(caller.ctx, {
      dedupe_key: `show:${request.delivery}`,
      run_id,
      payload: { show: 'share' },
      tenant: caller.tenant,
      target: caller.user,
    })
  },
  [ACTIONS.morePage]: (press) => showHistory(press, press.payload.page ?? 0, press.payload.project),

  [ACTIONS.acknowledge]: acknowledge,
  [ACTIONS.assign]: openAssign,
  [ACTIONS.disagree]: openCloseView,
  [ACTIONS.closeView]: openCloseView,
  [ACTIONS.openDesk]: (press) => openDesk(press, press.payload.desk),
  [ACTIONS.filterDesk]: (press) => openDeskFilter(press, press.payload.desk),
  [ACTIONS.deskBack]: (press) => openDesk(press, press.payload.desk),
  [ACTIONS.deskNext]: (press) => openDesk(press, press.payload.desk),

  [ACTIONS.feedback]: async (press) => {
    const { caller, payload } = press
    if (!payload.section || !payload.vote) return
    await voteOnSection(caller.ctx, {
      run_id: runOf(press),
      section: payload.section,
      vote: payload.vote,
      by: caller.user,
    })
  },

  [ACTIONS.confirmRun]: (press) => decideOnDraft(press, true),
  [ACTIONS.discardRun]: (press) => decideOnDraft(press, false),

  [ACTIONS.approveAgent]: async (press) => {
    const { caller, request } = press
    await requireLead(caller, 'approve an agent')
    await decideOnAgent(caller.ctx, {
      run_id: runOf(press),
      decision: 'approved',
      by: caller.user,
      delivery: request.delivery,
    })
  },
  [ACTIONS.requestChanges]: async (press) => {
    const run = await findRun(press.caller.ctx, runOf(press))
    await openView(press, requestChangesModal({ run_id: run.run_id, agent: subjectOf(run) }))
  },
  [ACTIONS.markGood]: (press) => mark(press, true),
  [ACTIONS.markBad]: (press) => mark(press, false),

  [ACTIONS.newPressureTest]: async (press) => {
    const form = await readForm(press)
    if (!press.payload.run) return openView(press, pressureTestModal(form))
    // The button below a new persona set opens the form with that set.
    const settings = { ...form.settings, personaSet: await setOf(press, press.payload.run), panel: [] }
    await openView(press, allChoicesModal(offering({ ...form, settings })))
  },
  [ACTIONS.allChoices]: openAllChoices,
  [ACTIONS.newFocusGroup]: async (press) => openView(press, focusGroupModal(await readForm(press))),
  [ACTIONS.newPersonaSet]: async (press) => openView(press, personaSetModal(await readForm(press))),
  [ACTIONS.newEvaluation]: async (press) => openView(press, evaluationModal(await readForm(press))),
  [ACTIONS.newSimulation]: openSimulationForm,
  [ACTIONS.newComparison]: async (press) => openView(press, comparisonModal(await readForm(press))),
  [ACTIONS.openSettings]: async (press) => {
    const { settings, choices } = await readForm(press)
    const digest = await hasDigest(press.caller.ctx, press.caller.user)
    await openView(press, settingsModal({ settings, choices, digest }))
  },
  [ACTIONS.openLeads]: async (press) => {
    await requireAdmin(press.caller, 'name leads')
    await openView(press, leadsModal({ leads: await listLeads(press.caller.ctx) }))
  },
  [ACTIONS.refreshHome]: showHome,
}

const respondentsOf = ({ responses }: Pick<JudgedResult, 'responses'>) =>
  responses.map(({ persona_id, persona_name }) => ({ id: persona_id, name: persona_name }))

/** People who left come first: most questions are about why they left. */
const usersOf = ({ people }: SimulationResult) =>
  people
    .toSorted((a, b) => Number(a.reason === null) - Number(b.reason === null))
    .map(({ id, name, reason, days }) => ({
      id,
      name: reason === null ? `${name}, still there` : `${name}, left after ${days} days`,
    }))

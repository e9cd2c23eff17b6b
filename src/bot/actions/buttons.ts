import type { App, types } from '@slack/bolt'
import { KINDS } from '../../domain/kinds.js'
import { AppError } from '../../errors.js'
import { actOnMinorityReport } from '../../service/act-on-minority-report.js'
import { hasDigest } from '../../service/ask-digest.js'
import { cancelRun } from '../../service/cancel-run.js'
import { decideOnAgent } from '../../service/decide-on-agent.js'
import { finishedRun } from '../../service/finished-test.js'
import { findRun, getRun } from '../../service/get-run.js'
import { markConversations } from '../../service/mark-conversations.js'
import { listLeads } from '../../service/name-leads.js'
import { refinementInput } from '../../service/refine-run.js'
import { resumeRun, retryRun } from '../../service/reopen-run.js'
import { sayOfRun } from '../../service/slack-origins.js'
import { discardDraft, readDraft, startDraft } from '../../service/start-run.js'
import { voteOnSection } from '../../service/vote-on-section.js'
import { ACTIONS, type ActionId } from '../blocks/action-ids.js'
import { type Ref, readRef } from '../blocks/action-payload.js'
import { confirmedMessage } from '../blocks/confirm.js'
import { viewsOf } from '../blocks/minority.js'
import { noticeMessage } from '../blocks/notice.js'
import { rootMessage } from '../blocks/root-message.js'
import { showHistory } from '../commands/commands.js'
import { showHome } from '../commands/events.js'
import { originHere, startAloud, threadOf } from '../commands/start-run.js'
import {
  askModal,
  assignModal,
  disagreeModal,
  exportModal,
  leadsModal,
  raiseBudgetModal,
  requestChangesModal,
  settingsModal,
  shareModal,
} from '../forms/follow-up-modals.js'
import { offering, readForm } from '../forms/form-values.js'
import {
  comparisonModal,
  evaluationModal,
  focusGroupModal,
  personaSetModal,
  pressureTestModal,
} from '../forms/new-run-modals.js'
import { againForm } from '../forms/run-again.js'
import { requireAdmin, requireLead } from '../inbound/caller.js'
import { type Heard, type ListenerDeps, listen } from '../inbound/invocation.js'
import { readCard, subjectOf } from '../read-card.js'

type Pressed = Heard & { readonly ref: Ref }

/** Every button. What one is about stands in its reference; who presses it and whether they may is looked up each time. */
export function addActions(app: App, deps: ListenerDeps): void {
  for (const [id, press] of Object.entries(BUTTONS)) {
    app.action(
      id,
      listen(deps, 'action', async (heard) => {
        await heard.answer.ack()
        await press({ ...heard, ref: readRef(heard.request.action?.value) ?? {} })
      }),
    )
  }
}

const runOf = ({ ref }: Pressed): string => {
  if (ref.run) return ref.run
  throw new AppError('conflict', {
    problem: 'This button belongs to an older message; open the run again with `/pressure-test history`.',
  })
}

const open = async ({ caller, request }: Heard, view: types.ModalView): Promise<void> => {
  await caller.client.views.open({ trigger_id: request.trigger_id ?? '', view })
}

/** What a window about dissent is about: one view, or all of them. */
async function viewText(pressed: Pressed): Promise<{ run_id: string; view: string | null; what: string }> {
  const { caller, ref } = pressed
  const run_id = runOf(pressed)
  const { result } = await finishedRun(caller.ctx, run_id, ['pressure_test', 'focus_group'], 'an answer')
  const views = viewsOf(result, []).filter(({ key }) => ref.view === undefined || key === ref.view)
  if (ref.view !== undefined && views.length === 0)
    throw new AppError('not_found', { what: 'unheard view', id: ref.view })
  return { run_id, view: ref.view ?? null, what: views.map((one) => one.view).join(' · ') }
}

async function mark(pressed: Pressed, passed: boolean): Promise<void> {
  const { caller, answer, ref } = pressed
  const run_id = runOf(pressed)
  const marks = [{ case_id: ref.case ?? '', trial: ref.trial ?? 1, passed, by: caller.user }]
  const { judge_trust } = await markConversations(caller.ctx, { run_id, marks })
  await answer.say(
    noticeMessage(`Kept: you mark this conversation as ${passed ? 'good' : 'bad'}. ${judge_trust.sentence}`),
  )
}

async function setOf({ caller }: Heard, run_id: string): Promise<string> {
  const { kind, input } = await findRun(caller.ctx, run_id)
  const asked = kind === 'persona_generation' && KINDS.persona_generation.input.safeParse(input).data
  if (!asked) throw new AppError('not_found', { what: 'persona set of run', id: run_id })
  return asked.name
}

const BUTTONS: Record<ActionId, (pressed: Pressed) => Promise<void>> = {
  [ACTIONS.openReport]: async () => {},
  [ACTIONS.cancelRun]: async (pressed) => {
    await cancelRun(pressed.caller.ctx, { run_id: runOf(pressed) })
  },
  [ACTIONS.resumeRun]: async (pressed) => {
    const run_id = runOf(pressed)
    const { status, reason, resume_at, budget_usd } = await findRun(pressed.caller.ctx, run_id)
    // A run's own budget is raised by who lets it go on; the month's is the leads'.
    if (status === 'paused' && reason?.code === 'budget_exceeded' && resume_at === null)
      return open(pressed, raiseBudgetModal({ run_id, budgetUsd: budget_usd }))
    await resumeRun(pressed.caller.ctx, { run_id })
  },
  [ACTIONS.retryRun]: async (pressed) => {
    await retryRun(pressed.caller.ctx, { run_id: runOf(pressed) })
  },
  [ACTIONS.runAgain]: async (pressed) => open(pressed, await againForm(pressed, runOf(pressed))),
  [ACTIONS.refineRun]: async (pressed) => {
    const run_id = runOf(pressed)
    const place = await threadOf(pressed, run_id)
    await startAloud(pressed, {
      kind: 'refinement',
      input: await refinementInput(pressed.caller.ctx, { run_id }),
      origin: originHere(pressed, { ...place, source_run_id: run_id }),
    })
  },
  [ACTIONS.askRespondent]: async (pressed) => {
    const run_id = runOf(pressed)
    const { result } = await finishedRun(pressed.caller.ctx, run_id, ['pressure_test', 'focus_group'], 'a question')
    const people = result.responses.map(({ persona_id, persona_name }) => ({ id: persona_id, name: persona_name }))
    const { persona } = pressed.ref
    await open(pressed, askModal({ run_id, people, ...(persona ? { persona } : {}) }))
  },
  [ACTIONS.shareRun]: async (pressed) => {
    const run = await findRun(pressed.caller.ctx, runOf(pressed))
    await open(pressed, shareModal({ run_id: run.run_id, subject: subjectOf(run) }))
  },
  [ACTIONS.exportRun]: async (pressed) => {
    const run = await findRun(pressed.caller.ctx, runOf(pressed))
    await open(pressed, exportModal({ run_id: run.run_id, markdown: run.kind === 'evaluation' }))
  },
  [ACTIONS.showRun]: async (pressed) => {
    const { caller, request, answer } = pressed
    const run_id = runOf(pressed)
    if (request.response_url !== null) return answer.say(rootMessage(await readCard(caller.ctx, run_id)))
    await getRun(caller.ctx, { run_id })
    await sayOfRun(caller.ctx, {
      dedupe_key: `show:${request.delivery}`,
      run_id,
      payload: { show: 'share' },
      tenant: caller.tenant,
      target: caller.user,
    })
  },
  [ACTIONS.morePage]: (pressed) => showHistory(pressed, pressed.ref.page ?? 0),

  [ACTIONS.acknowledge]: async (pressed) => {
    const { caller, request, ref } = pressed
    await requireLead(caller, 'close a minority report')
    await actOnMinorityReport(caller.ctx, {
      run_id: runOf(pressed),
      view_id: ref.view ?? null,
      action: 'acknowledged',
      by: caller.user,
      delivery: request.delivery,
    })
  },
  [ACTIONS.assign]: async (pressed) => open(pressed, assignModal(await viewText(pressed))),
  [ACTIONS.disagree]: async (pressed) => open(pressed, disagreeModal(await viewText(pressed))),

  [ACTIONS.feedback]: async (pressed) => {
    const { caller, ref } = pressed
    if (!ref.section || !ref.vote) return
    await voteOnSection(caller.ctx, { run_id: runOf(pressed), section: ref.section, vote: ref.vote, by: caller.user })
  },

  [ACTIONS.confirmRun]: async (pressed) => {
    const { caller, request, answer, ref } = pressed
    const by = { pending: ref.pending ?? '', user_id: caller.user }
    const draft = await readDraft(caller.ctx, by)
    await startDraft(caller.ctx, { ...by, response_url: request.response_url })
    await answer.replace(
      confirmedMessage({
        subject: subjectOf(draft),
        by: request.user_name ?? 'you',
        at: new Date().toISOString(),
        started: true,
      }),
    )
  },
  [ACTIONS.discardRun]: async (pressed) => {
    const { caller, request, answer, ref } = pressed
    const by = { pending: ref.pending ?? '', user_id: caller.user }
    const draft = await readDraft(caller.ctx, by)
    await discardDraft(caller.ctx, by)
    await answer.replace(
      confirmedMessage({
        subject: subjectOf(draft),
        by: request.user_name ?? 'you',
        at: new Date().toISOString(),
        started: false,
      }),
    )
  },

  [ACTIONS.approveAgent]: async (pressed) => {
    const { caller, request } = pressed
    await requireLead(caller, 'approve an agent')
    await decideOnAgent(caller.ctx, {
      run_id: runOf(pressed),
      decision: 'approved',
      by: caller.user,
      delivery: request.delivery,
    })
  },
  [ACTIONS.requestChanges]: async (pressed) => {
    const run = await findRun(pressed.caller.ctx, runOf(pressed))
    await open(pressed, requestChangesModal({ run_id: run.run_id, agent: subjectOf(run) }))
  },
  [ACTIONS.markGood]: (pressed) => mark(pressed, true),
  [ACTIONS.markBad]: (pressed) => mark(pressed, false),

  [ACTIONS.newPressureTest]: async (pressed) => {
    const form = await readForm(pressed)
    // Below a new persona set: with its people.
    const set = pressed.ref.run ? await setOf(pressed, pressed.ref.run) : form.settings.personaSet
    const panel = pressed.ref.run ? [] : form.settings.panel
    await open(
      pressed,
      pressureTestModal(offering({ ...form, settings: { ...form.settings, personaSet: set, panel } })),
    )
  },
  [ACTIONS.newFocusGroup]: async (pressed) => open(pressed, focusGroupModal(await readForm(pressed))),
  [ACTIONS.newPersonaSet]: async (pressed) => open(pressed, personaSetModal(await readForm(pressed))),
  [ACTIONS.newEvaluation]: async (pressed) => open(pressed, evaluationModal(await readForm(pressed))),
  [ACTIONS.newComparison]: async (pressed) => open(pressed, comparisonModal(await readForm(pressed))),
  [ACTIONS.openSettings]: async (pressed) => {
    const { settings, choices } = await readForm(pressed)
    const digest = await hasDigest(pressed.caller.ctx, pressed.caller.user)
    await open(pressed, settingsModal({ settings, choices, digest }))
  },
  [ACTIONS.openLeads]: async (pressed) => {
    await requireAdmin(pressed.caller, 'name leads')
    await open(pressed, leadsModal({ leads: await listLeads(pressed.caller.ctx) }))
  },
  [ACTIONS.refreshHome]: showHome,
}

import type { App } from '@slack/bolt'
import { z } from 'zod'
import { Audience } from '../../domain/panel/audience.js'
import { DeskFilter, type DissentAction } from '../../domain/panel/dissent.js'
import { setNameFrom } from '../../domain/personas/persona-set.js'
import { NETWORKS } from '../../domain/simulation/simulation.js'
import { dollars } from '../../domain/text/dollars.js'
import { AppError, isAppError } from '../../errors.js'
import { readGuide } from '../../ingest/read-guide.js'
import { childReaderFor } from '../../ingest/read-in-child-process.js'
import { decideOnAgent } from '../../service/evaluation/decide-on-agent.js'
import { actOnMinorityReport } from '../../service/panel/act-on-minority-report.js'
import { findRun } from '../../service/run/get-run.js'
import { resumeRun } from '../../service/run/reopen-run.js'
import { prepareRun } from '../../service/run/submit-run.js'
import { sendRunNotice } from '../../service/slack/slack-origins.js'
import {
  listLeads,
  nameLeads,
  readSettings,
  setBudgets,
  setDigestSubscription,
  setSettings,
} from '../../service/slack/slack-settings.js'
import { type FieldName, MODALS, type ModalId } from '../blocks/action-ids.js'
import { readActionPayload } from '../blocks/action-payload.js'
import { propositionsOf, shownWith } from '../commands/commands.js'
import { deskFor, requireAnswerer, shownIn } from '../commands/desk.js'
import { originOfFollowUp, placeOfFollowUp } from '../commands/start-run.js'
import { requireAdmin, requireLead } from '../inbound/caller.js'
import { type ListenerDeps, requireRun, type SlackInvocation, withInvocation } from '../inbound/invocation.js'
import { readableText } from '../inbound/slack-text.js'
import { showHome } from '../read-home.js'
import { fieldErrors, listOf, numberOf, panelOf, readFields, requestedFields, testOf, textOf } from './form-values.js'
import {
  aboutIn,
  evaluationRequest,
  notesIn,
  originFromModal,
  piecesIn,
  propositionIn,
  readChosenSettings,
  runOf,
  type Submission,
  startFromModal,
  startPreparedFromModal,
  typedOrStored,
  visibilityIn,
} from './modal-request.js'
import { keepOutcome } from './outcome-form.js'
import { runAgain } from './run-again.js'
import { readResearchUpload, readUpload } from './uploads.js'

/** Registers every modal that can be submitted. A mistake is shown under its field, and the modal stays open. */
export function addSubmissions(app: App, deps: ListenerDeps): void {
  for (const [id, { submit, field }] of Object.entries(WINDOWS)) {
    app.view(
      id,
      withInvocation(deps, 'submission', async (invocation) => {
        const fields = readFields(invocation.request.view?.values)
        const payload = readActionPayload(invocation.request.view?.payload) ?? {}
        try {
          if (payload.run) await requireRun(invocation, payload.run, payload.channel)
          await submit({ ...invocation, fields, payload })
          await invocation.answer.ack()
        } catch (error) {
          if (!isAppError(error, 'invalid_input', 'not_found', 'budget_exceeded', 'conflict')) throw error
          const delivered = await invocation.answer.ack(fieldErrors({ [shownAt(field, invocation)]: error.message }))
          // Where reading the files took long, Slack has closed the modal: the error is sent as a message.
          if (!delivered) throw error
        }
      }),
    )
  }
}

/** Refreshes where the button was pressed: the desk in place of the modal, or Home behind it. */
async function showPlace(submission: Submission): Promise<void> {
  const { answer, payload } = submission
  if (payload.desk) await answer.ack({ response_action: 'update', view: await deskFor(submission, payload.desk) })
  if (!payload.home) return
  await answer.ack()
  await showHome(submission)
}

type Answering = Exclude<DissentAction['action'], 'acknowledged'>

async function dissent(submission: Submission, action: Answering): Promise<void> {
  const { caller, request, fields, payload, deps } = submission
  if (action === 'assigned') await requireLead(caller, 'assign a view')
  else await requireAnswerer(submission, payload)
  const run_id = runOf(submission)
  const assignee = textOf(fields, 'assignee') || null
  if (assignee) await deps.callers.learn(caller, assignee)
  const reason = textOf(fields, action === 'assigned' ? 'note' : 'reason') || null
  const delivery = request.delivery
  const decision = {
    run_id,
    view_id: payload.view ?? null,
    action,
    by: caller.user,
    assignee,
    reason,
    delivery,
    due: textOf(fields, 'due') || null,
    link: textOf(fields, 'link') || null,
    shown_in_ms: shownIn(payload),
  }
  await actOnMinorityReport(caller.ctx, decision, (views) =>
    assignee === null || views.length === 0
      ? null
      : {
          dedupe_key: `assigned:${run_id}:${payload.view ?? 'all'}:${delivery}`,
          run_id,
          payload: { show: 'assigned', views, by: request.user_name ?? 'A lead', note: reason, sender: caller.user },
          tenant: caller.tenant,
          target: assignee,
        },
  )
  await showPlace(submission)
}

const Outcome = z.enum(['disagreed', 'fixed', 'tested', 'accepted_risk'])

async function filterDesk(submission: Submission): Promise<void> {
  const { answer, fields } = submission
  const filter = DeskFilter.safeParse({
    state: textOf(fields, 'desk_state') || undefined,
    owner: textOf(fields, 'desk_owner') || undefined,
    find: textOf(fields, 'desk_find').trim(),
    project: textOf(fields, 'desk_project'),
    days: numberOf(fields, 'desk_days'),
    strength: numberOf(fields, 'desk_strength'),
  })
  await answer.ack({ response_action: 'update', view: await deskFor(submission, filter.data) })
}

async function evaluate(submission: Submission): Promise<void> {
  const requested = await evaluationRequest(submission)
  await startFromModal(submission, {
    kind: 'evaluation',
    ...requested,
    origin: originFromModal(submission, await visibilityIn(submission)),
  })
}

const Network = z.enum(NETWORKS).optional()

async function simulate(submission: Submission): Promise<void> {
  const { caller, fields, deps } = submission
  const [file] = listOf(fields, 'product_file')
  const upload = file === undefined ? null : await readUpload(caller, file, deps.apiUrl)
  const read = childReaderFor(caller.ctx.actor.workspace_id)
  const product =
    upload === null ? textOf(fields, 'product') : await read('product', upload.name, upload.text, upload.name)
  if (product === '')
    throw new AppError('invalid_input', { problem: 'Choose a product, or upload the product’s file.' })
  const set = textOf(fields, 'persona_set')
  const request = {
    product,
    state: textOf(fields, 'state') || null,
    personas: numberOf(fields, 'count'),
    days: numberOf(fields, 'days'),
    network: Network.parse(textOf(fields, 'network') || undefined),
    pilot: numberOf(fields, 'pilot') ?? null,
    fallback: listOf(fields, 'fallback').includes('on') ? ('offline' as const) : null,
    panel: set === '' || set === 'default' ? [] : [set],
  }
  const origin = originFromModal(submission, await visibilityIn(submission))
  await startFromModal(submission, { kind: 'simulation', request, budget_usd: numberOf(fields, 'budget'), origin })
}

/** Starts a persona set from uploaded research or an audience. */
async function makePersonaSet(submission: Submission): Promise<unknown> {
  const { caller, fields, deps, answer } = submission
  const name = setNameFrom(textOf(fields, 'name'))
  if (name === null)
    return answer.ack(fieldErrors({ name: 'Give it a name with at least two letters, such as night-shift-nurses.' }))
  const files = []
  for (const id of listOf(fields, 'files')) files.push(await readResearchUpload(caller, id, deps.apiUrl))
  const audience = textOf(fields, 'audience') || undefined
  if (files.length === 0 && audience === undefined)
    return answer.ack(fieldErrors({ files: 'Upload the research the people are made from, or describe an audience.' }))
  const { error } = Audience.optional().safeParse(audience)
  if (error) return answer.ack(fieldErrors({ audience: error.issues[0]?.message ?? '' }))
  const request = { name, files, audience, count: numberOf(fields, 'count'), diversity: numberOf(fields, 'diversity') }
  const origin = originFromModal(submission, await visibilityIn(submission))
  await startFromModal(submission, {
    kind: 'persona_generation',
    request,
    budget_usd: numberOf(fields, 'budget'),
    origin,
  })
}

async function raiseBudget({ caller, fields, payload }: Submission): Promise<void> {
  const run = await findRun(caller.ctx, payload.run ?? '')
  const budget_usd = numberOf(fields, 'budget')
  if (budget_usd === undefined || !(budget_usd > run.budget_usd))
    throw new AppError('invalid_input', {
      problem: `Give it more than the ${dollars(run.budget_usd)} it had, in US dollars.`,
    })
  const { confirmAboveUsd } = await readSettings(caller.ctx, caller.user)
  if (budget_usd > confirmAboveUsd) await requireLead(caller, `give a run more than ${dollars(confirmAboveUsd)}`)
  await resumeRun(caller.ctx, { run_id: run.run_id, budget_usd })
}

async function changeSettings(submission: Submission): Promise<void> {
  const { caller, request, fields } = submission
  const settings = await readChosenSettings(submission)
  if (!settings) return
  const confirm = numberOf(fields, 'confirm_above')
  const before = await readSettings(caller.ctx, caller.user)
  if (confirm !== undefined && confirm !== before.confirmAboveUsd) {
    await requireLead(caller, 'change the amount to confirm')
    await setBudgets(caller.ctx, { confirm_above_usd: confirm })
  }
  await setSettings(caller.ctx, caller.user, settings)
  if (requestedFields(request.view?.values).has('digest'))
    await setDigestSubscription(caller.ctx, {
      channel_id: caller.user,
      team_id: caller.tenant,
      by: caller.user,
      on: listOf(fields, 'digest').length > 0,
    })
  await submission.answer.ack()
  await showHome(submission)
}

type Window = {
  readonly submit: (submission: Submission) => Promise<unknown>
  /** Field that shows an error without a field of its own. */
  readonly field: FieldName
}

/** Slack accepts an error only at a field that the view has, and not every form of a kind has all fields. */
function shownAt(field: FieldName, { request }: SlackInvocation): string {
  const requested = requestedFields(request.view?.values)
  return requested.has(field) ? field : ([...requested][0] ?? field)
}

const WINDOWS: Partial<Record<ModalId, Window>> = {
  [MODALS.pressureTest]: {
    field: 'proposition',
    submit: async (submission) => {
      const { caller } = submission
      const settings = await readChosenSettings(submission)
      if (!settings) return
      const { stimulus, attachments } = await propositionIn(submission, '')
      const request = { ...testOf(settings, stimulus), attachments, about: aboutIn(submission) }
      const prepared = await prepareRun(caller.ctx, 'pressure_test', request, { asks: true, hasLeads: true })
      await startPreparedFromModal(submission, prepared, {
        budget_usd: settings.budgetUsd ?? undefined,
        origin: originFromModal(submission, settings.visibility),
      })
    },
  },
  [MODALS.runAgain]: { field: 'proposition', submit: (submission) => runAgain(submission, runOf(submission)) },
  [MODALS.personaSet]: { field: 'files', submit: makePersonaSet },
  [MODALS.raiseBudget]: { field: 'budget', submit: raiseBudget },
  [MODALS.focusGroup]: {
    field: 'guide',
    submit: async (submission) => {
      const settings = await readChosenSettings(submission)
      if (!settings) return
      const guide = readGuide(await typedOrStored(submission, 'guide', ''))
      await startFromModal(submission, {
        kind: 'focus_group',
        request: {
          ...panelOf(settings),
          ...guide,
          about: aboutIn(submission),
          notes: await notesIn(submission),
          attachments: await piecesIn(submission, 'shown_files'),
        },
        budget_usd: settings.budgetUsd ?? undefined,
        origin: originFromModal(submission, settings.visibility),
      })
    },
  },
  [MODALS.comparison]: {
    field: 'proposition_a',
    submit: async (submission) => {
      const { fields } = submission
      const settings = await readChosenSettings(submission)
      if (!settings) return
      const names: FieldName[] = ['proposition_a', 'proposition_b', 'proposition_c']
      const texts = names.map((name) => textOf(fields, name)).filter((text) => text !== '')
      const files = await piecesIn(submission, 'files')
      const propositions = [
        ...(await propositionsOf(
          submission,
          texts.map((text) => readableText(text)),
          submission.payload.channel,
        )),
        ...files.map((file) => ({ name: file.name, stimulus: '', attachments: [file] })),
      ]
      await startFromModal(submission, {
        kind: 'comparison',
        request: { ...panelOf(settings), propositions, about: aboutIn(submission) },
        budget_usd: settings.budgetUsd ?? undefined,
        origin: originFromModal(submission, await shownWith(submission, propositions, settings.visibility)),
      })
    },
  },
  [MODALS.simulation]: { field: 'product_file', submit: simulate },
  [MODALS.evaluation]: { field: 'agent_file', submit: evaluate },
  [MODALS.ask]: {
    field: 'question',
    submit: async (submission) => {
      const { fields, payload } = submission
      const run_id = runOf(submission)
      const persona = textOf(fields, 'persona') || payload.persona || ''
      const request = { run_id, persona, question: textOf(fields, 'question') }
      const origin = await originOfFollowUp(submission, run_id, payload.channel)
      await startFromModal(submission, { kind: 'ask', request, origin })
    },
  },
  [MODALS.assign]: { field: 'assignee', submit: (submission) => dissent(submission, 'assigned') },
  [MODALS.disagree]: { field: 'reason', submit: (submission) => dissent(submission, 'disagreed') },
  [MODALS.closeView]: {
    field: 'reason',
    submit: (submission) => dissent(submission, Outcome.parse(textOf(submission.fields, 'outcome'))),
  },
  [MODALS.deskFilter]: { field: 'desk_find', submit: filterDesk },
  [MODALS.requestChanges]: {
    field: 'reason',
    submit: async (submission) => {
      const { caller, request, fields } = submission
      await requireLead(caller, 'decide on an agent')
      await decideOnAgent(caller.ctx, {
        run_id: runOf(submission),
        decision: 'changes_requested',
        reason: textOf(fields, 'reason') || textOf(fields, 'note') || null,
        by: caller.user,
        delivery: request.delivery,
      })
    },
  },
  [MODALS.share]: {
    field: 'channel',
    submit: async (submission) => {
      const { caller, request, fields } = submission
      const channel = textOf(fields, 'channel')
      if (!channel) throw new AppError('invalid_input', { problem: 'Choose a channel.' })
      const run = await findRun(caller.ctx, runOf(submission))
      await sendRunNotice(caller.ctx, {
        dedupe_key: `share:${request.delivery}`,
        run_id: run.run_id,
        payload: {
          show: 'share',
          by: request.user_name ?? 'Somebody',
          note: textOf(fields, 'note') || null,
          sender: caller.user,
        },
        tenant: caller.tenant,
        target: channel,
      })
    },
  },
  [MODALS.export]: {
    field: 'format',
    submit: async (submission) => {
      const { caller, request, fields, payload } = submission
      const run = await findRun(caller.ctx, runOf(submission))
      if (run.status !== 'completed')
        throw new AppError('conflict', {
          problem: `The run is ${run.status}; there is something to export once it is completed.`,
        })
      const format = textOf(fields, 'format') || 'json'
      const { channel, thread_ts } = await placeOfFollowUp(submission, run.run_id, payload.channel)
      await sendRunNotice(caller.ctx, {
        dedupe_key: `file:${request.delivery}`,
        run_id: run.run_id,
        payload: { show: 'file', format, thread_ts, sender: caller.user, actor_id: caller.ctx.actor.actor_id },
        tenant: caller.tenant,
        target: channel ?? caller.user,
      })
    },
  },
  [MODALS.outcome]: { field: 'note', submit: keepOutcome },
  [MODALS.settings]: { field: 'confirm_above', submit: changeSettings },
  [MODALS.leads]: {
    field: 'leads',
    submit: async (submission) => {
      const { caller, fields, deps } = submission
      await requireAdmin(caller, 'name leads')
      const users = listOf(fields, 'leads')
      const before = await listLeads(caller.ctx)
      await nameLeads(caller.ctx, { by: caller.user, users })
      await submission.answer.ack()
      for (const user of users) await deps.callers.learn(caller, user)
      // A new lead gets a weekly reminder of open views; the settings end it.
      const [team_id, by] = [caller.tenant, caller.user]
      for (const user of users.filter((id) => !before.includes(id)))
        await setDigestSubscription(caller.ctx, { channel_id: user, team_id, by, on: true })
      await showHome(submission)
    },
  },
}

import type { App } from '@slack/bolt'
import { KINDS } from '../../domain/kinds.js'
import { AppError, isAppError } from '../../errors.js'
import { actOnMinorityReport } from '../../service/act-on-minority-report.js'
import { askDigest } from '../../service/ask-digest.js'
import { askInput } from '../../service/ask-persona.js'
import { comparisonInput } from '../../service/compare-propositions.js'
import { decideOnAgent } from '../../service/decide-on-agent.js'
import { evaluationInput } from '../../service/evaluate-agent.js'
import { importCases } from '../../service/evaluation-files/import-cases.js'
import { readAgentFile } from '../../service/evaluation-files/read-agent-file.js'
import { findRun } from '../../service/get-run.js'
import { nameLeads } from '../../service/name-leads.js'
import { readGuide } from '../../service/read-guide.js'
import { sayOfRun } from '../../service/slack-origins.js'
import { readSettings, setBudgets, setSettings } from '../../service/slack-settings.js'
import { keptText } from '../../service/start-run.js'
import { requireAdmin, requireLead } from '../caller.js'
import { readCard } from '../cards.js'
import { askedIn, listOf, numberOf, panelOf, settingsIn, testOf, textOf } from '../forms.js'
import { type Heard, type ListenerDeps, listen } from '../listen.js'
import { type FieldName, MODALS, type ModalId } from '../render/action-ids.js'
import { fieldErrors, readFields } from '../render/read-fields.js'
import { readRef } from '../render/ref.js'
import { originHere, startAloud, type Wanted } from '../start.js'
import { readUpload, uploadName } from '../uploads.js'
import { threadOf } from './actions.js'
import { propositionOf } from './commands.js'
import { showHome } from './events.js'

type Fields = ReturnType<typeof readFields>
type Submitted = Heard & { readonly fields: Fields; readonly ref: NonNullable<ReturnType<typeof readRef>> }

/** Every window that can be sent. What is wrong stands under its field, and the window stays open. */
export function addSubmissions(app: App, deps: ListenerDeps): void {
  for (const [id, { submit, field }] of Object.entries(WINDOWS)) {
    app.view(
      id,
      listen(deps, 'submission', async (heard) => {
        const fields = readFields(heard.request.view?.values)
        const ref = readRef(heard.request.view?.ref) ?? {}
        try {
          await submit({ ...heard, fields, ref })
          await heard.answer.ack()
        } catch (error) {
          if (!isAppError(error, 'invalid_input', 'not_found', 'budget_exceeded', 'conflict') || field === null)
            throw error
          await heard.answer.ack(fieldErrors({ [field]: error.message }))
        }
      }),
    )
  }
}

/** Settings as chosen in the window; they are those of the next run too. `null`: what is wrong was said. */
async function chosen({ caller, request, answer, fields }: Submitted) {
  const before = await readSettings(caller.ctx, caller.user)
  const { settings, faults } = settingsIn(before, fields, askedIn(request.view?.values))
  if (Object.keys(faults).length === 0) return settings
  await answer.ack(fieldErrors(faults))
  return null
}

const runOf = ({ ref }: Submitted): string => {
  if (ref.run) return ref.run
  throw new AppError('conflict', { problem: 'This window belongs to an older message; open it again.' })
}

/** The window closes before the run is told of: a word in a window nobody sees any more helps nobody. */
async function launch(submitted: Submitted, wanted: Wanted): Promise<void> {
  submitted.caller.ctx.quote(wanted.kind, wanted.input)
  await submitted.answer.ack()
  await startAloud(submitted, wanted)
}

/** Where a window was opened from: its channel, or the person's own conversation. */
const here = (submitted: Submitted, visibility: 'channel' | 'only_me' = 'channel') => {
  const channel = submitted.ref.channel ?? null
  return originHere(submitted, { channel, visibility: channel === null ? 'only_me' : visibility })
}

/** What is to be tested: typed, kept because it was too long for the field, uploaded, or what it was before. */
async function proposition({ caller, fields, ref, deps }: Submitted, before: string): Promise<string> {
  const [file] = listOf(fields, 'files')
  if (file) return readUpload(caller, file, deps.apiUrl)
  const typed = textOf(fields, 'proposition')
  if (typed !== '') return typed
  return ref.pending ? keptText(caller.ctx, { pending: ref.pending, user_id: caller.user }) : before
}

async function again(submitted: Submitted): Promise<void> {
  const { caller } = submitted
  const source = await findRun(caller.ctx, runOf(submitted))
  const before = KINDS.pressure_test.input.parse(source.input)
  const settings = await chosen(submitted)
  if (!settings) return
  const place = await threadOf(submitted, source.run_id)
  const stimulus = await proposition(submitted, before.stimulus)
  await launch(submitted, {
    kind: 'pressure_test',
    input: { ...before, ...testOf(settings, stimulus) },
    budget_usd: settings.budgetUsd ?? undefined,
    origin: originHere(submitted, { ...place, source_run_id: source.run_id }),
  })
}

async function dissent(submitted: Submitted, action: 'assigned' | 'disagreed'): Promise<void> {
  const { caller, request, fields, ref, deps } = submitted
  await requireLead(caller, 'close a minority report')
  const run_id = runOf(submitted)
  const assignee = textOf(fields, 'assignee') || null
  if (assignee) await deps.callers.learn(caller, assignee)
  const reason = textOf(fields, action === 'assigned' ? 'note' : 'reason') || null
  const delivery = request.delivery
  await actOnMinorityReport(caller.ctx, {
    run_id,
    view_id: ref.view ?? null,
    action,
    by: caller.user,
    assignee,
    reason,
    delivery,
  })
  if (!assignee || !ref.view) return
  await sayOfRun(caller.ctx, {
    dedupe_key: `assigned:${run_id}:${ref.view}:${delivery}`,
    run_id,
    payload: { show: 'assigned', view: ref.view, by: request.user_name ?? 'A lead', note: reason },
    tenant: caller.tenant,
    target: assignee,
  })
}

async function evaluate(submitted: Submitted): Promise<void> {
  const { caller, fields, deps } = submitted
  const known = textOf(fields, 'agent_version')
  const [file] = listOf(fields, 'agent_file')
  const [cases] = listOf(fields, 'files')
  const trials = numberOf(fields, 'trials')
  const against = textOf(fields, 'against')
  if (!known && !file) throw new AppError('invalid_input', { problem: 'Choose a version, or upload the agent’s file.' })
  const parsed = file ? readAgentFile(await readUpload(caller, file, deps.apiUrl), 'agent.yaml') : null
  const { agent, skill, ...rest } = parsed ?? { agent: null, skill: undefined }
  const name = cases ? await uploadName(caller, cases) : ''
  const given = cases ? importCases(await readUpload(caller, cases, deps.apiUrl), { name }).cases : null
  const input = await evaluationInput(caller.ctx, {
    ...rest,
    ...(given ? { test_cases: given } : {}),
    of: agent ? { agent, skill: skill ?? null } : { agent_version_id: known },
    against: against ? { agent_version_id: against } : null,
    ...(trials === undefined ? {} : { trials }),
  })
  const visibility = textOf(fields, 'visibility') === 'only_me' ? 'only_me' : 'channel'
  await launch(submitted, { kind: 'evaluation', input, origin: here(submitted, visibility) })
}

async function changeSettings(submitted: Submitted): Promise<void> {
  const { caller, request, fields } = submitted
  const settings = await chosen(submitted)
  if (!settings) return
  const confirm = numberOf(fields, 'confirm_above')
  const before = await readSettings(caller.ctx, caller.user)
  if (confirm !== undefined && confirm !== before.confirmAboveUsd) {
    await requireLead(caller, 'change the amount to confirm')
    await setBudgets(caller.ctx, { confirm_above_usd: confirm })
  }
  await setSettings(caller.ctx, caller.user, settings)
  if (askedIn(request.view?.values).has('digest'))
    await askDigest(caller.ctx, {
      channel_id: caller.user,
      team_id: caller.tenant,
      by: caller.user,
      on: listOf(fields, 'digest').length > 0,
    })
  await submitted.answer.ack()
  await showHome(submitted)
}

type Window = {
  readonly submit: (submitted: Submitted) => Promise<void> /** Where a mistake is shown that belongs to no field. */
  readonly field: FieldName | null
}

const WINDOWS: Partial<Record<ModalId, Window>> = {
  [MODALS.pressureTest]: {
    field: 'proposition',
    submit: async (submitted) => {
      const { caller } = submitted
      const settings = await chosen(submitted)
      if (!settings) return
      const input = testOf(settings, await proposition(submitted, ''))
      caller.ctx.quote('pressure_test', input)
      await setSettings(caller.ctx, caller.user, settings)
      await launch(submitted, {
        kind: 'pressure_test',
        input,
        budget_usd: settings.budgetUsd ?? undefined,
        origin: here(submitted, settings.visibility),
      })
    },
  },
  [MODALS.runAgain]: { field: 'proposition', submit: again },
  [MODALS.focusGroup]: {
    field: 'guide',
    submit: async (submitted) => {
      const settings = await chosen(submitted)
      if (!settings) return
      const { caller, fields, deps } = submitted
      const notes = []
      for (const file of listOf(fields, 'files')) {
        notes.push({ name: file, text: await readUpload(caller, file, deps.apiUrl) })
      }
      await launch(submitted, {
        kind: 'focus_group',
        input: { ...panelOf(settings), ...readGuide(textOf(fields, 'guide')), notes },
        budget_usd: settings.budgetUsd ?? undefined,
        origin: here(submitted, settings.visibility),
      })
    },
  },
  [MODALS.comparison]: {
    field: 'proposition_a',
    submit: async (submitted) => {
      const { caller, fields } = submitted
      const settings = await chosen(submitted)
      if (!settings) return
      const names: FieldName[] = ['proposition_a', 'proposition_b', 'proposition_c']
      const texts = names.map((name) => textOf(fields, name)).filter((text) => text !== '')
      const propositions = texts.map(propositionOf)
      await launch(submitted, {
        kind: 'comparison',
        input: await comparisonInput(caller.ctx, { ...panelOf(settings), propositions }),
        origin: here(submitted, settings.visibility),
      })
    },
  },
  [MODALS.evaluation]: { field: 'agent_file', submit: evaluate },
  [MODALS.ask]: {
    field: 'question',
    submit: async (submitted) => {
      const { caller, fields, ref } = submitted
      const run_id = runOf(submitted)
      const persona = textOf(fields, 'persona') || ref.persona || ''
      const input = await askInput(caller.ctx, { run_id, persona, question: textOf(fields, 'question') })
      const place = await threadOf(submitted, run_id)
      await launch(submitted, {
        kind: 'ask',
        input,
        origin: originHere(submitted, { ...place, source_run_id: run_id }),
      })
    },
  },
  [MODALS.assign]: { field: 'assignee', submit: (submitted) => dissent(submitted, 'assigned') },
  [MODALS.disagree]: { field: 'reason', submit: (submitted) => dissent(submitted, 'disagreed') },
  [MODALS.requestChanges]: {
    field: 'reason',
    submit: async (submitted) => {
      const { caller, request, fields } = submitted
      await requireLead(caller, 'decide on an agent')
      await decideOnAgent(caller.ctx, {
        run_id: runOf(submitted),
        decision: 'changes_requested',
        reason: textOf(fields, 'reason') || textOf(fields, 'note') || null,
        by: caller.user,
        delivery: request.delivery,
      })
    },
  },
  [MODALS.share]: {
    field: 'channel',
    submit: async (submitted) => {
      const { caller, request, fields } = submitted
      const channel = textOf(fields, 'channel')
      if (!channel) throw new AppError('invalid_input', { problem: 'Choose a channel.' })
      const { run } = await readCard(caller.ctx, runOf(submitted))
      await sayOfRun(caller.ctx, {
        dedupe_key: `share:${request.delivery}`,
        run_id: run.run_id,
        payload: { show: 'share', note: textOf(fields, 'note') || null },
        tenant: caller.tenant,
        target: channel,
      })
    },
  },
  [MODALS.export]: {
    field: 'format',
    submit: async (submitted) => {
      const { caller, request, fields } = submitted
      const run = await findRun(caller.ctx, runOf(submitted))
      if (run.status !== 'completed')
        throw new AppError('conflict', {
          problem: `The run is ${run.status}; there is something to export once it is completed.`,
        })
      const format = textOf(fields, 'format') || 'json'
      const { channel, thread_ts } = await threadOf(submitted, run.run_id)
      await sayOfRun(caller.ctx, {
        dedupe_key: `file:${request.delivery}`,
        run_id: run.run_id,
        payload: { show: 'file', format, thread_ts },
        tenant: caller.tenant,
        target: channel ?? caller.user,
      })
    },
  },
  [MODALS.settings]: { field: 'confirm_above', submit: changeSettings },
  [MODALS.leads]: {
    field: 'leads',
    submit: async (submitted) => {
      const { caller, fields, deps } = submitted
      await requireAdmin(caller, 'name leads')
      const users = listOf(fields, 'leads')
      await nameLeads(caller.ctx, { by: caller.user, users })
      await submitted.answer.ack()
      for (const user of users) await deps.callers.learn(caller, user)
      await showHome(submitted)
    },
  },
}

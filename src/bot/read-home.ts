import { hasEnded } from '../domain/run/run.js'
import { isPanelRun } from '../domain/run/run-document.js'
import { readDesk } from '../service/panel/desk.js'
import { listPersonaSets } from '../service/personas/persona-sets.js'
import {
  listUndelivered,
  listVisibleRuns,
  messageOf,
  readNames,
  runsInChannel,
} from '../service/slack/slack-origins.js'
import { listLeads, readBudget, readSettings } from '../service/slack/slack-settings.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { homeView } from './blocks/home.js'
import { viewsOf } from './blocks/minority.js'
import type { Budget, Digest, Home, ListedRun, OpenMinority } from './blocks/view-models.js'
import type { SlackInvocation } from './inbound/invocation.js'
import { marksOf, readListed } from './read-run-message.js'

const LISTED = 20
const SHOWN = 5
/** Views of the desk that Home itself shows. */
const ON_DESK = 4

/** Publishes the caller's Home tab. */
export async function showHome({ caller }: SlackInvocation): Promise<void> {
  const admin = await caller.isAdminCached().catch(() => false)
  const view = homeView(await readHome(caller.ctx, caller.user, admin))
  await caller.client.views.publish({ user_id: caller.user, view })
}

/** Everything App Home shows to one person. */
export async function readHome(ctx: SurfaceContext, user_id: string, isAdmin: boolean): Promise<Home> {
  const rows = await listVisibleRuns(ctx, { limit: LISTED, user_id, channel_id: null })
  const [listed, undelivered, budget, settings, leads, sets] = await Promise.all([
    Promise.all(rows.map((row) => readListed(ctx, row))),
    listUndelivered(ctx, user_id).then((runs) => Promise.all(runs.map((row) => readListed(ctx, row)))),
    readBudgetView(ctx),
    readSettings(ctx, user_id),
    listLeads(ctx),
    listPersonaSets(ctx),
  ])
  const past = listed.filter(({ run }) => hasEnded(run))
  const [desk, names] = await Promise.all([readDesk(ctx, { user_id, limit: ON_DESK }), readNames(ctx, leads)])
  return {
    undelivered,
    running: listed.filter(({ run }) => !hasEnded(run)).slice(0, SHOWN),
    past: past.slice(0, SHOWN),
    desk,
    personaSets: sets.map(({ name, size }) => ({ id: name, name, people: size })),
    budget,
    settings,
    leads: leads.map((id) => names.get(id) ?? id),
    isAdmin,
    more: rows.length === LISTED || past.length > SHOWN,
  }
}

/** The open views of a run's minority report; `null` where none is open. */
async function openMinority(ctx: SurfaceContext, { run, subject, createdAt }: ListedRun): Promise<OpenMinority | null> {
  if (run.status !== 'completed' || !isPanelRun(run)) return null
  const open = viewsOf(run.result, await marksOf(ctx, run.run_id)).filter(({ marks }) => marks.length === 0)
  const [first] = open
  if (!first) return null
  return {
    run_id: run.run_id,
    subject,
    view: first.view,
    open: open.length,
    at: run.completed_at ?? createdAt,
    offline: run.model.mode === 'offline',
    url: (await messageOf(ctx, run.run_id))?.permalink ?? null,
  }
}

export async function readBudgetView(ctx: SurfaceContext): Promise<Budget> {
  const { spent_usd, reserved_usd, cap_usd, month_ceiling_usd, run_cap_usd, confirm_above_usd } = await readBudget(ctx)
  return {
    monthSpentUsd: spent_usd,
    monthReservedUsd: reserved_usd,
    monthCapUsd: cap_usd,
    monthCeilingUsd: month_ceiling_usd,
    runCapUsd: run_cap_usd,
    confirmAboveUsd: confirm_above_usd,
    offline: ctx.model.mode === 'offline',
  }
}

const WEEK_MS = 7 * 86_400_000

/** The week of a channel before `to` (a day). */
export async function readDigest(ctx: SurfaceContext, channel_id: string, to: string): Promise<Digest> {
  const end = new Date(`${to}T23:59:59Z`)
  const since = new Date(end.getTime() - WEEK_MS)
  // A person's own digest covers every run that they may see.
  const isPerson = /^[UW]/.test(channel_id)
  const rows = isPerson
    ? (await listVisibleRuns(ctx, { limit: 50, user_id: channel_id, channel_id: null })).filter(
        ({ created_at }) => created_at >= since,
      )
    : await runsInChannel(ctx, channel_id, since)
  const runs = await Promise.all(rows.map((row) => readListed(ctx, row)))
  const open = await Promise.all(runs.map((listed) => openMinority(ctx, listed)))
  return {
    from: since.toISOString(),
    to: end.toISOString(),
    runs,
    openMinorities: open.filter((minority) => minority !== null),
    desk: isPerson ? (await readDesk(ctx, { user_id: channel_id, limit: 1 })).counts : null,
    spentUsd: runs.reduce((sum, { spentUsd }) => sum + spentUsd, 0),
    budget: await readBudgetView(ctx),
  }
}

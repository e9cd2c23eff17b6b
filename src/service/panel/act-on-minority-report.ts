import { z } from 'zod'
import type { MinorityReport } from '../../domain/panel/discussion.js'
import { DISSENT_ACTIONS, type DissentAction } from '../../domain/panel/dissent.js'
import { AppError } from '../../errors.js'
import type { Context } from '../context.js'
import { parseInput } from '../parse-input.js'
import { finishedRun } from '../run/finished-run.js'
import type { RunNotice } from '../slack/slack-origins.js'

const Input = z.object({
  run_id: z.string(),
  /** `null`: all views without an action. */
  view_id: z.string().nullable(),
  action: z.enum(DISSENT_ACTIONS),
  by: z.string().min(1),
  assignee: z.string().nullable().default(null),
  due: z.iso.date('Give the day it is due as YYYY-MM-DD.').nullable().default(null),
  reason: z.string().trim().max(2_000, 'A reason has at most 2,000 characters.').nullable().default(null),
  link: z
    .url({ protocol: /^https?$/, error: 'Give a link that begins with https:// or http://.' })
    .max(2_000)
    .nullable()
    .default(null),
  delivery: z.string().min(1),
  /** Delay before the run's messages show the action, in milliseconds, for users who answer many views in a row. */
  shown_in_ms: z.int().min(0).default(0),
})

/**
 * Stores an action on suppressed views of a finished run: acknowledged, assigned until a day, or closed with its
 * outcome (fixed, tested with people, accepted as a risk, wrong for a reason). The message from `noticeFor` is stored
 * with it. A repeated delivery changes nothing. Errors: `not_found`, `conflict`, `invalid_input`.
 */
export async function actOnMinorityReport(
  ctx: Context,
  input: z.input<typeof Input>,
  noticeFor: (views: readonly string[]) => RunNotice | null = () => null,
): Promise<void> {
  const { run_id, view_id, action, by, assignee, due, reason, link, delivery, shown_in_ms } = parseInput(Input, input)
  const { run, result } = await finishedRun(
    ctx,
    run_id,
    ['pressure_test', 'focus_group'],
    'an answer to its minority report',
  )
  if (action === 'disagreed' && !reason)
    throw new AppError('invalid_input', { problem: 'Say why it is wrong; the reason is kept with the report.' })
  if (action === 'assigned' && !assignee)
    throw new AppError('invalid_input', { problem: 'Choose who the view is assigned to.' })
  const all = viewIds(result.minority_report)
  const dealtWith = new Set((await ctx.store.reviews.ofRun(ctx.actor, run.run_id)).map((row) => row.view_id))
  const views = view_id === null ? all.filter((id) => !dealtWith.has(id)) : all.filter((id) => id === view_id)
  if (view_id !== null && views.length === 0) throw new AppError('not_found', { what: 'unheard view', id: view_id })
  const actions = views.map((id) => ({ view_id: id, action, by, assignee, due, reason, link }))
  const messages = (about: readonly string[]) => {
    const notice = noticeFor(all.filter((id) => about.includes(id)))
    return notice ? [{ ...notice, priority: 1 }] : []
  }
  await ctx.store.reviews.act(ctx.actor, run.run_id, delivery, actions, { messages, shown_in_ms })
}

/** Whether a user is the last assignee of a view. */
export const isAssignedTo = async (ctx: Context, run_id: string, view_id: string, user: string): Promise<boolean> =>
  (await ctx.store.reviews.ownerOf(ctx.actor, run_id, view_id)) === user

/** Ids of the views of a report, in its order. */
const viewIds = (report: z.infer<typeof MinorityReport> | null): string[] =>
  report?.suppressed_views.map((_, index) => `v${index + 1}`) ?? []

/** The latest action on each suppressed view of a run, with the names of the people. */
export async function readDissent(
  ctx: Context,
  run_id: string,
): Promise<(DissentAction & { by_name: string; assignee_name: string | null })[]> {
  const rows = await ctx.store.reviews.ofRun(ctx.actor, run_id)
  const ids = rows.flatMap(({ by, assignee }) => (assignee ? [by, assignee] : [by]))
  const names = await ctx.store.workspaces.slackNames(ctx.actor, ids)
  return rows.map(({ at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    by_name: names.get(row.by) ?? row.by,
    assignee_name: row.assignee && (names.get(row.assignee) ?? row.assignee),
  }))
}

import type { DeskCounts } from '../../db/panel/desk.js'
import { DeskFilter, type DeskView } from '../../domain/panel/dissent.js'
import type { Context } from '../context.js'
import { parseInput } from '../parse-input.js'

/** Views on one page: a phone can scroll through them without losing the place. */
export const DESK_PAGE = 8

export type Desk = {
  readonly filter: DeskFilter
  /** Page number from 0. */
  readonly page: number
  /** How many views match the filter, over all pages. */
  readonly total: number
  readonly views: readonly (DeskView & {
    readonly owner_name: string | null
    readonly by_name: string | null
    /** Assigned with a due day in the past (in UTC, as on the database's calendar). */
    readonly overdue: boolean
  })[]
  readonly counts: DeskCounts
}

/**
 * Suppressed views over all runs that a user may see: unanswered ones first, then assigned ones by their due day. A
 * page behind the last one returns the last one. Errors: `invalid_input`.
 */
export async function readDesk(
  ctx: Context,
  { user_id, filter, page = 0, limit = DESK_PAGE }: { user_id: string; filter?: object; page?: number; limit?: number },
): Promise<Desk> {
  const chosen = parseInput(DeskFilter, filter ?? {})
  const viewer = { user_id }
  const read = (at: number) => ctx.store.desk.page(ctx.actor, viewer, chosen, { limit, offset: at * limit })
  const [asked, counts] = await Promise.all([read(page), ctx.store.desk.counts(ctx.actor, viewer)])
  // Answered views leave the desk, so the requested page may no longer exist.
  if (asked.views.length === 0 && page > 0) return readDesk(ctx, { user_id, filter: chosen, page: page - 1, limit })
  return { filter: chosen, page, total: asked.total, counts, views: await withNames(ctx, asked.views) }
}

/** Unanswered views raised since a time, and the counts of the desk. */
export async function readNewViews(ctx: Context, user_id: string, since: Date) {
  const [views, counts] = await Promise.all([
    ctx.store.desk.unansweredSince(ctx.actor, { user_id }, since),
    ctx.store.desk.counts(ctx.actor, { user_id }),
  ])
  return { views, counts }
}

async function withNames(ctx: Context, views: readonly DeskView[]): Promise<Desk['views']> {
  const ids = views.flatMap(({ owner, by }) => [owner, by].filter((id) => id !== null))
  const names = await ctx.store.workspaces.slackNames(ctx.actor, ids)
  const nameOf = (id: string | null): string | null => id && (names.get(id) ?? id)
  const today = new Date().toISOString().slice(0, 10)
  return views.map((view) => ({
    ...view,
    owner_name: nameOf(view.owner),
    by_name: nameOf(view.by),
    overdue: view.action === 'assigned' && view.due !== null && view.due < today,
  }))
}

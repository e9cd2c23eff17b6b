import { type RunPrice, whyNoRoom } from '../../domain/run/quote.js'
import type { Actor } from '../../domain/run/run-state.js'
import { dollars } from '../../domain/text/dollars.js'
import { AppError } from '../../errors.js'
import type { Tx } from '../connection/transaction.js'

/**
 * Refuses a run for which the workspace has too little left to spend in this month. What calls under way have reserved
 * counts as left, since most of it comes back. Errors: `budget_exceeded`.
 */
export async function requireRoomInMonth(tx: Tx, { workspace_id }: Actor, price: RunPrice): Promise<void> {
  if (price.expected_usd === null) return
  const [month] = await tx.$queryRaw<{ cap: number | null; left: number | null; is_own: boolean }[]>`
    select c.usd::float as cap, (c.usd - coalesce(m.spent_usd, d.spent_usd, 0))::float as left,
           w.own_month_budget_usd is not null as is_own
      from workspace w
      cross join lateral pressure_test_month_cap(w.own_month_budget_usd, w.slug) as c(usd)
      left join month_spend m on m.workspace_id = w.id and m.month = date_trunc('month', now() at time zone 'utc')::date
      left join deleted_month_spend d
        on d.workspace_hash = pressure_test_workspace_hash() and d.month = date_trunc('month', now() at time zone 'utc')::date
     where w.id = ${workspace_id}::uuid`
  if (!month || month.cap === null || month.left === null) return
  const left = Math.max(0, month.left)
  const why = whyNoRoom(price, left)
  if (why === null) return
  throw new AppError('budget_exceeded', {
    problem: `This would ${why}. This workspace may spend ${dollars(month.cap)} a month, and ${dollars(left)} of that is left in this one. Ask for less, wait for the next month, or raise it: ${howToRaise(month.is_own)}.`,
  })
}

/** How the budget of a workspace's month is raised; `is_own`: the workspace has set it itself. */
const howToRaise = (is_own: boolean): string =>
  is_own ? 'a lead sets it in Slack with /pressure-test budget' : 'whoever runs this server sets MONTHLY_BUDGET_USD'

import { dueness } from './choice.js'
import { type MemoryRow, recall } from './memory.js'
import type { UserState } from './user-state.js'

const HOURS_A_DAY = 24
/** What having been helped adds to trust while it is in mind. */
const TRUST = 0.1

/**
 * What comes to mind at the start of a session, and what it does: a known way round saves effort, a failure that nothing has
 * mended is avoided (half, where only others told of it), and support that helped is trusted.
 */
export function bringToMind(user: UserState, day: number): readonly MemoryRow[] {
  const { memory, product, workarounds, avoided } = user
  workarounds.fill(0)
  avoided.fill(0)
  user.helped_in_mind = 0
  if (memory.rows.length === 0) return []
  const due = new Set<string>()
  product.screens.forEach(({ id, once }, index) => {
    if (!(once && (user.successes[index] ?? 0) > 0) && dueness(user, index, day) >= 1) due.add(id)
  })
  const rows = recall(memory, day * HOURS_A_DAY, ({ target }) => (due.has(target) ? 1 : 0))
  for (const row of rows) {
    if (row.insight === 'support_helped') user.helped_in_mind = TRUST
    const index = product.screens.findIndex(({ id }) => id === row.target)
    if (index < 0) continue
    if (row.insight === 'workaround') workarounds[index] = 1
    if (row.outcome !== 'ok' && row.day >= (user.last_success[index] ?? 0))
      avoided[index] = Math.max(avoided[index] ?? 0, row.kind === 'social' ? row.confidence : 1)
  }
  return rows
}

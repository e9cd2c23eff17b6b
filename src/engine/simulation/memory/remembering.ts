import { HOURS_A_DAY } from '../../../domain/simulation/daily-minutes.js'
import type { UserState } from '../person/user-state.js'
import { dueness } from '../session/choice.js'
import { type MemoryRow, recall } from './memory.js'

/** Trust added while a solution by support is recalled. */
const TRUST = 0.1

/**
 * Recalls memories at the start of a session and applies them: a known workaround saves effort, an unresolved failure
 * is avoided (half as much where it is only hearsay), and support that helped is trusted.
 */
export function recallForSession(user: UserState, day: number): readonly MemoryRow[] {
  const { memory, product, workarounds, avoided } = user
  workarounds.fill(0)
  avoided.fill(0)
  user.trust_from_memory = 0
  if (memory.rows.length === 0) return []
  const due = new Set<string>()
  product.screens.forEach(({ id, once }, index) => {
    if (!(once && (user.successes[index] ?? 0) > 0) && dueness(user, index, day) >= 1) due.add(id)
  })
  const rows = recall(memory, day * HOURS_A_DAY, relevanceFor(user, due))
  for (const row of rows) {
    if (row.insight === 'support_helped') user.trust_from_memory = TRUST
    const index = product.screens.findIndex(({ id }) => id === row.target)
    if (index < 0) continue
    if (row.insight === 'workaround') workarounds[index] = 1
    if (row.outcome !== 'ok' && row.day >= (user.last_success[index] ?? 0))
      avoided[index] = Math.max(avoided[index] ?? 0, row.kind === 'social' ? row.confidence : 1)
  }
  return rows
}

/**
 * How relevant a memory is today: the cosine of its text to the nearest of what the person needs and of what last went
 * wrong. Where no texts were read, 1 for what is about a needed screen and 0 for the rest.
 */
function relevanceFor({ memory: { meaning }, last_trouble }: UserState, due: ReadonlySet<string>) {
  if (meaning === null) return ({ target }: MemoryRow): number => (due.has(target) ? 1 : 0)
  const asked = [...due].map((target) => meaning.goalIndex(target))
  if (last_trouble !== null) asked.push(meaning.textIndex(last_trouble))
  const places = asked.filter((place) => place >= 0)
  return ({ text }: MemoryRow): number => {
    if (text < 0) return 0
    let nearest = 0
    for (const place of places) nearest = Math.max(nearest, meaning.cosine(text, place))
    return nearest
  }
}

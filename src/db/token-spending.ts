import { dollars } from '../domain/dollars.js'
import type { Actor, Run } from '../domain/run-state.js'
import { AppError } from '../errors.js'
import type { Tx } from './transaction.js'

/** A run that is about to be paid for: its cap, and what it is expected to cost (`null`: not known). */
type Spending = {
  readonly model: Pick<Run['model'], 'mode'>
  readonly budget_usd: number
  readonly expected_usd?: number | null | undefined
}

/** Rounding of a sum of doubles, far below any price. */
const ROUNDING = 1e-9

/**
 * The cap of a run under the limit of the token that starts it: at most what is left of that, where runs that have not
 * ended count with their whole cap. The token's row is locked until the transaction ends. `besides`: a run that is counted
 * anew. Errors: `budget_exceeded`.
 */
export async function capWithinToken(tx: Tx, actor: Actor, run: Spending, besides: string | null): Promise<number> {
  if (run.model.mode === 'offline') return run.budget_usd
  const limit = await limitOf(tx, actor)
  if (limit === null) return run.budget_usd
  const rows = await tx.$queryRaw<{ committed: number }[]>`
    select coalesce(sum(case when status in ('completed', 'failed', 'cancelled') then spent_usd + reserved_usd
                             else greatest(budget_usd, spent_usd + reserved_usd) end), 0)::float as committed
      from run where actor_id = ${actor.actor_id}::uuid and model_mode <> 'offline' and id is distinct from ${besides}::uuid`
  const left = Math.max(0, limit - (rows[0]?.committed ?? 0))
  const problem = (why: string) =>
    new AppError('budget_exceeded', {
      problem: `This token may spend ${dollars(limit)} in all, and ${dollars(left)} of that is left; ${why}`,
    })
  const { expected_usd = 0 } = run
  if (expected_usd === null) throw problem('what this would cost is not known, so it cannot be started with it.')
  if (left <= ROUNDING || expected_usd > left + ROUNDING)
    throw problem(`this would cost about ${dollars(expected_usd)}. Ask for less, or for a token with a higher limit.`)
  return Math.min(run.budget_usd, left)
}

/** Errors: `forbidden` where a token with a limit would go on with a run that is charged to somebody else. */
export async function requireOwnRun(tx: Tx, actor: Actor, run: Pick<Run, 'actor_id'>): Promise<void> {
  if (run.actor_id === actor.actor_id || (await limitOf(tx, actor)) === null) return
  throw new AppError('forbidden', {
    problem: 'A token with a spending limit goes on only with runs that it started itself.',
  })
}

async function limitOf(tx: Tx, actor: Actor): Promise<number | null> {
  if (actor.kind !== 'api_token') return null
  const rows = await tx.$queryRaw<{ max_usd: number | null }[]>`
    select max_usd::float as max_usd from api_token where actor_id = ${actor.actor_id}::uuid for update`
  return rows[0]?.max_usd ?? null
}

import { type RunPrice, whyNoRoom } from '../../domain/run/quote.js'
import type { Actor, Run } from '../../domain/run/run-state.js'
import { dollars } from '../../domain/text/dollars.js'
import { AppError } from '../../errors.js'
import { asJson, type Tx } from '../connection/transaction.js'

/** A run whose cost is about to be committed: its cap in dollars and its price. */
type Spending = {
  readonly model: Pick<Run['model'], 'mode'>
  readonly budget_usd: number
  readonly price: RunPrice
}

/** Tolerance for rounding in sums of doubles, in dollars; far below any price. */
export const ROUNDING = 1e-9

/**
 * The cap of a run under the limit of the token that starts it, in dollars: at most what is left of the limit. Runs
 * that have not ended count with their whole cap. The token's row is locked until the transaction ends. `besides`: a
 * run left out of the count, as it is counted anew. Errors: `budget_exceeded`.
 */
export async function capWithinToken(tx: Tx, actor: Actor, run: Spending, besides: string | null): Promise<number> {
  if (run.model.mode === 'offline') return run.budget_usd
  const limit = await limitOf(tx, actor)
  if (limit === null) return run.budget_usd
  const { left, note } = await leftOf(tx, { actor_id: actor.actor_id }, limit, besides)
  const problem = (why: string) =>
    new AppError('budget_exceeded', {
      problem: `This token may spend ${dollars(limit)} in all, and ${dollars(left)} of that is left${note}; ${why}`,
    })
  if (run.price.expected_usd === null)
    throw problem('what this would cost is not known, so it cannot be started with it.')
  const why = whyNoRoom(run.price, left)
  if (why !== null) throw problem(`this would ${why}. Ask for less, or for a token with a higher limit.`)
  return Math.min(run.budget_usd, left)
}

/**
 * The cap of a run under the budget of its project, as in `capWithinToken`. The project's row is locked until the
 * transaction ends. Errors: `budget_exceeded`.
 */
export async function capWithinProject(
  tx: Tx,
  project_id: string,
  run: Spending,
  besides: string | null,
): Promise<number> {
  const rows = await tx.$queryRaw<{ name: string; budget_usd: number | null }[]>`
    select name, budget_usd::float as budget_usd from project where id = ${project_id}::uuid for update`
  const [project] = rows
  if (run.model.mode === 'offline' || !project || project.budget_usd === null) return run.budget_usd
  const { left, note } = await leftOf(tx, { project_id }, project.budget_usd, besides)
  const why = run.price.expected_usd === null ? null : whyNoRoom(run.price, left)
  if (run.price.expected_usd !== null && why === null) return Math.min(run.budget_usd, left)
  const price = why === null ? 'What this would cost is not known' : `This would ${why}`
  throw new AppError('budget_exceeded', {
    problem: `${price}; of the ${dollars(project.budget_usd)} of the project ${project.name} ${dollars(left)} is left${note}. Ask for less, or give the project a higher budget.`,
  })
}

/** A ceiling that is over a run's own: what it leaves, and who can let the run go on, as parts of a sentence. */
export type CeilingOver = { readonly leaves: string; readonly remedy: string }

/**
 * Which ceiling other than its own keeps a run from a higher cap; `null`: none. A cap that somebody has raised above
 * what its token leaves is the run's own again.
 */
export async function ceilingOver(tx: Tx, run: Pick<Run, 'run_id' | 'budget_usd'>): Promise<CeilingOver | null> {
  const rows = await tx.$queryRaw<
    {
      actor_id: string
      project_id: string | null
      token_usd: number | null
      name: string
      project_usd: number | null
    }[]
  >`
    select r.actor_id::text, r.project_id::text, t.max_usd::float as token_usd, p.name, p.budget_usd::float as project_usd
      from run r left join api_token t on t.actor_id = r.actor_id left join project p on p.id = r.project_id
     where r.id = ${run.run_id}::uuid`
  const [of] = rows
  if (!of) return null
  const isAll = async (who: Spender, limit: number | null): Promise<boolean> =>
    limit !== null && Math.abs((await leftOf(tx, who, limit, run.run_id)).left - run.budget_usd) <= ROUNDING
  const own = `${dollars(run.budget_usd)} to this run`
  if (await isAll({ actor_id: of.actor_id }, of.token_usd))
    return {
      leaves: `The token that started this run may spend ${dollars(of.token_usd ?? 0)} in all, which leaves ${own}`,
      remedy: 'Somebody who asks without this token can let it go on',
    }
  if (await isAll({ project_id: of.project_id }, of.project_usd))
    return {
      leaves: `The project ${of.name} may spend ${dollars(of.project_usd ?? 0)} in all, which leaves ${own}`,
      remedy: 'Once the project has a higher budget it can go on',
    }
  return null
}

type Spender = { readonly actor_id?: string | null; readonly project_id?: string | null }

/**
 * What runs leave of a limit, in dollars, and in words what of it may come back: ended and deleted runs count with what
 * they cost, all others with their whole cap.
 */
async function leftOf(
  tx: Tx,
  { actor_id = null, project_id = null }: Spender,
  limit: number,
  besides: string | null,
): Promise<{ left: number; note: string }> {
  const rows = await tx.$queryRaw<{ spent: number; held: number }[]>`
    select (coalesce(sum(spent_usd), 0) + coalesce(sum(reserved_usd) filter (where has_ended), 0)
            + coalesce((select sum(deleted_usd) from api_token where actor_id = ${actor_id}::uuid), 0)
            + coalesce((select deleted_usd from project where id = ${project_id}::uuid), 0))::float as spent,
           coalesce(sum(greatest(budget_usd - spent_usd, reserved_usd)) filter (where not has_ended), 0)::float as held
      from (select spent_usd, reserved_usd, budget_usd, status in ('completed', 'failed', 'cancelled') as has_ended
              from run where (${actor_id}::uuid is null or actor_id = ${actor_id}::uuid)
                         and (${project_id}::uuid is null or project_id = ${project_id}::uuid)
                         and model_mode <> 'offline' and id is distinct from ${besides}::uuid) as own`
  const { spent, held } = rows[0] ?? { spent: 0, held: 0 }
  const left = Math.max(0, limit - spent - held)
  const forOpenRuns = `(${dollars(held)} is reserved for its runs that have not ended; what they do not need comes back)`
  return { left, note: held > ROUNDING ? ` ${forOpenRuns}` : '' }
}

/** Errors: `forbidden` where a token with a limit would resume a run that is charged to another actor. */
export async function requireOwnRun(tx: Tx, actor: Actor, run: Pick<Run, 'actor_id'>): Promise<void> {
  if (run.actor_id === actor.actor_id || (await limitOf(tx, actor)) === null) return
  throw new AppError('forbidden', {
    problem: 'A token with a spending limit goes on only with runs that it started itself.',
  })
}

async function limitOf(tx: Tx, actor: Actor): Promise<number | null> {
  if (actor.kind !== 'api_token') return null
  const rows = await tx.$queryRaw<{ max_usd: number | null }[]>`
    select max_usd::float as max_usd from api_token
     where actor_id = ${actor.actor_id}::uuid and max_usd is not null for update`
  return rows[0]?.max_usd ?? null
}

/**
 * Prepares to keep the spending of runs that are about to be deleted: for their tokens and projects, and in their
 * months, where open reservations may have been paid and count as spent. Locks the runs' rows until the transaction
 * ends. Returns a function that writes the spending of those that were deleted.
 */
export async function spendingOf(
  tx: Tx,
  run_ids: readonly string[],
): Promise<(deleted: readonly string[]) => Promise<void>> {
  const runs = await tx.$queryRaw<{ run_id: string; actor_id: string; project_id: string | null; usd: string }[]>`
    select id::text as run_id, actor_id::text, project_id::text, (spent_usd + reserved_usd)::text as usd
      from run where id = any(${[...run_ids]}::uuid[]) and model_mode <> 'offline' and spent_usd + reserved_usd > 0
     order by id for update`
  const reserved = await tx.$queryRaw<{ run_id: string; month: string; usd: string }[]>`
    select c.run_id::text, c.month::text, sum(c.reserved_usd)::text as usd
      from model_call c left join model_call_outcome o on o.call_id = c.id
     where c.run_id = any(${[...run_ids]}::uuid[]) and c.reserved_usd > 0
       and (o.call_id is null or o.status = 'lost' and o.error_code is distinct from 'worker_died')
     group by c.run_id, c.month`
  return async (deleted) => {
    const gone = asJson(runs.filter(({ run_id }) => deleted.includes(run_id)))
    const open = asJson(reserved.filter(({ run_id }) => deleted.includes(run_id)))
    await tx.$executeRaw`
      update api_token t set deleted_usd = t.deleted_usd + s.usd
        from (select actor_id, sum(usd) as usd from json_to_recordset(${gone}::json) as r(actor_id uuid, usd numeric) group by actor_id) s
       where t.actor_id = s.actor_id`
    await tx.$executeRaw`
      update project p set deleted_usd = p.deleted_usd + s.usd
        from (select project_id, sum(usd) as usd from json_to_recordset(${gone}::json) as r(project_id uuid, usd numeric) group by project_id) s
       where p.id = s.project_id`
    await tx.$executeRaw`
      update month_spend m set reserved_usd = m.reserved_usd - s.usd, spent_usd = m.spent_usd + s.usd
        from (select month, sum(usd) as usd from json_to_recordset(${open}::json) as r(month date, usd numeric) group by month) s
       where m.month = s.month`
  }
}

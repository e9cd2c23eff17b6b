import { dollars } from '../domain/dollars.js'
import type { RunUsage } from '../domain/run.js'
import type { Run } from '../domain/run-state.js'
import { AppError } from '../errors.js'
import type { Database } from './client.js'
import { asJson, type Tx } from './transaction.js'

export type ClosedCall = {
  call_id: string
  status: string
  input_tokens: number
  output_tokens: number
  cache_read_tokens: number
  cache_write_tokens: number
  cost_usd: number | null
  stop_reason: string | null
  request_id: string | null
  error_code: string | null
  error_message: string | null
  duration_ms: number
}

/** The intent of one request to a model, and what it may cost at most (`null`: no known price). */
export type Intent = {
  call_id: string
  step_key: string
  input_hash: string
  task: string
  model: string
  reserve_usd: number | null
}

/** Rounding of a sum of doubles, far below any price. */
const ROUNDING = 1e-9

/**
 * Admits intents in order while both caps (the run's, the workspace's for this month) hold, reserves their price and
 * writes them. Returns the refusals. The caller holds the run's row lock; the month's row is locked here.
 */
export async function admit(tx: Tx, run: Run, intents: Intent[], repeated: boolean): Promise<Map<Intent, Error>> {
  if (repeated) return alreadyAdmitted(tx, run, intents)
  const room = await readRoom(tx, run)
  const refusals = new Map<Intent, Error>()
  let reserved = 0
  for (const intent of intents) {
    const next = reserved + (intent.reserve_usd ?? 0)
    if (next > room.run + ROUNDING) refusals.set(intent, runCapError(run))
    else if (next > room.month + ROUNDING) refusals.set(intent, monthCapError(room.monthCap))
    else reserved = next
  }
  const admitted = intents.filter((intent) => !refusals.has(intent))
  if (admitted.length > 0) await insertIntents(tx, run, admitted, reserved)
  return refusals
}

const runCapError = (run: Run) =>
  new AppError('budget_exceeded', {
    problem: `The run's budget of ${dollars(run.budget_usd)} is spent or reserved. A person can raise it and go on: pressure-test runs resume ${run.run_id}`,
  })

const monthCapError = (cap: number) =>
  new AppError('budget_exceeded', {
    problem: `This workspace's budget of ${dollars(cap)} for the month is spent. The run goes on when the next month begins, or with a higher MONTHLY_BUDGET_USD.`,
    until: 'next_month',
  })

type Room = { run: number; month: number; monthCap: number }

async function readRoom(tx: Tx, run: Run): Promise<Room> {
  await tx.$executeRaw`
    insert into month_spend (workspace_id, month) values (${run.workspace_id}::uuid, date_trunc('month', now() at time zone 'utc')::date)
    on conflict do nothing`
  const rows = await tx.$queryRaw<{ run_room: number; month_room: number | null; month_cap: number | null }[]>`
    select (r.budget_usd - r.spent_usd - r.reserved_usd)::float as run_room,
           (w.monthly_budget_usd - m.spent_usd - m.reserved_usd)::float as month_room, w.monthly_budget_usd::float as month_cap
      from run r join workspace w on w.id = r.workspace_id
      join month_spend m on m.workspace_id = w.id and m.month = date_trunc('month', now() at time zone 'utc')::date
     where r.id = ${run.run_id}::uuid
       for update of m`
  const [room] = rows
  return {
    run: room?.run_room ?? 0,
    month: room?.month_room ?? Number.POSITIVE_INFINITY,
    monthCap: room?.month_cap ?? Number.POSITIVE_INFINITY,
  }
}

async function insertIntents(tx: Tx, run: Run, intents: Intent[], reserved: number): Promise<void> {
  await tx.$executeRaw`
    insert into model_call (id, workspace_id, run_id, epoch, step_key, input_hash, task, model, reserved_usd, month)
    select i.call_id, ${run.workspace_id}::uuid, ${run.run_id}::uuid, ${run.epoch}, i.step_key, i.input_hash, i.task, i.model,
           i.reserve_usd, date_trunc('month', now() at time zone 'utc')::date
      from json_to_recordset(${asJson(intents)}::json)
        as i(call_id uuid, step_key text, input_hash text, task text, model text, reserve_usd numeric)`
  await tx.$executeRaw`
    update run set reserved_usd = reserved_usd + ${reserved}::float::numeric where id = ${run.run_id}::uuid`
  await tx.$executeRaw`
    update month_spend set reserved_usd = reserved_usd + ${reserved}::float::numeric
     where workspace_id = ${run.workspace_id}::uuid and month = date_trunc('month', now() at time zone 'utc')::date`
}

/** After a commit whose answer was lost: the intents in the table were admitted. */
async function alreadyAdmitted(tx: Tx, run: Run, intents: Intent[]): Promise<Map<Intent, Error>> {
  const ids = intents.map(({ call_id }) => call_id)
  const rows = await tx.modelCall.findMany({ where: { id: { in: ids } }, select: { id: true } })
  const admitted = new Set(rows.map(({ id }) => id))
  return new Map(intents.filter(({ call_id }) => !admitted.has(call_id)).map((intent) => [intent, runCapError(run)]))
}

/**
 * Writes how calls ended and turns their reservations into cost, in the month they were made in. A `lost` call keeps
 * its reservation: it may have been billed, and a budget is never exceeded.
 */
export async function settle(tx: Tx, run: Run, calls: ClosedCall[]): Promise<void> {
  if (calls.length === 0) return
  const rows = await tx.$queryRaw<{ call_id: string; status: string }[]>`
    insert into model_call_outcome (call_id, workspace_id, run_id, status, input_tokens, output_tokens, cache_read_tokens,
                                    cache_write_tokens, cost_usd, stop_reason, request_id, error_code, error_message, duration_ms)
    select o.call_id, ${run.workspace_id}::uuid, ${run.run_id}::uuid, o.status, o.input_tokens, o.output_tokens, o.cache_read_tokens,
           o.cache_write_tokens, o.cost_usd, o.stop_reason, o.request_id, o.error_code, o.error_message, o.duration_ms
      from json_to_recordset(${asJson(calls)}::json)
        as o(call_id uuid, status text, input_tokens int, output_tokens int, cache_read_tokens int, cache_write_tokens int,
             cost_usd numeric, stop_reason text, request_id text, error_code text, error_message text, duration_ms int)
    on conflict do nothing returning call_id::text, status`
  const settled = rows.filter((row) => row.status !== 'lost').map((row) => row.call_id)
  await tx.$executeRaw`
    with settled as (
      select c.month, coalesce(sum(c.reserved_usd), 0) as reserved, coalesce(sum(o.cost_usd), 0) as cost
        from model_call c join model_call_outcome o on o.call_id = c.id
       where c.id = any(${settled}::uuid[]) group by c.month
    ), month as (
      update month_spend m set reserved_usd = m.reserved_usd - s.reserved, spent_usd = m.spent_usd + s.cost
        from settled s where m.workspace_id = ${run.workspace_id}::uuid and m.month = s.month
    )
    update run set reserved_usd = reserved_usd - (select coalesce(sum(reserved), 0) from settled),
                   spent_usd = spent_usd + (select coalesce(sum(cost), 0) from settled)
     where id = ${run.run_id}::uuid`
}

/** What a run has used so far, from the ledger. */
export async function readUsage(db: Database, run: Run): Promise<RunUsage> {
  const rows = await db.inWorkspace(
    run,
    (tx) => tx.$queryRaw<(Omit<RunUsage, 'cost_usd'> & { cost_usd: number; unpriced: boolean })[]>`
      select count(*)::int as calls,
             coalesce(sum(o.input_tokens), 0)::int as input_tokens, coalesce(sum(o.output_tokens), 0)::int as output_tokens,
             coalesce(sum(o.cache_read_tokens), 0)::int as cache_read_tokens, coalesce(sum(o.cache_write_tokens), 0)::int as cache_write_tokens,
             coalesce(sum(o.cost_usd), 0)::float as cost_usd,
             coalesce(bool_or(o.cost_usd is null and o.input_tokens + o.output_tokens > 0), false) as unpriced,
             count(*) filter (where o.status = 'lost' or (o.call_id is null and (r.status <> 'running' or c.epoch < r.epoch)))::int as possibly_paid
        from model_call c join run r on r.id = c.run_id left join model_call_outcome o on o.call_id = c.id
       where c.run_id = ${run.run_id}::uuid`,
  )
  const { unpriced, ...usage } = rows[0] ?? { ...NOTHING_USED, cost_usd: 0, unpriced: false }
  return { ...usage, cost_usd: unpriced ? null : usage.cost_usd }
}

const NOTHING_USED = {
  calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  possibly_paid: 0,
}

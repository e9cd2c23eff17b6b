import type { RunUsage } from '../../domain/run/run.js'
import type { Run } from '../../domain/run/run-state.js'
import { asJson, type Tx } from '../connection/transaction.js'
import { ceilingOver } from '../workspace/token-spending.js'
import {
  monthHeldError,
  monthReservedError,
  monthSpentError,
  monthTurnError,
  runCapError,
  runHeldError,
  runReservedError,
} from './budget-refusals.js'

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

/** The intent of one request to a model, with the most it may cost in dollars (`null`: no known price). */
export type Intent = {
  call_id: string
  step_key: string
  input_hash: string
  task: string
  model: string
  reserve_usd: number | null
}

/** Tolerance for rounding in sums of doubles, in dollars; far below any price. */
const ROUNDING = 1e-9

/**
 * Admits intents in order while both caps (the run's, and the workspace's for this month) hold, reserves their prices
 * and writes them. Returns the refusals. The caller holds the run's row lock; the month's row is locked here. Calls
 * opened and closed under that lock are stamped with the time of writing, so that times give the order.
 */
export async function admit(tx: Tx, run: Run, intents: Intent[]): Promise<Map<Intent, Error>> {
  const wanted = intents.reduce((sum, { reserve_usd }) => sum + (reserve_usd ?? 0), 0)
  let headroom = await readHeadroom(tx, run)
  const isScarce = { month: wanted > headroom.month + ROUNDING, run: wanted > headroom.run + ROUNDING }
  let held = isScarce.run ? await readOpenReservations(tx, run) : NO_RESERVATIONS
  if ((isScarce.month || held.is_forgotten) && (await releaseForgotten(tx, run)) > 0) {
    headroom = await readHeadroom(tx, run)
    if (isScarce.run) held = await readOpenReservations(tx, run)
  }
  const ofMonth = isScarce.month ? await readMonthReservations(tx, run) : NO_RESERVATIONS
  const isLater = await hasEarlierWaiting(tx, run, headroom)
  const isAboveRun = (own: number) => own > headroom.run + held.under_way + held.dead + ROUNDING
  const ceiling = intents.some(({ reserve_usd }) => isAboveRun(reserve_usd ?? 0)) ? await ceilingOver(tx, run) : null
  const refusals = new Map<Intent, Error>()
  let reserved = 0
  for (const intent of intents) {
    const own = intent.reserve_usd ?? 0
    const next = reserved + own
    if (isAboveRun(own)) refusals.set(intent, runCapError(run, own, ceiling))
    else if (own > headroom.run + held.under_way + ROUNDING) refusals.set(intent, runHeldError(run, held))
    else if (next > headroom.run + ROUNDING) refusals.set(intent, runReservedError(run))
    else if (own > headroom.month + ofMonth.under_way + ofMonth.dead + ROUNDING)
      refusals.set(intent, monthSpentError(own, headroom))
    else if (own > headroom.month + ofMonth.under_way + ROUNDING)
      refusals.set(intent, monthHeldError(headroom.monthCap, ofMonth))
    else if (next > headroom.month + ROUNDING) refusals.set(intent, monthReservedError(headroom.monthCap))
    else if (isLater) refusals.set(intent, monthTurnError(headroom.monthCap))
    else reserved = next
  }
  const admitted = intents.filter((intent) => !refusals.has(intent))
  if (admitted.length > 0) await insertIntents(tx, run, admitted, reserved)
  return refusals
}

/**
 * What the caps leave, in dollars. `hasOwnBudget`: the workspace has set the cap of its month itself. `next_month`: a few
 * seconds after the next month begins, by the database's clock, which decides the month.
 */
type Headroom = { run: number; month: number; monthCap: number; hasOwnBudget: boolean; next_month: Date | null }

async function readHeadroom(tx: Tx, run: Run): Promise<Headroom> {
  const headroom = await lockHeadroom(tx, run)
  if (headroom) return headroom
  // The first call of the month.
  await openMonth(tx, run)
  return (await lockHeadroom(tx, run)) ?? HEADROOM_WITHOUT_RUN
}

const HEADROOM_WITHOUT_RUN: Headroom = {
  run: 0,
  month: Number.POSITIVE_INFINITY,
  monthCap: Number.POSITIVE_INFINITY,
  hasOwnBudget: false,
  next_month: null,
}

/** Makes the workspace's row of this month. It begins with what a deleted workspace of its name has spent in the month. */
async function openMonth(tx: Tx, run: Run): Promise<void> {
  await tx.$executeRaw`
    insert into month_spend (workspace_id, month, spent_usd)
    select ${run.workspace_id}::uuid, m.month, coalesce(d.spent_usd, 0)
      from (select date_trunc('month', now() at time zone 'utc')::date as month) m
      left join deleted_month_spend d on d.month = m.month and d.workspace_hash = pressure_test_workspace_hash()
    on conflict do nothing`
}

/** Locks the workspace's row of this month; `null` where there is none yet, or no run. */
async function lockHeadroom(tx: Tx, run: Run): Promise<Headroom | null> {
  const rows = await tx.$queryRaw<
    {
      run_room: number
      month_room: number | null
      month_cap: number | null
      has_own_budget: boolean
      next_month: Date
    }[]
  >`
    select (r.budget_usd - r.spent_usd - r.reserved_usd)::float as run_room,
           (c.usd - m.spent_usd - m.reserved_usd)::float as month_room, c.usd::float as month_cap,
           w.own_month_budget_usd is not null as has_own_budget, (m.month + interval '1 month 5 seconds') at time zone 'utc' as next_month
      from run r join workspace w on w.id = r.workspace_id
      cross join lateral pressure_test_month_cap(w.own_month_budget_usd, w.slug) as c(usd)
      join month_spend m on m.workspace_id = w.id and m.month = date_trunc('month', now() at time zone 'utc')::date
     where r.id = ${run.run_id}::uuid
       for update of m`
  const [headroom] = rows
  if (!headroom) return null
  return {
    run: headroom.run_room,
    month: headroom.month_room ?? Number.POSITIVE_INFINITY,
    monthCap: headroom.month_cap ?? Number.POSITIVE_INFINITY,
    hasOwnBudget: headroom.has_own_budget,
    next_month: headroom.next_month,
  }
}

/**
 * Reservations of this month's calls without an outcome: those under way will be settled, those of workers that are known
 * to have died are released after an hour.
 */
async function readMonthReservations(tx: Tx, run: Run): Promise<Omit<OpenReservations, 'is_forgotten'>> {
  const rows = await tx.$queryRaw<Omit<OpenReservations, 'is_forgotten'>[]>`
    select coalesce(sum(reserved_usd) filter (where lives), 0)::float as under_way,
           coalesce(sum(reserved_usd) filter (where not lives), 0)::float as dead,
           min(opened_at) filter (where not lives) + make_interval(hours => ${FORGOTTEN_AFTER_HOURS}, secs => 1) as forgotten_at
      from (select c.reserved_usd, c.opened_at, r.status = 'running' and c.epoch = r.epoch as lives
              from model_call c join run r on r.id = c.run_id left join model_call_outcome o on o.call_id = c.id
             where c.workspace_id = ${run.workspace_id}::uuid
               and c.month = date_trunc('month', now() at time zone 'utc')::date and o.call_id is null) as open`
  return rows[0] ?? NO_RESERVATIONS
}

/** How long a run that is due keeps its turn before those accepted later; a worker takes it within seconds. */
const TURN_SECONDS = 30

/**
 * Whether a run of the workspace that was accepted earlier waits for what calls of others have reserved of the month. Its
 * message tells: `until` of the refusal is not stored, and `budget_exceeded` is also the code of runs that wait longer.
 */
async function hasEarlierWaiting(tx: Tx, run: Run, { monthCap }: Headroom): Promise<boolean> {
  if (!Number.isFinite(monthCap)) return false
  const rows = await tx.$queryRaw<{ run_id: string }[]>`
    select id::text as run_id from run
     where workspace_id = ${run.workspace_id}::uuid and status = 'paused' and reason_code = 'budget_exceeded'
       and reason_message = any(${[monthReservedError, monthTurnError].map((error) => error(monthCap).message)})
       and resume_at > now() - make_interval(secs => ${TURN_SECONDS})
       and (created_at, id) < (${run.created_at}, ${run.run_id}::uuid) limit 1`
  return rows.length > 0
}

/**
 * Minutes for which a call without an outcome counts as under way; longer than a call takes. Later its worker counts as
 * dead.
 */
const UNDER_WAY_MINUTES = 5

/** Hours after which a call of a dead worker loses its reservation; far longer than any call takes. */
const FORGOTTEN_AFTER_HOURS = 1

/**
 * Reservations of a run's calls without an outcome, in dollars. Calls under way will soon release most of theirs; calls
 * of dead workers keep theirs until they are released. `forgotten_at`: when the first of these is due; `is_forgotten`:
 * that time has come.
 */
type OpenReservations = {
  readonly under_way: number
  readonly dead: number
  readonly forgotten_at: Date | null
  readonly is_forgotten: boolean
}
const NO_RESERVATIONS: OpenReservations = { under_way: 0, dead: 0, forgotten_at: null, is_forgotten: false }

async function readOpenReservations(tx: Tx, run: Run): Promise<OpenReservations> {
  const rows = await tx.$queryRaw<OpenReservations[]>`
    select coalesce(sum(reserved_usd) filter (where lives), 0)::float as under_way,
           coalesce(sum(reserved_usd) filter (where not lives), 0)::float as dead,
           min(opened_at) filter (where not lives) + make_interval(hours => ${FORGOTTEN_AFTER_HOURS}, secs => 1) as forgotten_at,
           coalesce(bool_or(epoch < ${run.epoch} and opened_at < now() - make_interval(hours => ${FORGOTTEN_AFTER_HOURS})), false) as is_forgotten
      from (select c.reserved_usd, c.opened_at, c.epoch,
                   c.epoch = ${run.epoch} and c.opened_at > now() - make_interval(mins => ${UNDER_WAY_MINUTES}) as lives
              from model_call c left join model_call_outcome o on o.call_id = c.id
             where c.run_id = ${run.run_id}::uuid and o.call_id is null) as open`
  return rows[0] ?? NO_RESERVATIONS
}

/**
 * Records calls of dead workers, whose outcome will never be known, as `lost` (possibly paid) after an hour and
 * releases their reservations. Returns how many. Skips runs whose rows are locked at this moment.
 */
async function releaseForgotten(tx: Tx, run: Run): Promise<number> {
  const [forgotten] = await tx.$queryRaw<{ calls: number }[]>`
    with dead as (
      select c.id, c.run_id, c.month, c.reserved_usd from model_call c join run r on r.id = c.run_id
       where c.workspace_id = ${run.workspace_id}::uuid and c.opened_at < now() - make_interval(hours => ${FORGOTTEN_AFTER_HOURS})
         and (r.status <> 'running' or c.epoch < r.epoch)
         and not exists (select from model_call_outcome o where o.call_id = c.id)
         for update of r skip locked
    ), noted as (
      insert into model_call_outcome (call_id, workspace_id, run_id, status, error_code, error_message, duration_ms)
      select id, ${run.workspace_id}::uuid, run_id, 'lost', 'worker_died', 'The worker died while it waited for the answer.', 0 from dead
      on conflict do nothing returning call_id
    ), released as (
      select d.run_id, d.month, coalesce(d.reserved_usd, 0) as reserved from dead d join noted n on n.call_id = d.id
    ), of_runs as (
      update run r set reserved_usd = r.reserved_usd - s.reserved
        from (select run_id, sum(reserved) as reserved from released group by run_id) s where r.id = s.run_id
    ), of_months as (
      update month_spend m set reserved_usd = m.reserved_usd - s.reserved
        from (select month, sum(reserved) as reserved from released group by month) s
       where m.workspace_id = ${run.workspace_id}::uuid and m.month = s.month
    )
    select count(*)::int as calls from released`
  return forgotten?.calls ?? 0
}

async function insertIntents(tx: Tx, run: Run, intents: Intent[], reserved: number): Promise<void> {
  await tx.$executeRaw`
    insert into model_call (id, workspace_id, run_id, epoch, step_key, input_hash, task, model, reserved_usd, month, opened_at)
    select i.call_id, ${run.workspace_id}::uuid, ${run.run_id}::uuid, ${run.epoch}, i.step_key, i.input_hash, i.task, i.model,
           i.reserve_usd, date_trunc('month', now() at time zone 'utc')::date, clock_timestamp()
      from json_to_recordset(${asJson(intents)}::json)
        as i(call_id uuid, step_key text, input_hash text, task text, model text, reserve_usd numeric)`
  await tx.$executeRaw`
    update run set reserved_usd = reserved_usd + ${reserved}::float::numeric where id = ${run.run_id}::uuid`
  await tx.$executeRaw`
    update month_spend set reserved_usd = reserved_usd + ${reserved}::float::numeric
     where workspace_id = ${run.workspace_id}::uuid and month = date_trunc('month', now() at time zone 'utc')::date`
}

/** Ids of those intents that are stored already, by a commit whose acknowledgement was lost. */
export async function admittedBefore(tx: Tx, intents: readonly Intent[]): Promise<ReadonlySet<string>> {
  const ids = intents.map(({ call_id }) => call_id)
  const rows = await tx.modelCall.findMany({ where: { id: { in: ids } }, select: { id: true } })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Writes how calls ended and turns their reservations into cost, in the month of the call. A `lost` call keeps its
 * reservation: it may have been billed, and a budget is never exceeded.
 */
export async function settle(tx: Tx, run: Run, calls: ClosedCall[]): Promise<void> {
  if (calls.length === 0) return
  const rows = await tx.$queryRaw<{ call_id: string; status: string }[]>`
    insert into model_call_outcome (call_id, workspace_id, run_id, status, input_tokens, output_tokens, cache_read_tokens,
                                    cache_write_tokens, cost_usd, stop_reason, request_id, error_code, error_message, duration_ms,
                                    closed_at)
    select o.call_id, ${run.workspace_id}::uuid, ${run.run_id}::uuid, o.status, o.input_tokens, o.output_tokens, o.cache_read_tokens,
           o.cache_write_tokens, o.cost_usd, o.stop_reason, o.request_id, o.error_code, o.error_message, o.duration_ms,
           clock_timestamp()
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

/** SQL for one row: what run `r` has used so far. */
export const USAGE = `
  select count(*)::int as calls,
         coalesce(sum(o.input_tokens), 0)::int as input_tokens, coalesce(sum(o.output_tokens), 0)::int as output_tokens,
         coalesce(sum(o.cache_read_tokens), 0)::int as cache_read_tokens, coalesce(sum(o.cache_write_tokens), 0)::int as cache_write_tokens,
         coalesce(sum(o.cost_usd), 0)::float as cost_usd,
         coalesce(bool_or(o.cost_usd is null and o.status <> 'lost'), false) as unpriced,
         count(*) filter (where o.status in ('answered', 'unusable', 'final') and o.input_tokens + o.output_tokens = 0)::int as without_usage,
         count(*) filter (where o.status = 'lost' or (o.call_id is null and (r.status <> 'running' or c.epoch < r.epoch)))::int as possibly_paid
    from model_call c left join model_call_outcome o on o.call_id = c.id
   where c.run_id = r.id`
export type UsageRow = Omit<RunUsage, 'cost_usd' | 'without_usage'> & {
  readonly cost_usd: number
  readonly unpriced: boolean
  readonly without_usage: number
}

export const toUsage = ({ unpriced, without_usage, ...usage }: UsageRow): RunUsage => ({
  ...usage,
  cost_usd: unpriced ? null : usage.cost_usd,
  ...(without_usage > 0 && { without_usage }),
})

import { setTimeout as sleep } from 'node:timers/promises'
import { RunKind } from '../../domain/run/kinds.js'
import type { RunStatus } from '../../domain/run/run.js'
import type { RunEnd } from '../../domain/run/run-end.js'
import type { Run } from '../../domain/run/run-state.js'
import { AppError, ERRORS } from '../../errors.js'
import type { Database, TxOptions } from '../connection/client.js'
import { asJson, type Tx } from '../connection/transaction.js'
import { recordVerdict } from '../evaluation/agents.js'
import { listViews } from '../panel/desk.js'
import { freezePrediction } from '../panel/outcomes.js'
import { saveGenerated } from '../personas/persona-sets.js'
import { makeRunMessageDue, refreshThread } from '../slack/outbox.js'
import { makeWebhooksDue } from '../workspace/webhooks.js'
import { notifyChanged, PAUSE, PROVIDER_DOWN, toRun } from './runs.js'

/** Times that govern a worker's lease on a run or a part of one. */
export type LeaseTimes = {
  /** Milliseconds that a lease lasts without a renewal, by the database's clock. */
  readonly leaseMs: number
  /** Milliseconds to wait for a database that restarts or refuses connections; a run must not fail because of it. */
  readonly patienceMs: number
  /** Milliseconds that one attempt may take; after that its connection counts as broken. */
  readonly limitMs: number
}
/**
 * Lost leases in a row, without a new step, after which a run is a suspect and worked on alone. A lost lease says
 * little about a run while its worker held other runs, too. Working alone delays the others, so two workers that die
 * within the time of one call are not enough.
 */
const SUSPECT_AFTER = 3
/** Crashes in a row, of workers that held only this run and stored no new step, after which it is quarantined. */
export const MAX_CRASHES = 3

/** A renewal without a prompt response is retried on another connection while the lease still holds. */
export const renewalTimes = (times: LeaseTimes): LeaseTimes => ({ ...times, limitMs: times.leaseMs * 0.4 })

/**
 * Milliseconds for which expired leases still count as held. After an outage this process waits for the length of a
 * lease, so that other workers, which may have been cut off as well, can renew theirs.
 */
export const leasesRestMs = (db: Database, { leaseMs }: Pick<LeaseTimes, 'leaseMs'>): number =>
  Math.max(0, leaseMs - db.answeredForMs())

/** Share of a lease in which a living holder renews, which it tries every fifth of a lease. */
const RENEWAL_SHARE = 0.3

/**
 * Gives the holder of an expired lease the time to renew it: first whatever keeps everybody from writing to these
 * tables ends (a migration, a new index), then a renewal's time passes. Only what has expired at a second look was
 * abandoned.
 */
export async function waitForRenewal(db: Database, times: LeaseTimes): Promise<void> {
  // Takes the lock of a write and writes nothing.
  await db.acrossWorkspaces(async (tx) => {
    await tx.$executeRaw`update run set epoch = epoch where false`
    await tx.$executeRaw`update run_part set epoch = epoch where false`
  }, times)
  await sleep(times.leaseMs * RENEWAL_SHARE)
}

/** A worker that claims a run or a part of one. */
export type Claimant = {
  readonly worker_id: string
  readonly isolation: Isolation
  /** The modes of models it can call. */
  readonly modes: readonly Run['model']['mode'][]
  readonly times: LeaseTimes
}

/** Whether a worker that holds other runs must leave this one to a worker that holds none. */
export const mustBeAlone = ({ losses, crashes }: { losses: number; crashes: number }, isolation: Isolation): boolean =>
  isolation === 'shared' && (losses >= SUSPECT_AFTER || crashes > 0)

/** A run to enqueue; `is_new`: no worker has claimed it since it was accepted or handed back. */
type DueRun = { readonly run_id: string; readonly epoch: number; readonly is_new: boolean }
export type DueRuns = { readonly runs: readonly DueRun[]; readonly next_in_ms: number | null }

/** Whether a worker holds a run or part beside other runs, or holds that run only. */
export type Isolation = 'shared' | 'alone'

/** What a worker holds while it works on a run. Every state write compares `epoch` under the run's row lock. */
export type RunLease = {
  readonly run: Run
  readonly worker_id: string
  readonly times: LeaseTimes
  readonly isolation: Isolation
  /** The fence of the part, for a worker that holds only a part of the run. */
  readonly part?: { readonly number: number; readonly epoch: number }
}

/**
 * Claiming, renewing and ending runs, for workers and the sweeper. A lease counts as abandoned only after the server
 * has been up, and has answered this process, for the length of a lease: during an outage nobody could renew. Leases
 * start from the clock, not from the start of the transaction, which may have waited for the lock of a stopped process.
 */
export function createLeases(db: Database) {
  const fenced = async (lease: RunLease, work: (tx: Tx, fence: Fence) => Promise<void>): Promise<boolean> =>
    db.inWorkspace(
      lease.run,
      async (tx) => {
        const [fence] = await tx.$queryRaw<Fence[]>`
          select epoch, status, cancel_requested from run where id = ${lease.run.run_id}::uuid for update`
        if (fence?.epoch !== lease.run.epoch || fence.status !== 'running') return false
        await work(tx, fence)
        await makeRunMessageDue(tx, lease.run.run_id)
        await makeWebhooksDue(tx, lease.run.run_id)
        await notifyChanged(db, tx, lease.run.run_id)
        return true
      },
      { ...lease.times, yieldsLocks: true },
    )

  /** One attempt; `expired`: the lease has run out, but only a `recheck` may take it over. */
  const tryClaim = (
    run_id: string,
    { worker_id, isolation, modes, times }: Claimant,
    attempt: 'first' | 'recheck',
  ): Promise<RunLease | 'suspect' | 'expired' | null> =>
    db.acrossWorkspaces(async (tx) => {
      const found = await tx.$queryRaw<{ losses: number; crashes: number; expired: boolean }[]>`
          select status = 'running' as expired,
                 case when steps > steps_at_claim then 0 when status = 'running' and not alone then losses + 1 else losses end as losses,
                 case when steps > steps_at_claim then 0 when status = 'running' and alone then crashes + 1 else crashes end as crashes
            from run
           where id = ${run_id}::uuid and model_mode = any(${[...modes]}) and kind = any(${RunKind.options})
             and (status = 'queued' or (status = 'paused' and resume_at <= now())
                  or (status = 'running' and lease_until < now() and ${leasesRestMs(db, times)}::float = 0
                      and pg_postmaster_start_time() < now() - make_interval(secs => ${times.leaseMs}::float / 1000)))
             for update`
      const [next] = found
      if (!next) return null
      if (next.expired && attempt === 'first') return 'expired'
      if (mustBeAlone(next, isolation)) return 'suspect'
      await tx.$executeRaw`
          update run set losses = ${next.losses}, crashes = ${next.crashes}, alone = ${isolation === 'alone'},
                 pauses = case when steps > steps_at_claim then 0 else pauses end, steps_at_claim = steps,
                 status = 'running', epoch = epoch + 1, worker_id = ${worker_id}, resume_at = null,
                 lease_until = clock_timestamp() + make_interval(secs => ${times.leaseMs}::float / 1000), started_at = coalesce(started_at, now()),
                 reason_code = case when status = 'running' and reason_code = ${PAUSE} then reason_code
                                    when reason_code = ${PROVIDER_DOWN} then reason_code end,
                 reason_message = null
           where id = ${run_id}::uuid`
      const run = toRun(await tx.run.findUniqueOrThrow({ where: { id: run_id } }))
      await notifyChanged(db, tx, run_id)
      if (run.crashes < MAX_CRASHES) return { run, worker_id, times, isolation }
      await tx.$executeRaw`
          update run set status = 'failed', completed_at = now(), lease_until = null, reason_code = 'quarantined',
                 reason_message = ${ERRORS.quarantined.say({ crashes: run.crashes })}
           where id = ${run_id}::uuid`
      await makeRunMessageDue(tx, run_id)
      await makeWebhooksDue(tx, run_id)
      return null
    }, times)

  return {
    /**
     * Claims a queued, due or abandoned run and raises its epoch. Null when another worker holds it, it has ended or
     * only another version of the program knows its kind; `suspect` when it may only be claimed alone. A run that keeps
     * killing workers that hold nothing else is failed as `quarantined` instead. An expired lease is looked at twice.
     */
    async claim(run_id: string, claimant: Claimant): Promise<RunLease | 'suspect' | null> {
      const claimed = await tryClaim(run_id, claimant, 'first')
      if (claimed !== 'expired') return claimed
      await waitForRenewal(db, claimant.times)
      const abandoned = await tryClaim(run_id, claimant, 'recheck')
      return abandoned === 'expired' ? null : abandoned
    },

    /** Extends the lease. `lost`: another worker holds the run. `cleared`: a suspect has stored a new step. */
    async renew(lease: RunLease): Promise<'held' | 'cancel_requested' | 'pause_requested' | 'cleared' | 'lost'> {
      const { run, times } = lease
      const values = [times.leaseMs, run.run_id, run.epoch]
      const [row] = await db.renewInWorkspace<Renewed>(run, RENEWAL, values, renewalTimes(times))
      if (!row) return 'lost'
      if (row.cancel_requested) return 'cancel_requested'
      if (row.pause_requested) return 'pause_requested'
      return row.cleared ? 'cleared' : 'held'
    },

    /**
     * Ends or suspends a run and stores its result, in one fenced transaction. A run whose cancellation was accepted ends
     * as cancelled, even if its work was done meanwhile: its steps stay, so a retry costs nothing. Returns the end that was
     * written; null where the lease was lost.
     */
    async end(lease: RunLease, end: RunEnd): Promise<RunStatus | null> {
      let status: RunStatus = end.status
      const isHeld = await fenced(lease, (tx, { cancel_requested }) => {
        status = cancel_requested ? CANCELLED.status : end.status
        return writeEnd(tx, lease.run, cancel_requested ? CANCELLED : end)
      })
      return isHeld ? status : null
    },

    /**
     * Runs to enqueue, of these modes and of kinds that this version knows: abandoned, due or queued; those that have
     * begun come first. `next_in_ms`: time until the next lease of another worker expires, unless renewed, or the next
     * pause ends.
     */
    async due(
      limit: number,
      { worker_id, modes, times }: Pick<Claimant, 'worker_id' | 'modes' | 'times'>,
    ): Promise<DueRuns> {
      return db.acrossWorkspaces(
        async (tx) => {
          const rows = await tx.$queryRaw<(DueRun | { run_id: null; next_in_ms: number | null })[]>`
            with open as (
              select id, epoch, status, created_at, worker_id,
                     case status when 'queued' then now() when 'paused' then resume_at
                       else greatest(lease_until, pg_postmaster_start_time() + make_interval(secs => ${times.leaseMs}::float / 1000),
                         now() + make_interval(secs => nullif(${leasesRestMs(db, times)}::float, 0) / 1000))
                     end as free_at
                from run
               where model_mode = any(${[...modes]}) and kind = any(${RunKind.options})
                 and status in ('queued', 'running', 'paused'))
            (select id as run_id, epoch, status = 'queued' as is_new, null::float as next_in_ms
               from open where free_at <= now()
              order by is_new, created_at limit ${limit})
            union all
            select null, null, null, extract(epoch from min(free_at) - now())::float * 1000
              from open where free_at > now() and (status <> 'running' or worker_id is distinct from ${worker_id})`
          return {
            runs: rows.filter((row): row is DueRun => row.run_id !== null),
            next_in_ms: rows.find((row) => row.run_id === null)?.next_in_ms ?? null,
          }
        },
        { limitMs: times.limitMs },
      )
    },

    /** Counts runs that have not ended, are not waiting for a person and are of kinds that this version knows. */
    async unfinished(options?: TxOptions): Promise<number> {
      const onTheirOwn = [{ status: { in: ['queued', 'running'] } }, { status: 'paused', resumeAt: { not: null } }]
      return db.acrossWorkspaces(
        (tx) => tx.run.count({ where: { kind: { in: RunKind.options }, OR: onTheirOwn } }),
        options,
      )
    },
  }
}

/**
 * The last statement of a transaction that stores data of a run outside its journal. A deletion or a claim of the run
 * waits for this commit, or came first. Renewals are not blocked. Errors: `lease_lost`.
 */
export async function requireHeld(tx: Tx, { run, part }: RunLease): Promise<void> {
  const rows = await tx.$queryRaw<{ is_held: boolean }[]>`
    select epoch = ${run.epoch} and status = 'running'
           and (${part?.number ?? null}::int is null or exists (
             select from run_part p
              where p.run_id = run.id and p.generation = ${run.generation} and p.part = ${part?.number ?? null}::int
                and p.epoch = ${part?.epoch ?? null}::int and p.status = 'running')) as is_held
      from run where id = ${run.run_id}::uuid for key share`
  if (!rows[0]?.is_held) throw new AppError('lease_lost')
}

type Fence = { readonly epoch: number; readonly status: string; readonly cancel_requested: boolean }

/** The end of a run that a user has cancelled meanwhile. */
const CANCELLED = { status: 'cancelled', code: 'cancelled', message: ERRORS.cancelled.say() } as const

type Renewed = { cancel_requested: boolean; pause_requested: boolean; cleared: boolean }
const RENEWAL = {
  name: 'renewal of a lease',
  text: `update run set lease_until = clock_timestamp() + make_interval(secs => $1::float / 1000)
          where id = $2::uuid and epoch = $3 and status = 'running'
         returning cancel_requested, coalesce(reason_code = '${PAUSE}', false) as pause_requested,
                   alone and steps > steps_at_claim as cleared`,
}

async function writeEnd(tx: Tx, run: Run, end: RunEnd): Promise<void> {
  const id = run.run_id
  if (end.status === 'queued') {
    // The user asked for a pause and the worker stopped before it could pause the run.
    await tx.$executeRaw`
      update run set status = case when reason_code = ${PAUSE} then 'paused' else 'queued' end, lease_until = null, worker_id = null
       where id = ${id}::uuid`
    return
  }
  if (end.status === 'paused') {
    await tx.$executeRaw`
      update run set status = 'paused', lease_until = null, worker_id = null, pauses = pauses + 1,
             resume_at = case when reason_code is distinct from ${PAUSE}
               then greatest(now() + make_interval(secs => ${end.resume_in_seconds}), ${end.not_before ?? null}::timestamptz) end,
             reason_code = ${end.code}, reason_message = ${end.message}
       where id = ${id}::uuid`
    return
  }
  if (end.status === 'completed') await writeResult(tx, run, end)
  // A retry that fails or is cancelled keeps the earlier result.
  const stands = end.status !== 'completed' && (await tx.result.count({ where: { runId: id } })) > 0
  const reason = end.status === 'completed' || (stands && end.status === 'cancelled') ? null : end
  await tx.$executeRaw`
    update run set status = ${stands ? 'completed' : end.status}, completed_at = now(), lease_until = null,
           reason_code = ${reason?.code ?? null}, reason_message = ${reason?.message ?? null}
     where id = ${id}::uuid`
}

async function writeResult(tx: Tx, run: Run, end: Extract<RunEnd, { status: 'completed' }>): Promise<void> {
  const { run_id, workspace_id } = run
  await tx.$executeRaw`
    insert into result (run_id, workspace_id, kind, document, trust)
    values (${run_id}::uuid, ${workspace_id}::uuid, ${run.kind}, ${asJson(end.result)}::json, ${asJson(end.trust)}::json)
    on conflict (run_id) do update set document = excluded.document, trust = excluded.trust`
  await freezePrediction(tx, run, end)
  await refreshThread(tx, run_id)
  if (end.kind === 'pressure_test' || end.kind === 'focus_group') await listViews(tx, run)
  if (end.kind === 'evaluation') await recordVerdict(tx, run, end.result)
  if (end.kind === 'persona_generation') await saveGenerated(tx, run, end.result)
}

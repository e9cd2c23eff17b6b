import type { ErrorCode } from '../../errors.js'
import type { Database, TxOptions } from '../connection/client.js'
import { PROVIDER_DOWN } from '../run/runs.js'

/** Counts of pending work in the whole installation; they hold no data of a workspace. */
export type InstallationState = {
  /** Runs that have not ended. */
  readonly runs: readonly { readonly kind: string; readonly status: string; readonly count: number }[]
  /** Runs that a worker could claim now. */
  readonly waiting: readonly { readonly why: 'queued' | 'due' | 'abandoned'; readonly count: number }[]
  /** Age of the longest waiting of these runs; 0 where none waits. */
  readonly oldest_waiting_seconds: number
  /** Parts of running runs that no worker holds. */
  readonly parts_waiting: number
  /** `overdue` ones are counted among the `due` ones too. */
  readonly outbox: readonly { readonly status: string; readonly count: number }[]
}

/** Connections allowed under the narrowest limit, and how many of those are taken by any user. */
export type Connections = { readonly allowed: number; readonly taken: number }

/** Runs that wait for the next month, as the budget of theirs is spent; `goes_on_at`: when the first of them goes on. */
export type BudgetWait = { readonly runs: number; readonly goes_on_at: Date | null }

/** Open runs to which the provider gave no answer, and runs in a row that it rejected lately, each with a reason. */
export type ProviderTrouble = {
  readonly down: number
  readonly down_reason: string | null
  readonly rejected: number
  readonly rejected_reason: string | null
}

export type InstallationStateReader = ReturnType<typeof createInstallationState>

const OVERDUE_SECONDS = 60
/** Runs of a workspace that are looked at for rejections, and for how long these count. */
const NEWEST = 5
const LATELY_SECONDS = 900
const BUDGET_EXCEEDED = 'budget_exceeded' satisfies ErrorCode
const PROVIDER_REJECTED = 'provider_rejected' satisfies ErrorCode

export function createInstallationState(db: Database) {
  return {
    /**
     * One query over indexes, at most `within_ms` milliseconds. Rejects with `storage_unavailable`, or where the time
     * is exceeded.
     */
    async read({ within_ms }: { within_ms: number }): Promise<InstallationState> {
      const rows = await db.acrossWorkspaces(
        async (tx) => {
          await tx.$queryRaw`select set_config('statement_timeout', ${String(within_ms)}, true)`
          return tx.$queryRaw<{ state: InstallationState }[]>`
            with unfinished as (
              select kind, status, epoch, created_at, resume_at, lease_until,
                     case when status = 'queued' then 'queued'
                          when status = 'paused' and resume_at <= now() then 'due'
                          when status = 'running' and lease_until < now() then 'abandoned' end as why
                from run where status in ('queued', 'running', 'paused'))
            select json_build_object(
              'runs', (select coalesce(json_agg(r), '[]') from
                (select kind, status, count(*)::int as count from unfinished group by kind, status) r),
              'waiting', (select coalesce(json_agg(w), '[]') from
                (select why, count(*)::int as count from unfinished where why is not null group by why) w),
              'oldest_waiting_seconds', (select coalesce(max(extract(epoch from now() -
                  case why when 'queued' then created_at when 'due' then resume_at else lease_until end)), 0)::float
                from unfinished where why is not null),
              'parts_waiting', (select count(*)::int from run_part p join run r on r.id = p.run_id and r.generation = p.generation
                where r.status = 'running' and (p.status = 'waiting' or (p.status = 'running' and p.lease_until < now()))),
              'outbox', (select coalesce(json_agg(o), '[]') from
                (select status, count(*)::int as count from outbox where status in ('due', 'live', 'uncertain', 'dead') group by status
                 union all
                 select 'overdue', count(*)::int from outbox
                  where status = 'due' and next_attempt_at < now() - make_interval(secs => ${OVERDUE_SECONDS})) o)
            ) as state`
        },
        { patienceMs: 0 },
      )
      const [row] = rows
      if (!row) throw new Error('the state of the installation is always one row')
      return row.state
    },

    /**
     * Exercises the write path without changing data: locks a row for update, and spills half a megabyte of rows to the
     * server's disk. Rejects with `storage_unavailable` where the server takes no writes or its disk is full.
     */
    async tryToWrite(options?: TxOptions): Promise<void> {
      await db.acrossWorkspaces(async (tx) => {
        await tx.$queryRaw`select 1 as row from run limit 1 for update skip locked`
        await tx.$queryRaw`select set_config('work_mem', '64kB', true)`
        await tx.$queryRaw`select count(*)::int from generate_series(1, 40000)`
      }, options)
    },

    /**
     * What runs say of the model provider, from the newest of each workspace; the trouble of a run that has gone on since
     * is left out. Rejects with `storage_unavailable`, or where it takes longer than `within_ms` milliseconds.
     */
    async providerTrouble({ within_ms }: { within_ms: number }, options?: TxOptions): Promise<ProviderTrouble> {
      const rows = await db.acrossWorkspaces(async (tx) => {
        await tx.$queryRaw`select set_config('statement_timeout', ${String(within_ms)}, true)`
        return tx.$queryRaw<ProviderTrouble[]>`
          with down as (
            select reason_message from run
             where status in ('paused', 'running') and reason_code = ${PROVIDER_DOWN}
          ), ended as (
            select r.status, r.reason_code, r.reason_message, r.completed_at
              from workspace w cross join lateral (
                select status, reason_code, reason_message, completed_at from run
                 where workspace_id = w.id and model_mode <> 'offline' order by created_at desc limit ${NEWEST}) r
             where r.completed_at > now() - make_interval(secs => ${LATELY_SECONDS})
          ), rejected as (
            select reason_message from ended
             where status = 'failed' and reason_code = ${PROVIDER_REJECTED}
               and completed_at > all (select completed_at from ended where status = 'completed')
             order by completed_at desc)
          select (select count(*)::int from down) as down, (select max(reason_message) from down) as down_reason,
                 (select count(*)::int from rejected) as rejected, (select reason_message from rejected limit 1) as rejected_reason`
      }, options)
      return rows[0] ?? { down: 0, down_reason: null, rejected: 0, rejected_reason: null }
    },

    /** Counts runs that wait for the next month. Rejects with `storage_unavailable`. */
    async budgetWait(options?: TxOptions): Promise<BudgetWait> {
      const rows = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<BudgetWait[]>`
          select count(*)::int as runs, min(resume_at) as goes_on_at from run
           where status = 'paused' and reason_code = ${BUDGET_EXCEEDED}
             and resume_at >= (date_trunc('month', now() at time zone 'utc') + interval '1 month') at time zone 'utc'`,
        options,
      )
      return rows[0] ?? { runs: 0, goes_on_at: null }
    },

    /**
     * Milliseconds by which this process's clock is ahead of the database's (below 0: behind), without what the way there
     * and back may explain. Rejects with `storage_unavailable`.
     */
    async clockAheadMs(options?: TxOptions): Promise<number> {
      const sent = Date.now()
      const rows = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ now: number }[]>`select extract(epoch from clock_timestamp())::float * 1000 as now`,
        options,
      )
      const received = Date.now()
      const now = rows[0]?.now ?? received
      return sent > now ? sent - now : Math.min(0, received - now)
    },

    /** Reads the narrowest of the limits of server, database and user. Rejects with `storage_unavailable`. */
    async connections(): Promise<Connections> {
      const rows = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<Connections[]>`
          with sessions as (
            select datname, usename from pg_stat_activity where datname is not null
          ), limits as (
            select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed,
                   (select count(*)::int from sessions) as taken
            union all
            select datconnlimit, (select count(*)::int from sessions where datname = d.datname)
              from pg_database d where datname = current_database() and datconnlimit >= 0
            union all
            select rolconnlimit, (select count(*)::int from sessions where usename = r.rolname)
              from pg_roles r where rolname = session_user and rolconnlimit >= 0)
          select allowed, taken from limits order by allowed - taken limit 1`,
      )
      const [row] = rows
      if (!row) throw new Error('every server has a limit')
      return row
    },
  }
}

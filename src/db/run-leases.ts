import type { RunEnd } from '../domain/run-end.js'
import type { Run } from '../domain/run-state.js'
import { ERRORS } from '../errors.js'
import { recordVerdict } from './agents.js'
import type { Database } from './client.js'
import { makeRunMessageDue, refreshThread } from './outbox.js'
import { saveGenerated } from './persona-sets.js'
import { notifyChanged, toRun } from './runs.js'
import { asJson, type Tx } from './transaction.js'

/** How a worker holds a run or a part of one. */
export type LeaseTimes = {
  /** How long without renewing, by the database's clock. */
  readonly leaseMs: number
  /** How long it waits for a database that restarts or refuses for a while; a run must not fail because of it. */
  readonly patienceMs: number
}
/** Crashes in a row without a new step, after which a run is set aside. */
const MAX_CRASHES = 3

/** What a worker holds while it works on a run. Every state write compares `epoch` under the run's row lock. */
export type RunLease = {
  readonly run: Run
  readonly worker_id: string
  readonly times: LeaseTimes
  /** For a worker that holds only a part of the run: the part's own fence. */
  readonly part?: { readonly number: number; readonly epoch: number }
}
export type LeasesTable = ReturnType<typeof createLeases>

/** Claiming, renewing and ending runs, for workers and the sweeper. */
export function createLeases(db: Database) {
  const fenced = async (lease: RunLease, work: (tx: Tx) => Promise<void>): Promise<boolean> =>
    db.inWorkspace(
      lease.run,
      async (tx) => {
        const rows = await tx.$queryRaw<{ epoch: number; status: string }[]>`
          select epoch, status from run where id = ${lease.run.run_id}::uuid for update`
        if (rows[0]?.epoch !== lease.run.epoch || rows[0].status !== 'running') return false
        await work(tx)
        await makeRunMessageDue(tx, lease.run.run_id)
        await notifyChanged(tx, lease.run.run_id)
        return true
      },
      lease.times,
    )

  return {
    /**
     * Takes a queued, due or abandoned run, raising its epoch; null when somebody else has it or it has ended. A run
     * that keeps killing its workers without progress is failed as `quarantined` instead.
     */
    async claim(
      run_id: string,
      worker_id: string,
      modes: readonly Run['model']['mode'][],
      times: LeaseTimes,
    ): Promise<RunLease | null> {
      return db.acrossWorkspaces(async (tx) => {
        const claimed = await tx.$executeRaw`
          update run set
                 crashes = case when steps > steps_at_claim then 0 when status = 'running' then crashes + 1 else crashes end,
                 pauses = case when steps > steps_at_claim then 0 else pauses end, steps_at_claim = steps,
                 status = 'running', epoch = epoch + 1, worker_id = ${worker_id}, resume_at = null,
                 lease_until = now() + make_interval(secs => ${times.leaseMs}::float / 1000), started_at = coalesce(started_at, now()),
                 reason_code = null, reason_message = null
           where id = ${run_id}::uuid and model_mode = any(${[...modes]})
             and (status = 'queued' or (status = 'paused' and resume_at <= now()) or (status = 'running' and lease_until < now()))`
        if (claimed === 0) return null
        const run = toRun(await tx.run.findUniqueOrThrow({ where: { id: run_id } }))
        await notifyChanged(tx, run_id)
        if (run.crashes < MAX_CRASHES) return { run, worker_id, times }
        await tx.$executeRaw`
          update run set status = 'failed', completed_at = now(), lease_until = null, reason_code = 'quarantined',
                 reason_message = ${ERRORS.quarantined.say({ crashes: run.crashes })}
           where id = ${run_id}::uuid`
        await makeRunMessageDue(tx, run_id)
        return null
      }, times)
    },

    /** Extends the lease. `lost`: another worker has the run. */
    async renew(lease: RunLease): Promise<'held' | 'cancel_requested' | 'lost'> {
      return db.inWorkspace(
        lease.run,
        async (tx) => {
          const rows = await tx.$queryRaw<{ cancel_requested: boolean }[]>`
            update run set lease_until = now() + make_interval(secs => ${lease.times.leaseMs}::float / 1000)
             where id = ${lease.run.run_id}::uuid and epoch = ${lease.run.epoch} and status = 'running'
            returning cancel_requested`
          if (!rows[0]) return 'lost'
          return rows[0].cancel_requested ? 'cancel_requested' : 'held'
        },
        lease.times,
      )
    },

    /** Ends or suspends a run and stores what it made, in one fenced transaction. False: the lease was lost. */
    async end(lease: RunLease, end: RunEnd): Promise<boolean> {
      return fenced(lease, (tx) => writeEnd(tx, lease.run, end))
    },

    /** Ids of runs of these modes that are to be enqueued: queued, due, or abandoned by their worker. */
    async due(limit: number, modes: readonly Run['model']['mode'][]): Promise<{ run_id: string; epoch: number }[]> {
      return db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ run_id: string; epoch: number }[]>`
          select id as run_id, epoch from run
           where model_mode = any(${[...modes]})
             and (status = 'queued' or (status = 'paused' and resume_at <= now()) or (status = 'running' and lease_until < now()))
           order by created_at limit ${limit}`,
      )
    },

    /** How many runs have not ended and are not waiting for a person. */
    async unfinished(): Promise<number> {
      const onTheirOwn = [{ status: { in: ['queued', 'running'] } }, { status: 'paused', resumeAt: { not: null } }]
      return db.acrossWorkspaces((tx) => tx.run.count({ where: { OR: onTheirOwn } }))
    },
  }
}

async function writeEnd(tx: Tx, run: Run, end: RunEnd): Promise<void> {
  const id = run.run_id
  if (end.status === 'queued') {
    await tx.run.update({ where: { id }, data: { status: 'queued', leaseUntil: null, workerId: null } })
    return
  }
  if (end.status === 'paused') {
    await tx.$executeRaw`
      update run set status = 'paused', lease_until = null, worker_id = null, pauses = pauses + 1,
             resume_at = now() + make_interval(secs => ${end.resume_in_seconds}), reason_code = ${end.code}, reason_message = ${end.message}
       where id = ${id}::uuid`
    return
  }
  if (end.status === 'completed') await writeResult(tx, run, end)
  // A retry that comes to nothing leaves the result that was there.
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
  await refreshThread(tx, run_id)
  if (end.kind === 'evaluation') await recordVerdict(tx, run, end.result)
  if (end.kind === 'persona_generation') await saveGenerated(tx, run, end.result)
}

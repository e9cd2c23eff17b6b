import { RunKind } from '../../domain/run/kinds.js'
import type { PartRange } from '../../domain/run/run-state.js'
import { ERRORS } from '../../errors.js'
import type { Database } from '../connection/client.js'
import { asJson } from '../connection/transaction.js'
import {
  type Claimant,
  type LeaseTimes,
  leasesRestMs,
  MAX_CRASHES,
  mustBeAlone,
  type RunLease,
  renewalTimes,
  requireHeld,
  waitForRenewal,
} from './run-leases.js'
import { notifyChanged, PAUSE, toRun } from './runs.js'

/** A worker's lease on a part: the run as its coordinator claimed it, and the part's own fence. */
export type PartLease = RunLease & { readonly part: NonNullable<RunLease['part']> }
/** The reason why a part stopped; its run pauses or fails with it. */
type Trouble = { readonly code: string; readonly message: string; readonly facts?: unknown }
export type PartState = PartRange & {
  readonly epoch: number
  readonly status: 'waiting' | 'running' | 'done' | 'stopped'
  /** No worker holds it: it is waiting, or its lease was abandoned. */
  readonly idle: boolean
  readonly trouble: Trouble | null
}
export type PartEnd = { status: 'done' } | { status: 'waiting' } | { status: 'stopped'; trouble: Trouble }

type ClaimedPart = { readonly lease: PartLease; readonly range: PartRange }

/**
 * Parts of large runs. The worker that holds the run creates and watches them; any worker may claim a part meanwhile.
 */
export function createParts(db: Database) {
  /** One attempt; `expired`: the lease has run out, but only a `recheck` may take it over. */
  const tryClaim = (
    run_id: string,
    part: number,
    { worker_id, isolation, modes, times }: Claimant,
    attempt: 'first' | 'recheck',
  ): Promise<ClaimedPart | 'suspect' | 'expired' | null> =>
    db.acrossWorkspaces(async (tx) => {
      // Locks are always taken in this order: first the run, then its part.
      const runs = await tx.$queryRaw<{ generation: number }[]>`
          select generation from run
           where id = ${run_id}::uuid and status = 'running' and lease_until > now() and not cancel_requested
             and model_mode = any(${[...modes]}) and kind = any(${RunKind.options})
             for share`
      if (!runs[0]) return null
      const { generation } = runs[0]
      const rows = await tx.$queryRaw<
        (PartRange & { epoch: number; losses: number; crashes: number; expired: boolean })[]
      >`
          select part, from_item, to_item, epoch + 1 as epoch, status = 'running' as expired,
                 case when steps > steps_at_claim then 0 when status = 'running' and not alone then losses + 1 else losses end as losses,
                 case when steps > steps_at_claim then 0 when status = 'running' and alone then crashes + 1 else crashes end as crashes
            from run_part
           where run_id = ${run_id}::uuid and generation = ${generation} and part = ${part}
             and (status = 'waiting' or (status = 'running' and lease_until < now() and ${leasesRestMs(db, times)}::float = 0
                   and pg_postmaster_start_time() < now() - make_interval(secs => ${times.leaseMs}::float / 1000)))
             for update`
      const [row] = rows
      if (!row) return null
      if (row.expired && attempt === 'first') return 'expired'
      if (mustBeAlone(row, isolation)) return 'suspect'
      const { epoch, losses, crashes, expired: _, ...range } = row
      await tx.$executeRaw`
          update run_part set losses = ${losses}, crashes = ${crashes}, alone = ${isolation === 'alone'},
                 steps_at_claim = steps, status = 'running', epoch = ${epoch}, worker_id = ${worker_id},
                 lease_until = clock_timestamp() + make_interval(secs => ${times.leaseMs}::float / 1000)
           where run_id = ${run_id}::uuid and generation = ${generation} and part = ${part}`
      const run = toRun(await tx.run.findUniqueOrThrow({ where: { id: run_id } }))
      if (crashes < MAX_CRASHES)
        return { lease: { run, worker_id, times, isolation, part: { number: part, epoch } }, range }
      const trouble: Trouble = {
        code: 'quarantined',
        message: ERRORS.quarantined.say({ crashes }),
        facts: { crashes },
      }
      await tx.$executeRaw`
          update run_part set status = 'stopped', lease_until = null, trouble = ${asJson(trouble)}::json
           where run_id = ${run_id}::uuid and generation = ${run.generation} and part = ${part}`
      await notifyChanged(db, tx, run_id)
      return null
    }, times)

  return {
    /**
     * Creates the parts of a run's present generation unless they exist; stopped parts wait again. Errors:
     * `lease_lost`.
     */
    async prepare(lease: RunLease, ranges: readonly PartRange[]): Promise<void> {
      const { run, times } = lease
      await db.inWorkspace(
        run,
        async (tx) => {
          await tx.$executeRaw`
            insert into run_part (run_id, workspace_id, generation, part, from_item, to_item)
            select ${run.run_id}::uuid, ${run.workspace_id}::uuid, ${run.generation}, p.part, p.from_item, p.to_item
              from json_to_recordset(${asJson(ranges)}::json) as p(part int, from_item int, to_item int)
            on conflict do nothing`
          await tx.$executeRaw`
            update run_part set status = 'waiting', trouble = null, losses = 0, crashes = 0
             where run_id = ${run.run_id}::uuid and generation = ${run.generation} and status = 'stopped'`
          await requireHeld(tx, lease)
        },
        times,
      )
    },

    async list({ run, times }: RunLease): Promise<PartState[]> {
      return db.inWorkspace(
        run,
        (tx) => tx.$queryRaw<PartState[]>`
          select part, from_item, to_item, epoch, status, trouble,
                 status = 'waiting' or (status = 'running' and lease_until < now() and ${leasesRestMs(db, times)}::float = 0
                   and pg_postmaster_start_time() < now() - make_interval(secs => ${times.leaseMs}::float / 1000)) as idle
            from run_part where run_id = ${run.run_id}::uuid and generation = ${run.generation} order by part`,
        times,
      )
    },

    /**
     * Claims a part that no worker holds, of a run that a worker watches; `suspect` when it may only be claimed alone. An
     * expired lease is looked at twice.
     */
    async claim(run_id: string, part: number, claimant: Claimant): Promise<ClaimedPart | 'suspect' | null> {
      const claimed = await tryClaim(run_id, part, claimant, 'first')
      if (claimed !== 'expired') return claimed
      await waitForRenewal(db, claimant.times)
      const abandoned = await tryClaim(run_id, part, claimant, 'recheck')
      return abandoned === 'expired' ? null : abandoned
    },

    /**
     * Extends the lease on a part. `lost`: another worker holds it. `suspended`: no worker watches its run now, so
     * nothing new may be started, while work in flight may finish. `cleared`: a suspect has stored a new step.
     */
    async renew({
      run,
      part,
      times,
    }: PartLease): Promise<'held' | 'suspended' | 'cancel_requested' | 'cleared' | 'lost'> {
      const values = [times.leaseMs, run.run_id, run.generation, part.number, part.epoch, run.epoch]
      const [row] = await db.renewInWorkspace<Renewed>(run, RENEWAL, values, renewalTimes(times))
      if (!row) return 'lost'
      if (row.cancel_requested) return 'cancel_requested'
      if (!row.watched) return 'suspended'
      return row.cleared ? 'cleared' : 'held'
    },

    /** Releases a part and notifies the worker that watches the run. Returns false where the lease was lost. */
    async end({ run, part, times }: PartLease, end: PartEnd): Promise<boolean> {
      return db.inWorkspace(
        run,
        async (tx) => {
          const changed = await tx.$executeRaw`
            update run_part set status = ${end.status}, lease_until = null,
                   trouble = ${end.status === 'stopped' ? asJson(end.trouble) : null}::json
             where run_id = ${run.run_id}::uuid and generation = ${run.generation} and part = ${part.number}
               and epoch = ${part.epoch} and status = 'running'`
          if (changed > 0) await notifyChanged(db, tx, run.run_id)
          return changed > 0
        },
        times,
      )
    },

    /** Notifies the worker that watches the run that all of its part jobs are done. */
    async gathered(run_id: string, times: LeaseTimes): Promise<void> {
      await db.acrossWorkspaces((tx) => notifyChanged(db, tx, run_id), times)
    },
  }
}

type Renewed = { cancel_requested: boolean; watched: boolean; cleared: boolean }
const RENEWAL = {
  name: 'renewal of a lease on a part',
  text: `update run_part p set lease_until = clock_timestamp() + make_interval(secs => $1::float / 1000)
           from run r
          where r.id = p.run_id and p.run_id = $2::uuid and p.generation = $3
            and p.part = $4 and p.epoch = $5 and p.status = 'running'
         returning r.cancel_requested, r.status = 'running' and r.epoch = $6 and coalesce(r.reason_code <> '${PAUSE}', true) as watched,
                   p.alone and p.steps > p.steps_at_claim as cleared`,
}

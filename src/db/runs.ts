import { randomUUID } from 'node:crypto'
import { ANALYSIS_STEP } from '../domain/analysis.js'
import { RunKind } from '../domain/kinds.js'
import type { RunStatus } from '../domain/run.js'
import type { Actor, Run } from '../domain/run-state.js'
import type { Database } from './client.js'
import type { Run as RunRow } from './generated/client.js'
import { makeRunMessageDue } from './outbox.js'
import { asJson, type Tx } from './transaction.js'

export type NewRun = {
  readonly kind: RunKind
  readonly input: unknown
  readonly seed: number | null
  readonly model: Run['model']
  readonly budget_usd: number
  /** A delivery from outside; its second arrival returns the first run. */
  readonly delivery?: { source: string; key: string } | undefined
  /** Written in the transaction that accepts the run, such as where its answer belongs. */
  readonly beside?: ((tx: Tx, run_id: string) => Promise<void>) | undefined
}

export type RunsTable = ReturnType<typeof createRuns>

/** The runs of a workspace as its users see them: every call is bound to the actor's workspace. */
export function createRuns(db: Database) {
  return {
    /** Stores a queued run and, for a delivery from outside, its inbox row, in one transaction. */
    async submit(actor: Actor, run: NewRun): Promise<{ run: Run; created: boolean }> {
      const run_id = randomUUID()
      const accepted = await db.inWorkspace(actor, async (tx) => {
        const earlier = run.delivery && (await receive(tx, actor, run.delivery, run_id))
        const id = earlier ?? run_id
        if (!earlier) {
          await insertRun(tx, actor, run, run_id)
          await run.beside?.(tx, run_id)
        }
        return { run: toRun(await tx.run.findUniqueOrThrow({ where: { id } })), created: !earlier }
      })
      if (accepted.created) db.changes.announce(run_id)
      return accepted
    },

    async get(actor: Actor, run_id: string): Promise<Run | null> {
      return db.inWorkspace(actor, async (tx) => {
        const row = await tx.run.findUnique({ where: { id: run_id } })
        return row && toRun(row)
      })
    },

    /** Newest first. `before` is the run id a page ends with. */
    async list(
      actor: Actor,
      page: { limit: number; before?: string | undefined; kind?: RunKind | undefined },
    ): Promise<Run[]> {
      return db.inWorkspace(actor, async (tx) => {
        const rows = await tx.run.findMany({
          // Of kinds that only another version of the program knows nothing can be said.
          where: { kind: page.kind ?? { in: RunKind.options } },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take: page.limit,
          ...(page.before ? { cursor: { id: page.before }, skip: 1 } : {}),
        })
        return rows.map(toRun)
      })
    },

    /**
     * Marks a run for cancelling; one that no worker holds is cancelled at once, or completed again where it has a result.
     * Ended runs stay as they are.
     */
    async requestCancel(actor: Actor, run_id: string): Promise<Run | null> {
      return db.inWorkspace(actor, async (tx) => {
        const cancelled = await tx.$executeRaw`
          update run set cancel_requested = true,
                 status = case when status = 'running' then status when stands then 'completed' else 'cancelled' end,
                 completed_at = case when status = 'running' then completed_at else now() end,
                 reason_code = case when status = 'running' then reason_code when not stands then 'cancelled' end,
                 reason_message = case when status = 'running' then reason_message when not stands then 'The run was cancelled.' end
            from (select exists (select from result where run_id = ${run_id}::uuid) as stands) as earlier
           where id = ${run_id}::uuid and status in ('queued', 'paused', 'running')`
        if (cancelled > 0) {
          await makeRunMessageDue(tx, run_id)
          await notifyChanged(tx, run_id)
        }
        const row = await tx.run.findUnique({ where: { id: run_id } })
        return row && toRun(row)
      })
    },

    /**
     * Queues a run again on its stored steps; failures it stored are asked again. Of a run that has a result only the one
     * of its analysis: the result rests on the others.
     */
    async reopen(actor: Actor, run_id: string, from: RunStatus[], budget_usd: number | null): Promise<Run | null> {
      return db.inWorkspace(actor, async (tx) => {
        await tx.$executeRaw`
          insert into run_step (run_id, workspace_id, generation, key, input_hash, outcome, failed)
          select s.run_id, s.workspace_id, s.generation + 1, s.key, s.input_hash, s.outcome, s.failed
            from run_step s join run r on r.id = s.run_id and r.generation = s.generation join result on result.run_id = r.id
           where r.id = ${run_id}::uuid and r.status = any(${from}) and s.failed and s.key <> ${ANALYSIS_STEP}
          on conflict do nothing`
        const changed = await tx.$executeRaw`
          update run set status = 'queued', generation = generation + 1, cancel_requested = false, crashes = 0,
                 resume_at = null, pauses = 0, lease_until = null, worker_id = null, completed_at = null,
                 reason_code = null, reason_message = null, epoch = epoch + 1,
                 budget_usd = coalesce(${budget_usd}::numeric, budget_usd)
           where id = ${run_id}::uuid and status = any(${from})`
        if (changed > 0) {
          await makeRunMessageDue(tx, run_id)
          await notifyChanged(tx, run_id)
        }
        const row = await tx.run.findUnique({ where: { id: run_id } })
        return row && toRun(row)
      })
    },
  }
}

/** Returns the id of the run that an earlier arrival of this delivery made, or null after noting this first one. */
async function receive(
  tx: Tx,
  actor: Actor,
  delivery: { source: string; key: string },
  run_id: string,
): Promise<string | null> {
  const inserted = await tx.$executeRaw`
    insert into inbox (workspace_id, source, key, run_id)
    values (${actor.workspace_id}::uuid, ${delivery.source}, ${delivery.key}, ${run_id}::uuid) on conflict do nothing`
  if (inserted > 0) return null
  const earlier = await tx.inbox.findFirst({ where: { ...delivery, workspaceId: actor.workspace_id } })
  return earlier?.runId ?? null
}

async function insertRun(tx: Tx, actor: Actor, run: NewRun, run_id: string): Promise<void> {
  const { model } = run
  await tx.$executeRaw`
    insert into run (id, workspace_id, actor_id, kind, input, seed, model_mode, model_persona, model_analysis, model_judge, budget_usd)
    values (${run_id}::uuid, ${actor.workspace_id}::uuid, ${actor.actor_id}::uuid, ${run.kind}, ${asJson(run.input)}::json,
            ${run.seed}::bigint, ${model.mode}, ${model.persona}, ${model.analysis}, ${model.judge}, ${run.budget_usd}::numeric)
    on conflict do nothing`
}

export async function notifyChanged(tx: Tx, run_id: string): Promise<void> {
  await tx.$queryRaw`select pg_notify('run_changed', ${run_id})::text`
}

export function toRun(row: RunRow): Run {
  return {
    run_id: row.id,
    workspace_id: row.workspaceId,
    actor_id: row.actorId,
    kind: row.kind as RunKind,
    status: row.status as RunStatus,
    input: row.input,
    seed: row.seed === null ? null : Number(row.seed),
    model: {
      mode: row.modelMode as 'offline' | 'anthropic',
      persona: row.modelPersona,
      analysis: row.modelAnalysis,
      judge: row.modelJudge,
    },
    epoch: row.epoch,
    generation: row.generation,
    pauses: row.pauses,
    crashes: row.crashes,
    cancel_requested: row.cancelRequested,
    resume_at: row.resumeAt,
    budget_usd: Number(row.budgetUsd),
    reserved_usd: Number(row.reservedUsd),
    spent_usd: Number(row.spentUsd),
    reason: row.reasonCode ? { code: row.reasonCode, message: row.reasonMessage ?? '' } : null,
    created_at: row.createdAt,
    started_at: row.startedAt,
    completed_at: row.completedAt,
  }
}

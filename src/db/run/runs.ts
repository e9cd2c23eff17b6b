import { randomUUID } from 'node:crypto'
import { ANALYSIS_STEP } from '../../domain/panel/analysis.js'
import { RunKind } from '../../domain/run/kinds.js'
import type { RunPrice } from '../../domain/run/quote.js'
import type { RunStatus } from '../../domain/run/run.js'
import type { Actor, Run } from '../../domain/run/run-state.js'
import { dollars } from '../../domain/text/dollars.js'
import { AppError, ERRORS, type ErrorCode } from '../../errors.js'
import type { Database } from '../connection/client.js'
import { RUN_CHANGED } from '../connection/notifications.js'
import { asJson, type Tx, workspaceGone } from '../connection/transaction.js'
import { Prisma, type Run as RunRow } from '../generated/client.js'
import { makeRunMessageDue } from '../slack/outbox.js'
import { requireRoomInMonth } from '../workspace/month-room.js'
import { capWithinProject, capWithinToken, ROUNDING, requireOwnRun } from '../workspace/token-spending.js'
import { makeWebhooksDue } from '../workspace/webhooks.js'
import { lacksPictures, readPictures, splitPictures, writePictures } from './run-pictures.js'

/** An inbound delivery. With `request_hash` its key may be used for that one request only. */
export type Delivery = {
  readonly source: string
  readonly key: string
  readonly request_hash?: string | undefined
}

export type NewRun = {
  readonly kind: RunKind
  readonly input: unknown
  readonly seed: number | null
  readonly model: Run['model']
  readonly budget_usd: number
  /** Of a run that may cost something: it has to fit under what is left to its token, its project and its month. */
  readonly price?: RunPrice | undefined
  readonly project_id?: string | undefined
  /** An inbound delivery; its second arrival returns the first run. */
  readonly delivery?: Delivery | undefined
  /** Writes further rows in the transaction that accepts the run, such as where its answer is to be posted. */
  readonly extraWrites?: ((tx: Tx, run_id: string) => Promise<void>) | undefined
}

/**
 * The columns of a run under Prisma's names, for raw SQL. Each is named, so that cached plans survive an added column.
 */
export const RUN_COLUMNS = Object.values(Prisma.RunScalarFieldEnum)
  .map((name) => `r.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${name}"`)
  .join(', ')
/** Reason of a run that a person paused; on a running one, a request to pause it. */
export const PAUSE = 'paused' satisfies ErrorCode
/**
 * Reason of a run that waits for the provider. A running one has it, without a message, from a long call without an answer,
 * or from the pause before, until it stores a step.
 */
export const PROVIDER_DOWN = 'provider_down' satisfies ErrorCode

const READ_RUN = { name: 'read run', text: `select ${RUN_COLUMNS} from run r where r.id = $1::uuid` }
/**
 * Idempotent: the row exists already where the acknowledgement of a commit was lost. Returns no row where the workspace
 * was deleted.
 */
const INSERT_RUN = {
  name: 'insert run',
  text: `insert into run as r (id, workspace_id, actor_id, kind, input, seed, model_mode, model_persona, model_analysis, model_judge, budget_usd, project_id)
         select $1::uuid, w.id, $3::uuid, $4::text, $5::json, $6::bigint, $7::text, $8::text, $9::text, $10::text, $11::numeric, $12::uuid
           from workspace w where w.id = $2::uuid for key share
         on conflict (id) do update set id = excluded.id returning ${RUN_COLUMNS}`,
}

/** The driver returns values that JavaScript's numbers cannot hold as text. */
type Exact = 'seed' | 'budgetUsd' | 'reservedUsd' | 'spentUsd'
export type RunColumns = Omit<RunRow, Exact> & { readonly [C in Exact]: RunRow[C] | string }

/** The runs of a workspace as its users see them: every call is bound to the actor's workspace. */
export function createRuns(db: Database) {
  const tellChange = async (tx: Tx, run_id: string): Promise<void> => {
    await makeRunMessageDue(tx, run_id)
    await notifyChanged(db, tx, run_id)
  }
  return {
    /** Stores a queued run and, for an inbound delivery, its inbox row, in one transaction. */
    async submit(actor: Actor, given: NewRun): Promise<{ run: Run; created: boolean }> {
      const run_id = randomUUID()
      const { input, data } = splitPictures(given.input)
      const run = { ...given, input, pictures: data }
      const accepted =
        run.delivery || run.extraWrites || run.price || run.project_id || data.length > 0
          ? await db.writeInWorkspace(actor, (tx) => submitWith(tx, actor, run, run_id))
          : {
              row: only(await db.queryInWorkspace<RunColumns>(actor, INSERT_RUN, valuesOf(actor, run, run_id))),
              created: true,
            }
      if (accepted.created) db.changes.announce(run_id)
      return { run: toRun(accepted.row), created: accepted.created }
    },

    /** The run that an earlier arrival of this delivery created. Errors: `conflict`. */
    async received(actor: Actor, delivery: Delivery): Promise<Run | null> {
      const run_id = await db.inWorkspace(actor, (tx) => runReceived(tx, actor, delivery))
      return run_id === null ? null : this.get(actor, run_id)
    },

    async get(actor: Actor, run_id: string): Promise<Run | null> {
      const [row] = await db.queryInWorkspace<RunColumns>(actor, READ_RUN, [run_id])
      return row ? toRun(row) : null
    },

    /** The run with the bytes of its pictures in its input, as its pipeline needs it. */
    async withPictures(run: Run): Promise<Run> {
      return lacksPictures(run) ? db.inWorkspace(run, (tx) => readPictures(tx, run)) : run
    },

    /** Runs, newest first. `before`: the last run id of the previous page. */
    async list(
      actor: Actor,
      page: {
        limit: number
        before?: string | undefined
        kind?: RunKind | undefined
        project_id?: string | undefined
      },
    ): Promise<Run[]> {
      return db.inWorkspace(actor, async (tx) => {
        const rows = await tx.run.findMany({
          // Kinds that only another version of the program knows are left out.
          where: { kind: page.kind ?? { in: RunKind.options }, projectId: page.project_id },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take: page.limit,
          ...(page.before ? { cursor: { id: page.before }, skip: 1 } : {}),
        })
        return rows.map(toRun)
      })
    },

    /**
     * Requests the cancellation of a run. A run that no worker holds is cancelled at once, or completed again where it
     * has a result. Ended runs stay as they are.
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
          await tellChange(tx, run_id)
          await makeWebhooksDue(tx, run_id)
        }
        return runById(tx, run_id)
      })
    },

    /**
     * Asks the worker of a run to pause it once its calls in flight have ended. A run that no worker holds is paused at
     * once, even if it was to resume by itself. Ended runs stay as they are.
     */
    async requestPause(actor: Actor, run_id: string): Promise<Run | null> {
      return db.inWorkspace(actor, async (tx) => {
        const changed = await tx.$executeRaw`
          update run set status = case when status = 'running' then status else 'paused' end, resume_at = null,
                 reason_code = ${PAUSE}, reason_message = ${ERRORS.paused.say()}
           where id = ${run_id}::uuid and status in ('queued', 'paused', 'running') and not cancel_requested`
        if (changed > 0) await tellChange(tx, run_id)
        return runById(tx, run_id)
      })
    },

    /**
     * Queues a run again on its stored steps; steps stored as failures are tried again. For a run with a result only a
     * failed analysis is: the result rests on the other failures.
     */
    async reopen(
      actor: Actor,
      run_id: string,
      from: RunStatus[],
      { budget_usd = null, fallback = null }: { budget_usd?: number | null; fallback?: 'offline' | null } = {},
    ): Promise<Run | null> {
      return db.inWorkspace(actor, async (tx) => {
        const [before] = await tx.$queryPrepared<RunColumns>(READ_RUN, [run_id])
        if (!before) return null
        const cap = await capToGoOn(tx, actor, toRun(before), budget_usd)
        // Keeps the order of keys, on which the identity of the product in the input depends.
        const input = fallback === null ? null : asJson({ ...(before.input as object), fallback })
        await tx.$executeRaw`
          insert into run_step (run_id, workspace_id, generation, key, input_hash, outcome, failed)
          select s.run_id, s.workspace_id, s.generation + 1, s.key, s.input_hash, s.outcome, s.failed
            from run_step s join run r on r.id = s.run_id and r.generation = s.generation join result on result.run_id = r.id
           where r.id = ${run_id}::uuid and r.status = any(${from}) and s.failed and s.key <> ${ANALYSIS_STEP}
          on conflict do nothing`
        const changed = await tx.$executeRaw`
          update run set status = 'queued', generation = generation + 1, cancel_requested = false, losses = 0, crashes = 0,
                 resume_at = null, pauses = 0, lease_until = null, worker_id = null, completed_at = null,
                 reason_code = null, reason_message = null, epoch = epoch + 1,
                 budget_usd = ${cap}::numeric,
                 input = coalesce(${input}::json, input)
           where id = ${run_id}::uuid and status = any(${from})`
        if (changed > 0) await tellChange(tx, run_id)
        return runById(tx, run_id)
      })
    },

    /** Gives a run that is queued or running another budget, in dollars, by which its next call is reserved. */
    async changeBudget(actor: Actor, run_id: string, budget_usd: number): Promise<Run | null> {
      return db.inWorkspace(actor, async (tx) => {
        const [before] = await tx.$queryPrepared<RunColumns>(READ_RUN, [run_id])
        if (!before) return null
        const cap = await capToGoOn(tx, actor, toRun(before), budget_usd)
        await tx.$executeRaw`
          update run set budget_usd = ${cap}::numeric
           where id = ${run_id}::uuid and status in ('queued', 'running')`
        return runById(tx, run_id)
      })
    },
  }
}

async function runById(tx: Tx, run_id: string): Promise<Run | null> {
  const row = await tx.run.findUnique({ where: { id: run_id } })
  return row && toRun(row)
}

/**
 * The most that a resumed run may cost in all, in dollars. Errors: `budget_exceeded`, also where its token or its project
 * leaves less than the `budget_usd` that was asked for.
 */
async function capToGoOn(tx: Tx, actor: Actor, run: Run, budget_usd: number | null): Promise<number> {
  await requireOwnRun(tx, actor, run)
  const price = { expected_usd: 0, least_usd: 0 }
  const wanted = { model: run.model, budget_usd: budget_usd ?? run.budget_usd, price }
  const ofToken = await capWithinToken(tx, actor, wanted, run.run_id)
  const within = { ...wanted, budget_usd: ofToken }
  const cap = run.project_id === null ? ofToken : await capWithinProject(tx, run.project_id, within, run.run_id)
  if (budget_usd === null || cap > budget_usd - ROUNDING) return cap
  const who = cap < ofToken ? 'the budget of its project' : 'the limit of this token'
  throw new AppError('budget_exceeded', {
    problem: `A budget of ${dollars(budget_usd)} was asked for, and ${who} leaves ${dollars(cap)} to this run in all; ask for that at most, or raise what limits it. Nothing was changed.`,
  })
}

/**
 * Returns the id of the run that an earlier arrival of this delivery created, or null after recording this first
 * arrival.
 */
async function receive(
  tx: Tx,
  actor: Actor,
  { source, key, request_hash }: Delivery,
  run_id: string,
): Promise<string | null> {
  const inserted = await tx.$executeRaw`
    insert into inbox (workspace_id, source, key, run_id, request_hash)
    values (${actor.workspace_id}::uuid, ${source}, ${key}, ${run_id}::uuid, ${request_hash ?? null}) on conflict do nothing`
  if (inserted > 0) return null
  return runReceived(tx, actor, { source, key, request_hash })
}

/** Id of the run that an arrival of this delivery created. Errors: `conflict` where its key was another request's. */
async function runReceived(tx: Tx, actor: Actor, { source, key, request_hash }: Delivery): Promise<string | null> {
  const earlier = await tx.inbox.findFirst({ where: { source, key, workspaceId: actor.workspace_id } })
  // A row of an earlier version has no hash: what its key was sent with is not known.
  const isOther = earlier && earlier.requestHash !== null && earlier.requestHash !== (request_hash ?? null)
  if (isOther)
    throw new AppError('conflict', {
      problem: 'This idempotency key belongs to another request; give a new one, or leave it out.',
    })
  return earlier?.runId ?? null
}

async function submitWith(
  tx: Tx,
  actor: Actor,
  run: NewRun & { readonly pictures: readonly string[] },
  run_id: string,
): Promise<{ row: RunColumns; created: boolean }> {
  const earlier = run.delivery && (await receive(tx, actor, run.delivery, run_id))
  if (earlier) return { row: only(await tx.$queryPrepared<RunColumns>(READ_RUN, [earlier])), created: false }
  const budget_usd = await budgetOf(tx, actor, run, run_id)
  const row = only(await tx.$queryPrepared<RunColumns>(INSERT_RUN, valuesOf(actor, { ...run, budget_usd }, run_id)))
  if (run.pictures.length > 0) await writePictures(tx, actor, run_id, run.pictures)
  await run.extraWrites?.(tx, run_id)
  return { row, created: true }
}

/** The cap of a new run, in dollars: at most what its token and its project leave. Errors: `budget_exceeded`. */
async function budgetOf(
  tx: Tx,
  actor: Actor,
  { price, project_id, model, budget_usd }: NewRun,
  run_id: string,
): Promise<number> {
  if (!price) return budget_usd
  const cap = await capWithinToken(tx, actor, { model, budget_usd, price }, run_id)
  const least = project_id ? await capWithinProject(tx, project_id, { model, budget_usd: cap, price }, run_id) : cap
  await requireRoomInMonth(tx, actor, price)
  return least
}

function only(rows: readonly RunColumns[]): RunColumns {
  const [row] = rows
  if (!row) throw workspaceGone()
  return row
}

/** In the order of INSERT_RUN. */
const valuesOf = (
  actor: Actor,
  { kind, input, seed, model, budget_usd, project_id }: NewRun,
  run_id: string,
): unknown[] => [
  run_id,
  actor.workspace_id,
  actor.actor_id,
  kind,
  asJson(input),
  seed,
  model.mode,
  model.persona,
  model.analysis,
  model.judge,
  budget_usd,
  project_id ?? null,
]

export const notifyChanged = (db: Database, tx: Tx, run_id: string): Promise<void> => db.notify(tx, RUN_CHANGED, run_id)

export function toRun(row: RunColumns): Run {
  return {
    run_id: row.id,
    workspace_id: row.workspaceId,
    actor_id: row.actorId,
    project_id: row.projectId,
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
    reason: row.reasonCode && row.reasonMessage !== null ? { code: row.reasonCode, message: row.reasonMessage } : null,
    created_at: row.createdAt,
    started_at: row.startedAt,
    completed_at: row.completedAt,
  }
}

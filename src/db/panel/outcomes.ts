import type { KeptOutcome } from '../../domain/panel/outcome.js'
import { type Prediction, predictionOf } from '../../domain/panel/prediction.js'
import type { RunOutcome } from '../../domain/run/run-end.js'
import type { Actor, Run } from '../../domain/run/run-state.js'
import type { Database } from '../connection/client.js'
import { asJson, type Tx } from '../connection/transaction.js'
import { refreshRunMessages } from '../slack/outbox.js'

/** An outcome with the predictions it is compared with. */
export type StoredOutcome = {
  readonly run_id: string
  readonly question: string
  readonly document: KeptOutcome
  readonly at: Date
  readonly own: Prediction
  readonly other: Prediction | null
}

/** Predictions of runs and their outcomes. Rows are added and never changed. */
export function createOutcomes(db: Database) {
  return {
    prediction: (actor: Actor, run_id: string): Promise<Prediction | null> =>
      db.inWorkspace(actor, async (tx) => {
        const [row] = await tx.$queryRaw<{ document: Prediction }[]>`
          select document from prediction where run_id = ${run_id}::uuid`
        return row?.document ?? null
      }),

    /** Stores the prediction of a run that ended before predictions were kept; from then on it is frozen. */
    freezeLate: (actor: Actor, run: Run, end: RunOutcome): Promise<void> =>
      db.inWorkspace(actor, (tx) => freezePrediction(tx, run, end)),

    async add(
      actor: Actor,
      { run_id, question, document }: Pick<StoredOutcome, 'run_id' | 'question' | 'document'>,
    ): Promise<void> {
      const by = `${actor.kind}:${actor.actor_id}`
      await db.writeInWorkspace(actor, async (tx) => {
        await tx.$executeRaw`
          insert into outcome (workspace_id, run_id, question, document, by)
          values (${actor.workspace_id}::uuid, ${run_id}::uuid, ${question}, ${asJson(document)}::json, ${by})`
        // The run's card shows how predictions came out.
        await refreshRunMessages(tx, run_id)
      })
    },

    /** Every outcome of the workspace, newest first, and the number of runs that were deleted with their outcomes. */
    all: (actor: Actor): Promise<{ outcomes: StoredOutcome[]; deleted: number }> =>
      db.inWorkspace(actor, async (tx) => {
        const outcomes = await tx.$queryRaw<StoredOutcome[]>`
          select o.run_id::text, o.question, o.document, o.at, own.document as own, other.document as other
            from outcome o join prediction own on own.run_id = o.run_id
            left join prediction other on other.run_id = (o.document->>'against')::uuid
           order by o.at desc, o.id`
        const [row] = await tx.$queryRaw<{ deleted: number }[]>`
          select count(distinct target)::int as deleted from security_event where action = 'outcome.deleted'`
        return { outcomes, deleted: row?.deleted ?? 0 }
      }),
  }
}

/** Stores the prediction of a run when it first ends; a later end, after a retry, changes nothing. */
export async function freezePrediction(
  tx: Tx,
  { run_id, workspace_id, model }: Pick<Run, 'run_id' | 'workspace_id' | 'model'>,
  end: RunOutcome,
): Promise<void> {
  const prediction = predictionOf(end, model)
  if (prediction === null) return
  await tx.$executeRaw`
    insert into prediction (run_id, workspace_id, document)
    values (${run_id}::uuid, ${workspace_id}::uuid, ${asJson(prediction)}::json) on conflict do nothing`
}

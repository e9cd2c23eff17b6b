import type { RunKind } from '../../domain/run/kinds.js'
import type { Actor } from '../../domain/run/run-state.js'
import { AppError } from '../../errors.js'
import type { Database } from '../connection/client.js'
import { asJson, type Tx } from '../connection/transaction.js'
import { type AuditActor, noteSecurity } from '../workspace/security-log.js'

export type RunDraft = {
  readonly draft_id: string
  readonly kind: RunKind
  readonly name: string
  readonly input: unknown
  /** The run that the draft was started as; `null` until then. */
  readonly run_id: string | null
  readonly created_at: Date
}

/** Runs that were prepared and not started yet. */
export function createRunDrafts(db: Database) {
  return {
    async save(actor: Actor, draft: Pick<RunDraft, 'kind' | 'name' | 'input'>): Promise<string> {
      const rows = await db.writeInWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ draft_id: string }[]>`
          insert into run_draft (workspace_id, kind, name, input)
          values (${actor.workspace_id}::uuid, ${draft.kind}, ${draft.name}, ${asJson(draft.input)}::json)
          returning id::text as draft_id`,
      )
      return rows[0]?.draft_id ?? ''
    },

    /** `null` where this workspace has no such draft of the kind. */
    async get(actor: Actor, kind: RunKind, draft_id: string): Promise<RunDraft | null> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<RunDraft[]>`
          select id::text as draft_id, kind, name, input, run_id::text, created_at
            from run_draft where id::text = ${draft_id} and kind = ${kind}`,
      )
      return rows[0] ?? null
    },

    /** Whether this workspace has such a draft, of any kind, that was not started. */
    isUnstarted: (actor: Actor, draft_id: string): Promise<boolean> =>
      db.inWorkspace(actor, async (tx) => (await tx.runDraft.count({ where: { id: draft_id, runId: null } })) > 0),

    /** Deletes a draft that was not started. False: there is none. */
    remove: (actor: AuditActor, draft_id: string): Promise<boolean> =>
      db.inWorkspace(actor, async (tx) => {
        const { count } = await tx.runDraft.deleteMany({ where: { id: draft_id, runId: null } })
        if (count > 0) await noteSecurity(tx, actor, 'run.deleted', [draft_id])
        return count > 0
      }),
  }
}

/**
 * Stores the run of a draft, in the transaction that accepts the run. Errors: `conflict` where the draft was started
 * before or is gone.
 */
export async function startDraft(tx: Tx, draft_id: string, run_id: string): Promise<void> {
  const started = await tx.$executeRaw`
    update run_draft set run_id = ${run_id}::uuid where id = ${draft_id}::uuid and run_id is null`
  if (started === 0) throw new AppError('conflict', { problem: 'It was started or deleted already.' })
}

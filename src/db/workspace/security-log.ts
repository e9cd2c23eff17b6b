import type { Database } from '../connection/client.js'
import type { Tx } from '../connection/transaction.js'

/**
 * Actions that are logged. Entries hold no text that people wrote but the name of a persona set, which is its id, and the
 * ids of people and respondents in it (`set/persona_id`): they outlive the data they refer to.
 */
export type SecurityAction =
  | 'token.created'
  | 'token.revoked'
  | 'authentication.failed'
  | 'run.deleted'
  | 'run.expired'
  | 'run.exported'
  | 'report_links.revoked'
  | 'outcome.deleted'
  | 'persona_set.deleted'
  | 'persona_set.exported'
  | 'persona.deleted'
  | 'persona.exported'
  | 'respondent.deleted'
  | 'agent.deleted'
  | 'product.deleted'
  | 'upload.deleted'
  | 'workspace.exported'
  | 'workspace.deleted'
  | 'leads.named'
  | 'leads.removed'
  | 'slack.installed'
  | 'webhook.created'
  | 'webhook.deleted'
  | 'webhook.enabled'
  | 'webhook.rotated'
  | 'month_budget.set'
  | 'confirm_amount.set'
  | 'project.deleted'
  | 'project_budget.set'
  | 'agent.decided'

const NOTE_FAILURES_EVERY_MS = 60_000
const MAX_ORIGINS = 1_000

/** The actor of an action and its origin: `cli`, `http 192.0.2.7`. */
export type AuditActor = { readonly workspace_id: string; readonly actor_id: string; readonly origin: string }
export type SecurityEvent = {
  readonly at: Date
  readonly actor: string
  readonly action: string
  readonly target: string | null
  readonly origin: string
}
/** `workspace`: its name; null for an action of none, such as a wrong token, and for a deleted one. */
export type InstallationEvent = SecurityEvent & {
  readonly workspace_id: string | null
  readonly workspace: string | null
}

/** The security log: append-only, and not deleted with its workspace. */
export function createSecurityLog(db: Database) {
  const failures = new Map<string, { until: number; times: number }>()
  return {
    note: (actor: AuditActor, action: SecurityAction, target: string | null): Promise<void> =>
      db.inWorkspace(actor, (tx) => noteSecurity(tx, actor, action, [target])),

    /**
     * Logs a failed authentication: the first at once, then one entry a minute per origin with the count. Does not
     * block the caller.
     */
    authenticationFailed(origin: string): void {
      const last = failures.get(origin)
      if (last && last.until > Date.now()) {
        last.times += 1
        return
      }
      if (failures.size >= MAX_ORIGINS) failures.clear()
      failures.set(origin, { until: Date.now() + NOTE_FAILURES_EVERY_MS, times: 0 })
      const times = `${(last?.times ?? 0) + 1} times`
      void db
        .acrossWorkspaces(
          (tx) => tx.$executeRaw`
            insert into security_event (actor, action, target, origin)
            values ('unknown', 'authentication.failed', ${times}, ${origin})`,
        )
        .catch(() => {})
    },

    /** Newest first. */
    list: (of: { readonly workspace_id: string }, most: number): Promise<SecurityEvent[]> =>
      db.inWorkspace(
        of,
        (tx) => tx.$queryRaw<SecurityEvent[]>`
          select at, actor, action, target, origin from security_event
           where workspace_id = ${of.workspace_id}::uuid order by at desc, id limit ${most}::int`,
      ),

    /** Those of every workspace and of none, newest first. */
    listAll: (most: number): Promise<InstallationEvent[]> =>
      db.acrossWorkspaces(
        (tx) => tx.$queryRaw<InstallationEvent[]>`
          select e.at, e.actor, e.action, e.target, e.origin, e.workspace_id::text, w.slug as workspace
            from security_event e left join workspace w on w.id = e.workspace_id
           order by e.at desc, e.id limit ${most}::int`,
      ),

    /** When the links to a run's report were last revoked. */
    async linksRevokedAt(of: { readonly workspace_id: string }, run_id: string): Promise<Date | null> {
      const [row] = await db.inWorkspace(
        of,
        (tx) => tx.$queryRaw<{ at: Date | null }[]>`
          select max(at) as at from security_event where action = 'report_links.revoked' and target = ${run_id}`,
      )
      return row?.at ?? null
    },

    /** Those of the runs that were deleted from this database. */
    async deleted(run_ids: readonly string[]): Promise<string[]> {
      if (run_ids.length === 0) return []
      const rows = await db.acrossWorkspaces(
        (tx) => tx.$queryRaw<{ target: string }[]>`
          select distinct target from security_event
           where action in ('run.deleted', 'run.expired') and target = any(${[...run_ids]}::text[])`,
      )
      return rows.map(({ target }) => target)
    },
  }
}

/** Logs an action on each target, in the transaction of the action. */
export async function noteSecurity(
  tx: Tx,
  { workspace_id, actor_id, origin }: AuditActor,
  action: SecurityAction,
  targets: readonly (string | null)[],
): Promise<void> {
  if (targets.length === 0) return
  await tx.$executeRaw`
    insert into security_event (workspace_id, actor, action, target, origin)
    select ${workspace_id}::uuid,
           coalesce((select kind || ':' || external_id from actor where id::text = ${actor_id}), 'system'),
           ${action}, target, ${origin}
      from unnest(${[...targets]}::text[]) as t(target)`
}

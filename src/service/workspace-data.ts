import type { InstallationEvent, SecurityEvent } from '../db/security-log.js'
import { requireScope } from '../domain/token-scopes.js'
import { AppError } from '../errors.js'
import { type Context, whoAsks } from './context.js'

const EXPORT_FORMAT = 'pressure-test-workspace/1'
const MAX_EVENTS = 10_000

/**
 * Everything stored of the actor's workspace, one JSON document a line: a header, every row as `{ table, row }`, all as
 * of one moment, then the files of its runs on this machine. Secrets are left out. Errors: `forbidden`,
 * `too_many_requests`.
 */
export async function* exportWorkspace(ctx: Context): AsyncGenerator<object> {
  requireScope(ctx.grant, 'admin')
  const who = whoAsks(ctx)
  await ctx.store.securityLog.note(who, 'workspace.exported', who.workspace_id)
  yield { format: EXPORT_FORMAT, workspace_id: who.workspace_id, program_version: ctx.version }
  const run_ids = new Set<string>()
  for await (const exported of ctx.store.workspaceExport.rows(ctx.actor)) {
    if (exported.table === 'run') run_ids.add(String(exported.row.id))
    yield exported
  }
  yield* ctx.files.contents(run_ids)
}

/**
 * Deletes everything of the actor's workspace, in the database and in the files of this machine. Active runs stop
 * spending. Errors: `forbidden`.
 */
export async function deleteWorkspace(ctx: Context): Promise<{ runs: number }> {
  requireScope(ctx.grant, 'admin')
  const run_ids = await ctx.store.erasure.deleteWorkspace(whoAsks(ctx))
  await ctx.files.forget(run_ids)
  return { runs: run_ids.length }
}

/** An entry of either log; its workspace is told by that of the installation. */
export type LoggedEvent = SecurityEvent & Partial<InstallationEvent>

/** Security events of the workspace, newest first, at most 10,000. Errors: `forbidden`. */
export async function securityLog(ctx: Context): Promise<SecurityEvent[]> {
  requireScope(ctx.grant, 'admin')
  return ctx.store.securityLog.list(ctx.actor, MAX_EVENTS)
}

/**
 * Security events of every workspace and of none, such as wrong tokens, newest first, at most 10,000. Errors:
 * `forbidden` for anybody but the operator at this machine.
 */
export async function installationLog({ actor, grant, store }: Context): Promise<InstallationEvent[]> {
  if (actor.kind === 'local' && grant.token === null) return store.securityLog.listAll(MAX_EVENTS)
  throw new AppError('forbidden', { problem: 'Only who runs this installation reads the log of all workspaces.' })
}

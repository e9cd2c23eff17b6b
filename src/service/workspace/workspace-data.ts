import type { ReadStream } from 'node:fs'
import type { InstallationEvent, SecurityEvent } from '../../db/workspace/security-log.js'
import { jsonLines } from '../../domain/text/json-lines.js'
import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import { auditActor, type Context, isOperator } from '../context.js'
import { noteExport } from './note-export.js'

const EXPORT_FORMAT = 'pressure-test-workspace/1'
const MAX_EVENTS = 10_000

/** An export of which nothing is read for this many milliseconds is given up. */
const IDLE_MS = 5 * 60_000

/**
 * Everything stored of the actor's workspace, as text of one JSON document a line: a header, every row as
 * `{ table, row }`, all as of one moment, then the files of its runs on this machine. Secrets are left out. Errors:
 * `forbidden`, `too_many_requests`, `storage_unavailable`.
 */
export async function exportWorkspace(ctx: Context): Promise<AsyncIterable<string>> {
  requireScope(ctx.grant, 'admin')
  requireScope(ctx.grant, 'read')
  const who = auditActor(ctx)
  const file = await ctx.files.temporary()
  try {
    const header = { format: EXPORT_FORMAT, workspace_id: who.workspace_id, program_version: ctx.version }
    const run_ids = await ctx.store.workspaceExport.write(who, file)
    await noteExport(ctx, 'workspace.exported', who.workspace_id)
    const rows = file.createReadStream({ start: 0, encoding: 'utf8', highWaterMark: 256 * 1_024 })
    const idle = setTimeout(() => rows.destroy(new Error('Nobody went on reading this export.')), IDLE_MS).unref()
    rows.on('close', () => clearTimeout(idle))
    // Whoever reads meets the error there; nobody may be reading.
    rows.on('error', () => {})
    return exportText(header, rows, { files: ctx.files.contents(run_ids), goesOn: () => idle.refresh() })
  } catch (error) {
    await file.close()
    throw ctx.files.problemOf(error)
  }
}

async function* exportText(
  header: object,
  rows: ReadStream,
  { files, goesOn }: { files: AsyncIterable<object>; goesOn: () => void },
): AsyncGenerator<string> {
  try {
    yield `${JSON.stringify(header)}\n`
    for await (const text of rows) {
      goesOn()
      yield text
    }
    yield* jsonLines(files)
  } finally {
    rows.destroy()
  }
}

/**
 * Deletes everything of the actor's workspace, in the database and in the files of this machine. Active runs stop
 * spending. Errors: `forbidden`.
 */
export async function deleteWorkspace(ctx: Context): Promise<{ runs: number }> {
  requireScope(ctx.grant, 'admin')
  const run_ids = await ctx.store.erasure.deleteWorkspace(auditActor(ctx))
  await ctx.files.deleteOfRuns(run_ids)
  await ctx.runQueue.deleteEvents()
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
export async function installationLog(ctx: Context): Promise<InstallationEvent[]> {
  if (isOperator(ctx)) return ctx.store.securityLog.listAll(MAX_EVENTS)
  throw new AppError('forbidden', { problem: 'Only who runs this installation reads the log of all workspaces.' })
}

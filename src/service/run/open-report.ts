import type { RunDocument } from '../../domain/run/run-document.js'
import { requireScope } from '../../domain/workspace/token-scopes.js'
import { AppError } from '../../errors.js'
import { auditActor, type Context } from '../context.js'
import { visibleToViewer } from '../slack/slack-origins.js'
import { findRun, getRun } from './get-run.js'
import { type ReportReading, readReport } from './read-report.js'

/**
 * The report behind a signed link: its holder may read that one run, and what its report contains about others. Errors:
 * `unauthorized` (no, changed, expired or revoked key), `not_found`, `conflict` (there is no result to report yet).
 */
export async function openReport(ctx: Context, input: { run_id: string; key: string }): Promise<ReportReading> {
  const grant = ctx.links?.open(input.run_id, input.key)
  if (!grant) throw closed('it has expired or was changed on the way')
  const { token_id } = grant
  if (token_id !== null && !(await ctx.store.tokens.valid([token_id])).has(token_id))
    throw closed('the token that it was made with has ended')
  const revoked_at = await ctx.store.securityLog.linksRevokedAt(grant, grant.run_id)
  if (revoked_at && grant.made_at <= revoked_at) throw closed('it was taken back')
  const reader = { kind: 'report_link', actor_id: '', workspace_id: grant.workspace_id } as const
  const reading = { ...ctx, actor: reader }
  const run = requireResult(await getRun(reading, { run_id: grant.run_id }))
  // The reader is unknown, so the report shows only those other runs that are open to everybody here, and no outcomes
  // of them.
  const { record, ...report } = await readReport(
    reading,
    run,
    visibleToViewer(reading, { user_id: '', channel_id: null }),
  )
  return { ...report, record: record && { ...record, rows: record.rows.filter(({ run_id }) => run_id === run.run_id) } }
}

const closed = (why: string): AppError =>
  new AppError('unauthorized', {
    problem: `This link does not open a report: ${why}. Ask whoever sent it for a new one.`,
  })

/**
 * Revokes every link to a run's report that was made so far; a new link opens it again. Errors: `not_found`,
 * `forbidden`.
 */
export async function revokeReportLinks(ctx: Context, input: { run_id: string }): Promise<void> {
  requireScope(ctx.grant, 'write')
  const { run_id } = await findRun(ctx, input.run_id)
  await ctx.store.securityLog.note(auditActor(ctx), 'report_links.revoked', run_id)
}

/** Returns the run if it has completed. Errors: `conflict`. */
export function requireResult(run: RunDocument): RunDocument {
  if (run.status === 'completed') return run
  throw new AppError('conflict', {
    problem: `The run is ${run.status}; there is a report once it is completed.`,
  })
}

import type { RunDocument } from '../domain/run-document.js'
import { AppError } from '../errors.js'
import type { Context } from './context.js'
import { getRun } from './get-run.js'
import { type ReportReading, readReport } from './read-report.js'

/**
 * The run behind a signed report link: who has the link may read that one run, nothing else. Errors: `unauthorized` (no,
 * changed or expired key), `not_found`, `conflict` (there is no result to report yet).
 */
export async function openReport(ctx: Context, input: { run_id: string; key: string }): Promise<ReportReading> {
  const grant = ctx.links?.open(input.run_id, input.key)
  if (!grant) {
    throw new AppError('unauthorized', {
      problem:
        'This link does not open a report: it has expired or was changed on the way. Ask whoever sent it for a new one.',
    })
  }
  const reader = { kind: 'report_link', actor_id: '', workspace_id: grant.workspace_id } as const
  const reading = { ...ctx, actor: reader }
  return readReport(reading, requireResult(await getRun(reading, { run_id: grant.run_id })))
}

/** The run if it has something to report. Errors: `conflict`. */
export function requireResult(run: RunDocument): RunDocument {
  if (run.status === 'completed') return run
  throw new AppError('conflict', {
    problem: `The run is ${run.status}; there is a report once it is completed.`,
  })
}

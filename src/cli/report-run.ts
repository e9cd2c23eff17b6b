import { measuredOf } from '../domain/pressure-test.js'
import { isRehearsal } from '../domain/run.js'
import { hasResult, isPanelRun, type RunDocument, type RunWithResult } from '../domain/run-document.js'
import { isAppError } from '../errors.js'
import { noteReport } from '../service/note-report.js'
import { readReport } from '../service/read-report.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { CliDeps } from './commands.js'
import { EXIT, exitOf } from './exit.js'
import { spent, summarise } from './summary.js'
import { fileUrl, writeReport } from './write-report.js'

/** What a command does with a completed run beside printing it. */
export type Ending = {
  onCompleted?(run: RunWithResult): Promise<void>
  /** Why the run misses the threshold that was set for it; `null` where it does not. */
  gate?(run: RunWithResult): string | null
}

/** What a score must reach for exit 0; a rehearsal's does not count unless it is allowed to. */
type Threshold = { readonly failUnder?: number; readonly allowRehearsal?: boolean }

/** Prints how a run stands, writes its report, and says with which code to leave. */
export async function report(
  deps: CliDeps,
  ctx: SurfaceContext,
  run: RunDocument,
  options: Threshold & { json?: boolean; writes?: boolean },
  { onCompleted, gate = underScore(options) }: Ending = {},
): Promise<number> {
  const { io } = deps
  const code = exitOf(run)
  const path = run.status === 'completed' && options.writes !== false ? await reportPath(deps, ctx, run) : null
  if (options.json) {
    const report_url = run.report_url ?? (path && fileUrl(path))
    io.out(`${JSON.stringify({ ...run, report_url }, null, 2)}\n`)
  } else if (run.status === 'completed') io.out(summarise(run, io, path))
  else io.err(`${run.error?.message ?? `The run is ${run.status}.`} ${spent(run)}\n`)
  if (code === EXIT.stillGoing) {
    deps.leaveWorkerBehind()
    io.err(`The run goes on: pressure-test runs resume ${run.run_id}\n`)
  } else if (!options.json && code !== EXIT.done && code !== EXIT.cancelled) {
    io.err(`Run ${run.run_id}; what was answered is kept: pressure-test runs retry ${run.run_id}\n`)
  }
  if (run.status !== 'completed' || !hasResult(run)) return code
  await onCompleted?.(run)
  const missed = gate(run)
  if (missed === null) return code
  io.err(`${missed}\n`)
  return EXIT.threshold
}

const underScore =
  ({ failUnder, allowRehearsal }: Threshold) =>
  (run: RunWithResult): string | null => {
    if (failUnder === undefined || !isPanelRun(run)) return null
    if (isRehearsal(run) && !allowRehearsal)
      return 'A rehearsal passes no threshold: no language model was asked. Set ANTHROPIC_API_KEY, or add --allow-rehearsal for a demonstration.'
    const { pressure_score } = measuredOf(run.result)
    return pressure_score >= failUnder ? null : `The pressure score ${pressure_score} is under ${failUnder}.`
  }

/** A result is worth more than its page: a folder that cannot be written to is said and does no harm. */
async function reportPath({ io, config }: CliDeps, ctx: SurfaceContext, run: RunDocument): Promise<string | null> {
  try {
    const path = await writeReport(await readReport(ctx, run), config.reportsDir)
    // A version's row names its report; a link of the server is better than a file of this machine.
    if (run.kind === 'evaluation') await noteReport(ctx, { run_id: run.run_id, url: run.report_url ?? fileUrl(path) })
    return path
  } catch (error) {
    if (!isAppError(error, 'configuration')) throw error
    io.err(`${error.message}\n`)
    return null
  }
}

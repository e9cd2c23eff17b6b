import type { PressureTestResult } from '../domain/pressure-test.js'
import type { RunDocument } from '../domain/run.js'
import { isAppError } from '../errors.js'
import type { CliDeps } from './commands.js'
import { EXIT, exitOf } from './exit.js'
import { spent, summarise } from './summary.js'
import { fileUrl, writeReport } from './write-report.js'

/** Prints how a run stands, writes its report, and says with which code to leave. */
export async function report(
  deps: CliDeps,
  run: RunDocument,
  options: { json?: boolean; failUnder?: number; writes?: boolean },
): Promise<number> {
  const { io } = deps
  const code = exitOf(run)
  const path = run.status === 'completed' && options.writes !== false ? await reportPath(deps, run) : null
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
  if (run.status !== 'completed' || options.failUnder === undefined) return code
  const { pressure_score } = (run.result as PressureTestResult).analysis
  if (pressure_score >= options.failUnder) return EXIT.done
  io.err(`The pressure score ${pressure_score} is under ${options.failUnder}.\n`)
  return EXIT.threshold
}

/** A result is worth more than its page: a folder that cannot be written to is said and does no harm. */
async function reportPath({ io, config }: CliDeps, run: RunDocument): Promise<string | null> {
  try {
    return await writeReport(run, config.reportsDir)
  } catch (error) {
    if (!isAppError(error, 'configuration')) throw error
    io.err(`${error.message}\n`)
    return null
  }
}

import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { measuredOf } from '../domain/panel/pressure-test.js'
import { isRehearsal } from '../domain/run/run.js'
import { hasResult, isNotJudged, isPanelRun, type RunDocument, type RunWithResult } from '../domain/run/run-document.js'
import type { Run } from '../domain/run/run-state.js'
import { REPORTS_FOLDER, unwritable } from '../domain/text/unwritable.js'
import { isAppError } from '../errors.js'
import { costOf } from '../presentation/money.js'
import { notJudgedView } from '../presentation/not-judged.js'
import { utcTime } from '../presentation/pause.js'
import { recordReport } from '../service/evaluation/agents.js'
import { findRun } from '../service/run/get-run.js'
import { type ReportReading, readReport } from '../service/run/read-report.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { type CliDeps, EXIT, exitOf } from './commands.js'
import { printJson, stripTerminalControls } from './io.js'
import { summarise } from './summary.js'
import { NAMED_FILE, writeOut } from './write-out.js'

/** A command's own steps for a completed run, beside printing the run. */
export type Ending = {
  onCompleted?(run: RunWithResult): Promise<void>
  /** Why the run misses its threshold; `null` where it does not. */
  gate?(run: RunWithResult): string | null
  /** Like `gate`, for a completed run with or without a result; called after `onCompleted`. */
  alsoMissed?(): string | null
}

/** Threshold of a score for exit code 0; a rehearsal's score does not count unless it is allowed, a red run's never. */
type Threshold = { readonly failUnder?: number; readonly allowRehearsal?: boolean }

/** Reasons for a pause that only a person can end. */
const WAITS_FOR_A_PERSON = ['paused', 'session_failed', 'budget_exceeded']

/** Prints a run, writes its report, and returns the exit code. */
export async function report(
  deps: CliDeps,
  ctx: SurfaceContext,
  run: RunDocument,
  options: Threshold & { json?: boolean; writes?: boolean; stopped?: boolean },
  { onCompleted, gate = underScore(options), alsoMissed = () => null }: Ending = {},
): Promise<number> {
  const { io } = deps
  const code = exitOf(run)
  const path = run.status === 'completed' && options.writes !== false ? await reportPath(deps, ctx, run) : null
  if (options.json) {
    const report_url = run.report_url ?? (path && fileUrl(path))
    printJson(io, { ...run, report_url })
  } else if (run.status === 'completed') io.out(summarise(run, io, path))
  else io.err(`${run.error?.message ?? `The run is ${run.status}.`} Cost: ${costOf(run)}.\n`)
  // A spent budget's own message says how to continue.
  if (run.status === 'paused' && WAITS_FOR_A_PERSON.includes(run.error?.code ?? '')) {
    if (code === EXIT.stillGoing) io.err(`To go on: pressure-test runs resume ${run.run_id}\n`)
  } else if (code === EXIT.stillGoing) {
    if (!options.stopped) deps.leaveWorkerBehind()
    io.err(`${goesOn(await findRun(ctx, run.run_id), options)}: pressure-test runs resume ${run.run_id}\n`)
  } else if (!options.json && code !== EXIT.done && code !== EXIT.cancelled && code !== EXIT.usage) {
    io.err(`Run ${run.run_id}; what was answered is kept: pressure-test runs retry ${run.run_id}\n`)
  }
  if (run.status !== 'completed') return code
  if (hasResult(run)) await onCompleted?.(run)
  const missed = missedBy(run, options, gate) ?? alsoMissed()
  if (missed === null) return code
  io.err(`${missed}\n`)
  return EXIT.threshold
}

/** How a run that has not ended goes on; a command that makes it do so follows. */
function goesOn({ status, resume_at }: Pick<Run, 'status' | 'resume_at'>, { stopped }: { stopped?: boolean }): string {
  if (stopped) return 'This command works on the run no more; it waits for a worker. To go on'
  if (status !== 'paused' || resume_at === null) return 'The run goes on'
  return `Paused until ${utcTime(resume_at)}; a worker was left behind that goes on then. Where none runs any more`
}

function missedBy(run: RunDocument, { failUnder }: Threshold, gate: NonNullable<Ending['gate']>): string | null {
  if (hasResult(run)) return gate(run)
  if (failUnder === undefined || !isNotJudged(run)) return null
  const { reason, whatToSend } = notJudgedView(run)
  return `There was nothing to judge, so no threshold is reached. ${stripTerminalControls(reason)} ${stripTerminalControls(whatToSend)}`
}

export const REHEARSAL_PASSES_NOTHING =
  'A rehearsal passes no threshold: no language model was asked. Set ANTHROPIC_API_KEY, or add --allow-rehearsal for a demonstration.'

const underScore =
  ({ failUnder, allowRehearsal }: Threshold) =>
  (run: RunWithResult): string | null => {
    if (failUnder === undefined || !isPanelRun(run)) return null
    if (isRehearsal(run) && !allowRehearsal) return REHEARSAL_PASSES_NOTHING
    if (run.trust?.light === 'red')
      return `The trust light is red, so no threshold is reached. ${stripTerminalControls(run.trust.sentence)}`
    const { pressure_score } = measuredOf(run.result)
    return pressure_score >= failUnder ? null : `The pressure score ${pressure_score} is under ${failUnder}.`
  }

/** Writes the report and returns its path. If that fails, stderr gets the error, and the result is still printed. */
async function reportPath({ io, config }: CliDeps, ctx: SurfaceContext, run: RunDocument): Promise<string | null> {
  const reading = await readReport(ctx, run)
  try {
    const path = await writeReport(reading, config.reportsDir)
    // The row of an agent version links its report: the server's link, or else the local file.
    if (run.kind === 'evaluation') await recordReport(ctx, { run_id: run.run_id, url: run.report_url ?? fileUrl(path) })
    return path
  } catch (error) {
    if (!isAppError(error, 'configuration', 'storage_unavailable')) throw error
    io.err(`${error.message}\n`)
    return null
  }
}

/**
 * Writes a run's report as one HTML file and returns its path; `out`: a path given by the user. Errors: as `writeOut`;
 * `configuration` where the folder of reports takes none.
 */
export async function writeReport(
  { run, ...reading }: ReportReading,
  reportsDir: string,
  out?: string,
): Promise<string> {
  const path = out === undefined ? join(reportsDir, reportName(run)) : resolve(out)
  const named = out === undefined ? REPORTS_FOLDER : NAMED_FILE
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw unwritable(error, { path, ...named })
  }
  // The renderer is large and few commands write a report, so it is loaded here.
  const { renderReport } = await import('../report/report.js')
  await writeOut(path, renderReport(run, reading), named)
  return path
}

/** An evaluation's report is named after agent and time, so that people can find it; any other report after its run. */
function reportName(run: RunDocument): string {
  if (run.kind !== 'evaluation' || run.result === null) return `${run.run_id}.html`
  const { agent } = run.result
  const id = agent.agent_version_id.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '') || 'agent'
  const [day = '', time = ''] = (run.completed_at ?? '').split('T')
  return `report_${id}_${day.replaceAll('-', '')}_${time.slice(0, 8).replaceAll(':', '')}.html`
}

const fileUrl = (path: string): string => pathToFileURL(path).href

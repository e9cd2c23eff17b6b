import { type Command, Option } from 'commander'
import { hasEnded, isRehearsal } from '../../domain/run/run.js'
import type { RunDocument } from '../../domain/run/run-document.js'
import { foldProgress } from '../../domain/run/run-events.js'
import type { Run } from '../../domain/run/run-state.js'
import { counted } from '../../domain/text/words.js'
import { type ProgressView, partialCurve, progressView } from '../../presentation/progress.js'
import { cancelRun, pauseRun } from '../../service/run/cancel-run.js'
import { deleteRun, findToDelete } from '../../service/run/delete-runs.js'
import { runEvents } from '../../service/run/follow-run.js'
import { findRun, getRun } from '../../service/run/get-run.js'
import { type ListedRun, listRuns } from '../../service/run/list-runs.js'
import { requireResult, revokeReportLinks } from '../../service/run/open-report.js'
import { readReport } from '../../service/run/read-report.js'
import { resumeRun, retryRun } from '../../service/run/reopen-run.js'
import { runsWithoutWorker } from '../../service/run/runs-without-worker.js'
import { type CliDeps, EXIT, type OpenedApp, runInApp } from '../commands.js'
import { confirmed, keptCopies } from '../confirm.js'
import { acceptRun, workAndFollow } from '../follow.js'
import { printJson, stripTerminalControls } from '../io.js'
import { createProgress } from '../progress.js'
import { report, writeReport } from '../report-run.js'
import { numeric } from './panel-options.js'
import { addExportCommands } from './runs-export.js'

type Options = {
  json?: boolean
  quiet?: boolean
  limit?: number
  project?: string
  budget?: number
  fallback?: 'offline'
  maxWait: number
}

export function addRunsCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const runs = program
    .command('runs')
    .description('what was run: list, show, report, export, verify, pause, cancel, retry, resume, unlink, delete')
  const inApp = runInApp(deps, exit)
  runs
    .command('list')
    .option('--limit <number>', 'how many, newest first', numeric, 20)
    .option('--project <name>', 'only those of a project')
    .option('--json', 'print one JSON document and nothing else')
    .action((options: Options) => inApp((app) => list(deps, app, options)))
  runs
    .command('show <run_id>')
    .option('--json', 'print one JSON document and nothing else')
    .action((run_id: string, options: Options) =>
      inApp(async (app) => {
        const run = await getRun(app.local, { run_id })
        if (!hasEnded(run)) await showUnfinished(deps, app, run, options)
        else {
          await report(deps, app.local, run, { ...options, writes: false })
          if (run.status === 'cancelled' && !options.json) showPartial(deps, await progressOf(app, run_id))
        }
        return EXIT.done
      }),
    )
  runs
    .command('report <run_id>')
    .description('write the report of a run as one HTML file, and print its path')
    .option('--out <file>', 'where to (default: REPORTS_OUTPUT_DIR)')
    .option('--json', 'print one JSON document and nothing else')
    .action((run_id: string, { out, json }: { out?: string; json?: boolean }) =>
      inApp(async (app) => {
        const run = requireResult(await getRun(app.local, { run_id }))
        const path = await writeReport(await readReport(app.local, run), deps.config.reportsDir, out)
        if (json) printJson(deps.io, { run_id: run.run_id, path })
        else deps.io.out(`${path}\n`)
      }),
    )
  addExportCommands(runs, deps, inApp)
  runs
    .command('pause <run_id>')
    .description('let calls in flight end, and wait until somebody resumes it')
    .option('--json', 'print one JSON document and nothing else')
    .action((run_id: string, options: Options) =>
      inApp(async (app) => {
        const { status } = await pauseRun(app.local, { run_id })
        const resume = `pressure-test runs resume ${run_id}`
        if (options.json) printJson(deps.io, await getRun(app.local, { run_id }))
        else if (hasEnded({ status })) deps.io.out(`The run is ${status}.\n`)
        else if (status === 'paused') deps.io.out(`The run is paused. To go on: ${resume}\n`)
        else deps.io.out(`The run pauses when its calls in flight have ended. To go on then: ${resume}\n`)
      }),
    )
  runs
    .command('cancel <run_id>')
    .option('--json', 'print one JSON document and nothing else')
    .action((run_id: string, options: Options) =>
      inApp(async (app) => {
        const { status } = await cancelRun(app.local, { run_id })
        if (options.json) printJson(deps.io, await getRun(app.local, { run_id }))
        else deps.io.out(hasEnded({ status }) ? `The run is ${status}.\n` : 'The run stops within seconds.\n')
      }),
    )
  runs
    .command('delete <run_id>')
    .description(
      'delete a run for good, with its report and the questions that were asked to its people, or an unstarted draft',
    )
    .option('--yes', 'without asking')
    .option('--json', 'print one JSON document and nothing else')
    .action((run_id: string, { yes, json }: { yes?: boolean; json?: boolean }) =>
      inApp(async (app) => {
        const isDraft = (await findToDelete(app.local, run_id)) === 'draft'
        const what = isDraft
          ? `The draft ${run_id}, which was not started, is deleted.`
          : `Run ${run_id} is deleted, with its report and the questions that were asked to its people.`
        if (!(await confirmed(deps.io, what, yes))) return EXIT.cancelled
        const { run_ids, used_by } = await deleteRun(app.local, { run_id })
        if (json) {
          printJson(deps.io, { deleted: run_ids, used_by })
          return EXIT.done
        }
        deps.io.out(`Deleted: ${run_ids.join(', ')}.\n`)
        deps.io.out(keptCopies(used_by, 'keep copies of what it tested'))
        return EXIT.done
      }),
    )
  runs
    .command('unlink <run_id>')
    .description('take back every link to the report that was made so far; `runs show` gives a new one')
    .option('--json', 'print one JSON document and nothing else')
    .action((run_id: string, { json }: { json?: boolean }) =>
      inApp(async (app) => {
        await revokeReportLinks(app.local, { run_id })
        if (json) printJson(deps.io, { run_id, unlinked: true })
        else deps.io.out('No link to this report that was made so far opens it any more.\n')
      }),
    )
  const addReopen = (
    name: string,
    description: string,
    reopen: (app: OpenedApp, run_id: string, options: Options) => Promise<Run>,
  ) =>
    runs
      .command(`${name} <run_id>`)
      .description(description)
      .option('--budget <usd>', 'a new cap for the run, in US dollars', numeric)
      .addOption(
        new Option(
          '--fallback <how>',
          'of a simulation: from now on offline plans the sessions that the model does not, labelled and counted',
        ).choices(['offline']),
      )
      .option('--max-wait <seconds>', 'stop following after this long; the run goes on', numeric, 600)
      .option('--json', 'print one JSON document and nothing else')
      .option('--quiet', 'no progress')
      .action((run_id: string, options: Options) =>
        inApp(async (app) => {
          const { signalled } = await acceptRun(deps, () => reopen(app, run_id, options))
          const progress = createProgress(deps.io, options.quiet ?? false)
          const following = { maxWaitSeconds: options.maxWait, progress, ...signalled }
          const { run, stopped } = await workAndFollow(deps, app, run_id, following)
          return report(deps, app.local, run, { ...options, stopped })
        }),
      )
  addReopen(
    'retry',
    'reopen a failed run, or buy a missing analysis; what was stored is not bought again',
    (app, run_id, { budget, fallback }) => retryRun(app.local, { run_id, budget_usd: budget, fallback }),
  )
  addReopen('resume', 'follow a run to its end, waking it when it is paused', (app, run_id, { budget, fallback }) =>
    resumeRun(app.local, { run_id, budget_usd: budget, fallback }),
  )
}

/** Prints a run's progress and a simulation's interim figures, which cover only the people who are done. */
async function showUnfinished({ io }: CliDeps, app: OpenedApp, run: RunDocument, options: Options): Promise<void> {
  const progress = await progressOf(app, run.run_id)
  if (options.json) return printJson(io, { ...run, progress })
  const sentence = `${stripTerminalControls(progress.sentence)}.`
  if ((await runsWithoutWorker(app.local)).includes(run.run_id))
    io.out(`No worker works on the run now; it is kept. ${toGoOn(run.run_id)}\nIts last state: ${sentence}\n`)
  else io.out(run.status === 'paused' ? `${sentence}\n` : `The run is ${run.status}. ${sentence}\n`)
  showPartial({ io }, progress)
}

const toGoOn = (run_id: string): string =>
  `To go on: pressure-test runs resume ${run_id}, or start a worker: pressure-test worker`

async function progressOf(app: OpenedApp, run_id: string): Promise<ProgressView> {
  const [row, events] = await Promise.all([findRun(app.local, run_id), runEvents(app.local, { run_id })])
  return progressView(row, foldProgress(events))
}

/** Prints the interim figures of a simulation. */
function showPartial({ io }: Pick<CliDeps, 'io'>, { partial }: ProgressView): void {
  if (partial) io.out(`${partialCurve(partial)}.\n`)
}

async function list({ io }: CliDeps, app: OpenedApp, options: Options): Promise<void> {
  const runs = await listRuns(app.local, { limit: options.limit ?? 20, project: options.project })
  if (options.json) return printJson(io, runs.map(listItem))
  if (runs.length === 0) io.out('No runs yet. Try: pressure-test run examples/oat-drink.md\n')
  const left = new Set(await runsWithoutWorker(app.local))
  for (const run of runs) {
    const { run_id, created_at, rehearsal, status: stage, judged, title } = listItem(run)
    const done = judged === false ? 'not judged' : rehearsal && 'rehearsal'
    const status = left.has(run_id) ? 'no worker' : (stage === 'completed' && done) || stage
    const created = created_at.slice(0, 16).replace('T', ' ')
    io.out(`${run_id}  ${created}  ${status.padEnd(10)}  ${title.slice(0, Math.max(20, io.columns - 71))}\n`)
  }
  const [first] = left
  if (first !== undefined) io.out(`\n${counted(left.size, 'run')} without a worker. ${toGoOn(first)}\n`)
}

const listItem = (run: ListedRun) => ({
  run_id: run.run_id,
  kind: run.kind,
  status: run.status,
  rehearsal: isRehearsal(run),
  judged: run.judged,
  project: run.project,
  created_at: run.created_at.toISOString(),
  completed_at: run.completed_at?.toISOString() ?? null,
  title: stripTerminalControls(titleOf(run)).slice(0, 120),
})

function titleOf({ kind, input }: Pick<Run, 'kind' | 'input'>): string {
  const { stimulus, agent, name } = input as {
    stimulus?: unknown
    agent?: { name?: unknown; version?: unknown }
    name?: unknown
  }
  if (agent) return `${agent.name} ${agent.version}`
  return String(stimulus ?? (kind === 'persona_generation' ? `persona set ${name}` : kind))
}

import type { Command } from 'commander'
import { hasEnded, isRehearsal } from '../../domain/run.js'
import type { RunDocument } from '../../domain/run-document.js'
import type { Run } from '../../domain/run-state.js'
import { cancelRun } from '../../service/cancel-run.js'
import { getRun } from '../../service/get-run.js'
import { type ListedRun, listRuns } from '../../service/list-runs.js'
import { requireResult } from '../../service/open-report.js'
import { readReport } from '../../service/read-report.js'
import { resumeRun, retryRun } from '../../service/reopen-run.js'
import { type CliDeps, EXIT, type OpenedApp, withinApp } from '../commands.js'
import { followToEnd } from '../follow.js'
import { inert, printJson } from '../io.js'
import { createProgress } from '../progress.js'
import { report, writeReport } from '../report-run.js'
import { numeric } from './panel-options.js'
import { addExportCommands } from './runs-export.js'

type Options = { json?: boolean; quiet?: boolean; limit?: number; budget?: number; maxWait: number }

export function addRunsCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const runs = program
    .command('runs')
    .description('what was run: list, show, report, export, verify, cancel, retry, resume')
  const within = withinApp(deps, exit)
  runs
    .command('list')
    .option('--limit <number>', 'how many, newest first', numeric, 20)
    .option('--json', 'print one JSON document and nothing else')
    .action((options: Options) => within((app) => list(deps, app, options)))
  runs
    .command('show <run_id>')
    .option('--json', 'print one JSON document and nothing else')
    .action((run_id: string, options: Options) =>
      within(async (app) => {
        await report(deps, app.local, await getRun(app.local, { run_id }), { ...options, writes: false })
        return EXIT.done
      }),
    )
  runs
    .command('report <run_id>')
    .description('write the report of a run as one HTML file, and print its path')
    .option('--out <file>', 'where to (default: REPORTS_OUTPUT_DIR)')
    .action((run_id: string, { out }: { out?: string }) =>
      within(async (app) => {
        const run = requireResult(await getRun(app.local, { run_id }))
        deps.io.out(`${await writeReport(await readReport(app.local, run), deps.config.reportsDir, out)}\n`)
      }),
    )
  addExportCommands(runs, deps, within)
  runs
    .command('cancel <run_id>')
    .option('--json', 'print one JSON document and nothing else')
    .action((run_id: string, options: Options) =>
      within(async (app) => {
        const { status } = await cancelRun(app.local, { run_id })
        if (options.json) printJson(deps.io, await getRun(app.local, { run_id }))
        else deps.io.out(hasEnded({ status }) ? `The run is ${status}.\n` : 'The run stops within seconds.\n')
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
      .option('--max-wait <seconds>', 'stop following after this long; the run goes on', numeric, 600)
      .option('--json', 'print one JSON document and nothing else')
      .option('--quiet', 'no progress')
      .action((run_id: string, options: Options) =>
        within(async (app) => {
          await reopen(app, run_id, options)
          return report(deps, app.local, await workAndFollow(deps, app, run_id, options), options)
        }),
      )
  addReopen(
    'retry',
    'reopen a failed run, or buy a missing analysis; what was stored is not bought again',
    (app, run_id, { budget }) => retryRun(app.local, { run_id, budget_usd: budget }),
  )
  addReopen('resume', 'follow a run to its end, waking it when it is paused', (app, run_id, { budget }) =>
    resumeRun(app.local, { run_id, budget_usd: budget }),
  )
}

async function workAndFollow(deps: CliDeps, app: OpenedApp, run_id: string, options: Options): Promise<RunDocument> {
  const worker = app.startWorker()
  const progress = createProgress(deps.io, options.quiet ?? false)
  const run = await followToEnd(deps, app, run_id, { maxWaitSeconds: options.maxWait, progress })
  await worker.stop()
  return run
}

async function list({ io }: CliDeps, app: OpenedApp, options: Options): Promise<void> {
  const runs = await listRuns(app.local, { limit: options.limit ?? 20 })
  if (options.json) return printJson(io, runs.map(listItem))
  if (runs.length === 0) io.out('No runs yet. Try: pressure-test run examples/oat-drink.md\n')
  for (const run of runs) {
    const { run_id, created_at, rehearsal, status: stage, judged, title } = listItem(run)
    const done = judged === false ? 'not judged' : rehearsal && 'rehearsal'
    const status = (stage === 'completed' && done) || stage
    const created = created_at.slice(0, 16).replace('T', ' ')
    io.out(`${run_id}  ${created}  ${status.padEnd(10)}  ${title.slice(0, Math.max(20, io.columns - 71))}\n`)
  }
}

const listItem = (run: ListedRun) => ({
  run_id: run.run_id,
  kind: run.kind,
  status: run.status,
  rehearsal: isRehearsal(run),
  judged: run.judged,
  created_at: run.created_at.toISOString(),
  completed_at: run.completed_at?.toISOString() ?? null,
  title: inert(titleOf(run)).slice(0, 120),
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

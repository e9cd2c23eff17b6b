import { type Command, InvalidArgumentError, Option } from 'commander'
import { CATEGORIES, SkepticismLevel } from '../../domain/persona.js'
import { FocusGroupMode, type PressureTestResult } from '../../domain/pressure-test.js'
import type { Quote } from '../../domain/quote.js'
import type { RunDocument } from '../../domain/run.js'
import { isAppError } from '../../errors.js'
import { submitRun } from '../../service/submit-run.js'
import type { CliDeps } from '../commands.js'
import { EXIT, exitOf } from '../exit.js'
import { followToEnd } from '../follow.js'
import { createProgress } from '../progress.js'
import { readStimulus } from '../read-stimulus.js'
import { spent, summarise } from '../summary.js'
import { fileUrl, writeReport } from '../write-report.js'

type RunOptions = {
  panel?: string
  personas?: number
  skepticism: string
  category: string
  focusGroup: string
  seed?: number
  budget?: number
  quote?: boolean
  failUnder?: number
  maxWait: number
  json?: boolean
  quiet?: boolean
}

export const numeric = (text: string): number => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  return value
}

export function addRunCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  program
    .command('run')
    .description('pressure-test a proposition: a text, a file (.txt, .md, .html) or - for standard input')
    .argument('<proposition>', 'text, file or -')
    .option('--panel <archetypes>', 'archetypes, separated by commas (default: a balanced panel of the category)')
    .option('--personas <number>', 'synthetic people on the panel (default: 6)', numeric)
    .addOption(new Option('--skepticism <level>').choices(SkepticismLevel.options).default('medium'))
    .addOption(new Option('--category <name>').choices(CATEGORIES).default('fmcg'))
    .addOption(
      new Option('--focus-group <mode>', 'off, or quick: one call writes the discussion')
        .choices(FocusGroupMode.exclude(['live']).options)
        .default('quick'),
    )
    .option('--seed <number>', 'same seed, same panel (default: 1)', numeric)
    .option('--budget <usd>', 'most this run may cost, in US dollars', numeric)
    .option('--quote', 'show price and time, and spend nothing')
    .option('--fail-under <score>', 'exit 3 when the pressure score is lower', numeric)
    .option('--max-wait <seconds>', 'stop following after this long; the run goes on', numeric, 600)
    .option('--json', 'print one JSON document and nothing else')
    .option('--quiet', 'no progress')
    .action(async (proposition: string, options: RunOptions) => exit(await run(deps, proposition, options)))
}

async function run(deps: CliDeps, proposition: string, options: RunOptions): Promise<number> {
  const { io } = deps
  const input = {
    stimulus: await readStimulus(proposition, io),
    category: options.category,
    skepticism: options.skepticism,
    focus_group: options.focusGroup,
    panel:
      options.panel
        ?.split(',')
        .map((name) => name.trim())
        .filter(Boolean) ?? [],
    ...(options.personas === undefined ? {} : { personas: options.personas }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  }
  const quote = deps.quote('pressure_test', input)
  if (options.quote) {
    io.out(options.json ? `${JSON.stringify(quote, null, 2)}\n` : `${quoteSentence(quote)}\n`)
    return EXIT.done
  }
  const progress = createProgress(io, options.quiet ?? false)
  progress.note(quoteSentence(quote))

  const app = await deps.open()
  try {
    const submitted = await submitRun(app.local, { kind: 'pressure_test', input, budget_usd: options.budget })
    const worker = app.startWorker()
    const done = await followToEnd(deps, app, submitted.run_id, { maxWaitSeconds: options.maxWait, progress })
    await worker.stop()
    return report(deps, done, options)
  } finally {
    await app.close()
  }
}

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

export function quoteSentence({ model, calls, cost_usd, seconds }: Quote): string {
  if (model.mode === 'offline') {
    return 'Offline behaviour model, no language model is asked: costs nothing. Set ANTHROPIC_API_KEY for a panel played by Claude.'
  }
  const price =
    cost_usd === null
      ? 'price unknown'
      : `about $${cost_usd.middle.toFixed(3)} ($${cost_usd.low.toFixed(3)} to $${cost_usd.high.toFixed(3)})`
  return `${model.persona} for the panel, ${model.analysis} for the analysis: ${calls} calls, ${price}, ${seconds.low} to ${seconds.high} s.`
}

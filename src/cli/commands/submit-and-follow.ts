import type { Command } from 'commander'
import type { RunKind } from '../../domain/kinds.js'
import type { Quote } from '../../domain/quote.js'
import type { Run } from '../../domain/run-state.js'
import { isAppError } from '../../errors.js'
import { withPanelPeople } from '../../service/panel-people.js'
import { submitRun } from '../../service/submit-run.js'
import type { SurfaceContext } from '../../service/surface-context.js'
import type { CliDeps, OpenedApp } from '../commands.js'
import { EXIT } from '../exit.js'
import { followToEnd } from '../follow.js'
import { createProgress, type Progress } from '../progress.js'
import { type Ending, report } from '../report-run.js'
import { numeric } from './panel-options.js'

export type SubmitOptions = {
  budget?: number
  quote?: boolean
  failUnder?: number
  allowRehearsal?: boolean
  maxWait: number
  json?: boolean
  quiet?: boolean
}

/** What every command that makes a run can be told about it. */
export function addSubmitOptions(command: Command): Command {
  return command
    .option('--budget <usd>', 'most this run may cost, in US dollars', numeric)
    .option('--quote', 'show price and time, and spend nothing')
    .option('--max-wait <seconds>', 'stop following after this long; the run goes on', numeric, 600)
    .option('--json', 'print one JSON document and nothing else')
    .option('--quiet', 'no progress')
}

/** Quotes a run whose input is known, submits it, follows it to its end and prints it. Resolves with the exit code. */
export async function submitAndFollow(
  deps: CliDeps,
  { kind, input }: { kind: RunKind; input: unknown },
  options: SubmitOptions,
): Promise<number> {
  // Priced before anything is opened: a quote needs no database, unless the panel names a saved set.
  const quote = quoteWithoutSets(deps, kind, input)
  if (quote === null) return submitWithSets(deps, { kind, input }, options)
  if (options.quote) return showQuote(deps, quote, options)
  const progress = announce(deps, quote, options)
  return withApp(deps, (app) =>
    follow(deps, app, progress, () => submitRun(app.local, { kind, input, budget_usd: options.budget }), options),
  )
}

/** `my-set`, or `my-set@2`. */
const MAY_BE_A_SET = /^[a-z][a-z0-9-]{1,39}(?:@\d+)?$/

/** `null` where the panel has a name that may be a saved set's. */
function quoteWithoutSets(deps: CliDeps, kind: RunKind, input: unknown): Quote | null {
  try {
    return deps.quote(kind, input)
  } catch (error) {
    const { panel } = input as { panel?: unknown }
    const named = Array.isArray(panel) && panel.some((name) => MAY_BE_A_SET.test(String(name)))
    if (!isAppError(error, 'invalid_input') || !named) throw error
    return null
  }
}

const submitWithSets = (deps: CliDeps, { kind, input }: { kind: RunKind; input: unknown }, options: SubmitOptions) =>
  prepareAndFollow(
    deps,
    async (ctx) => {
      const whole = await withPanelPeople(ctx, input)
      return { kind, input: whole, submit: () => submitRun(ctx, { kind, input: whole, budget_usd: options.budget }) }
    },
    options,
  )

/** The same for a verb that takes its input from stored runs. */
export async function prepareAndFollow(
  deps: CliDeps,
  prepare: (ctx: SurfaceContext) => Promise<{ kind: RunKind; input: unknown; submit: () => Promise<Run> }>,
  options: SubmitOptions,
  ending: Ending = {},
): Promise<number> {
  return withApp(deps, async (app) => {
    const { kind, input, submit } = await prepare(app.local)
    const quote = app.local.quote(kind, input)
    if (options.quote) return showQuote(deps, quote, options)
    return follow(deps, app, announce(deps, quote, options), submit, options, ending)
  })
}

async function withApp(deps: CliDeps, work: (app: OpenedApp) => Promise<number>): Promise<number> {
  const app = await deps.open()
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

async function follow(
  deps: CliDeps,
  app: OpenedApp,
  progress: Progress,
  submit: () => Promise<Run>,
  options: SubmitOptions,
  ending: Ending = {},
): Promise<number> {
  const { run_id } = await submit()
  const worker = app.startWorker()
  const done = await followToEnd(deps, app, run_id, { maxWaitSeconds: options.maxWait, progress })
  await worker.stop()
  return report(deps, app.local, done, options, ending)
}

function announce({ io }: CliDeps, quote: Quote, { quiet }: SubmitOptions): Progress {
  const progress = createProgress(io, quiet ?? false)
  for (const line of quoteLines(quote)) progress.note(line)
  return progress
}

function showQuote({ io }: CliDeps, quote: Quote, { json }: SubmitOptions): number {
  io.out(json ? `${JSON.stringify(quote, null, 2)}\n` : `${quoteLines(quote).join('\n')}\n`)
  return EXIT.done
}

const quoteLines = (quote: Quote): string[] => [quoteSentence(quote), ...quote.notes]

function quoteSentence({ model, played_by, calls, cost_usd, seconds }: Quote): string {
  if (model.mode === 'offline') {
    return 'Offline behaviour model, no language model is asked: costs nothing. Set ANTHROPIC_API_KEY to have it played by Claude.'
  }
  const price =
    cost_usd === null
      ? 'price unknown'
      : `about ${dollars(cost_usd.middle)} (${dollars(cost_usd.low)} to ${dollars(cost_usd.high)})`
  return `${played_by}: ${calls} ${calls === 1 ? 'call' : 'calls'}, ${price}, ${seconds.low} to ${seconds.high} s.`
}

/** A single question costs less than a tenth of a cent. */
const dollars = (amount: number): string => `$${amount.toFixed(amount < 0.01 ? 4 : 3)}`

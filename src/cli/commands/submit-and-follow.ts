import type { Command } from 'commander'
import { sourcesOf, wordCount } from '../../domain/panel/stimulus.js'
import type { InputOf, RunKind } from '../../domain/run/kinds.js'
import type { Quote } from '../../domain/run/quote.js'
import type { SimulationInput } from '../../domain/simulation/simulation.js'
import { counted } from '../../domain/text/words.js'
import { isAppError } from '../../errors.js'
import { excerpt } from '../../ingest/detect-requests.js'
import { quoteSentence } from '../../presentation/money.js'
import { type PreparedRun, prepareInput, prepareRun, type RequestOf, submitRun } from '../../service/run/submit-run.js'
import type { SurfaceContext } from '../../service/surface-context.js'
import { type CliDeps, EXIT, type OpenedApp, withApp } from '../commands.js'
import { isConfirmedTest } from '../confirm.js'
import { acceptRun, workAndFollow } from '../follow.js'
import { printJson, stripTerminalControls } from '../io.js'
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

/** Options of every command that starts a run. */
export function addSubmitOptions(command: Command): Command {
  return command
    .option('--budget <usd>', 'most this run may cost, in US dollars', numeric)
    .option('--quote', 'show price and time, and spend nothing')
    .option('--max-wait <seconds>', 'stop following after this long; the run goes on', numeric, 600)
    .option('--json', 'print one JSON document and nothing else')
    .option('--quiet', 'no progress')
}

/**
 * Quotes a run that refers to nothing stored, submits it, follows it to its end and prints it. Resolves with the exit
 * code.
 */
export async function submitAndFollow<K extends RunKind>(
  deps: CliDeps,
  kind: K,
  request: RequestOf[K],
  options: SubmitOptions,
): Promise<number> {
  // Quoting needs no database, unless the panel names a saved set or a pilot may correct the price.
  const prepared = await prepareWithoutSets(deps, kind, request)
  const mayHavePilot = kind === 'simulation' && prepared?.quote.model.mode !== 'offline'
  if (prepared === null || mayHavePilot) return prepareAndFollow(deps, kind, request, options)
  if (options.quote) return showQuote(deps, prepared, options)
  if (!(await isConfirmedTest(deps.io, prepared.doubt))) return EXIT.usage
  const progress = announce(deps, prepared.quote, options)
  return withApp(deps, (app) => follow(deps, app, progress, prepared, options))
}

/** A name that may be a saved set's: `my-set`, or `my-set@2`. */
const MAY_BE_A_SET = /^[a-z][a-z0-9-]{1,39}(?:@\d+)?$/

/** Prepares a run without the database; `null` where the panel may name a saved set, or a project supplies settings. */
async function prepareWithoutSets<K extends RunKind>(
  deps: CliDeps,
  kind: K,
  request: RequestOf[K],
): Promise<PreparedRun<K> | null> {
  if ('project' in request && request.project !== undefined) return null
  try {
    return await prepareInput(await deps.pricing(), kind, request, { asks: deps.io.stdinIsTerminal })
  } catch (error) {
    const { panel } = request as { panel?: unknown }
    const mayNameSet = Array.isArray(panel) && panel.some((name) => MAY_BE_A_SET.test(String(name)))
    if (!isAppError(error, 'invalid_input') || !mayNameSet) throw error
    return null
  }
}

/**
 * Like `submitAndFollow`, for a request that refers to stored runs, sets or agents. `endingOf` may refuse before
 * anything is spent.
 */
export async function prepareAndFollow<K extends RunKind>(
  deps: CliDeps,
  kind: K,
  request: RequestOf[K],
  options: SubmitOptions,
  endingOf: (ctx: SurfaceContext, prepared: PreparedRun<K>) => Promise<Ending> = async () => ({}),
): Promise<number> {
  return withApp(deps, async (app) => {
    const prepared = await prepareRun(app.local, kind, request, { asks: deps.io.stdinIsTerminal })
    const ending = await endingOf(app.local, prepared)
    if (options.quote) return showQuote(deps, prepared, options)
    if (!(await isConfirmedTest(deps.io, prepared.doubt))) return EXIT.usage
    return follow(deps, app, announce(deps, prepared.quote, options), prepared, options, ending)
  })
}

async function follow(
  deps: CliDeps,
  app: OpenedApp,
  progress: Progress,
  prepared: PreparedRun,
  options: SubmitOptions,
  ending: Ending = {},
): Promise<number> {
  const submit = () => submitRun(app.local, prepared, { budget_usd: options.budget })
  const { accepted, signalled } = await acceptRun(deps, submit)
  const { run_id, kind, input } = accepted.run
  if (kind === 'simulation') progress.note(storedAs(input as SimulationInput))
  const following = { maxWaitSeconds: options.maxWait, progress, ...signalled }
  const { run, stopped } = await workAndFollow(deps, app, run_id, following)
  return report(deps, app.local, run, { ...options, stopped }, ending)
}

/** Under which version of its product a simulation was stored; it is no part of the result. */
function storedAs({ product, product_version }: SimulationInput): string {
  const version = product_version ?? 1
  const other = version > 1 ? `; version ${version - 1} had other content` : ''
  return `${product.name} is stored as version ${version}${other}.`
}

function announce({ io }: CliDeps, quote: Quote, { quiet }: SubmitOptions): Progress {
  const progress = createProgress(io, quiet ?? false)
  for (const line of quoteLines(quote)) progress.note(line)
  return progress
}

function showQuote({ io }: CliDeps, prepared: PreparedRun, { json }: SubmitOptions): number {
  if (json) printJson(io, prepared.quote)
  else {
    const doubt = prepared.doubt === null ? [] : [prepared.doubt]
    io.out(`${[...quoteLines(prepared.quote), ...typedLines(prepared), ...doubt].join('\n')}\n`)
  }
  return EXIT.done
}

/** What is tested of typed texts; the notes tell what was read from files and links. */
function typedLines({ kind, input }: PreparedRun): string[] {
  if (sourcesOf(input).some((source) => source.kind !== 'text')) return []
  const lineOf = (name: string, text: string) =>
    `${name} ${counted(wordCount(text), 'word')}: “${stripTerminalControls(excerpt(text))}”`
  if (kind === 'pressure_test') return [lineOf('Tests', (input as InputOf<'pressure_test'>).stimulus)]
  if (kind !== 'comparison') return []
  const { propositions } = input as InputOf<'comparison'>
  return propositions.map(({ name, stimulus }) => lineOf(`Tests as ${stripTerminalControls(name)}`, stimulus))
}

function quoteLines(quote: Quote): string[] {
  const advice = quote.model.mode === 'offline' ? ' Set ANTHROPIC_API_KEY to have it played by Claude.' : ''
  return [`${quoteSentence(quote)}${advice}`, ...quote.notes]
}

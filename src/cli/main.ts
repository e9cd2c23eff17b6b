#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { type Config, readConfig } from '../config.js'
import { ERRORS, isAppError } from '../errors.js'
import { INSTALLATION } from '../installation.js'
import type { ParentProcess } from '../jobs/worker-process.js'
import { createLog, type Log } from '../log.js'
import type { App } from '../main.js'
import { clean } from '../presentation/clean.js'
import { silentMetrics, silentTracing, type Telemetry, type Tracing } from '../telemetry/telemetry.js'
import { type CliDeps, EXIT } from './commands.js'
import { printJson, processIo } from './io.js'

// The composition root of the command line. Dependencies are wired here and loaded on demand, so that `--help` and a
// wrong argument answer at once.

// Keeps the young generation at its initial size, so that memory does not grow with the age of the process.
setFlagsFromString('--semi-space-growth-factor=1')

const io = processIo()
const packageFile = new URL('package.json', INSTALLATION)
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }

const printLine = (line: string): void => io.err(`${line}\n`)
const openMain = () => import('../main.js')

const PROGRAM = fileURLToPath(import.meta.url)
function createDeps(config: Config, log: Log, tracing: Tracing, begins: (command: string) => void): CliDeps {
  const openWith = async (telemetry: Telemetry): Promise<App> => (await openMain()).openApp(config, log, telemetry)
  const open = () => openWith({ metrics: silentMetrics, tracing })
  /** For long-running processes: they count metrics, or share those of the process that started them. */
  const watched = async (parent: ParentProcess | null = null) => {
    const metrics = (await import('../telemetry/prometheus.js')).createPrometheus()
    const open = () => openWith({ metrics: parent?.metrics ?? metrics, tracing })
    return { config, log, version, say: printLine, metrics, open, parent }
  }
  return {
    io,
    config,
    version,
    open,
    begins,
    async pricing() {
      const { createLlm, createPricing } = await openMain()
      return createPricing(config, createLlm(config, log))
    },
    drafting: async () => import('../engine/simulation/drafting.js'),
    leaveWorkerBehind() {
      const child = spawn(process.execPath, [PROGRAM, 'worker', '--drain'], {
        detached: true,
        stdio: 'ignore',
        windowsHide: true,
      })
      child.unref()
    },
    serve: async () => (await import('../api/main.js')).serve({ ...(await watched()), program: PROGRAM }),
    runBot: async () =>
      (await import('../api/main.js')).serve({ ...(await watched()), program: PROGRAM }, { only: 'slack' }),
    mcp: async () => (await import('../mcp/main.js')).serveMcp({ config, version, log, tracing, open }),
    work: async (options) => {
      const { parentProcess } = await import('../jobs/worker-process.js')
      return (await import('../jobs/main.js')).work(await watched(parentProcess()), options)
    },
    migrate: async () => (await import('../db/main.js')).migrateDatabase(config),
    diagnose: async () => (await import('../doctor.js')).diagnose({ config, open }),
    checkModel: async (told) => (await import('../doctor.js')).checkModel({ config, log }, told),
    onInterrupt: (callback) => onSignals(['SIGINT'], callback),
    onStop: (callback) => onSignals(['SIGTERM', 'SIGHUP'], callback),
  }
}

function onSignals(signals: readonly NodeJS.Signals[], callback: () => void): () => void {
  for (const signal of signals) process.on(signal, callback)
  return () => {
    for (const signal of signals) process.off(signal, callback)
  }
}

/** Prints an error. A known error keeps its message; an unknown one gets an id, and its detail is logged. */
function printError(error: unknown, log: Log | null, json: boolean): number {
  const id = randomUUID().slice(0, 8)
  const known = isAppError(error)
  const code = known ? error.code : 'internal'
  const message = known ? error.message : ERRORS.internal.say({ id })
  if (!known)
    log?.error({ error_id: id, error: error instanceof Error ? error.stack : String(error) }, 'unexpected failure')
  if (json) printJson(io, { error: { code, message } })
  // The message may contain a file name, which is untrusted text.
  io.err(`${clean(message)}\n`)
  if (isAppError(error, 'budget_exceeded') && error.facts.until === undefined) io.err(BUDGET_HINT)
  return ERRORS[code].exit
}

/** Flags of this surface; the error's own sentence is equal on all surfaces. */
const BUDGET_HINT = 'A higher budget: --budget USD for this run, RUN_BUDGET_USD for every run.\n'

async function runProgram(deps: CliDeps, args: string[]): Promise<number> {
  let code: number = EXIT.done
  const { createProgram } = await import('./program.js')
  const program = createProgram(deps, (exitCode) => {
    code = exitCode
  })
  return (await program.parse(args)) ?? code
}

/** Commands that run until they are stopped. Their requests and runs have spans; the process itself has none. */
const SERVERS = ['serve', 'bot', 'mcp', 'worker']

/** The tracing SDK is loaded only where spans are exported. */
async function openTracing({ tracesUrl: url }: Config): Promise<Tracing> {
  return url === null ? silentTracing : (await import('../telemetry/otlp.js')).openTracing({ url, version })
}

async function runCommand(config: Config, log: Log, tracing: Tracing): Promise<number> {
  const args = process.argv.slice(2)
  // An MCP client waits for its first answer, so commander and the other commands are not loaded for it.
  if (args.length === 1 && args[0] === 'mcp') {
    await createDeps(config, log, tracing, () => {}).mcp()
    return EXIT.done
  }
  if (SERVERS.includes(args[0] ?? ''))
    return runProgram(
      createDeps(config, log, tracing, () => {}),
      args,
    )
  return tracing.within('pressure-test', {}, async (span) => {
    // The span is named after the command without its arguments, which hold what people want tested.
    const begins = (command: string) => span.rename(`pressure-test ${command}`)
    const code = await runProgram(createDeps(config, log, tracing, begins), args)
    span.note({ 'process.exit.code': code })
    return code
  })
}

let log: Log | null = null
let tracing = silentTracing
let exitCode: number = EXIT.done
/** Code of the error that kept results from being written. */
let outputError: string | null = null
process.stdout.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => {
  // A reader that closes the pipe early (`| head`) has what it wanted.
  if (code !== 'EPIPE') outputError = code
})
process.once('exit', (code) => {
  if (outputError === null || code !== EXIT.done) return
  process.exitCode = EXIT.failed
  io.err(`The output could not be written (${outputError}). A run is kept all the same; \`runs list\` shows it.\n`)
})
try {
  const config = readConfig()
  log = createLog(config.logLevel)
  tracing = await openTracing(config)
  exitCode = await runCommand(config, log, tracing)
} catch (error) {
  exitCode = printError(error, log, process.argv.includes('--json'))
}
await tracing.close()
process.exitCode = exitCode
// Everything is stored and printed; a socket that closes slowly must not delay the exit.
setTimeout(() => process.exit(exitCode), 500).unref()

#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from '../config.js'
import { ERRORS, isAppError } from '../errors.js'
import { createLog, type Log } from '../log.js'
import type { App } from '../main.js'
import { type CliDeps, EXIT } from './commands.js'
import { printJson, processIo } from './io.js'

// The composition root of the command line: what the commands need is wired here, and loaded when it is needed, so
// that `--help` and a wrong argument answer at once.

const io = processIo()
const packageFile = new URL('../../package.json', import.meta.url)
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }

const printLine = (line: string): void => io.err(`${line}\n`)
const openMain = () => import('../main.js')

function createDeps(config: Config, log: Log): CliDeps {
  const open = async (): Promise<App> => (await openMain()).openApp(config, log)
  return {
    io,
    config,
    version,
    open,
    async pricing() {
      const { createLlm, createPricing } = await openMain()
      return createPricing(config, createLlm(config, log))
    },
    leaveWorkerBehind() {
      const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'worker', '--drain'], {
        detached: true,
        stdio: 'ignore',
        windowsHide: true,
      })
      child.unref()
    },
    serve: async () => (await import('../api/main.js')).serve({ config, log, version, say: printLine, open }),
    runBot: async () =>
      (await import('../api/main.js')).serve({ config, log, version, say: printLine, open }, { only: 'slack' }),
    mcp: async () => (await import('../mcp/main.js')).serveMcp({ config, version, log, open }),
    work: async (options) => (await import('../jobs/main.js')).work({ say: printLine, open }, options),
    diagnose: async () => (await import('../doctor.js')).diagnose({ config, open }),
    onInterrupt(callback) {
      process.on('SIGINT', callback)
      return () => process.off('SIGINT', callback)
    },
  }
}

/** A known error keeps its message; an unknown one gets an id, and its detail goes to the log. */
function printError(error: unknown, log: Log | null, json: boolean): number {
  const id = randomUUID().slice(0, 8)
  const known = isAppError(error)
  const code = known ? error.code : 'internal'
  const message = known ? error.message : ERRORS.internal.say({ id })
  if (!known)
    log?.error({ error_id: id, error: error instanceof Error ? error.stack : String(error) }, 'unexpected failure')
  if (json) printJson(io, { error: { code, message } })
  io.err(`${message}\n`)
  if (isAppError(error, 'budget_exceeded') && error.facts.until === undefined) io.err(BUDGET_HINT)
  return ERRORS[code].exit
}

/** The flags of this surface; the error's own sentence is the same on all surfaces. */
const BUDGET_HINT = 'A higher budget: --budget USD for this run, RUN_BUDGET_USD for every run.\n'

async function runProgram(deps: CliDeps, args: string[]): Promise<number> {
  let code: number = EXIT.done
  const { createProgram } = await import('./program.js')
  const program = createProgram(deps, (exitCode) => {
    code = exitCode
  })
  return (await program.parse(args)) ?? code
}

let log: Log | null = null
let exitCode: number = EXIT.done
try {
  const config = readConfig()
  log = createLog(config.logLevel)
  const deps = createDeps(config, log)
  const args = process.argv.slice(2)
  // An MCP client waits for its first answer: commander and the other commands are not loaded for it.
  if (args.length === 1 && args[0] === 'mcp') await deps.mcp()
  else exitCode = await runProgram(deps, args)
} catch (error) {
  exitCode = printError(error, log, process.argv.includes('--json'))
}
process.exitCode = exitCode
// Everything is stored and printed; a socket that closes slowly must not keep the user waiting.
setTimeout(() => process.exit(exitCode), 500).unref()

import { expect } from 'vitest'
import type { CliDeps } from '../../src/cli/commands.js'
import { createProgram } from '../../src/cli/program.js'
import { readConfig } from '../../src/config.js'
import { ERRORS, isAppError } from '../../src/errors.js'
import { silentLog } from '../../src/log.js'
import { createLlm, createPricing } from '../../src/main.js'
import type { TestApp } from './app.js'
import type { Env, Finished } from './processes.js'

type Opening = Pick<CliDeps, 'config' | 'open' | 'pricing'>

/** The command line in this process, on an app that is open already: for what commands do, not for how a process ends. */
export const runIn = (app: TestApp, args: string[], stdin = ''): Promise<Finished> =>
  runWith(
    { config: app.config, open: async () => ({ ...app, close: async () => {} }), pricing: async () => app.local },
    args,
    stdin,
  )

/** The same where nothing may be opened: whatever opens the database fails the test. */
export function runUnopened(env: Env, args: string[]): Promise<Finished> {
  const config = readConfig(env)
  const pricing = async () => createPricing(config, createLlm(config, silentLog))
  return runWith({ config, pricing, open: async () => expect.fail('the database is opened') }, args, '')
}

async function runWith(opening: Opening, args: string[], stdin: string): Promise<Finished> {
  const said = { stdout: '', stderr: '' }
  let code: number | null = null
  const deps: CliDeps = {
    io: {
      out: (text) => {
        said.stdout += text
      },
      err: (text) => {
        said.stderr += text
      },
      stdin: (async function* () {
        yield Buffer.from(stdin)
      })(),
      stdinIsTerminal: false,
      live: false,
      colour: false,
      unicode: false,
      columns: 100,
    },
    ...opening,
    version: '0',
    drafting: async () => import('../../src/engine/simulation/drafting.js'),
    leaveWorkerBehind() {},
    serve: async () => {},
    runBot: async () => {},
    mcp: async () => {},
    work: async () => {},
    migrate: async () => 0,
    diagnose: async () => [],
    checkModel: async () => expect.fail('no model is asked here'),
    begins() {},
    onInterrupt: () => () => {},
    onStop: () => () => {},
  }
  try {
    const program = createProgram(deps, (given) => {
      code = given
    })
    code = (await program.parse(args)) ?? code
  } catch (error) {
    if (!isAppError(error)) throw error
    said.stderr += `${error.message}\n`
    code = ERRORS[error.code].exit
  }
  return { code, ...said }
}

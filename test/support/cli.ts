import { expect } from 'vitest'
import type { CliDeps } from '../../src/cli/commands.js'
import { createProgram } from '../../src/cli/program.js'
import { ERRORS, isAppError } from '../../src/errors.js'
import type { TestApp } from './app.js'
import type { Finished } from './processes.js'

/** The command line in this process, on an app that is open already: for what commands do, not for how a process ends. */
export async function runIn(app: TestApp, args: string[], stdin = ''): Promise<Finished> {
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
    config: app.config,
    version: '0',
    open: async () => ({ ...app, close: async () => {} }),
    pricing: async () => app.local,
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

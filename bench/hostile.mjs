// npm run bench:hostile [-- surface …] [--only file,file] [--json file]: files made to stop the program
// (test/support/hostile-files.mjs) are handed in on every surface of the built program, one after the other: `http`, `slack`, `mcp`, `cli`, and `mcpb`, the
// bundle for desktop clients. Meanwhile the server is asked for its health every 50 ms, a bundle for a ping, and the memory
// of each process is looked at. Linux only. Needs DATABASE_URL and a built dist/.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { HOSTILE_FILES } from '../test/support/hostile-files.mjs'
import { cli, http, mcp, SECRET, slack } from './hostile/surfaces.mjs'
import { makeDatabase, startProgram } from './http/servers.mjs'

const BARS = { health_ms: 200, reader_mb: 300, server_growth_mb: 200, seconds: 30 }
/** A server settles, and then shows how late this machine lets it answer when nothing is sent. */
const [STARTS_MS, IDLE_MS] = [3_000, 8_000]
const SURFACES = ['http', 'mcp', 'slack', 'cli', 'mcpb']
const args = process.argv.slice(2)
const jsonAt = args.indexOf('--json')
const json = jsonAt < 0 ? null : args.splice(jsonAt, 2)[1]
const onlyAt = args.indexOf('--only')
const only = onlyAt < 0 ? null : args.splice(onlyAt, 2)[1].split(',')
const wanted = args.length > 0 ? args : SURFACES

const root = fileURLToPath(new URL('..', import.meta.url))
const main = join(root, 'dist/cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'pt-hostile-'))
const files = HOSTILE_FILES.filter(({ name }) => only === null || only.includes(name)).map(({ use, name, bytes }) => {
  const path = join(folder, name)
  const made = bytes()
  writeFileSync(path, made)
  return { use, name, path, bytes: made }
})
const agent = join(folder, 'agent.yaml')
writeFileSync(agent, 'agent: {agent_version_id: a, name: A, system_prompt: Be kind.}\n')

const uploads = new Map()
const upload = (name, bytes) => {
  const id = `F${uploads.size}`
  uploads.set(id, { name, bytes })
  return id
}
/** Answers whatever Slack is asked, and gives the files that were uploaded. */
const fakeSlack = createServer((request, answer) => {
  const pieces = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('end', () => {
    const { pathname } = new URL(request.url, 'http://slack')
    const stored = uploads.get(pathname.split('/').at(-1))
    if (pathname.startsWith('/files/')) return answer.end(stored?.bytes)
    const id = new URLSearchParams(Buffer.concat(pieces).toString()).get('file')
    const { name, bytes } = uploads.get(id) ?? { name: '', bytes: '' }
    const origin = `http://127.0.0.1:${fakeSlack.address().port}`
    const file = { id, name, size: bytes.length, url_private_download: `${origin}/files/${id}` }
    const user = { id: 'U1', name: 'ada', is_admin: true, team_id: 'T1' }
    const body = {
      ok: true,
      team_id: 'T1',
      user_id: 'U0BOT',
      bot_id: 'B1',
      ts: '1.1',
      channel: { id: 'C1' },
      file,
      user,
    }
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
})
await new Promise((done) => fakeSlack.listen(0, '127.0.0.1', done))

const database = await makeDatabase('pt_hostile')
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  PRESSURE_TEST_HOME: folder,
  REPORTS_OUTPUT_DIR: folder,
  DATABASE_URL: database.url,
  PRESSURE_TEST_MODEL: 'offline',
  LOG_LEVEL: 'silent',
}
const token = spawnSync(process.execPath, [main, 'token', 'create', '--name', 'bench', '--json'], {
  env,
  encoding: 'utf8',
})
const { token: bearer } = JSON.parse(token.stdout)

async function startServer() {
  const slackEnv = {
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_SIGNING_SECRET: SECRET,
    SLACK_API_URL: `http://127.0.0.1:${fakeSlack.address().port}/api/`,
    PORT: '0',
  }
  const { child, url } = await startProgram('serve', { ...env, ...slackEnv })
  return { url, pid: child.pid, stop: () => new Promise((done) => child.once('exit', done) && child.kill()) }
}

function watch(pid, health) {
  const thread = new Worker(new URL('hostile/watch.mjs', import.meta.url), { workerData: { pid, health } })
  const ask = (what) =>
    new Promise((resolve) => {
      thread.once('message', resolve)
      thread.postMessage(what)
    })
  return { seen: () => ask('seen'), children: () => ask('children'), stop: () => thread.terminate() }
}

/** Hands every file in; what the server does after its answer counts too. */
async function measure(surface, send, watcher, { settled = async () => {} } = {}) {
  const rows = []
  for (const file of files) {
    const began = performance.now()
    const said = await send(file)
    if (said === '') continue
    await settled()
    const { server_mb, reader_mb, answers, unanswered } = await watcher().seen()
    const row = {
      surface,
      file: file.name,
      seconds: (performance.now() - began) / 1_000,
      server_mb,
      reader_mb,
      unanswered,
    }
    rows.push({ ...row, health_ms: Math.max(0, ...answers), answers, said: said.split('\n')[0].slice(0, 160) })
  }
  return rows
}

const withoutReaders = (watcher) => async () => {
  for (let quiet = 0; quiet < 4; await sleep(50)) quiet = (await watcher.children()) === 0 ? quiet + 1 : 0
}

async function measureServer(surface) {
  const server = await startServer()
  const watcher = watch(server.pid, `${server.url}/health`)
  await sleep(STARTS_MS)
  await watcher.seen()
  await sleep(IDLE_MS)
  const { server_mb: before, answers: idle } = await watcher.seen()
  const client = new Client({ name: 'bench', version: '1' })
  if (surface === 'mcp') {
    const requestInit = { headers: { authorization: `Bearer ${bearer}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
  }
  const send = { http: http(server.url, bearer), mcp: mcp(client), slack: slack(server.url, upload) }[surface]
  const rows = await measure(surface, send, () => watcher, { settled: withoutReaders(watcher) })
  await client.close().catch(() => {})
  await watcher.stop()
  await server.stop()
  return { rows, before, idle }
}

async function measureCli() {
  let watcher = null
  const begun = (pid) => {
    watcher?.stop()
    watcher = watch(pid, null)
  }
  const rows = await measure('cli', cli({ main, env, agent, begun }), () => watcher)
  await watcher?.stop()
  return { rows, before: 0, idle: [] }
}

async function measureBundle() {
  const out = join(folder, 'mcpb')
  spawnSync(process.execPath, [join(root, 'scripts/build-mcpb.mjs'), out, '--folder-only'])
  const bundle = join(out, 'pressure-test')
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(bundle, 'dist/cli/main.js'), 'mcp'],
    env,
    cwd: bundle,
    stderr: 'ignore',
  })
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(transport)
  const watcher = watch(transport.pid, null)
  const pings = []
  let over = false
  const pinging = (async () => {
    while (!over) {
      const began = performance.now()
      await client.ping({ timeout: 60_000 }).catch(() => {})
      pings.push(performance.now() - began)
      await sleep(50)
    }
  })()
  await sleep(STARTS_MS)
  pings.length = 0
  await sleep(IDLE_MS)
  const { server_mb: before } = await watcher.seen()
  const idle = pings.splice(0)
  const seen = async () => ({ ...(await watcher.seen()), answers: pings.splice(0) })
  const rows = await measure('mcpb', mcp(client), () => ({ seen }))
  over = true
  await pinging
  await watcher.stop()
  await client.close()
  return { rows, before, idle }
}

const worst = (rows, figure) => rows.reduce((most, row) => (row[figure] > most[figure] ? row : most))
const report = []
try {
  for (const surface of wanted) {
    const { rows, before, idle } =
      (await { cli: measureCli, mcpb: measureBundle }[surface]?.()) ?? (await measureServer(surface))
    const answers = rows.flatMap((row) => row.answers).sort((a, b) => a - b)
    const [slow, server, reader, health] = ['seconds', 'server_mb', 'reader_mb', 'health_ms'].map((figure) =>
      worst(rows, figure),
    )
    const growth = surface === 'cli' ? 0 : server.server_mb - before
    const held =
      health.health_ms < BARS.health_ms &&
      rows.every(({ unanswered }) => unanswered === 0) &&
      reader.reader_mb < BARS.reader_mb &&
      growth < BARS.server_growth_mb &&
      slow.seconds < BARS.seconds
    report.push({
      surface,
      held,
      before,
      idle_worst_ms: Math.max(0, ...idle),
      rows: rows.map(({ answers: _, ...row }) => row),
    })
    const p99 = answers[Math.floor(answers.length * 0.99)] ?? 0
    process.stdout.write(
      `${surface.padEnd(5)} ${held ? 'held  ' : 'MISSED'} ${rows.length} files, ${rows.filter(({ said }) => said.startsWith('read')).length} read; ` +
        `worst ${slow.seconds.toFixed(1)} s (${slow.file}); server ${before.toFixed()} → ${server.server_mb.toFixed()} MB (${server.file}); ` +
        `reader ${reader.reader_mb.toFixed()} MB (${reader.file}); answers ${answers.length}, p99 ${p99.toFixed()} ms, worst ${health.health_ms.toFixed()} ms (${health.file}), without any file worst ${Math.max(0, ...idle).toFixed()} ms\n`,
    )
  }
} finally {
  fakeSlack.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`bars: ${JSON.stringify(BARS)}\n`)
if (json) writeFileSync(json, `${JSON.stringify({ bars: BARS, surfaces: report }, null, 2)}\n`)
process.exit(report.every(({ held }) => held) ? 0 : 1)

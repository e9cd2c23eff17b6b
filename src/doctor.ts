import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Health } from './api/server.js'
import { checkSlack } from './bot/check-slack.js'
import type { Config } from './config.js'
import { dataProblems } from './data/check.js'
import { embeddedPaths } from './db/embedded/embedded.js'
import { isAppError } from './errors.js'
import type { App } from './main.js'
import { checkClientConfigs, directLinks } from './mcp/client-configs.js'

/** How a client starts this very program. */
const HERE = { command: process.execPath, args: [fileURLToPath(new URL('./cli/main.js', import.meta.url)), 'mcp'] }

type Finding = { part: string; ok: boolean; finding: string }

/** Whether an open app can do its work, and what is wrong. */
export async function appHealth(app: App): Promise<Health> {
  const problems: string[] = []
  const database = await app.store.leases
    .unfinished()
    .then(() => true)
    .catch(() => false)
  if (!database) problems.push('The database does not answer.')
  if (!(await app.runQueue.check()))
    problems.push(`The ${app.queue.name} queue does not answer; accepted runs wait until it does.`)
  return { ready: database, problems }
}

/** Checks every part of the program and says how to mend what is wrong. */
export async function diagnose(deps: { config: Config; open(): Promise<App> }): Promise<Finding[]> {
  const { config } = deps
  const slack = (await checkSlack(config)).map((one) => ({ part: 'slack', ...one }))
  return [
    nodeVersion(),
    ...dataFiles(),
    ...(await storage(deps)),
    model(config),
    ...slack,
    ...(await mcpClients(config)),
  ]
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24
  return {
    part: 'node',
    ok,
    finding: ok ? process.version : `${process.version}; install Node 20.19, 22.12, 24 or newer.`,
  }
}

function dataFiles(): Finding[] {
  const problems = dataProblems()
  if (problems.length === 0) return [{ part: 'data', ok: true, finding: 'every file of data/ can be used' }]
  return problems.map((finding) => ({ part: 'data', ok: false, finding }))
}

async function storage({ config, open }: { config: Config; open(): Promise<App> }): Promise<Finding[]> {
  const where = config.databaseUrl ? 'DATABASE_URL' : `embedded PostgreSQL in ${embeddedPaths(config).folder}`
  try {
    const app = await open()
    try {
      const queue = await app.runQueue.check()
      const kind = app.queue.name === 'redis' ? 'Redis of REDIS_URL' : "BullMQ's PostgreSQL backend"
      return [
        { part: 'database', ok: true, finding: `${where}, migrated` },
        {
          part: 'queue',
          ok: queue,
          finding: queue ? kind : `${kind} does not answer; check REDIS_URL and that the server is up.`,
        },
      ]
    } finally {
      await app.close()
    }
  } catch (error) {
    const finding = isAppError(error) ? error.message : `${where} cannot be opened: ${String(error).split('\n')[0]}`
    return [{ part: 'database', ok: false, finding }]
  }
}

function model({ model: { mode, apiKey, baseUrl } }: Config): Finding {
  if (mode === 'offline') {
    return {
      part: 'model',
      ok: true,
      finding: 'offline behaviour model; set ANTHROPIC_API_KEY for panels played by Claude',
    }
  }
  const who = apiKey ? 'with a key' : 'without a key'
  return { part: 'model', ok: true, finding: `Messages API at ${baseUrl ?? 'api.anthropic.com'} ${who} (not called)` }
}

/** What this machine's MCP clients are told about this program. */
async function mcpClients({ searchPath }: Config): Promise<Finding[]> {
  const found = await checkClientConfigs({ home: homedir(), here: process.cwd(), path: searchPath })
  if (found.length === 0) {
    const links = Object.entries(directLinks(HERE)).map(([client, link]) => `\n      ${client}: ${link}`)
    const finding = `no client is configured; docs/mcp.md says how, or open one of these:${links.join('')}`
    return [{ part: 'mcp', ok: true, finding }]
  }
  return found.map((one) => ({ part: 'mcp', ...one }))
}

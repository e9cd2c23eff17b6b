import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Health } from './api/route.js'
import { checkSlack } from './bot/check-slack.js'
import type { Config } from './config.js'
import { dataProblems } from './data/check.js'
import type { TxOptions } from './db/connection/client.js'
import { newerMigrations } from './db/connection/migrate.js'
import { passingTrouble } from './db/connection/passing-trouble.js'
import { embeddedPaths, missingData } from './db/embedded/embedded.js'
import { tenantsRefused } from './delivery/attempt.js'
import { REPORTS_FOLDER, unwritable } from './domain/text/unwritable.js'
import { counted } from './domain/text/words.js'
import { AppError, isAppError } from './errors.js'
import { INSTALLATION } from './installation.js'
import type { RunningWorker } from './jobs/worker.js'
import {
  askEveryTask,
  type ExpectedCost,
  expectedCost,
  questionsFor,
  sumOf,
  type TaskCheck,
} from './llm/ask-every-task.js'
import type { Log } from './log.js'
import { type App, anthropicOptions, MAX_CONNECTIONS } from './main.js'
import { checkClientConfigs, directLinks } from './mcp/client-configs.js'
import { budgetProblem, clockProblem, providerProblem } from './service/workspace/installation-troubles.js'

/** Command by which a client starts this program. */
const HERE = { command: process.execPath, args: [fileURLToPath(new URL('dist/cli/main.js', INSTALLATION)), 'mcp'] }

type Finding = { part: string; ok: boolean; finding: string }

/**
 * Limits in milliseconds of the queries of a health check, which clients repeat every few seconds and soon give up on.
 */
const HEALTH_LIMITS = { patienceMs: 1_000, limitMs: 2_000 }
/** Limit in milliseconds of a whole query; connecting to a frozen server would take longer. */
const HEALTH_MS = 3_000
/** Far longer than any query of a process that works on runs. */
const LONG_WAIT_MS = 5_000
/** `doctor` may take longer than a health check. */
const DOCTOR_MS = 10_000
/** The questions to the model are short. */
const ASK_MS = 30_000

/** Whether an open app and its worker can do their work, and what is wrong. */
export async function appHealth(app: App, worker: Pick<RunningWorker, 'problem'> | null = null): Promise<Health> {
  const missing = app.database.embedded ? missingData(app.config) : null
  if (missing !== null) return { ready: false, problems: [`${missing}. ${RESTORE}`] }
  const { database } = app.store
  const problems: string[] = []
  const isUp = await within(HEALTH_MS, app.store.leases.unfinished(HEALTH_LIMITS))
  const writes = isUp && (await within(HEALTH_MS, app.store.installationState.tryToWrite(HEALTH_LIMITS)))
  const trouble = database.recentTrouble()
  const waitedMs = database.oldestWaitMs()
  const server = app.config.databaseUrl ? 'the server of DATABASE_URL' : 'the embedded PostgreSQL'
  if (!isUp) {
    problems.push(`${trouble ?? 'The database does not answer'}. Nothing is lost, and runs wait; look at ${server}.`)
  } else if (!writes) {
    problems.push(`${trouble ?? 'The database writes nothing'}. Nothing is lost, and runs wait; look at ${server}.`)
  } else if (waitedMs > LONG_WAIT_MS) {
    problems.push(
      `The database has kept this process waiting for ${Math.round(waitedMs / 1_000)} s, as behind a lock or a load. Nothing is lost, and runs wait; look at ${server}.`,
    )
  } else if (database.shortOfConnections()) {
    problems.push(
      'The database has no more connections for this process, which makes do with fewer; raise max_connections, or run fewer processes.',
    )
  } else if (trouble !== null) {
    problems.push(`In the last minute: ${trouble}. Runs pause meanwhile, and go on by themselves.`)
  }
  const working = worker?.problem() ?? null
  if (working !== null) problems.push(working)
  const queue = isUp || isRedis(app) ? await app.runQueue.problem() : null
  if (queue !== null && isRedis(app)) {
    problems.push(
      `The redis queue ${queue}; accepted runs wait until that is over. Look at the server of REDIS_URL: up, not read-only, memory left.`,
    )
  } else if (queue !== null) {
    problems.push('The queue in PostgreSQL does not answer though the database does; accepted runs wait until it does.')
  }
  if (isUp)
    problems.push(...(await Promise.race([storedProblems(app, HEALTH_LIMITS), sleep(HEALTH_MS, [], { ref: false })])))
  return { ready: isUp && working === null, problems }
}

/**
 * What the database knows of the clock, the provider, the budget of the month and messages held; nothing where it does
 * not answer. One after another, as a process may have few connections.
 */
async function storedProblems({ store }: App, options: TxOptions): Promise<string[]> {
  const looks = [
    () => clockProblem(store.installationState, options),
    () => providerProblem(store.installationState, options),
    () => budgetProblem(store.installationState, options),
    () => slackTokenProblem(store, options),
    () => slackPauseProblem(store, options),
  ]
  const problems: string[] = []
  for (const look of looks) {
    const problem = await look().catch(() => null)
    if (problem !== null) problems.push(problem)
  }
  return problems
}

/** Messages that wait because Slack refuses the token. */
async function slackTokenProblem({ outbox }: App['store'], options: TxOptions): Promise<string | null> {
  const tenants = await tenantsRefused(outbox, options)
  if (tenants.length === 0) return null
  const named = tenants.slice(0, 5).join(', ')
  return `Slack does not take the app’s token of ${named} any more; install the app again. What it has to say waits.`
}

/** Messages that wait because Slack asked for a pause of more than a minute. */
async function slackPauseProblem({ outbox }: App['store'], options?: TxOptions): Promise<string | null> {
  const paused = await outbox.pausedTenants(options)
  if (paused.length === 0) return null
  const named = paused
    .slice(0, 5)
    .map(({ tenant, until }) => `${tenant} until ${until.toISOString().slice(11, 16)} UTC`)
  return `Slack asked for a pause (Retry-After) and holds back messages of ${named.join(', ')}. Nothing is lost; they are sent then.`
}

const RESTORE =
  'Stop this process, put them back from a backup, and start it again; without a backup it starts with an empty database.'

/** Whether the work succeeds within `ms` milliseconds. */
const within = (ms: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    sleep(ms, false, { ref: false }),
  ])

const isRedis = (app: App) => app.queue.name === 'redis'

/** Checks every part of the program and says how to fix what is wrong. */
export async function diagnose(deps: { config: Config; open(): Promise<App> }): Promise<Finding[]> {
  const { config } = deps
  const slack = (await checkSlack(config)).map((check) => ({ part: 'slack', ...check }))
  const stored = await storage(deps)
  return [
    nodeVersion(),
    ...dataFiles(),
    ...stored.findings,
    await reportsFolder(config),
    model(config, stored.provider),
    ...slack,
    ...(await mcpClients(config)),
  ]
}

/** The outcome of asking the model for every form of answer. */
export type ModelCheck = {
  readonly tasks: readonly TaskCheck[]
  readonly total: Pick<TaskCheck, 'requests' | 'input_tokens' | 'output_tokens' | 'cost_usd'> & {
    readonly answered: number
  }
}

/**
 * Sends real questions to the configured models, one for each form of answer that the program uses. Calls `told` with
 * the price beforehand, and after each task. Errors: `configuration` where no model is configured.
 */
export async function checkModel(
  deps: { config: Config; log: Log },
  told: { expected(cost: ExpectedCost): void; task(check: TaskCheck): void },
): Promise<ModelCheck> {
  const { model } = deps.config
  if (model.mode === 'offline')
    throw new AppError('configuration', {
      problem: 'There is no model to ask: set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL for another server.',
    })
  const options = anthropicOptions(deps.config, deps.log)
  const questions = questionsFor(options.models, model.second)
  told.expected(expectedCost(questions))
  const timeoutMs = Math.min(options.timeoutMs, ASK_MS)
  const backoff = { firstMs: 500, maxMs: 2_000, retries: 1 }
  const tasks = await askEveryTask({ ...options, timeoutMs, backoff }, questions, told.task)
  const sum = (key: 'requests' | 'input_tokens' | 'output_tokens') => tasks.reduce((all, task) => all + task[key], 0)
  return {
    tasks,
    total: {
      answered: tasks.filter(({ status }) => status === 'answered').length,
      requests: sum('requests'),
      input_tokens: sum('input_tokens'),
      output_tokens: sum('output_tokens'),
      cost_usd: sumOf(tasks.map(({ cost_usd }) => cost_usd)),
    },
  }
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

/** Bytes of a usual report. */
const REPORT_BYTES = 256 * 1_024

/** Whether a report can be written, without making the folder: with a file of its size, which is deleted again. */
async function reportsFolder({ reportsDir }: Config): Promise<Finding> {
  let at = reportsDir
  while (!existsSync(at) && at !== dirname(at)) at = dirname(at)
  const trial = join(at, `${randomUUID()}.tmp`)
  try {
    await writeFile(trial, Buffer.alloc(REPORT_BYTES), { flag: 'wx', mode: 0o600, flush: true })
    return { part: 'reports', ok: true, finding: reportsDir }
  } catch (error) {
    const { message } = unwritable(error, { path: at, ...REPORTS_FOLDER })
    return { part: 'reports', ok: false, finding: `no report can be written to ${reportsDir}: ${message}` }
  } finally {
    await rm(trial, { force: true }).catch(() => {})
  }
}

const WAITS = 'runs wait, and nothing is lost: look at its server.'

type Stored = { readonly findings: Finding[]; readonly provider: string | null }

/** Database and queue, and what the database knows against the model provider. */
async function storage({ config, open }: { config: Config; open(): Promise<App> }): Promise<Stored> {
  const where = config.databaseUrl ? 'DATABASE_URL' : `embedded PostgreSQL in ${embeddedPaths(config).folder}`
  try {
    const app = await open()
    try {
      const queue = await app.runQueue.problem()
      const kind = isRedis(app) ? 'Redis of REDIS_URL' : "BullMQ's PostgreSQL backend"
      const advice = isRedis(app)
        ? 'check REDIS_URL, and that the server is up, not read-only and has memory left'
        : 'check that the database takes writes and has connections left'
      const writes = await within(DOCTOR_MS, app.store.installationState.tryToWrite())
      const trouble = app.store.database.recentTrouble() ?? 'The database writes nothing'
      const newer = (await newerMigrations(await app.store.database.appliedMigrations())).length
      const by =
        newer === 0 ? '' : ` by a newer version of this program (${counted(newer, 'more migration')}): update this one`
      const { installationState } = app.store
      const clock = await clockProblem(installationState).catch(() => null)
      const provider = await providerProblem(installationState, { withReasons: true }).catch(() => null)
      const budget = await budgetProblem(installationState).catch(() => null)
      const paused = await slackPauseProblem(app.store).catch(() => null)
      const findings = [
        {
          part: 'database',
          ok: writes,
          finding: writes ? `${where}, migrated${by}${await rightsOf(app)}` : `${where}: ${trouble}; ${WAITS}`,
        },
        ...(clock === null ? [] : [{ part: 'clock', ok: false, finding: clock }]),
        ...(budget === null ? [] : [{ part: 'budget', ok: false, finding: budget }]),
        ...(paused === null ? [] : [{ part: 'slack', ok: false, finding: paused }]),
        await connections(app),
        {
          part: 'queue',
          ok: queue === null,
          finding: queue === null ? kind : `${kind} ${queue}; ${advice}.`,
        },
      ]
      return { findings, provider }
    } finally {
      await app.close()
    }
  } catch (error) {
    const trouble = passingTrouble(error)
    const unknown = trouble === null ? ` cannot be opened: ${String(error).split('\n')[0]}` : `: ${trouble}; ${WAITS}`
    const finding = isAppError(error) ? error.message : `${where}${unknown}`
    return { findings: [{ part: 'database', ok: false, finding }], provider: null }
  }
}

/** A warning where the program's database user could change the history of runs; '' where it cannot. */
async function rightsOf(app: App): Promise<string> {
  if (!(await app.store.database.ownsTables())) return ''
  return '; its user owns the tables and may not make a role of less rights, so nothing but this program keeps what is stored from being changed: give DATABASE_URL a login of its own and the owner’s to MIGRATION_DATABASE_URL (README, On a server)'
}

async function connections(app: App): Promise<Finding> {
  const { allowed, taken } = await app.store.installationState.connections()
  const ok = allowed - taken >= MAX_CONNECTIONS
  const finding = `${taken} of ${allowed} connections are taken; a process takes 3 to ${MAX_CONNECTIONS}`
  const advice = 'raise max_connections of the server, or run fewer processes'
  return { part: 'connections', ok, finding: ok ? finding : `${finding}: ${advice}` }
}

/** `trouble`: what is known against the provider. */
function model({ model: { mode, apiKey, baseUrl } }: Config, trouble: string | null): Finding {
  if (mode === 'offline') {
    return {
      part: 'model',
      ok: true,
      finding: 'offline behaviour model; set ANTHROPIC_API_KEY for panels played by Claude',
    }
  }
  const who = apiKey ? 'with a key' : 'without a key'
  const finding = `Messages API at ${baseUrl ?? 'api.anthropic.com'} ${who} (not called; --ask-model calls it)`
  return { part: 'model', ok: trouble === null, finding: trouble === null ? finding : `${finding}: ${trouble}` }
}

/** Checks how the MCP clients of this machine are configured to start this program. */
async function mcpClients({ searchPath }: Config): Promise<Finding[]> {
  const found = await checkClientConfigs({ home: homedir(), here: process.cwd(), path: searchPath })
  if (found.length === 0) {
    const links = Object.entries(directLinks(HERE)).map(([client, link]) => `\n      ${client}: ${link}`)
    const finding = `no client is configured; docs/mcp.md says how, or open one of these:${links.join('')}`
    return [{ part: 'mcp', ok: true, finding }]
  }
  return found.map((check) => ({ part: 'mcp', ...check }))
}

import { wantsSlack } from '../bot/check-slack.js'
import { type WiredBot, wireBot } from '../bot/main.js'
import type { Config } from '../config.js'
import { checkData } from '../data/check.js'
import { appHealth } from '../doctor.js'
import { AppError } from '../errors.js'
import { STOP_MS, untilStopped } from '../jobs/main.js'
import { waitAtMost } from '../jobs/wait-at-most.js'
import type { RunningWorker } from '../jobs/worker.js'
import { startWorkerProcess } from '../jobs/worker-process.js'
import type { Log } from '../log.js'
import type { App } from '../main.js'
import { type Addresses, createMcpEndpoint, protectedResource } from '../mcp/http.js'
import { USUAL_PACE } from '../mcp/server.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { ShownMetrics } from '../telemetry/telemetry.js'
import { healthRoute } from './health.js'
import { type McpRoutes, mcpMounts } from './mcp.js'
import { metricsRoutes } from './metrics.js'
import { reportRoutes } from './reports.js'
import type { Health } from './route.js'
import { ROUTES } from './routes.js'
import { type Mount, type RunningServer, startHttpServer } from './server.js'
import { slackRoutes } from './slack.js'

type ServeDeps = {
  readonly config: Config
  readonly version: string
  readonly log: Log
  say(line: string): void
  /** Metrics that `GET /metrics` shows; the app counts in them. */
  readonly metrics: ShownMetrics
  open(): Promise<App>
  /** Path of the script of this process, for the worker process beside Slack. */
  readonly program: string
}

/**
 * Runs the HTTP server, a worker and, where it is configured, the Slack app until SIGTERM or SIGINT, then hands unfinished
 * runs back. Slack waits three seconds for an answer, so beside it the worker has a process of its own. `only`: the Slack
 * app without workers. Errors: `configuration`, also for a file of `data/` that cannot be used.
 */
export async function serve(deps: ServeDeps, { only }: { only?: 'slack' } = {}): Promise<void> {
  const { config, log, say } = deps
  const withSlack = wantsSlack(config)
  if (only === 'slack' && !withSlack)
    throw new AppError('configuration', {
      problem:
        'Slack is not configured; set SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET, or SLACK_APP_TOKEN for Socket Mode.',
    })
  checkData()
  const stopped = untilStopped()
  const app = await deps.open()
  try {
    let url = ''
    const base = () => config.http.publicUrl ?? url
    const ctx = { ...app.local, origin: 'http', links: app.reportLinks(base) }
    const addresses = { base, hosts: hostsOf(config.http) }
    const mcp = only === 'slack' ? null : wireMcp(deps, app, ctx, addresses)
    const bot = withSlack ? wireBot({ config, app, ctx, log, base }) : null
    let worker: Pick<RunningWorker, 'problem' | 'stop'> | null = null
    const health = () => appHealth(app, worker)
    const server = only === 'slack' && !bot?.routes ? null : await listen(deps, { app, ctx, health }, bot, mcp)
    url = server?.url ?? ''
    await bot?.start()
    if (only !== 'slack') worker = withSlack ? startWorkerProcess(deps) : app.startWorker()
    const parts = [`${app.queue.name} queue`, `${app.llm.mode} model`]
    if (bot) parts.push(`Slack: ${bot.how}`)
    say(`pressure-test serves ${url || 'Slack'} (${parts.join(', ')})`)
    await stopped
    const stopServing = async () => {
      // Streams that clients keep open would delay the server's end.
      await mcp?.close()
      await server?.stop()
    }
    await waitAtMost(STOP_MS, Promise.all([stopServing(), bot?.stop(), worker?.stop()]))
  } finally {
    await app.close()
  }
}

function listen(
  deps: ServeDeps,
  { app, ctx, health }: { app: App; ctx: SurfaceContext; health: () => Promise<Health> },
  bot: WiredBot | null,
  mcp: WiredMcp | null,
): Promise<RunningServer> {
  const { log, version, config, metrics } = deps
  const { telemetry } = app
  const { behindProxy } = config.rateLimit
  const mounts: Mount[] = [
    { path: '/reports', routes: reportRoutes(ctx) },
    { path: '/metrics', routes: metricsRoutes({ ctx, metrics, log, behindProxy }) },
  ]
  if (mcp) mounts.push(...mcpMounts(mcp, behindProxy))
  if (bot?.routes) mounts.push({ path: '/slack', routes: slackRoutes(bot.routes, behindProxy) })
  // The Slack app alone serves no API.
  const routes = mcp ? ROUTES : [healthRoute]
  const { rateLimit } = config
  return startHttpServer({ ctx, log, version, health, routes, mounts, telemetry, rateLimit }, config.http)
}

type WiredMcp = McpRoutes & { close(): Promise<void> }

function wireMcp(deps: ServeDeps, app: App, ctx: SurfaceContext, addresses: Addresses): WiredMcp {
  const { version, log, config } = deps
  const { confirmAboveUsd } = config.mcp
  const { tracing } = app.telemetry
  const endpoint = createMcpEndpoint({
    ctx: { ...ctx, origin: 'mcp http' },
    addresses,
    version,
    log,
    tracing,
    pace: USUAL_PACE,
    confirmAboveUsd,
  })
  return {
    fetch: endpoint.fetch,
    metadata: (request) => protectedResource(request, addresses),
    close: () => endpoint.close(),
  }
}

/** Host names that requests may address, beside those of this machine. */
function hostsOf({ host, publicUrl }: Config['http']): string[] {
  const hosts = publicUrl === null ? [] : [new URL(publicUrl).hostname]
  const everyAddress = ['0.0.0.0', '::'].includes(host)
  return everyAddress ? hosts : [...hosts, host]
}

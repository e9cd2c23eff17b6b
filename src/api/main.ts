import { wantsSlack } from '../bot/check-slack.js'
import { type WiredBot, wireBot } from '../bot/main.js'
import type { Config } from '../config.js'
import { checkData } from '../data/check.js'
import { appHealth } from '../doctor.js'
import { AppError } from '../errors.js'
import { untilStopped } from '../jobs/main.js'
import type { Log } from '../log.js'
import type { App } from '../main.js'
import { type Addresses, createMcpEndpoint, protectedResource } from '../mcp/http.js'
import { USUAL_PACE } from '../mcp/server.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { type McpRoutes, mcpMounts } from './mcp.js'
import { reportRoutes } from './reports.js'
import { runRoutes } from './runs.js'
import { type Mount, type RunningServer, startHttpServer } from './server.js'
import { slackRoutes } from './slack.js'

type ServeDeps = {
  readonly config: Config
  readonly version: string
  readonly log: Log
  say(line: string): void
  open(): Promise<App>
}

/**
 * Runs the HTTP server, workers and, where it is configured, the Slack app in this process until SIGTERM or SIGINT, then
 * hands unfinished runs back. `only`: the Slack app without workers. Errors: `configuration`, also for a file of `data/` that cannot be used.
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
    const ctx = { ...app.local, links: app.reportLinks(base) }
    const addresses = { base, hosts: hostsOf(config.http) }
    const mcp = only === 'slack' ? null : wireMcp(deps, ctx, addresses)
    const bot = withSlack ? wireBot({ config, app, ctx, log, base }) : null
    const server = only === 'slack' && !bot?.routes ? null : await listen(deps, app, ctx, bot, mcp)
    url = server?.url ?? ''
    await bot?.start()
    const worker = only === 'slack' ? null : app.startWorker()
    const parts = [`${app.queue.name} queue`, `${app.llm.mode} model`, ...(bot ? [`Slack: ${bot.how}`] : [])]
    say(`pressure-test serves ${url || 'Slack'} (${parts.join(', ')})`)
    await stopped
    // Streams that clients keep open would hold the server up.
    await mcp?.close()
    await Promise.all([server?.stop(), bot?.stop(), worker?.stop()])
  } finally {
    await app.close()
  }
}

function listen(
  deps: ServeDeps,
  app: App,
  ctx: SurfaceContext,
  bot: WiredBot | null,
  mcp: WiredMcp | null,
): Promise<RunningServer> {
  const mounts: Mount[] = [
    { path: '/reports', routes: reportRoutes(ctx) },
    { path: '/runs', routes: runRoutes(ctx) },
  ]
  if (mcp) mounts.push(...mcpMounts(mcp))
  if (bot?.routes) mounts.push({ path: '/slack', routes: slackRoutes(bot.routes) })
  const { log, version, config } = deps
  return startHttpServer({ log, version, health: () => appHealth(app), mounts }, config.http)
}

type WiredMcp = McpRoutes & { close(): Promise<void> }

function wireMcp(deps: ServeDeps, ctx: SurfaceContext, addresses: Addresses): WiredMcp {
  const { version, log, config } = deps
  const { confirmAboveUsd } = config.mcp
  const endpoint = createMcpEndpoint({ ctx, addresses, version, log, pace: USUAL_PACE, confirmAboveUsd })
  return {
    fetch: endpoint.fetch,
    metadata: (request) => protectedResource(request, addresses),
    close: () => endpoint.close(),
  }
}

/** Names under which requests may ask for this server, beside those of this machine. */
function hostsOf({ host, publicUrl }: Config['http']): string[] {
  const hosts = publicUrl === null ? [] : [new URL(publicUrl).hostname]
  const everyAddress = ['0.0.0.0', '::'].includes(host)
  return everyAddress ? hosts : [...hosts, host]
}

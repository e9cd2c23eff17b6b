import { slackProblem, type WiredBot, wireBot } from '../bot/main.js'
import type { Config } from '../config.js'
import { appHealth } from '../doctor.js'
import { untilStopped } from '../jobs/main.js'
import type { Log } from '../log.js'
import type { App } from '../main.js'
import type { Context } from '../service/context.js'
import { reportRoutes } from './reports.js'
import { runRoutes } from './runs.js'
import { type RunningServer, startHttpServer } from './server.js'
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
 * hands unfinished runs back. `only`: the Slack app without workers. Errors: `configuration`.
 */
export async function serve(deps: ServeDeps, { only }: { only?: 'slack' } = {}): Promise<void> {
  const stopped = untilStopped()
  const app = await deps.open()
  try {
    const { config, log, say } = deps
    let url = ''
    const base = () => config.http.publicUrl ?? url
    const ctx = { ...app.local, links: app.reportLinks(base) }
    const wantsSlack = only === 'slack' || slackProblem(config) !== undefined
    const bot = wantsSlack ? wireBot({ config, app, ctx, log, base }) : null
    const server = only === 'slack' && !bot?.routes ? null : await listen(deps, app, ctx, bot)
    url = server?.url ?? ''
    const worker = only === 'slack' ? null : app.startWorker()
    await bot?.start()
    const parts = [`${app.queue.name} queue`, `${app.llm.mode} model`, ...(bot ? [`Slack: ${bot.how}`] : [])]
    say(`pressure-test serves ${url || 'Slack'} (${parts.join(', ')})`)
    await stopped
    await Promise.all([server?.stop(), bot?.stop(), worker?.stop()])
  } finally {
    await app.close()
  }
}

function listen(deps: ServeDeps, app: App, ctx: Context, bot: WiredBot | null): Promise<RunningServer> {
  const mounts = [
    { path: '/reports', routes: reportRoutes(ctx) },
    { path: '/runs', routes: runRoutes(ctx) },
    ...(bot?.routes ? [{ path: '/slack', routes: slackRoutes(bot.routes) }] : []),
  ]
  const { log, version, config } = deps
  return startHttpServer({ log, version, health: () => appHealth(app), mounts }, config.http)
}

import type { Config } from '../config.js'
import { appHealth } from '../doctor.js'
import { untilStopped } from '../jobs/main.js'
import type { Log } from '../log.js'
import type { App } from '../main.js'
import { createMcpEndpoint } from '../mcp/http.js'
import { protectedResource } from '../mcp/protected-resource.js'
import { USUAL_PACE } from '../mcp/server.js'
import { mcpMounts } from './mcp.js'
import { reportRoutes } from './reports.js'
import { runRoutes } from './runs.js'
import { startHttpServer } from './server.js'

type ServeDeps = {
  readonly config: Config
  readonly version: string
  readonly log: Log
  say(line: string): void
  open(): Promise<App>
}

/** Runs the HTTP server and workers in this process until SIGTERM or SIGINT, then hands unfinished runs back. */
export async function serve(deps: ServeDeps): Promise<void> {
  const stopped = untilStopped()
  const app = await deps.open()
  try {
    const { http } = deps.config
    let url = ''
    const links = app.reportLinks(() => http.publicUrl ?? url)
    const ctx = { ...app.local, links }
    const addresses = { base: () => http.publicUrl ?? url, hosts: hostsOf(http) }
    const mcp = createMcpEndpoint({
      ctx,
      addresses,
      version: deps.version,
      log: deps.log,
      pace: USUAL_PACE,
      confirmAboveUsd: deps.config.mcp.confirmAboveUsd,
    })
    const mounts = [
      { path: '/reports', routes: reportRoutes(ctx) },
      { path: '/runs', routes: runRoutes(ctx) },
      ...mcpMounts({ fetch: mcp.fetch, metadata: (request) => protectedResource(request, addresses) }),
    ]
    const server = await startHttpServer(
      { log: deps.log, version: deps.version, health: () => appHealth(app), mounts },
      http,
    )
    url = server.url
    const worker = app.startWorker()
    deps.say(`pressure-test serves ${server.url} (${app.queue.name} queue, ${app.llm.mode} model)`)
    await stopped
    // Streams that clients keep open would hold the server up.
    await mcp.close()
    await Promise.all([server.stop(), worker.stop()])
  } finally {
    await app.close()
  }
}

/** Names under which requests may ask for this server, beside those of this machine. */
function hostsOf({ host, publicUrl }: Config['http']): string[] {
  const everywhere = ['0.0.0.0', '::']
  return [...(publicUrl === null ? [] : [new URL(publicUrl).hostname]), ...(everywhere.includes(host) ? [] : [host])]
}

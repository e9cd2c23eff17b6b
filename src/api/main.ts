import type { Config } from '../config.js'
import { appHealth } from '../doctor.js'
import { untilStopped } from '../jobs/main.js'
import type { Log } from '../log.js'
import type { App } from '../main.js'
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
    const mounts = [
      { path: '/reports', routes: reportRoutes(ctx) },
      { path: '/runs', routes: runRoutes(ctx) },
    ]
    const server = await startHttpServer(
      { log: deps.log, version: deps.version, health: () => appHealth(app), mounts },
      http,
    )
    url = server.url
    const worker = app.startWorker()
    deps.say(`pressure-test serves ${server.url} (${app.queue.name} queue, ${app.llm.mode} model)`)
    await stopped
    await Promise.all([server.stop(), worker.stop()])
  } finally {
    await app.close()
  }
}

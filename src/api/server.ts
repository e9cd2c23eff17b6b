import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { AppError, isAppError } from '../errors.js'
import type { Log } from '../log.js'
import { sayError } from './errors.js'

/** What is wrong with a part of the program, or null. */
export type Health = { readonly ready: boolean; readonly problems: string[] }

export type HttpDeps = {
  readonly log: Log
  readonly version: string
  readonly health: () => Promise<Health>
  /** Routes of other surfaces (API, MCP, Slack, report pages) on the one server. */
  readonly mounts?: readonly {
    readonly path: string // biome-ignore lint/suspicious/noExplicitAny: each surface has variables of its own
    readonly routes: Hono<any>
  }[]
}

export type RunningServer = { readonly url: string; stop(): Promise<void> }

/** The one HTTP application that every web surface is mounted on. */
export function createHttpApp(deps: HttpDeps): Hono {
  const app = new Hono()
  app.get('/health', async (c) => {
    const { ready, problems } = await deps.health()
    return c.json({ live: true, ready, problems, version: deps.version }, ready ? 200 : 503)
  })
  for (const { path, routes } of deps.mounts ?? []) app.route(path, routes)
  app.notFound((c) => c.json({ error: { code: 'NOT_FOUND', message: 'There is nothing at this address.' } }, 404))
  app.onError((error, c) => {
    if (isAppError(error)) return sayError(c, error)
    deps.log.error({ error: error.stack }, 'a request failed')
    return c.json({ error: { code: 'EXECUTION_FAILED', message: 'Something went wrong on our side.' } }, 500)
  })
  return app
}

/** Listens until stopped. Errors: `configuration` when the address is taken or not ours. */
export function startHttpServer(deps: HttpDeps, address: { host: string; port: number }): Promise<RunningServer> {
  return new Promise((resolve, reject) => {
    const server = serve(
      { fetch: createHttpApp(deps).fetch, hostname: address.host, port: address.port },
      ({ port }) => {
        const host = address.host.includes(':') ? `[${address.host}]` : address.host
        resolve({
          url: `http://${host}:${port}`,
          stop: () =>
            new Promise((done) => {
              server.close(() => done())
              if ('closeIdleConnections' in server) server.closeIdleConnections()
            }),
        })
      },
    )
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new AppError('configuration', {
          problem: `Cannot listen on ${address.host}:${address.port} (${error.code}); choose another PORT or HOST.`,
        }),
      ),
    )
  })
}

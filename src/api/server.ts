import { serve } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, ERRORS, type ErrorCode, isAppError } from '../errors.js'
import type { Log } from '../log.js'
import { clean, truncate } from '../presentation/clean.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { secondsSince, silentTelemetry, type Telemetry } from '../telemetry/telemetry.js'
import { limitBody } from './body-limit.js'
import { limitRequests, type RateLimit } from './limit-requests.js'
import { mountRoutes } from './mount-routes.js'
import type { Route, ServerFacts } from './route.js'
import { createStreams } from './streams.js'

export type HttpDeps = Pick<ServerFacts, 'version' | 'health'> & {
  readonly log: Log
  /** Context of this installation; each request gets that of its token. */
  readonly ctx: SurfaceContext
  readonly routes: readonly Route[]
  readonly waitMs?: number
  /** Default: unlimited. */
  readonly rateLimit?: RateLimit
  readonly mounts?: readonly Mount[]
  /** Default: none. */
  readonly telemetry?: Telemetry
}

/** Default wait for the end of a run. Clients and proxies time out after a minute. */
const USUAL_WAIT_MS = 50_000

/** Routes of a surface beside the API (MCP, Slack, report pages) on the one server. */
export type Mount = {
  readonly path: string // biome-ignore lint/suspicious/noExplicitAny: each surface has variables of its own
  readonly routes: Hono<any>
}

export type RunningServer = { readonly url: string; stop(): Promise<void> }

/** The one HTTP application that every web surface is mounted on. */
export function createHttpApp(deps: HttpDeps, closing = new AbortController().signal): Hono {
  const app = new Hono({ strict: false })
  app.use(watchRequests(deps.telemetry ?? silentTelemetry))
  app.use(keepPrivate)
  if (deps.rateLimit) app.use(limitRequests(deps.rateLimit))
  const { ctx, version, health, waitMs = USUAL_WAIT_MS } = deps
  const behindProxy = deps.rateLimit?.behindProxy ?? false
  app.use(limitBody(ctx, tooLarge, behindProxy))
  const server = { version, health: shared(health), closing, behindProxy, waitMs, streams: createStreams(closing) }
  mountRoutes(app, deps.routes, { ctx, server })
  for (const { path, routes } of deps.mounts ?? []) app.route(path, routes)
  app.notFound((c) => c.json({ error: { code: 'NOT_FOUND', message: 'There is nothing at this address.' } }, 404))
  app.onError((error, c) => {
    if (isAppError(error)) return errorResponse(c, error)
    deps.log.error({ error: error.stack }, 'request failed')
    return c.json({ error: { code: 'EXECUTION_FAILED', message: 'Something went wrong on our side.' } }, 500)
  })
  return app
}

/** Milliseconds for which a health check is cached. */
const HEALTH_MS = 1_000

/**
 * Runs one health check at a time, and shares its result: it needs no token, and it queries the database and the queue.
 */
function shared(look: HttpDeps['health']): HttpDeps['health'] {
  let looked: ReturnType<typeof look> | null = null
  const forget = (): void => {
    looked = null
  }
  return () => {
    looked ??= look().finally(() => setTimeout(forget, HEALTH_MS).unref())
    return looked
  }
}

/**
 * Measures the time from each request to the begin of its answer, by the route's pattern, since a path has ids in it.
 */
function watchRequests({ metrics, tracing }: Telemetry): MiddlewareHandler {
  return (c, next) => {
    const started = performance.now()
    const { method } = c.req
    const parent = c.req.header('traceparent')
    return tracing.within(method, { kind: 'server', parent }, async (span) => {
      await next()
      const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'none'
      const { status } = c.res
      span.rename(`${method} ${route}`)
      span.note({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span.fail(String(status))
      const labels = { method, route, status: String(status) }
      metrics.observe('pressure_test_http_request_duration_seconds', labels, secondsSince(started))
    })
  }
}

const tooLarge = (c: Context, maxBytes: number): Response =>
  errorResponse(c, new AppError('too_large', { most_bytes: maxBytes }))

/** Answers are private: no cache stores them, and no browser guesses another content type. */
const keepPrivate: MiddlewareHandler = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  c.header('x-content-type-options', 'nosniff')
}

/** Error codes that the HTTP API names differently. */
const NAMES: Partial<Record<ErrorCode, string>> = { internal: 'EXECUTION_FAILED' }

const MAX_MESSAGE = 1_500

/** Maps an error to an HTTP response. */
function errorResponse(c: Context, { code, message, facts }: AppError): Response {
  const { http, retry } = ERRORS[code]
  if (http === 401) c.header('www-authenticate', 'Bearer realm="pressure-test"')
  if (retry) c.header('retry-after', String(facts.retry_after_s ?? 5))
  // The message may repeat untrusted input, so it is cleaned and kept to one line.
  const sentence = truncate(clean(message).replace(/\s+/g, ' '), MAX_MESSAGE)
  return c.json({ error: { code: NAMES[code] ?? code.toUpperCase(), message: sentence } }, http as ContentfulStatusCode)
}

/** Listens until stopped. Errors: `configuration` when the address is in use or not permitted. */
export function startHttpServer(deps: HttpDeps, address: { host: string; port: number }): Promise<RunningServer> {
  return new Promise((resolve, reject) => {
    const closing = new AbortController()
    const server = serve(
      { fetch: createHttpApp(deps, closing.signal).fetch, hostname: address.host, port: address.port },
      ({ port }) => {
        const host = address.host.includes(':') ? `[${address.host}]` : address.host
        resolve({
          url: `http://${host}:${port}`,
          stop: () =>
            new Promise((done) => {
              closing.abort()
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

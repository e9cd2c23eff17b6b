import { serve } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, ERRORS, type ErrorCode, isAppError } from '../errors.js'
import type { Log } from '../log.js'

/** The health of the program, with a sentence for each problem. */
export type Health = { readonly ready: boolean; readonly problems: string[] }

export type HttpDeps = {
  readonly log: Log
  readonly version: string
  readonly health: () => Promise<Health>
  readonly mounts?: readonly Mount[]
}

/** Routes of a surface (API, MCP, Slack, report pages) on the one server. */
export type Mount = {
  readonly path: string // biome-ignore lint/suspicious/noExplicitAny: each surface has variables of its own
  readonly routes: Hono<any>
}

/** Bytes the body of a request may have. */
const MAX_BYTES = 1_000_000
/** Mounts that take more. Each reads a body only after it knows the token of its sender. */
const MAX_BYTES_BELOW: Readonly<Record<string, number>> = { '/mcp': 4_194_304, '/runs': 2_000_000 }

export type RunningServer = { readonly url: string; stop(): Promise<void> }

/** The one HTTP application that every web surface is mounted on. */
export function createHttpApp(deps: HttpDeps): Hono {
  const app = new Hono()
  app.use(limitBody)
  app.get('/health', async (c) => {
    const { ready, problems } = await deps.health()
    return c.json({ live: true, ready, problems, version: deps.version }, ready ? 200 : 503)
  })
  for (const { path, routes } of deps.mounts ?? []) app.route(path, routes)
  app.notFound((c) => c.json({ error: { code: 'NOT_FOUND', message: 'There is nothing at this address.' } }, 404))
  app.onError((error, c) => {
    if (isAppError(error)) return errorResponse(c, error)
    deps.log.error({ error: error.stack }, 'request failed')
    return c.json({ error: { code: 'EXECUTION_FAILED', message: 'Something went wrong on our side.' } }, 500)
  })
  return app
}

/**
 * Refuses a body that is too large: by its Content-Length before a byte is read, else as soon as the bytes that came are
 * too many. A body is handed on as it comes, so a route that looks at headers first holds nothing of it in memory.
 */
const limitBody: MiddlewareHandler = async (c, next) => {
  const maxBytes = MAX_BYTES_BELOW[`/${c.req.path.split('/')[1]}`] ?? MAX_BYTES
  const chunked = c.req.header('transfer-encoding') !== undefined
  const declared = c.req.header('content-length')
  let tooLarge = Number(declared ?? 0) > maxBytes
  if (!tooLarge) {
    // HTTP itself holds a sender to a declared length.
    const body = chunked || declared === undefined ? c.req.raw.body : null
    const count = (bytes: number) => {
      tooLarge = bytes > maxBytes
      return !tooLarge
    }
    if (body) c.req.raw = new Request(c.req.raw, { body: counted(body, count), duplex: 'half' } as RequestInit)
    await next()
    // What a route of GET leaves unread would be read to its end before the next request.
    if (chunked && !body) c.header('connection', 'close')
  }
  if (!tooLarge) return
  c.res = undefined
  c.res = errorResponse(c, new AppError('too_large', { most_bytes: maxBytes }))
  c.header('connection', 'close')
}

/** Error codes whose name in the HTTP API differs from their own. */
const NAMES: Partial<Record<ErrorCode, string>> = { internal: 'EXECUTION_FAILED' }

/** Maps an error to an HTTP response. */
function errorResponse(c: Context, { code, message }: AppError): Response {
  const { http, retry } = ERRORS[code]
  if (http === 401) c.header('www-authenticate', 'Bearer realm="pressure-test"')
  if (retry) c.header('retry-after', '5')
  return c.json({ error: { code: NAMES[code] ?? code.toUpperCase(), message } }, http as ContentfulStatusCode)
}

/** The same stream until `goesOn` says no to the bytes so far; then it fails, and nothing more is read. */
function counted(body: ReadableStream<Uint8Array>, goesOn: (bytes: number) => boolean): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      bytes += value.byteLength
      if (goesOn(bytes)) controller.enqueue(value)
      else controller.error(new Error('The body is too large.'))
    },
    cancel: (reason) => reader.cancel(reason),
  })
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

import type { Context, MiddlewareHandler } from 'hono'
import type { SurfaceContext } from '../service/surface-context.js'
import { bearerToken, withToken } from '../service/workspace/tokens.js'
import { addressOf } from './limit-requests.js'

/** Largest body of a request, in bytes. */
const MAX_BYTES = 1_000_000
/** Larger limits in bytes, for callers with a valid token. A segment in braces matches any segment. */
export const MAX_BYTES_OF: Readonly<Record<string, number>> = {
  'POST /mcp': 4_194_304,
  'POST /runs': 8_000_000,
  'POST /quotes': 8_000_000,
  'POST /runs/{id}/marks': 2_000_000,
  'POST /simulations/create': 2_000_000,
  'POST /personas/generate': 20_000_000,
  'POST /personas/sets': 20_000_000,
  'POST /uploads': 21_000_000,
  'PUT /uploads/{name}': 21_000_000,
}
const LARGER = Object.entries(MAX_BYTES_OF).map(([route, maxBytes]) => ({
  pattern: new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  maxBytes,
}))

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

const maxBytesOf = ({ req }: Context): number =>
  LARGER.find(({ pattern }) => pattern.test(`${req.method} ${req.path}`))?.maxBytes ?? MAX_BYTES

/**
 * Refuses a body that is too large: by its Content-Length before a byte is read, else as soon as too many bytes have
 * arrived. Without a valid token no body may exceed 1 MB, whatever the route does. The body stays a stream, so that a
 * route that checks headers first holds nothing of it in memory.
 */
export function limitBody(
  ctx: SurfaceContext,
  refuse: (c: Context, maxBytes: number) => Response,
  behindProxy: boolean,
): MiddlewareHandler {
  return async (c, next) => {
    const maxBytes = maxBytesOf(c)
    const chunked = c.req.header('transfer-encoding') !== undefined
    const declared = c.req.header('content-length')
    const refuseAndClose = (limit: number): void => {
      c.res = undefined
      c.res = refuse(c, limit)
      c.header('connection', 'close')
    }
    if (Number(declared ?? 0) > maxBytes) return refuseAndClose(maxBytes)
    // HTTP itself limits a body to its declared length.
    const isCounted = chunked || declared === undefined || Number(declared) > MAX_BYTES
    // Reading the body of a GET would create a whole `Request` object.
    const body = isCounted && !BODILESS.has(c.req.method) ? c.req.raw.body : null
    let exceeded = 0
    let isAdmitted: Promise<boolean> | undefined
    const goesOn = async (bytes: number): Promise<boolean> => {
      if (bytes <= MAX_BYTES) return true
      if (bytes > maxBytes) exceeded = maxBytes
      else {
        const here = { ...ctx, origin: `http ${addressOf(c, behindProxy)}` }
        isAdmitted ??= withToken(here, bearerToken(c.req.header('authorization'))).then(
          () => true,
          () => false,
        )
        if (!(await isAdmitted)) exceeded = MAX_BYTES
      }
      return exceeded === 0
    }
    if (body) c.req.raw = new Request(c.req.raw, { body: counted(body, goesOn), duplex: 'half' } as RequestInit)
    await next()
    // The server would read the unread body of a GET to its end before the next request.
    if (chunked && !body) c.header('connection', 'close')
    if (exceeded > 0) refuseAndClose(exceeded)
  }
}

/**
 * Passes a stream on until `goesOn` rejects the number of bytes so far; then the stream fails and is read no further.
 */
function counted(
  body: ReadableStream<Uint8Array>,
  goesOn: (bytes: number) => Promise<boolean>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      bytes += value.byteLength
      if (await goesOn(bytes)) controller.enqueue(value)
      else controller.error(new Error('The body is too large.'))
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

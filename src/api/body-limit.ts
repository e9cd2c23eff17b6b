import type { Context, MiddlewareHandler } from 'hono'
import type { SurfaceContext } from '../service/surface-context.js'
import { bearerToken, withToken } from '../service/tokens.js'

/** Bytes the body of a request may have. */
const MAX_BYTES = 1_000_000
/** Routes that take more, from whoever holds a token; a segment in braces stands for any one. */
export const MAX_BYTES_OF: Readonly<Record<string, number>> = {
  'POST /mcp': 4_194_304,
  'POST /runs': 8_000_000,
  'POST /quotes': 8_000_000,
  'POST /runs/{id}/marks': 2_000_000,
  'POST /simulations/create': 2_000_000,
  'POST /personas/generate': 20_000_000,
  'POST /personas/sets': 20_000_000,
  'POST /uploads': 21_000_000,
}
const LARGER = Object.entries(MAX_BYTES_OF).map(([route, maxBytes]) => ({
  pattern: new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  maxBytes,
}))

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

const maxBytesOf = ({ req }: Context): number =>
  LARGER.find(({ pattern }) => pattern.test(`${req.method} ${req.path}`))?.maxBytes ?? MAX_BYTES

/**
 * Refuses a body that is too large: by its Content-Length before a byte is read, else as soon as the bytes that came are
 * too many. Nobody gets past 1 MB without a token that is valid, whatever the route does. A body is handed on as it comes,
 * so a route that looks at headers first holds nothing of it in memory.
 */
export function limitBody(ctx: SurfaceContext, refuse: (c: Context, maxBytes: number) => Response): MiddlewareHandler {
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
    // HTTP itself holds a sender to a declared length.
    const isCounted = chunked || declared === undefined || Number(declared) > MAX_BYTES
    // To ask a GET for its body would make a whole `Request` of it.
    const body = isCounted && !BODILESS.has(c.req.method) ? c.req.raw.body : null
    let exceeded = 0
    let isAdmitted: Promise<boolean> | undefined
    const goesOn = async (bytes: number): Promise<boolean> => {
      if (bytes <= MAX_BYTES) return true
      if (bytes > maxBytes) exceeded = maxBytes
      else {
        isAdmitted ??= withToken(ctx, bearerToken(c.req.header('authorization'))).then(
          () => true,
          () => false,
        )
        if (!(await isAdmitted)) exceeded = MAX_BYTES
      }
      return exceeded === 0
    }
    if (body) c.req.raw = new Request(c.req.raw, { body: counted(body, goesOn), duplex: 'half' } as RequestInit)
    await next()
    // What a route of GET leaves unread would be read to its end before the next request.
    if (chunked && !body) c.header('connection', 'close')
    if (exceeded > 0) refuseAndClose(exceeded)
  }
}

/** The same stream until `goesOn` says no to the bytes so far; then it fails, and nothing more is read. */
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

import type { MiddlewareHandler } from 'hono'
import type { SurfaceContext } from '../service/surface-context.js'
import { withToken } from '../service/tokens.js'

/** What a route behind a token can read: the context of whoever holds it. */
export type Authenticated = { Variables: { ctx: SurfaceContext } }

/** Lets a request through that carries a valid token, as its actor. Errors: `unauthorized`. */
export function authenticate(ctx: SurfaceContext): MiddlewareHandler<Authenticated> {
  return async (c, next) => {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    c.set('ctx', await withToken(ctx, token))
    await next()
  }
}

import type { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { requireScope } from '../domain/workspace/token-scopes.js'
import { AppError, refuse } from '../errors.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { createTokenWatch } from '../service/workspace/token-watch.js'
import { bearerToken, withToken } from '../service/workspace/tokens.js'
import { addressOf, noteAccepted } from './limit-requests.js'
import { hasControls, parseAs, readJson, readQuery } from './read-request.js'
import type { Route, ServerFacts } from './route.js'

/** Mounts a list of routes: checks the caller and the request, then calls the route's handler. */
export function mountRoutes(
  app: Hono,
  routes: readonly Route[],
  { ctx, server }: { ctx: SurfaceContext; server: ServerFacts },
): void {
  const watch = createTokenWatch(ctx)
  for (const route of routes) {
    app.on(route.method.toUpperCase(), honoPath(route.path), async (c) => {
      // No byte of a body is read before its sender is known.
      const here = { ...ctx, origin: `http ${addressOf(c, server.behindProxy)}` }
      const caller = route.scope === null ? here : await withToken(here, bearerToken(c.req.header('authorization')))
      if (route.scope !== null) {
        noteAccepted(c)
        requireScope(caller.grant, route.scope)
      }
      if (Object.values<string>(c.req.param()).some(hasControls)) return c.notFound()
      const query = queryOf(route, c.req.queries())
      if (route.body && !route.headers?.[KEY] && c.req.header(KEY) !== undefined)
        refuse(`${KEY}: This address takes none, only POST /runs does; leave it out.`)
      const body = route.body ? parseAs(route.body, await readJson(c.req.raw)) : {}
      const reply = await route.handle({ ctx: caller, params: c.req.param(), query, body, request: c.req.raw, server })
      if (reply instanceof Response && c.req.method === 'HEAD') {
        // The body of a HEAD answer is never read, and a stream would stay open until it is cancelled.
        await reply.body?.cancel()
        return new Response(null, reply)
      }
      if (reply instanceof Response) return watch.guard(reply, caller.grant)
      for (const [name, value] of Object.entries(reply.headers ?? {})) c.header(name, value)
      if (reply.body === null) return c.body(null, reply.status as 204)
      return c.json(reply.body, reply.status as ContentfulStatusCode)
    })
  }
  for (const [path, allow] of allowedMethods(routes)) {
    app.all(honoPath(path), (c) => {
      c.header('allow', allow)
      if (c.req.method === 'OPTIONS') return c.body(null, 204)
      throw new AppError('wrong_method', { method: c.req.method, allow })
    })
  }
}

/**
 * Query of a route without a query schema: an unknown parameter, such as `dry_run`, is an error. A route without a
 * token ignores it, because monitors, load balancers and caches add their own.
 */
const NO_QUERY = z.strictObject({})
const queryOf = ({ scope, query }: Route, given: Readonly<Record<string, readonly string[]>>): unknown => {
  if (scope === null && query === undefined) return {}
  return parseAs(query ?? NO_QUERY, readQuery(given))
}
const KEY = 'Idempotency-Key'
const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** The methods of each path, as the header `Allow` lists them. */
function allowedMethods(routes: readonly Route[]): ReadonlyMap<string, string> {
  const allowed = new Map<string, string>()
  for (const { path, method } of routes) {
    const own = method === 'get' ? 'GET, HEAD' : method.toUpperCase()
    allowed.set(path, `${allowed.get(path) ?? 'OPTIONS'}, ${own}`)
  }
  return allowed
}

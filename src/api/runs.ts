import { Hono, type MiddlewareHandler } from 'hono'
import { AppError } from '../errors.js'
import { getRun } from '../service/get-run.js'
import { markConversations } from '../service/mark-conversations.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { withToken } from '../service/tokens.js'

/** What a route behind a token can read: the context of whoever holds it. */
type Authenticated = { Variables: { ctx: SurfaceContext } }

/** `/runs`: under a token of the workspace. */
export function runRoutes(ctx: SurfaceContext): Hono<Authenticated> {
  const routes = new Hono<Authenticated>()
  routes.use(authenticate(ctx))
  routes.get('/:id', async (c) => c.json(await getRun(c.get('ctx'), { run_id: c.req.param('id') })))
  routes.post('/:id/marks', async (c) => {
    const body = await readJson(c.req.raw)
    const marks = Array.isArray(body) ? body : (body as { marks?: unknown } | null)?.marks
    return c.json(await markConversations(c.get('ctx'), { run_id: c.req.param('id'), marks }))
  })
  return routes
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch (error) {
    throw new AppError('invalid_input', { problem: 'The body is not JSON.' }, { cause: error })
  }
}

/** Lets a request through that carries a valid token, as its actor. Errors: `unauthorized`. */
function authenticate(ctx: SurfaceContext): MiddlewareHandler<Authenticated> {
  return async (c, next) => {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    c.set('ctx', await withToken(ctx, token))
    await next()
  }
}

import { Hono } from 'hono'
import { ERRORS, isAppError } from '../errors.js'
import { renderNotice, renderReport } from '../report/report.js'
import { openReport } from '../service/run/open-report.js'
import type { SurfaceContext } from '../service/surface-context.js'

/** The page's own policy has the same rules; this one also forbids frames. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
}

/**
 * `GET /{id}?key=…`: a report for anybody with its signed link. An error is a page too, because people open it on a
 * phone.
 */
export function reportRoutes(ctx: SurfaceContext): Hono {
  const routes = new Hono()
  routes.get('/:id', async (c) => {
    try {
      const { run, ...reading } = await openReport(ctx, { run_id: c.req.param('id'), key: c.req.query('key') ?? '' })
      return c.html(renderReport(run, reading), 200, HEADERS)
    } catch (error) {
      if (!isAppError(error)) throw error
      return c.html(renderNotice(error.message), ERRORS[error.code].http as 401, HEADERS)
    }
  })
  return routes
}

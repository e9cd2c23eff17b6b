import type { Context as Request } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type AppError, ERRORS, type ErrorCode } from '../errors.js'

/** Names of errors that programs already know; any other goes by its own. */
const NAMES: Partial<Record<ErrorCode, string>> = { internal: 'EXECUTION_FAILED' }

/** The one mapper of this surface. */
export function sayError(c: Request, { code, message }: AppError): Response {
  const { http, retry } = ERRORS[code]
  if (http === 401) c.header('www-authenticate', 'Bearer realm="pressure-test"')
  if (retry) c.header('retry-after', '5')
  return c.json({ error: { code: NAMES[code] ?? code.toUpperCase(), message } }, http as ContentfulStatusCode)
}

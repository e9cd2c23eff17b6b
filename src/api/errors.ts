import type { Context as Request } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type AppError, ERRORS, type ErrorCode } from '../errors.js'

/** Error codes whose name in the HTTP API differs from their own. */
const NAMES: Partial<Record<ErrorCode, string>> = { internal: 'EXECUTION_FAILED' }

/** Maps an error to an HTTP response. */
export function sayError(c: Request, { code, message }: AppError): Response {
  const { http, retry } = ERRORS[code]
  if (http === 401) c.header('www-authenticate', 'Bearer realm="pressure-test"')
  if (retry) c.header('retry-after', '5')
  return c.json({ error: { code: NAMES[code] ?? code.toUpperCase(), message } }, http as ContentfulStatusCode)
}

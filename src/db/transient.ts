const TRANSIENT_CODES = new Set([
  'P1001', // cannot reach the server
  'P1002',
  'P1008',
  'P1017', // the server closed the connection
  'P2024',
  'P2028', // no transaction could be started in time
  'P2034', // deadlock or write conflict, rolled back
  '40001',
  '40P01',
  '53300', // too many connections
  '57P01', // the server is stopping
  '57P02',
  '57P03', // the server is starting
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])
const TRANSIENT_WORDS =
  /connection terminated|terminating connection|server has closed|can't reach database|ECONNREFUSED|ECONNRESET|is (starting up|shutting down|in recovery)|not queryable|connection error|DatabaseNotReachable|ConnectionClosed|timeout exceeded when trying to connect|too many clients/i

/** Whether the database was away rather than the query wrong, so that the same work may be tried again. */
export function isTransient(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false
  const { code, meta, cause, errors } = error as Error & { code?: unknown; meta?: unknown; errors?: unknown[] }
  if (typeof code === 'string' && TRANSIENT_CODES.has(code)) return true
  if (TRANSIENT_WORDS.test(error.message)) return true
  if (
    meta !== undefined &&
    TRANSIENT_WORDS.test(JSON.stringify(meta, (_, v) => (v instanceof Error ? v.message : v)) ?? '')
  )
    return true
  return isTransient(cause, depth + 1) || (errors ?? []).some((one) => isTransient(one, depth + 1))
}

import { pino } from 'pino'

export type Log = {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

const SECRET_PATHS = [
  'api_key',
  'apiKey',
  'token',
  'tokens',
  'password',
  'authorization',
  'secret',
  'connectionString',
].flatMap((key) => [key, `*.${key}`, `*.*.${key}`])

/** Structured log on stderr (stdout belongs to results and to the MCP protocol). Secrets are replaced, not printed. */
export function createLog(level: string): Log {
  return pino(
    { level, base: { pid: process.pid }, redact: { paths: SECRET_PATHS, censor: '[redacted]' } },
    pino.destination({ dest: 2, sync: true }),
  )
}

/** A log without output, for tests and for `--quiet`. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

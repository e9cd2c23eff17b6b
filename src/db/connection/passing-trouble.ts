/** Messages to the user by SQLSTATE or its class. Only classes listed here count as passing trouble. */
const PASSING_STATES: Readonly<Record<string, string>> = {
  '08': 'The connection to the database broke',
  '25006': 'The database takes no writes at the moment',
  '28': 'The database does not let this program in',
  '25P03': 'The database took back a transaction in which nothing was asked',
  '3D000': 'There is no such database at the moment',
  '3F000': 'The database lacks a schema of this program',
  '40': 'The database rolled a statement back in favour of others',
  '42703': 'The database lacks a column of this program',
  '42883': 'The database lacks a function of this program',
  '42P01': 'The database lacks a table of this program',
  '53': 'The database is short of resources',
  '53200': 'The database is out of memory',
  '53300': 'The database takes no more connections',
  '55P03': 'Another process keeps what is to be written locked',
  '57': 'The database is being stopped or started',
  '57014': 'The database cancelled a statement, as its time limits do',
  '58': 'The system of the database reports a fault',
}
/** XX000 is unspecific; with these words it comes from a server that cannot write the file a new connection needs. */
const NO_ROOM = /could not write init file/i
/** SQLSTATE 55000 has many causes; these words mean a database closed to connections for a while. */
const CLOSED = /not currently accepting connections/i
/** SQLSTATE 42501 is also a violation of row security, which would recur; these words mean rights that were taken away. */
const NO_RIGHTS = /permission denied/i
/** Where the error has no SQLSTATE. */
export const AWAY = 'The database does not answer'
/** Codes of the driver's socket and of Prisma, for errors without an SQLSTATE from the server. */
const AWAY_CODES = new Set([
  'P1001', // cannot reach the server
  'P1002',
  'P1008',
  'P1003', // there is no such database
  'P1017', // the server closed the connection
  'P2024',
  'P2028', // no transaction could be started in time
  'P2034', // deadlock or write conflict, rolled back
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/** Some failures of driver and adapter have no code, only a message. */
const AWAY_WORDS =
  /connection terminated|terminating connection|server has closed|can't reach database|ECONNREFUSED|ECONNRESET|is (starting up|shutting down|in recovery)|not queryable|connection error|DatabaseNotReachable|ConnectionClosed|SocketTimeout|timeout exceeded when trying to connect|too many clients/i

/**
 * Returns why the database could not do the work now, as a sentence without a full stop, where the work may be
 * repeated; `null` for an error that would recur. An SQLSTATE, also one that Prisma wraps, outranks the text of the
 * error.
 */
export function passingTrouble(error: unknown): string | null {
  const faults = [...faultsIn(error)]
  const state = faults.flatMap(({ codes }) => codes).find(isSqlState)
  if (state !== undefined) {
    if (state === '55000' && faults.some(({ words }) => CLOSED.test(words)))
      return 'The database takes no connections (55000)'
    if (hasNoRoom(error)) return `The disk of the database is full (${state})`
    if (state === '42501' && faults.some(({ words }) => NO_RIGHTS.test(words)))
      return 'The database does not let this program read or write (42501)'
    const why = PASSING_STATES[state] ?? PASSING_STATES[state.slice(0, 2)]
    return why === undefined ? null : `${why} (${state})`
  }
  const away = faults.some(({ codes, words }) => codes.some((code) => AWAY_CODES.has(code)) || AWAY_WORDS.test(words))
  return away ? AWAY : null
}

/** Whether the database refused a connection because all are taken; other processes release theirs. */
export const hasNoConnections = (error: unknown): boolean =>
  [...faultsIn(error)].some(({ codes }) => codes.includes('53300'))

/** Whether the disk of the database is full. */
export const hasNoRoom = (error: unknown): boolean =>
  [...faultsIn(error)].some(
    ({ codes, words }) => codes.includes('53100') || (codes.includes('XX000') && NO_ROOM.test(words)),
  )

/**
 * Whether the database answered by rolling the statement back, for a deadlock or serialisation conflict or a lock
 * timeout.
 */
export const isRolledBack = (error: unknown): boolean =>
  [...faultsIn(error)].some(({ codes }) => codes.some((code) => code === 'P2034' || /^(40...|55P03)$/.test(code)))

/** Five capitals or digits, but neither Prisma's codes (P1001) nor the system's (EPIPE), which can look the same. */
const isSqlState = (code: string): boolean => /^(?!P[1-9]|E)[0-9A-Z]{5}$/.test(code)

type Fault = { readonly codes: readonly string[]; readonly words: string }

/** An error and everything it wraps: causes, aggregated errors, and the driver's error inside Prisma's. */
function* faultsIn(error: unknown, depth = 0): Generator<Fault> {
  if (typeof error !== 'object' || error === null || depth > 5) return
  const { code, originalCode, kind, message, cause, meta, driverAdapterError, errors } = error as Record<
    string,
    unknown
  >
  const texts = (...values: unknown[]) => values.filter((value) => typeof value === 'string')
  yield { codes: texts(originalCode, code), words: texts(kind, message).join(' ') }
  for (const inner of [cause, meta, driverAdapterError, ...(Array.isArray(errors) ? errors : [])])
    yield* faultsIn(inner, depth + 1)
}

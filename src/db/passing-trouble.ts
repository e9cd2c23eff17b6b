/** The message to the user by SQLSTATE or its class; the classes here are all that pass by themselves. */
const PASSING_STATES: Readonly<Record<string, string>> = {
  '08': 'The connection to the database broke',
  '25006': 'The database takes no writes at the moment',
  '28': 'The database does not let this program in',
  '25P03': 'The database took back a transaction in which nothing was asked',
  '3D000': 'There is no such database at the moment',
  '40': 'The database rolled a statement back in favour of others',
  '53': 'The database is short of resources',
  '53200': 'The database is out of memory',
  '53300': 'The database takes no more connections',
  '55P03': 'Another process keeps what is to be written locked',
  '57': 'The database is being stopped or started',
  '57014': 'The database cancelled a statement, as its time limits do',
  '58': 'The system of the database reports a fault',
}
/** XX000 says nothing; with these words it is of a server that cannot write the file that a new connection needs. */
const NO_ROOM = /could not write init file/i
/** SQLSTATE 55000 says many things; this is of a database that was closed to connections for a while. */
const CLOSED = /not currently accepting connections/i
const AWAY = 'The database does not answer'
/** Codes of the driver's socket and of Prisma, where no SQLSTATE came from the server. */
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
 * Why the database could not do it now, as a sentence without its end, where the same work may be tried again; `null` for
 * an error that would come back. An SQLSTATE, also one that Prisma wraps, decides alone; the words of an error do not.
 */
export function passingTrouble(error: unknown): string | null {
  const faults = [...faultsIn(error)]
  const state = faults.flatMap(({ codes }) => codes).find(isSqlState)
  if (state !== undefined) {
    if (state === '55000' && faults.some(({ words }) => CLOSED.test(words)))
      return 'The database takes no connections (55000)'
    if (hasNoRoom(error)) return `The disk of the database is full (${state})`
    const why = PASSING_STATES[state] ?? PASSING_STATES[state.slice(0, 2)]
    return why === undefined ? null : `${why} (${state})`
  }
  const away = faults.some(({ codes, words }) => codes.some((code) => AWAY_CODES.has(code)) || AWAY_WORDS.test(words))
  return away ? AWAY : null
}

/** Whether the database gave no connection because all are taken: others give theirs back. */
export const hasNoConnections = (error: unknown): boolean =>
  [...faultsIn(error)].some(({ codes }) => codes.includes('53300'))

/** Whether the disk of the database is full. */
export const hasNoRoom = (error: unknown): boolean =>
  [...faultsIn(error)].some(
    ({ codes, words }) => codes.includes('53100') || (codes.includes('XX000') && NO_ROOM.test(words)),
  )

/** Whether the database answered, and rolled the statement back in favour of others or of who has the lock. */
export const isRolledBack = (error: unknown): boolean =>
  [...faultsIn(error)].some(({ codes }) => codes.some((code) => code === 'P2034' || /^(40...|55P03)$/.test(code)))

/** Five capitals and digits; Prisma's codes (P1001) and the system's (EPIPE) can look like that too. */
const isSqlState = (code: string): boolean => /^(?!P[1-9]|E)[0-9A-Z]{5}$/.test(code)

type Fault = { readonly codes: readonly string[]; readonly words: string }

/** An error and everything it wraps: causes, parts, and what Prisma keeps of the driver's error. */
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

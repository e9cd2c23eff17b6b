import { existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { programIn } from './binaries.js'
import type { ClusterPaths, ServerUser } from './paths.js'
import { dropForeignPidFile, isOurServer, lastPort, type Postmaster, readPostmaster } from './postmaster.js'
import { fileProblem, homeFull, lastLines, OR_DATABASE_URL, saysDiskFull, unavailable } from './problems.js'
import { type Finished, runProgram } from './run-program.js'

const LARGEST_LOG = 10_000_000
/**
 * Seconds that `pg_ctl` waits for the start; a slower server is probed from outside, like one that another process
 * started.
 */
const START_S = 5
/** Time for one mode of stopping, in milliseconds; the fast mode also writes what is in memory. */
const STOP_MS = 5_000

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=64MB',
  'max_wal_size=256MB',
  // Parallel queries need /dev/shm, which is 64 MB in a container.
  'max_parallel_workers_per_gather=0',
  'idle_in_transaction_session_timeout=120s',
]

const MAX_PORTS = 5

// Log messages after which another attempt, or a probe for a server that another process started, may succeed.
const PORT_TAKEN = /could not bind|Address already in use|could not create any TCP\/IP sockets/
const LOST_RACE = /lock file "postmaster\.pid" (already exists|is empty)/
/** Output of `pg_ctl` for a `postmaster.pid` that it cannot read; it then starts nothing. */
const DAMAGED_PID_FILE = /PID file ".*" is empty|invalid data in PID file/
/** Sessions of a killed server end a moment after the server. */
const STILL_ENDING = /pre-existing shared memory block/

/**
 * Starts the server on loopback in a session of its own. Returns null when it is up, or else why not yet, where another
 * probe or attempt may help. Errors: `storage_unavailable` with the last lines of the log.
 */
export async function startServer(paths: ClusterPaths, native: string, user: ServerUser): Promise<string | null> {
  // Reusing the last port keeps the connection strings of other processes valid.
  for (let port = lastPort(paths), tries = 0; ; port = null, tries++) {
    const before = startLogPart(paths)
    const { code, output } = await runStart(paths, native, user, await choosePort(port))
    if (code === 0) return null
    const log = readLog(paths).slice(before)
    if (tries === MAX_PORTS || !PORT_TAKEN.test(log)) return judgeFailure(paths, output, log)
  }
}

function runStart(paths: ClusterPaths, native: string, user: ServerUser, port: number): Promise<Finished> {
  const options = [`-p ${port}`, ...SETTINGS.map((setting) => `-c ${setting}`)].join(' ')
  const args = ['start', '-w', '-t', String(START_S), '-D', paths.data, '-l', paths.log, '-o', options]
  return runProgram(programIn(native, 'pg_ctl'), args, { user, ownSession: true })
}

async function judgeFailure(paths: ClusterPaths, output: string, log: string): Promise<string> {
  if (DAMAGED_PID_FILE.test(output)) return removeDamaged(paths, output)
  if (LOST_RACE.test(log)) dropForeignPidFile(paths)
  if (LOST_RACE.test(log) || STILL_ENDING.test(log)) {
    await sleep(100)
    return lastLines(log, 2)
  }
  if (saysDiskFull(output + log)) throw homeFull(paths.folder)
  const postmaster = readPostmaster(paths)
  if (postmaster && isOurServer(postmaster, paths)) return 'the server takes long to start'
  throw unavailable(
    `The embedded PostgreSQL does not start; ${OR_DATABASE_URL} or see the end of ${paths.log}: ${lastLines(log || output, 6)}`,
  )
}

/**
 * A starting server has an empty file for a moment. A server that goes on running without a valid file must be ended by
 * the user.
 */
async function removeDamaged(paths: ClusterPaths, output: string): Promise<string> {
  if (!dropForeignPidFile(paths)) await sleep(200)
  return `${lastLines(output, 1)}; end the PostgreSQL that runs on ${paths.data} if it is not ended yet`
}

/** Renames a log that has grown too large; returns the log's current length. */
function startLogPart(paths: ClusterPaths): number {
  try {
    if ((statSync(paths.log, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG)
      renameSync(paths.log, `${paths.log}.old`)
    return readLog(paths).length
  } catch (error) {
    throw fileProblem(paths.log, error)
  }
}

const readLog = (paths: ClusterPaths): string => (existsSync(paths.log) ? readFileSync(paths.log, 'utf8') : '')

/** The wanted port if it is free, else any free port. */
async function choosePort(wanted: number | null): Promise<number> {
  const port = (wanted && (await freePort(wanted))) || (await freePort(0))
  if (port) return port
  throw unavailable(`No port on 127.0.0.1 is free for the embedded PostgreSQL; ${OR_DATABASE_URL}.`)
}

function freePort(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(null))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : null))
    })
  })
}

/**
 * Stops the server if one runs on this data folder: open transactions are rolled back, sessions end. Errors:
 * `storage_unavailable`.
 */
export async function stopServer(
  paths: ClusterPaths,
  findNative: () => Promise<string>,
  user: ServerUser,
): Promise<void> {
  const postmaster = readPostmaster(paths)
  if (!postmaster || !isOurServer(postmaster, paths)) return
  let problem: string | null = null
  // PostgreSQL 18.4 hangs when a fast stop meets crash recovery. An immediate stop loses nothing: the next start
  // recovers.
  for (const mode of ['fast', 'immediate'] as const) {
    problem = await askToStop(paths, findNative, user, mode)
    // The programs may have been uninstalled under a running server; `pg_ctl` would send the same signal.
    if (problem && isOurServer(postmaster, paths)) trySignal(postmaster.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    if (await isGone(postmaster, paths)) return
  }
  throw unavailable(
    `The embedded PostgreSQL in ${paths.folder} does not stop; see ${paths.log}${problem ? ` (${problem})` : ''}.`,
  )
}

/**
 * Requests the stop without waiting: `pg_ctl -w` would also wait for the next server, which another process may start
 * at once.
 */
async function askToStop(
  paths: ClusterPaths,
  findNative: () => Promise<string>,
  user: ServerUser,
  mode: 'fast' | 'immediate',
): Promise<string | null> {
  try {
    const args = ['stop', '-W', '-m', mode, '-D', paths.data]
    const { code, output } = await runProgram(programIn(await findNative(), 'pg_ctl'), args, { user })
    return code === 0 ? null : lastLines(output, 2)
  } catch (error) {
    return String(error)
  }
}

async function isGone(postmaster: Postmaster, paths: ClusterPaths): Promise<boolean> {
  for (const giveUpAt = Date.now() + STOP_MS; Date.now() < giveUpAt; await sleep(20)) {
    const now = readPostmaster(paths)
    if (now?.pid !== postmaster.pid || !isOurServer(now, paths)) return true
  }
  return false
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') return // on Windows every signal kills the process at once
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended meanwhile.
  }
}

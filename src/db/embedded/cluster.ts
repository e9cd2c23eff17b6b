import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { AppError } from '../../errors.js'
import { type Binaries, exists } from './binaries.js'
import { diskFull, type EmbeddedPaths, folderError } from './paths.js'
import { runProgram, type ServerUser } from './server-user.js'

export const OWNER = 'pressure_test'
export const DATABASE = 'pressure_test'

/** Makes the data folder if there is none: beside its place and then renamed, so that a crash or a race leaves no half of one. */
export async function initialise(paths: EmbeddedPaths, binaries: Binaries, user: ServerUser): Promise<void> {
  if (await exists(paths.data)) return requireMajor(paths, binaries)
  const partial = `${paths.data}.${process.pid}.${randomBytes(3).toString('hex')}`
  try {
    await mkdir(paths.folder, { recursive: true, mode: 0o755 })
    if (user) await chown(paths.folder, user.uid, user.gid)
    const secret = await readOrWritePassword(paths, user)
    const { code, output } = await runProgram(
      binaries.initdb,
      ['-D', partial, '-U', OWNER, '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--pwfile=${secret}`, '--no-sync'],
      user,
    )
    if (code !== 0) throw /No space left/i.test(output) ? diskFull(paths.data) : new Error(output.trim().split('\n').slice(-3).join(' '))
    await rename(partial, paths.data)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    if (await exists(paths.data)) return // another process was first
    throw error instanceof AppError ? error : folderError(paths.folder, error)
  }
}

async function readOrWritePassword(paths: EmbeddedPaths, user: ServerUser): Promise<string> {
  try {
    await writeFile(paths.password, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 })
    if (user) await chown(paths.password, user.uid, user.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return paths.password
}

async function requireMajor(paths: EmbeddedPaths, { major }: Binaries): Promise<void> {
  const found = (await readFile(join(paths.data, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (found === major) return
  throw new AppError('storage_unavailable', {
    problem: `The data in ${paths.data} belongs to PostgreSQL ${found || 'of an unknown version'}, this program brings ${major}; move it over as docs/upgrade-embedded-postgres.md says, or set PRESSURE_TEST_HOME to a new folder.`,
  })
}

/** Port of the server that runs on this data folder by its own word, or null. */
export async function runningPort(paths: EmbeddedPaths): Promise<number | null> {
  const lines = (await readFile(join(paths.data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const port = Number(lines[3])
  return Number.isInteger(port) && port > 0 ? port : null
}

/**
 * Starts the server on its usual port, or a free one. It listens on loopback only and lives in a session of its own.
 * When several processes start it, one wins and the others find it by `runningPort`.
 */
export async function startServer(paths: EmbeddedPaths, binaries: Binaries, user: ServerUser): Promise<void> {
  const port = await choosePort(paths)
  const options = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    '-c unix_socket_directories=',
    '-c max_connections=200',
    '-c shared_buffers=64MB',
    '-c idle_in_transaction_session_timeout=120s',
  ].join(' ')
  const { code, output } = await runProgram(binaries.pgCtl, ['start', '-w', '-t', '30', '-D', paths.data, '-l', paths.log, '-o', options], user)
  if (code === 0) {
    await writeFile(join(paths.folder, 'port'), String(port)).catch(() => {})
    return
  }
  const log = (await readFile(paths.log, 'utf8').catch(() => '')).trim().split('\n').slice(-6).join('\n')
  if (/No space left/i.test(output + log)) throw diskFull(paths.data)
  await dropForeignPid(paths, log)
  throw new StartFailed(`${output.trim().split('\n').at(-1) ?? ''} ${log.split('\n').at(-1) ?? ''}`.trim())
}

/** Starting did not work this time; the caller looks for a winner of the race, or tries again. */
export class StartFailed extends Error {}

/** The port used last time keeps the pools of other processes valid; a free one where it is taken. */
async function choosePort(paths: EmbeddedPaths): Promise<number> {
  const last = Number(await readFile(join(paths.folder, 'port'), 'utf8').catch(() => '0'))
  return (last > 0 && (await freePort(last))) || ((await freePort(0)) as number)
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

/** After a crash the pid in postmaster.pid may be somebody else's by now; PostgreSQL then refuses to start. */
async function dropForeignPid(paths: EmbeddedPaths, log: string): Promise<void> {
  if (!/lock file "postmaster.pid" already exists/.test(log)) return
  const file = join(paths.data, 'postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  if (command !== null && !command.includes('postgres')) await rm(file, { force: true })
}

export async function stopServer(paths: EmbeddedPaths, binaries: Binaries, user: ServerUser): Promise<void> {
  await runProgram(binaries.pgCtl, ['stop', '-w', '-m', 'fast', '-t', '20', '-D', paths.data], user)
}

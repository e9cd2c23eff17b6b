import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ClusterPaths } from './paths.js'

/** Content of `postmaster.pid`. It may be stale, and its pid may belong to another process by now. */
export type Postmaster = {
  readonly pid: number
  /** Null while the server is starting. */
  readonly port: number | null
}

const LOCK_ABANDONED_MS = 10_000

/** Reads `postmaster.pid`; null when there is none. */
export function readPostmaster(paths: ClusterPaths): Postmaster | null {
  const lines = readOrEmpty(join(paths.data, 'postmaster.pid')).split('\n')
  const pid = Math.abs(Number(lines[0]))
  const port = Number(lines[3])
  return pid > 0 ? { pid, port: port > 0 ? port : null } : null
}

/** Port of the last start; PostgreSQL keeps it after the server has stopped. */
export function lastPort(paths: ClusterPaths): number | null {
  const port = Number(/"-p" "(\d+)"/.exec(readOrEmpty(join(paths.data, 'postmaster.opts')))?.[1])
  return port > 0 ? port : null
}

/** Whether the process named in `postmaster.pid` is really a PostgreSQL on this data folder. */
export function isOurServer({ pid }: Postmaster, paths: ClusterPaths): boolean {
  if (process.platform === 'linux') return runsOn(readOrEmpty(`/proc/${pid}/cmdline`).split('\0'), paths.data)
  if (process.platform === 'win32') return output('tasklist', ['/FI', `PID eq ${pid}`, '/NH']).includes('postgres.exe')
  const command = output('ps', ['-o', 'command=', '-p', String(pid)])
  return /\bpostgres\b/.test(command) && command.includes(paths.data)
}

function runsOn(command: string[], data: string): boolean {
  const folder = command[command.indexOf('-D') + 1]
  return /(^|\/)postgres$/.test(command[0] ?? '') && command.includes('-D') && isSameFolder(folder ?? '', data)
}

/** Whether two paths lead to the same folder, through links or not; false where either is missing. */
export function isSameFolder(path: string, other: string): boolean {
  try {
    return realpathSync(path) === realpathSync(other)
  } catch {
    return false
  }
}

/** Whether any process is a PostgreSQL on this data folder, whatever its `postmaster.pid` contains. */
function isServed(paths: ClusterPaths): boolean {
  if (process.platform === 'linux')
    return readdirSync('/proc').some(
      (pid) => /^\d+$/.test(pid) && runsOn(readOrEmpty(`/proc/${pid}/cmdline`).split('\0'), paths.data),
    )
  // On Windows the data folder of a process is not visible, so any PostgreSQL may be the server.
  if (process.platform === 'win32') return output('tasklist', ['/NH']).includes('postgres.exe')
  return output('ps', ['-axo', 'command='])
    .split('\n')
    .some((command) => /\bpostgres\b/.test(command) && command.includes(paths.data))
}

/**
 * After a crash or a reboot the pid in `postmaster.pid` may be another process of the same user; after a loss of power
 * the file may be empty, damaged or a folder. PostgreSQL then refuses to start. Removes such a file, but never that of
 * a running server: without it a second server could open the data. Returns false where a server runs.
 */
export function dropForeignPidFile(paths: ClusterPaths): boolean {
  const lock = join(paths.folder, 'postmaster.pid.lock')
  if (!takeLock(lock)) return true
  try {
    const postmaster = readPostmaster(paths)
    const lives = postmaster ? isOurServer(postmaster, paths) : isServed(paths)
    if (!lives) rmSync(join(paths.data, 'postmaster.pid'), { force: true, recursive: true })
    return !lives
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Only one process at a time checks and removes. Both take milliseconds, so an old lock was left by a dead process. */
function takeLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx'))
    return true
  } catch {
    const found = statSync(lock, { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > LOCK_ABANDONED_MS) rmSync(lock, { force: true })
    return false
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const output = (program: string, args: string[]): string =>
  spawnSync(program, args, {
    encoding: 'utf8',
    windowsHide: true,
    env: process.platform === 'win32' ? {} : { PATH: '/usr/bin:/bin' },
  }).stdout ?? ''

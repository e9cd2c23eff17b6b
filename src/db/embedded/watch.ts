import { spawn } from 'node:child_process'
import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { INSTALLATION } from '../../installation.js'
import type { ClusterPaths } from './paths.js'
import { unavailable } from './problems.js'

/**
 * Path of the built watchdog, also for processes that run from the TypeScript source (tests). Errors:
 * `storage_unavailable`.
 */
export function watchdogScript(): string {
  const script = fileURLToPath(new URL('dist/db/embedded/watchdog.js', INSTALLATION))
  if (!existsSync(script)) throw unavailable(`${script} is missing; run npm run build, or install again.`)
  return script
}

export type Watchdog = { isRunning(): boolean; cancel(): void }

/**
 * Starts the watchdog process, which stops the server after its last user; it waits for a server that is about to
 * start. It outlives this process. Of two watchdogs that race, one exits.
 */
export function startWatchdog(script: string, paths: ClusterPaths, idleSeconds: number): Watchdog {
  const log = openLog(paths.watchdogLog)
  try {
    const child = spawn(process.execPath, [script, paths.home, String(idleSeconds)], {
      detached: true,
      stdio: ['ignore', log ?? 'ignore', log ?? 'ignore'],
      cwd: '/',
      // In a desktop host such as Electron, `process.execPath` is the host's executable.
      env: { ELECTRON_RUN_AS_NODE: '1' },
      windowsHide: true,
    })
    // A watchdog that fails to start is started by the next call; the current caller has its server.
    child.on('error', () => {})
    child.unref()
    return {
      isRunning: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
      cancel: () => void child.kill(),
    }
  } finally {
    if (log !== null) closeSync(log)
  }
}

/** Opens the log for appending; null where it cannot be written, such as a log that root created earlier. */
function openLog(file: string): number | null {
  try {
    // Root writes into a folder of the server's user; NOFOLLOW keeps that user from redirecting the write by a link.
    return openSync(
      file,
      constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0),
      0o600,
    )
  } catch {
    return null
  }
}

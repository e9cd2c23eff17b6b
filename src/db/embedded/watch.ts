import { spawn } from 'node:child_process'
import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { INSTALLATION } from '../../installation.js'
import type { ClusterPaths } from './paths.js'
import { unavailable } from './problems.js'

/** The built watchdog, also for who runs from the TypeScript source (tests). Errors: `storage_unavailable`. */
export function watchdogScript(): string {
  const script = fileURLToPath(new URL('dist/db/embedded/watchdog.js', INSTALLATION))
  if (!existsSync(script)) throw unavailable(`${script} is missing; run npm run build, or install again.`)
  return script
}

export type Watchdog = { isRunning(): boolean; cancel(): void }

/**
 * Starts the process that stops the server after its last user; it waits for a server that is about to start. It
 * outlives this process; of two that race, one leaves.
 */
export function startWatchdog(script: string, paths: ClusterPaths, idleSeconds: number): Watchdog {
  const log = openLog(paths.watchdogLog)
  try {
    const child = spawn(process.execPath, [script, paths.home, String(idleSeconds)], {
      detached: true,
      stdio: ['ignore', log ?? 'ignore', log ?? 'ignore'],
      cwd: '/',
      // In a desktop host, the executable is the host's own.
      env: { ELECTRON_RUN_AS_NODE: '1' },
      windowsHide: true,
    })
    // Not started now means started by the next call: this one has its server.
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

/** Null where it cannot be written: root may have made it where now the owner of the data comes. */
function openLog(file: string): number | null {
  try {
    // Root writes here in a folder of the server's user, who must not be able to point it elsewhere.
    return openSync(
      file,
      constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0),
      0o600,
    )
  } catch {
    return null
  }
}

import { spawn } from 'node:child_process'
import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClusterPaths } from './paths.js'
import { unavailable } from './problems.js'

/** The compiled watchdog: beside this file, or in dist when this file runs from its TypeScript source (tests). Errors: `storage_unavailable`. */
export function watchdogScript(): string {
  const here = fileURLToPath(import.meta.url)
  const folder = here.endsWith('.ts') ? join(dirname(here), '../../../dist/db/embedded') : dirname(here)
  const script = join(folder, 'watchdog.js')
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
      env: {},
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

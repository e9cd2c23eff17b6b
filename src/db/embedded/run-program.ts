import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerUser } from './paths.js'
import { errnoOf, OR_DATABASE_URL, unavailable } from './problems.js'

export type Finished = { readonly code: number | null; readonly output: string }

export type RunOptions = {
  readonly user?: ServerUser
  /** Runs in a session of its own, so that the terminal's Ctrl-C does not reach it. */
  readonly ownSession?: boolean
}

const WINDOWS = process.platform === 'win32'
// English messages, because they are searched, and no variables of the caller. Windows adds those it needs by itself.
const ENVIRONMENT: NodeJS.ProcessEnv = { LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }
if (!WINDOWS) ENVIRONMENT.PATH = '/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * Runs a program to its end as the given user and collects its output. Errors: `storage_unavailable` if it cannot be
 * run.
 */
export async function runProgram(file: string, args: string[], options: RunOptions = {}): Promise<Finished> {
  let output = ''
  try {
    // `spawn` throws some failures and emits others as events.
    const child = spawn(file, args, {
      ...options.user,
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: options.ownSession === true && !WINDOWS,
      windowsHide: true,
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    return { code: await ended(child), output }
  } catch (error) {
    throw cannotRun(file, options.user ?? null, error)
  }
}

/** On Windows a server inherits the pipes of `pg_ctl` and keeps them open, so `close` may never come after `exit`. */
async function ended(child: ChildProcess): Promise<number | null> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  await Promise.race([closed, sleep(200)])
  child.stdout?.destroy()
  child.stderr?.destroy()
  return code
}

function cannotRun(file: string, user: ServerUser, error: unknown): Error {
  const code = errnoOf(error) ?? String(error)
  if (user && (code === 'EPERM' || code === 'EINVAL')) {
    return unavailable(
      `PostgreSQL does not run as root, and this process may not switch to user ${user.uid} (${code}); start it as an ordinary user, or ${OR_DATABASE_URL}.`,
      error,
    )
  }
  return unavailable(`${file} cannot be run on this machine (${code}); ${OR_DATABASE_URL}.`, error)
}

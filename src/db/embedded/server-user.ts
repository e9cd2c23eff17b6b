import { statSync } from 'node:fs'
import { isRoot, type ServerUser } from './paths.js'
import { OR_DATABASE_URL, unavailable } from './problems.js'
import { type Finished, runProgram } from './run-program.js'

/** macOS ships this user under the second name. */
const NAMES = ['postgres', '_postgres'] as const

const WAYS_TO_MAKE = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
  ['adduser', '--system', '--group', '--no-create-home', 'postgres'],
] as const

/**
 * The user to run PostgreSQL as, which refuses to run as root: the owner of existing data, else `postgres`, created if
 * missing; null where this process is not root. Errors: `storage_unavailable`.
 */
export async function serverUser(data: string): Promise<ServerUser> {
  if (!isRoot()) return null
  const owner = statSync(data, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await lookUp()) ?? (await make())
}

async function lookUp(): Promise<ServerUser> {
  for (const name of NAMES) {
    const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)])
    if (uid && gid) return { uid, gid }
  }
  return null
}

async function idOf(flag: string, name: string): Promise<number | null> {
  const { code, output } = await attempt('id', [flag, name])
  return code === 0 ? Number(output.trim()) : null
}

async function make(): Promise<ServerUser> {
  let said = ''
  for (const [program, ...args] of WAYS_TO_MAKE) {
    const { output } = await attempt(program, args)
    const made = await lookUp()
    if (made) return made
    said ||= output.trim()
  }
  throw unavailable(
    `PostgreSQL does not run as root, and the user "postgres" could not be made${said ? ` (${said})` : ''}; start as an ordinary user, or ${OR_DATABASE_URL}.`,
  )
}

const attempt = (program: string, args: string[]): Promise<Finished> =>
  runProgram(program, args).catch(() => ({ code: null, output: '' }))

import { spawn, spawnSync } from 'node:child_process'
import { AppError } from '../../errors.js'
import { isRoot } from './paths.js'

/** PostgreSQL refuses to run as root; it then runs as this user, made if missing. */
const USER = 'postgres'

export type ServerUser = { uid: number; gid: number } | null

export function serverUser(): ServerUser {
  if (!isRoot()) return null
  const found = lookUp() ?? create()
  if (found) return found
  throw new AppError('storage_unavailable', {
    problem: `PostgreSQL does not run as root and the user "${USER}" could not be made; start as another user, or set DATABASE_URL to a PostgreSQL of yours.`,
  })
}

function lookUp(): ServerUser {
  const id = (flag: string) => {
    const { status, stdout } = spawnSync('id', [flag, USER], { encoding: 'utf8' })
    return status === 0 ? Number(stdout.trim()) : null
  }
  const uid = id('-u')
  const gid = id('-g')
  return uid === null || gid === null ? null : { uid, gid }
}

function create(): ServerUser {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', USER])
  return lookUp()
}

export type Finished = { code: number | null; output: string }

/** Runs one of PostgreSQL's programs as its user and collects what it says. */
export function runProgram(program: string, args: string[], user: ServerUser): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...(user ?? {}),
      cwd: user ? '/' : process.cwd(),
      env: { LANG: 'C', LC_ALL: 'C', PATH: '/usr/bin:/bin', ...(process.platform === 'win32' ? { SystemRoot: 'C:\\Windows' } : {}) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', reject)
    // `exit`, not `close`: a started server inherits the pipes and keeps them open.
    child.on('exit', (code) => {
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ code, output })
    })
  })
}

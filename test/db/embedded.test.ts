import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { findPackage, programIn, usableBinaries } from '../../src/db/embedded/binaries.js'
import { embeddedPaths, ensureEmbedded, stopEmbedded } from '../../src/db/embedded/embedded.js'
import { dropForeignPidFile } from '../../src/db/embedded/postmaster.js'
import { isAppError } from '../../src/errors.js'
import { fillHome } from '../support/embedded-home.js'

const asRoot = process.getuid?.() === 0
const compiled = pathToFileURL(join(import.meta.dirname, '../../build/db/embedded/embedded.js')).href
const NOBODY = 65_534

const folders: string[] = []
const homes: string[] = []
const children: ChildProcess[] = []

/** A folder of this test that other users can walk into, as most homes of servers are. */
async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pressure-test embedded '))
  await chmod(folder, mode)
  folders.push(folder)
  return folder
}

async function makeHome(mode?: number): Promise<string> {
  const home = join(await makeFolder(mode), 'home')
  homes.push(home)
  return home
}

/** A home with data in it, for whoever does not ask how that is made. */
async function filledHome(): Promise<string> {
  const home = await makeHome()
  await fillHome(home)
  return home
}

async function query<Row extends pg.QueryResultRow>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** A process of its own, in a process group of its own, that makes sure of the server, says where it is and stays. */
function startStarter(home: string, user: { uid?: number; gid?: number } = {}, idleSeconds = 30): ChildProcess {
  const program = `
    const { ensureEmbedded } = await import(${JSON.stringify(compiled)})
    await ensureEmbedded(${JSON.stringify({ home, idleSeconds })}).then(
      (database) => console.log(database.connectionString),
      (error) => console.log('failed: ' + error.message))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    ...user,
    detached: true,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return chunk.toString().trim()
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // gone already
  }
}

type Running = { pid: number; command: string }

/** Processes that name this home, by what they are: the server and its watchdogs. */
function running(home: string, what: 'bin/postgres' | 'watchdog.js' | ''): Running[] {
  const place = what === 'watchdog.js' ? home : embeddedPaths({ home }).folder
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+\s+/, '') }))
    .filter(({ command }) => (command.includes(place) || command.includes(home)) && command.includes(what))
}

async function until(condition: () => boolean, seconds = 20): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; !condition(); await sleep(250)) {
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${condition}`)
  }
}

/** Never 0, which would be the group of this process. */
function kill(pid: number | undefined): void {
  if (!pid) throw new Error('there is no such process')
  process.kill(pid, 'SIGKILL')
}

/** Kills one session's process; resolves when its client has seen the end. */
async function crashSession(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  const ended = new Promise((resolve) => client.once('end', resolve))
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  kill(rows[0]?.pid)
  await ended
}

const postmasterPid = (home: string): number =>
  Number.parseInt(readFileSync(join(embeddedPaths({ home }).data, 'postmaster.pid'), 'utf8'), 10)

const problemOf = (home: string): Promise<string> =>
  ensureEmbedded({ home }).then(
    () => 'no error',
    (error: unknown) => (isAppError(error, 'storage_unavailable') ? error.message : `not ours: ${error}`),
  )

afterEach(async () => {
  for (const child of children.splice(0)) killGroup(child)
  for (const home of homes.splice(0)) {
    await stopEmbedded({ home }).catch(() => {})
    // A watchdog that came up when its server was gone already waits a minute for it.
    await until(() => running(home, '').length === 0, 80)
    rmSync(embeddedPaths({ home }).folder, { recursive: true, force: true })
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
}, 100_000)

describe('the embedded PostgreSQL', { timeout: 180_000 }, () => {
  it('starts from nothing and is joined by the next call', async () => {
    const home = await makeHome()
    const first = await ensureEmbedded({ home })
    expect(first.connectionString).toMatch(/^postgres:\/\/pressure_test:[\w-]{20,}@127\.0\.0\.1:\d+\/pressure_test$/)
    const pid = postmasterPid(home)
    expect(await ensureEmbedded({ home })).toEqual(first)
    expect(postmasterPid(home)).toBe(pid)

    const [settings] = await query(
      first.connectionString,
      `select current_user as me, pg_encoding_to_char(encoding) as encoding, datcollate as collation,
              current_setting('fsync') as fsync, current_setting('max_connections') as connections,
              current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets
       from pg_database where datname = 'pressure_test'`,
    )
    expect(settings).toEqual({
      me: 'pressure_test',
      encoding: 'UTF8',
      collation: 'C',
      fsync: 'on',
      connections: '200',
      addresses: '127.0.0.1',
      sockets: '',
    })
    expect(statSync(embeddedPaths({ home }).password).mode & 0o777).toBe(0o600)
    const wrongPassword = first.connectionString.replace(/pressure_test:[^@]+/, 'pressure_test:guess')
    await expect(query(wrongPassword, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  it('keeps its data and its address when the server is killed', async () => {
    const home = await filledHome()
    const before = await ensureEmbedded({ home })
    await query(before.connectionString, 'create table kept as select 42 as answer')
    const pid = postmasterPid(home)
    process.kill(pid, 'SIGKILL')
    const after = await ensureEmbedded({ home })
    expect(postmasterPid(home)).not.toBe(pid)
    expect(after).toEqual(before)
    expect(await query(after.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('takes another port when its own was taken meanwhile', async () => {
    const home = await filledHome()
    const before = await ensureEmbedded({ home })
    await stopEmbedded({ home })
    const squatter = createServer().listen(Number(new URL(before.connectionString).port), '127.0.0.1')
    await once(squatter, 'listening')
    const after = await ensureEmbedded({ home })
    expect(new URL(after.connectionString).port).not.toBe(new URL(before.connectionString).port)
    expect(await query(after.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    squatter.close()
  })

  it('outlives the process that started it', async () => {
    const home = await filledHome()
    const starter = startStarter(home)
    const connectionString = await firstLine(starter)
    killGroup(starter)
    await once(starter, 'exit')
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    await until(() => running(home, 'watchdog.js').length === 1)
    expect(await ensureEmbedded({ home })).toEqual({ connectionString })
  })

  it('does not stay alone when its starter is killed the moment it starts', async () => {
    const home = await filledHome()
    const pidFile = join(embeddedPaths({ home }).data, 'postmaster.pid')
    const starter = startStarter(home, {}, 1)
    await until(() => existsSync(pidFile))
    killGroup(starter)
    await until(() => running(home, '').length === 0)
    expect(existsSync(pidFile)).toBe(false)
  })

  it('is one server with one watchdog, however many start it at once', async () => {
    const home = await makeHome()
    const answers = await Promise.all([1, 2, 3].map(() => firstLine(startStarter(home))))
    expect(new Set(answers).size).toBe(1)
    expect(await query(answers[0] ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
    expect(running(home, 'bin/postgres')).toHaveLength(1)
    await sleep(500) // the losing watchdogs need a moment to see that they lost
    await until(() => running(home, 'watchdog.js').length === 1)
    expect(readdirSync(embeddedPaths({ home }).folder).filter((name) => name.includes('.new-'))).toEqual([])
  })

  it('is not hurt by a starter that was killed while it initialised', async () => {
    const home = await makeHome()
    const { folder } = embeddedPaths({ home })
    const started = () => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('data.new-'))
    const starter = startStarter(home)
    await until(started)
    killGroup(starter)
    await once(starter, 'exit')
    expect(existsSync(join(folder, 'data'))).toBe(false)
    const longDead = join(folder, 'data.new-00000000')
    await mkdir(longDead)
    await writeFile(join(longDead, 'PG_VERSION'), '18')
    await utimes(longDead, 0, 0)

    const { connectionString } = await ensureEmbedded({ home })
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(longDead)).toBe(false)
  })

  it('survives a stale pid file whose pid is another process by now, and leaves that process alone', async () => {
    const home = await filledHome()
    const { connectionString } = await ensureEmbedded({ home })
    const { data } = embeddedPaths({ home })
    const pidFile = join(data, 'postmaster.pid')
    const stale = await readFile(pidFile, 'utf8')
    await stopEmbedded({ home })
    // PostgreSQL refuses for a process of its own user only.
    const { uid, gid } = statSync(data)
    const other = spawn('sleep', ['120'], { detached: true, ...(asRoot ? { uid, gid } : {}) })
    children.push(other)
    await once(other, 'spawn')
    await writeFile(pidFile, stale.replace(/^\d+/, String(other.pid)), { mode: 0o600 })
    if (asRoot) await chown(pidFile, uid, gid)

    await stopEmbedded({ home })
    expect(other.exitCode ?? other.signalCode).toBeNull()
    expect(await ensureEmbedded({ home })).toEqual({ connectionString })
    expect(postmasterPid(home)).not.toBe(other.pid)
    expect(other.exitCode ?? other.signalCode).toBeNull()
  })

  it('starts with a pid file that a loss of power damaged', async () => {
    const home = await filledHome()
    const { connectionString } = await ensureEmbedded({ home })
    await query(connectionString, 'create table kept as select 1 as one')
    for (const found of ['', '\n\n', 'no number\n/data\n', '\0\0\0\0\0\0\0\0']) {
      await stopEmbedded({ home })
      await writeFile(join(embeddedPaths({ home }).data, 'postmaster.pid'), found)
      const again = await ensureEmbedded({ home })
      expect(await query(again.connectionString, 'select one from kept'), JSON.stringify(found)).toEqual([{ one: 1 }])
    }
  })

  it('starts where a folder has the name of the pid file, and says that its password is empty', async () => {
    const home = await filledHome()
    await mkdir(join(embeddedPaths({ home }).data, 'postmaster.pid'))
    await ensureEmbedded({ home })
    await stopEmbedded({ home })
    await writeFile(embeddedPaths({ home }).password, '')
    await expect(ensureEmbedded({ home })).rejects.toThrow(
      /^The password of the embedded database, .*, is empty; put it/,
    )
  })

  it('leaves a damaged pid file alone while a server lives on its data', async () => {
    const home = await filledHome()
    const { connectionString } = await ensureEmbedded({ home })
    const { data } = embeddedPaths({ home })
    const whole = await readFile(join(data, 'postmaster.pid'), 'utf8')
    const [{ pid } = { pid: 0 }] = await query<{ pid: number }>(connectionString, 'select pg_backend_pid() as pid')
    expect(pid).toBeGreaterThan(0)
    await writeFile(join(data, 'postmaster.pid'), '')
    expect(dropForeignPidFile({ ...embeddedPaths({ home }) })).toBe(false)
    expect(existsSync(join(data, 'postmaster.pid'))).toBe(true)
    await writeFile(join(data, 'postmaster.pid'), whole)
    expect((await ensureEmbedded({ home })).connectionString).toBe(connectionString)
  })

  it('is up after a call that meets a server on its way down', async () => {
    const home = await filledHome()
    await ensureEmbedded({ home })
    const stopping = stopEmbedded({ home })
    await sleep(20)
    const { connectionString } = await ensureEmbedded({ home })
    await stopping
    await expect(
      ensureEmbedded({ home }).then((again) => query(again.connectionString, 'select 1 as one')),
    ).resolves.toEqual([{ one: 1 }])
    expect(connectionString).toContain('127.0.0.1')
  })

  it('stops by itself after its last user, not before', async () => {
    const home = await filledHome()
    const { connectionString } = await ensureEmbedded({ home, idleSeconds: 2 })
    const user = new pg.Client({ connectionString })
    await user.connect()
    await sleep(3_000)
    expect((await user.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await user.end()
    await until(() => running(home, '').length === 0)
    expect(existsSync(join(embeddedPaths({ home }).data, 'postmaster.pid'))).toBe(false)
    expect(await ensureEmbedded({ home })).toEqual({ connectionString })
  })

  it('gets a new watchdog when its own was killed, and keeps it through a crashed session', async () => {
    const home = await filledHome()
    const { connectionString } = await ensureEmbedded({ home, idleSeconds: 3 })
    await until(() => running(home, 'watchdog.js').length === 1)
    await sleep(500) // so that it holds its lock
    const [first] = running(home, 'watchdog.js')
    kill(first?.pid)
    await until(() => running(home, 'watchdog.js').length === 0)
    await sleep(200) // the server drops the lock of a lost session
    await ensureEmbedded({ home, idleSeconds: 3 })
    await until(() => running(home, 'watchdog.js').length === 1)
    await sleep(500)

    await crashSession(connectionString) // the server ends every session, also the watchdog's
    await sleep(1_000)
    expect(running(home, 'watchdog.js')).toHaveLength(1)
    await until(() => running(home, '').length === 0)
  })

  it('can be stopped in the middle of a recovery, and keeps what was committed', async () => {
    const home = await filledHome()
    const { connectionString } = await ensureEmbedded({ home })
    await query(connectionString, 'create table kept as select 42 as answer')
    await crashSession(connectionString)
    await stopEmbedded({ home })
    expect(running(home, 'bin/postgres')).toEqual([])
    await ensureEmbedded({ home })
    expect(await query(connectionString, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('replaces a server that somebody asked to wait for its sessions', async () => {
    const home = await filledHome()
    const { connectionString } = await ensureEmbedded({ home })
    const staying = new pg.Client({ connectionString })
    staying.on('error', () => {})
    await staying.connect()
    process.kill(postmasterPid(home), 'SIGTERM')
    expect(await ensureEmbedded({ home })).toEqual({ connectionString })
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('says where it is when all its connections are taken', async () => {
    const home = await filledHome()
    // To prove their passwords would take two hundred clients seconds of computing.
    await writeFile(join(embeddedPaths({ home }).data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
    const database = await ensureEmbedded({ home })
    const clients = Array.from({ length: 201 }, () => new pg.Client(database))
    for (const client of clients) client.on('error', () => {})
    const opened = await Promise.allSettled(clients.map((client) => client.connect()))
    expect(opened.some(({ status }) => status === 'rejected')).toBe(true)
    expect(await ensureEmbedded({ home })).toEqual(database)
    await Promise.allSettled(clients.map((client) => client.end()))
  })
})

describe('what is in its way, in one sentence', { timeout: 180_000 }, () => {
  it('a home that is a file, or below one', async () => {
    const file = join(await makeFolder(), 'file')
    await writeFile(file, '')
    expect(await problemOf(join(file, 'home'))).toMatch(
      /file\/home \(ENOTDIR\): there is a file where a folder is to be.*PRESSURE_TEST_HOME.*DATABASE_URL/,
    )
    expect(await problemOf(file)).toMatch(
      /file.* \(E[A-Z]+\): there is a file where a folder is to be.*PRESSURE_TEST_HOME.*DATABASE_URL/,
    )
  })

  it('a home that may not be written', async () => {
    const folder = await makeFolder(0o555)
    if (asRoot) {
      const said = await firstLine(startStarter(join(folder, 'home'), { uid: NOBODY, gid: NOBODY }))
      expect(said).toMatch(/Cannot write to .*home.*PRESSURE_TEST_HOME.*DATABASE_URL/)
    } else
      expect(await problemOf(join(folder, 'home'))).toMatch(/Cannot write to .*home.*PRESSURE_TEST_HOME.*DATABASE_URL/)
  })

  it('a folder in the place of its log', async () => {
    const home = await makeHome()
    const { folder, log } = embeddedPaths({ home })
    await mkdir(log, { recursive: true })
    expect(await problemOf(home)).toMatch(/server\.log is a folder where a file is to be.*move it away/)
    await rm(folder, { recursive: true })
  })

  it('a path that the shell of pg_ctl would read as code', async () => {
    const folder = await makeFolder()
    expect(await problemOf(join(folder, '$(touch oops)'))).toMatch(/cannot be started in .*PRESSURE_TEST_HOME/)
  })

  it('data that it cannot open: another major version, a broken setting, a lost password', async () => {
    const home = await filledHome()
    const { data, password } = embeddedPaths({ home })

    const version = await readFile(join(data, 'PG_VERSION'), 'utf8')
    await writeFile(join(data, 'PG_VERSION'), '15\n')
    const problem = await problemOf(home)
    expect(problem).toContain(data)
    expect(problem).toMatch(/PostgreSQL 15 .*PostgreSQL 18.*docs\/upgrade-embedded-postgres\.md.*PRESSURE_TEST_HOME/)
    await writeFile(join(data, 'PG_VERSION'), version)

    const settings = await readFile(join(data, 'postgresql.conf'), 'utf8')
    await appendFile(join(data, 'postgresql.conf'), '\nwork_mem = plenty\n')
    expect(await problemOf(home)).toMatch(
      /does not start.*server\.log.*invalid value for parameter "work_mem": "plenty"/,
    )
    await writeFile(join(data, 'postgresql.conf'), settings)

    await rm(password)
    expect(await problemOf(home)).toMatch(/password.* is missing.*PRESSURE_TEST_HOME/)
  })

  it('a disk that takes no writes', async (test) => {
    const folder = await makeFolder()
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder]).status !== 0) {
      return test.skip('mounting is not permitted here')
    }
    try {
      expect(await problemOf(join(folder, 'a', 'home'))).toMatch(
        /^Cannot write to .*home \(EROFS\): its disk is mounted read-only; set PRESSURE_TEST_HOME/,
      )
    } finally {
      spawnSync('umount', [folder])
    }
  })

  it.for(['', 'data'])('a disk that takes no writes any more, under postgres/%s', async (part, test) => {
    const home = await filledHome()
    const mounted = join(embeddedPaths({ home }).folder, part)
    const bind = spawnSync('mount', ['--bind', mounted, mounted]).status === 0
    if (!bind) return test.skip('mounting is not permitted here')
    try {
      if (spawnSync('mount', ['-o', 'remount,ro,bind', mounted]).status !== 0) return test.skip('no such mount here')
      const problem = await problemOf(home)
      expect(problem).toContain(`Cannot write to ${mounted} (EROFS): its disk is mounted read-only; set`)
      expect(problem).not.toMatch(/pg_ctl|server\.log/)
    } finally {
      spawnSync('umount', [mounted])
    }
  })

  it.for([8, 20])('a full disk of %i MB', async (megabytes, test) => {
    const home = await makeHome()
    await mkdir(home)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', home]).status !== 0) {
      return test.skip('mounting is not permitted here')
    }
    try {
      expect(await problemOf(home)).toMatch(/The disk that holds .*home.* is full.*PRESSURE_TEST_HOME/)
      expect(existsSync(embeddedPaths({ home }).data)).toBe(false)
    } finally {
      spawnSync('umount', ['-l', home])
    }
  })

  it('a disk that fills up while the server is down', async (test) => {
    const home = await makeHome()
    await mkdir(home)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=80m,mode=755', 'tmpfs', home]).status !== 0) {
      return test.skip('mounting is not permitted here')
    }
    try {
      await ensureEmbedded({ home })
      process.kill(postmasterPid(home), 'SIGKILL')
      await until(() => running(home, 'bin/postgres').length === 0)
      spawnSync('dd', ['if=/dev/zero', `of=${join(home, 'filler')}`, 'bs=64k'])
      expect(await problemOf(home)).toMatch(/The disk that holds .*home.* is full.*PRESSURE_TEST_HOME/)
      await rm(join(home, 'filler'))
      await ensureEmbedded({ home })
      await stopEmbedded({ home })
    } finally {
      await until(() => running(home, '').length === 0, 80)
      spawnSync('umount', ['-l', home])
    }
  })
})

describe('where it lives', { timeout: 180_000 }, () => {
  it('runs for an ordinary user from programs that are not theirs', async (test) => {
    if (!asRoot) return test.skip('the other tests do this')
    const home = await makeHome()
    await mkdir(home)
    await chown(home, NOBODY, NOBODY)
    const connectionString = await firstLine(startStarter(home, { uid: NOBODY, gid: NOBODY }))
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(embeddedPaths({ home }).data).uid).toBe(NOBODY)
    // Root joins, and starts it again as the owner of the data.
    expect(await ensureEmbedded({ home })).toEqual({ connectionString })
    await stopEmbedded({ home })
    expect(await ensureEmbedded({ home })).toEqual({ connectionString })
    expect(statSync(embeddedPaths({ home }).data).uid).toBe(NOBODY)
  })

  it('moves out of a home that the user of the server cannot reach', async (test) => {
    if (!asRoot) return test.skip('only root has a server that runs as another user')
    const home = await makeHome(0o700)
    const { connectionString } = await ensureEmbedded({ home })
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    const { folder, data } = embeddedPaths({ home })
    expect(folder).toMatch(/^\/var\/lib\/pressure-test\/[0-9a-f]{12}$/)
    expect(existsSync(join(data, 'PG_VERSION'))).toBe(true)
    // Once data is there it stays there, though the home opens up.
    await chmod(join(home, '..'), 0o755)
    expect(await ensureEmbedded({ home })).toEqual({ connectionString })
  })

  it('copies programs that it cannot use where they are, and makes the library links that npm left out', async () => {
    const native = await copyWithoutLinks()
    const version = (folder: string) =>
      spawnSync(programIn(folder, 'postgres'), ['--version'], { env: {}, encoding: 'utf8' })
    expect(version(native).status).not.toBe(0)

    const copy = join(await makeFolder(), 'inner', 'binaries-1')
    const user = asRoot ? { uid: NOBODY, gid: NOBODY } : null
    const hidden = asRoot ? join(native, '..') : join(native, 'lib')
    await chmod(hidden, asRoot ? 0o700 : 0o555)
    const used = await Promise.all([usableBinaries(native, copy, user), usableBinaries(native, copy, user)])
    expect(used).toEqual([copy, copy])
    expect(readdirSync(join(copy, '..'))).toEqual(['binaries-1'])
    expect(spawnSync(programIn(copy, 'postgres'), ['--version'], { env: {}, cwd: '/', ...user }).status).toBe(0)

    await chmod(hidden, 0o755)
    expect(await usableBinaries(native, copy, user)).toBe(native)
    expect(version(native)).toMatchObject({ status: 0, stdout: expect.stringContaining('PostgreSQL') })
  })
})

async function copyWithoutLinks(): Promise<string> {
  const native = join(await makeFolder(), 'native')
  const source = findPackage().native
  const listed = JSON.parse(await readFile(join(source, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  const links = new Set(listed.map(({ target }) => join(source, '..', target)))
  await cp(source, native, { recursive: true, filter: (path) => !links.has(path) })
  return native
}

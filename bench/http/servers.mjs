import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import pg from 'pg'

const SERVER = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** `pressure-test serve` or `bot` as shipped, once it says where it answers; PROF: a folder for a profile of its processor time. */
export async function startProgram(command, env) {
  const profile = process.env.PROF ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROF}`] : []
  const child = spawn(process.execPath, [...profile, MAIN, command], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  process.on('exit', () => child.kill('SIGKILL'))
  const url = await new Promise((resolve, reject) => {
    let output = ''
    child.stderr.on('data', (chunk) => {
      output += chunk
      const found = /serves (http\S+)/.exec(output)
      if (found) resolve(found[1])
    })
    child.on('exit', () => reject(new Error(output)))
  })
  return { child, url }
}

/** A database of the bench's own on the server of `DATABASE_URL`. */
export async function makeDatabase(prefix) {
  const name = `${prefix}_${process.pid}`
  const admin = async (sql) => {
    const client = new pg.Client({ connectionString: SERVER })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await admin(`create database ${name}`)
  const url = Object.assign(new URL(SERVER), { pathname: `/${name}` }).href
  return { url, drop: () => admin(`drop database ${name} with (force)`) }
}

/** A Redis server of the bench's own: it may be killed. */
export async function startRedis() {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child
  const start = async () => {
    const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp']
    child = spawn('redis-server', flags, { stdio: 'ignore' })
    const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
    client.on('error', () => {})
    await client.ping()
    client.disconnect()
  }
  const stop = async () => {
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await gone
  }
  process.on('exit', () => child.kill('SIGKILL'))
  await start()
  return {
    url,
    stop,
    /** Killed without a word, with all that was in it. */
    async restart(downMs) {
      await stop()
      await sleep(downMs)
      await start()
    },
  }
}

export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { Redis } from 'ioredis'

export const redisAvailable = spawnSync('redis-server', ['--version']).status === 0

/** A Redis server of the test's own: it may be flushed and stopped. */
export async function startRedis(): Promise<{
  url: string
  flush(): Promise<void>
  restart(downMs: number): Promise<void>
  stop(): Promise<void>
}> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess
  const start = async () => {
    child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'],
      { stdio: 'ignore' },
    )
    const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
    client.on('error', () => {})
    await client.ping()
    client.disconnect()
  }
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
  await start()
  return {
    url,
    async flush() {
      const client = new Redis(url)
      await client.flushall()
      client.disconnect()
    },
    async restart(downMs) {
      await stop()
      await new Promise((resolve) => setTimeout(resolve, downMs))
      await start()
    },
    stop,
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

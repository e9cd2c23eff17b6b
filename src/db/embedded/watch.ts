import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** Held by the one watchdog of a server, for as long as it lives. */
export const WATCH_LOCK = 7_355_608_002

export type WatchOptions = { home: string; connectionString: string; idleSeconds: number }

/** Starts the server's watchdog unless one is there. It outlives this process; of two that race, one leaves. */
export async function keepWatch(options: WatchOptions): Promise<void> {
  if (await watched(options.connectionString)) return
  // From sources (tests) the compiled file stands in dist; from dist it stands beside this one.
  const script = fileURLToPath(new URL('./watchdog.js', import.meta.url).href.replace('/src/db/', '/dist/db/'))
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
    env: {},
    windowsHide: true,
  })
  child.on('error', () => {})
  child.unref()
}

async function watched(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select from pg_locks where locktype = 'advisory' and granted
          and (classid::bigint << 32 | objid::bigint) = $1 and database = (select oid from pg_database where datname = current_database())`,
      [WATCH_LOCK],
    )
    return (rowCount ?? 0) > 0
  } finally {
    await client.end()
  }
}

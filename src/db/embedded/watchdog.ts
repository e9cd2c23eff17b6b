import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { stopEmbedded } from './embedded.js'
import { WATCH_LOCK, type WatchOptions } from './watch.js'

// A process of its own: the server must outlive whoever started it, and PostgreSQL cannot stop itself when idle.
const LOOK_EVERY_MS = 2_000
const { home, connectionString, idleSeconds } = JSON.parse(process.argv[2] ?? '{}') as WatchOptions

const client = new pg.Client({ connectionString, application_name: 'pressure-test watchdog' })
client.on('error', () => process.exit(0))
client.on('end', () => process.exit(0))
await client.connect()
const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [WATCH_LOCK])
if (!rows[0]?.mine) process.exit(0)

let idleSince = Date.now()
while (Date.now() - idleSince < idleSeconds * 1_000) {
  await sleep(Math.min(LOOK_EVERY_MS, idleSeconds * 250))
  const { rowCount } = await client.query(
    `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  if (rowCount) idleSince = Date.now()
}
await stopEmbedded({ home })

// npm run bench:simulation -- rows: how long people, sessions and events of simulations take to be stored, as a worker stores
// them: 30 people in a transaction, under row-level security. Needs a PostgreSQL (`DATABASE_URL`) and a build.
import { readFileSync } from 'node:fs'
import { readConfig } from '../build/config.js'
import { saveSessions } from '../build/db/simulation/simulations.js'
import { collectSessionRows } from '../build/domain/simulation/session-rows.js'
import { readProductFile } from '../build/ingest/product-files/read-product-file.js'
import { TIMES } from '../build/jobs/worker-times.js'
import { silentLog } from '../build/log.js'
import { openApp } from '../build/main.js'
import { prepareInput, submitRun } from '../build/service/run/submit-run.js'
import { makeDatabase } from './http/servers.mjs'

const PEOPLE = 30
const DAYS = 30
const EVENTS = 6
/** Rows of events, and seconds in which they are stored with their people and sessions. */
const BARS = [
  [300_000, 4],
  [1_800_000, 25],
]

/** A block of people of whom everybody comes on every day. */
function blockFrom(first) {
  const { rows } = collectSessionRows({ targets: ['home', 'settings'], defects: ['loop'] })
  for (let person = first; person < first + PEOPLE; person++) {
    rows.people.add(person, 0, DAYS, -1, DAYS, -1, 0, 1, 14)
    for (let day = 0; day < DAYS; day++) {
      rows.sessions.add(person, day, 9, 5, EVENTS, 14, 0, 300, 500, 300, 200, -1)
      for (let seq = 0; seq < EVENTS; seq++)
        rows.events.add(person, day, seq, 2, seq % 2, 0, -1, -1, 3, 300, 500, 300, 200)
    }
  }
  return rows
}

export async function storeRows() {
  const product = readProductFile(
    readFileSync(new URL('../examples/products/slotwise.yaml', import.meta.url), 'utf8'),
    'slotwise',
  )
  const database = await makeDatabase('pt_rows')
  const env = { DATABASE_URL: database.url, PRESSURE_TEST_MODEL: 'offline', LOG_LEVEL: 'silent' }
  const app = await openApp(readConfig(env), silentLog)
  const failures = []
  try {
    for (const [events, bar] of BARS) {
      const { run } = await submitRun(app.local, await prepareInput(app.local, 'simulation', { product }))
      const claiming = { worker_id: 'bench', isolation: 'shared', modes: ['offline'] }
      const lease = await app.store.leases.claim(run.run_id, { ...claiming, times: { ...TIMES, leaseMs: 600_000 } })
      const people = Math.ceil(events / (DAYS * EVENTS))
      let seconds = 0
      for (let first = 0; first < people; first += PEOPLE) {
        const rows = blockFrom(first)
        const from = performance.now()
        await saveSessions(app.store.database, lease, rows)
        seconds += (performance.now() - from) / 1_000
      }
      console.log(
        `${events} events, with ${people * DAYS} sessions and ${people} people: ${seconds.toFixed(1)} s, ${Math.round(events / seconds)} events a second (bar ${bar} s)`,
      )
      if (seconds > bar) failures.push(`${events} rows took ${seconds.toFixed(1)} s (bar ${bar} s)`)
    }
  } finally {
    await app.close()
    await database.drop()
  }
  return failures
}

// npm run chaos [-- --long] [-- --json file] : faults put to real worker processes, a real PostgreSQL and a fake Messages API.
// What counts is what the fake has counted and what the database holds; each fault says how often it fired. Needs a build;
// DATABASE_URL names a PostgreSQL, else an embedded one. The short form takes about a minute on a quiet machine. Leaves with 1
// where a bar is missed. Here so far: kills, cut connections, cancels, deliveries that come again, a race for a budget, on the
// queue in PostgreSQL, and on Redis with REDIS_URL.
import { writeFileSync } from 'node:fs'
import { SCENARIOS } from './chaos/scenarios.mjs'
import { openStage } from './chaos/stage.mjs'

const args = process.argv.slice(2)
const long = args.includes('--long')
const jsonFile = args.includes('--json') ? args[args.indexOf('--json') + 1] : null

const rows = []
const stage = await openStage()
try {
  for (const { name, scenario } of SCENARIOS) {
    const started = performance.now()
    const figures = await stage.play((set) => scenario(set, long))
    const seconds = (performance.now() - started) / 1_000
    for (const figure of figures) rows.push({ scenario: name, seconds, ...figure, passed: holds(figure) })
  }
} finally {
  await stage.close()
}

const cell = (text, width) => String(text).padEnd(width)
console.log(`${cell('fault', 34)}${cell('what', 42)}${cell('figure', 10)}${cell('bar', 16)}`)
for (const { scenario, what, value, bar, passed } of rows)
  console.log(
    `${cell(scenario, 34)}${cell(what, 42)}${cell(round(value), 10)}${cell(bar, 16)}${passed ? 'pass' : 'FAIL'}`,
  )
if (jsonFile) writeFileSync(jsonFile, `${JSON.stringify({ at: new Date().toISOString(), long, rows }, null, 2)}\n`)
process.exit(rows.every(({ passed }) => passed) ? 0 : 1)

/** A bar is `= 0`, `>= 3`, `<= 3`. */
function holds({ value, bar }) {
  const [sign, limit] = bar.split(' ')
  if (sign === '=') return value === Number(limit)
  return sign === '>=' ? value >= Number(limit) : value <= Number(limit)
}

function round(value) {
  return Number.isInteger(value) ? value : value.toFixed(2)
}

// npm run chaos [-- --long] [-- --json file] : faults put to real worker processes, a real PostgreSQL and a fake Messages API.
// What counts is what the fake has counted and what the database holds; each fault says how often it fired. Needs a build;
// DATABASE_URL names a PostgreSQL, else an embedded one. The short form takes about a minute on a quiet machine. Leaves with 1
// where a bar is missed; `--only` takes a part of a fault's name. On the queue in PostgreSQL, and on Redis with REDIS_URL.
import { SCENARIOS } from './chaos/scenarios.mjs'
import { openStage } from './chaos/stage.mjs'
import { fails, holds, jsonFileIn, printFigures } from './figures.mjs'

const args = process.argv.slice(2)
const long = args.includes('--long')
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : null

const rows = []
const stage = await openStage()
try {
  const wanted = SCENARIOS.filter(({ name, long: slow }) => (only === null ? long || !slow : name.includes(only)))
  for (const { name, scenario } of wanted) {
    const started = performance.now()
    const figures = await stage.play((set) => scenario(set, long))
    const seconds = (performance.now() - started) / 1_000
    for (const figure of figures) rows.push({ tried: name, seconds, ...figure, passed: holds(figure) })
  }
} finally {
  await stage.close()
}
printFigures(rows, { long, jsonFile: jsonFileIn(args) })
process.exit(fails(rows, long) ? 1 : 0)

// npm run chaos [-- --long] [-- --json file] : faults put to real processes as shipped, a real PostgreSQL and fakes of the
// Messages API and of Slack. What counts is what the fakes have counted and what the database holds; each fault says how
// often it fired, and that work was done. Needs a build; DATABASE_URL names a PostgreSQL (its login may make databases),
// else an embedded one. Leaves with 1 where a bar is missed.
// The short form takes about a minute on a quiet machine. The long one: first the rows that are timed, alone, then the rest
// in lanes beside each other.
//   --rows word,word    rows whose names hold a word        --on postgres|redis|embedded
//   --lane quiet|soak|a|b                                    --list   names and expected minutes, and runs nothing
//   --scale 0.1         this share of the long form's counts and times (alone: of all rows)
import { ROWS } from './chaos/rows.mjs'
import { openStage } from './chaos/stage.mjs'
import { fails, holds, jsonFileIn, printFigures, printLines, writeJson } from './figures.mjs'

const args = process.argv.slice(2)
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : null)
const words = option('--rows')?.split(',') ?? null
const [on, lane, share] = [option('--on'), option('--lane'), option('--scale')]
const long = args.includes('--long') || share !== null
const scale = long ? Number(share ?? 1) : null
/** A row that hangs is given up after so many times the minutes that it should take, and some. */
const PATIENCE = 3
const PATIENCE_MINUTES = 10

const isWanted = (row) => {
  if (lane !== null && row.lane !== lane) return false
  if (words !== null) return words.some((word) => row.name.includes(word))
  return long || row.short === true
}
const entries = ROWS.filter(isWanted).flatMap((row) => {
  const all = row.on ?? ['postgres']
  if (on !== null) return all.includes(on) ? [{ ...row, on }] : []
  return (long ? all : all.slice(0, 1)).map((one) => ({ ...row, on: one }))
})
if (args.includes('--list')) {
  printLines(entries.map(({ name, on, lane, minutes }) => [name, on, lane, `${minutes} min`]))
  process.exit(0)
}

const jsonFile = jsonFileIn(args)
const rows = []
const facts = { long, scale }
const stage = await openStage()
try {
  await playAll(entries.filter((entry) => entry.lane === 'quiet'))
  const lanes = [...new Set(entries.map((entry) => entry.lane))].filter((name) => name !== 'quiet')
  // The short form is timed by whoever waits for it, and its rows are small.
  await Promise.all(lanes.map((name) => playAll(entries.filter((entry) => entry.lane === name))))
} finally {
  await stage.close()
}
printFigures(rows, { ...facts, jsonFile })
process.exit(rows.length === 0 || fails(rows, long && scale === 1) ? 1 : 0)

async function playAll(some) {
  for (const entry of some) await play(entry)
}

async function play({ name, on: storage, scenario, minutes }) {
  const tried = storage === 'postgres' ? name : `${name} (${storage})`
  const started = performance.now()
  const figures = await withinLimit(
    (PATIENCE * minutes + PATIENCE_MINUTES) * 60_000,
    stage.play(scenario, { on: storage, scale, audited: true }),
  ).catch((error) => [{ what: `not tried to its end: ${error.message}`, value: null, bar: '= 0' }])
  const seconds = (performance.now() - started) / 1_000
  const told = figures.map((figure) => ({ tried, seconds, ...figure, passed: holds(figure) }))
  rows.push(...told)
  const missed = told.filter(({ passed }) => !passed).map(({ what, value, bar }) => `${what}: ${value} (${bar})`)
  process.stderr.write(`${tried}: ${seconds.toFixed(0)} s${missed.length > 0 ? `, MISSED ${missed.join('; ')}` : ''}\n`)
  // What has been tried is kept, whatever becomes of the rest.
  if (jsonFile) writeJson(jsonFile, rows, facts)
}

function withinLimit(ms, work) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${ms / 60_000} minutes`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

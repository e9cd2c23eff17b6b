// What the trust checks catch and what they let pass, on material whose answers are known. Each part prints its figures
// beside what a constant answer and a coin get, and the bars it misses.
// npm run bench:trust [-- light views] [--set heldout] [--tune] [--record]   needs a build.
import { conformity } from './trust/conformity.mjs'
import { intervals } from './trust/intervals.mjs'
import { light } from './trust/light.mjs'
import { offers } from './trust/offers.mjs'
import { planted } from './trust/planted.mjs'
import { heard, writeRecord } from './trust/record.mjs'
import { same } from './trust/same.mjs'
import { views } from './trust/views.mjs'

/** Each gives the bars it missed, a sentence each. */
const PARTS = { light, planted, views, conformity, intervals, same, offers }

const asked = process.argv.slice(2)
/** The record is of material that nothing was fitted to. */
const isRecord = asked.includes('--record')
const standard = isRecord ? 'heldout' : 'dev'
const set = asked.includes('--set') ? asked[asked.indexOf('--set') + 1] : standard
const named = Object.keys(PARTS).filter((name) => asked.includes(name))
const parts = named.length === 0 || isRecord ? Object.keys(PARTS) : named
const measured = []
for (const name of parts) {
  console.log(`\n${name} (${set})`)
  const options = { set, fit: asked.includes('fit'), tune: asked.includes('--tune') }
  measured.push({ name, ...(await heard(() => PARTS[name](options))) })
}
const missed = measured.flatMap((part) => part.missed)
for (const bar of missed) console.log(`MISSED ${bar}`)
if (isRecord) writeRecord(measured, set)
process.exit(missed.length > 0 ? 1 : 0)

// What the trust checks catch and what they let pass, on material whose answers are known. Each part prints its figures
// beside what a constant answer and a coin get, and the bars it misses.
// npm run bench:trust [-- views conformity] [--set heldout]   needs a build.
import { conformity } from './trust/conformity.mjs'
import { intervals } from './trust/intervals.mjs'
import { offers } from './trust/offers.mjs'
import { same } from './trust/same.mjs'
import { views } from './trust/views.mjs'

/** Each gives the bars it missed, a sentence each. */
const PARTS = { views, conformity, intervals, same, offers }

const asked = process.argv.slice(2)
const set = asked.includes('--set') ? asked[asked.indexOf('--set') + 1] : 'dev'
const parts = Object.keys(PARTS).filter((name) => asked.includes(name))
const missed = []
for (const [name, part] of Object.entries(PARTS)) {
  if (parts.length > 0 && !parts.includes(name)) continue
  console.log(`\n${name} (${set})`)
  missed.push(...(await part({ set, fit: asked.includes('fit') })))
}
for (const bar of missed) console.log(`MISSED ${bar}`)
process.exit(missed.length > 0 ? 1 : 0)

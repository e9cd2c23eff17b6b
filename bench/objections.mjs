// npm run bench:objections [-- --set dev] [-- --write] : how often two objections are rightly taken for one. Needs a build.
// The thresholds were chosen on the set dev; what is said on every surface is of the other one, which nobody tuned on, and
// comes from the file that --write writes.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cosine } from '../build/engine/panel/intent/similarity-rating.js'
import { matchOf } from '../build/engine/versions/objections.js'
import { createBundledEmbedder } from '../build/llm/embeddings/bundled.js'
import { countsOf, lettersOf, pairsOf } from './objection-pairs.mjs'

const { set, write } = parseArgs({
  options: { set: { type: 'string', default: 'heldout' }, write: { type: 'boolean', default: false } },
}).values
const pairs = pairsOf(set)
const embedder = createBundledEmbedder()
const letters = await lettersOf(pairs, { embed: embedder.embed, alike: cosine, matchOf })
await embedder.close()

const { reworded, different } = countsOf(pairs, letters)
const percent = (count, { pairs: all }) => `${((100 * count) / all).toFixed(1)} %`
for (const [name, row] of Object.entries({ 'the same in other words': reworded, 'two different ones': different }))
  console.log(
    `${name.padEnd(26)} ${row.pairs} pairs: one ${percent(row.same, row)}, perhaps ${percent(row.perhaps, row)}, two ${percent(row.other, row)}`,
  )
const bar = 'bar: the same taken for two in at most 20 %, two taken for one in at most 5 %'
const met = reworded.other / reworded.pairs <= 0.2 && different.same / different.pairs <= 0.05
console.log(`${met ? 'ok  ' : 'MISS'} ${bar}`)
if (write && set !== 'heldout') throw new Error('What is said on surfaces is of the set heldout.')
if (write) {
  const file = new URL('../data/objection-matches.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify({ set: `rooms-${set}.json`, reworded, different, letters }, null, 2)}\n`)
}
process.exit(met ? 0 : 1)

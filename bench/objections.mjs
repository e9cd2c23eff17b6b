// npm run bench:objections [-- --set dev] : how often two objections are rightly taken for one. Needs a build.
// Pairs: what one person wrote on a ballot before and after a discussion, marked by hand as the same or not. The
// thresholds were chosen on the set dev; what is said on every surface is of the other one, which nobody tuned on.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cosine } from '../build/engine/panel/intent/ssr.js'
import { matchOf } from '../build/engine/versions/objections.js'
import { createBundledEmbedder } from '../build/llm/embeddings/bundled.js'

const { set } = parseArgs({ options: { set: { type: 'string', default: 'heldout' } } }).values
const rooms = JSON.parse(readFileSync(new URL(`data/trust/rooms-${set}.json`, import.meta.url), 'utf8'))
const pairs = rooms.flatMap(({ people }) => people.flatMap(pairsOf))
const embedder = createBundledEmbedder()
const texts = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))]
const vectors = new Map((await embedder.embed(texts)).map((vector, index) => [texts[index], vector]))
await embedder.close()

const shares = (isSame) => {
  const of = pairs.filter(({ same }) => same === isSame)
  const count = (wanted) =>
    of.filter(({ one, other }) => matchOf(cosine(vectors.get(one), vectors.get(other)), one, other) === wanted).length
  const share = (wanted) => count(wanted) / of.length
  return { pairs: of.length, same: share('same'), perhaps: share('perhaps'), other: share('other') }
}
const [same, different] = [shares(true), shares(false)]
const percent = (share) => `${(100 * share).toFixed(1)} %`
for (const [name, row] of Object.entries({ 'the same in other words': same, 'two different ones': different }))
  console.log(
    `${name.padEnd(26)} ${row.pairs} pairs: one ${percent(row.same)}, perhaps ${percent(row.perhaps)}, two ${percent(row.other)}`,
  )
const bar = 'bar: the same taken for two in at most 20 %, two taken for one in at most 5 %'
const met = same.other <= 0.2 && different.same <= 0.05
console.log(`${met ? 'ok  ' : 'MISS'} ${bar}`)
process.exit(met ? 0 : 1)

/** Before and after: the same or not; two reasons of one ballot: not. */
function pairsOf({ before, after }) {
  const across = after.reasons.flatMap((later) =>
    before.reasons.map((earlier) => ({ a: later, b: earlier, same: later.same_as === earlier.id })),
  )
  const within = [before, after].flatMap(({ reasons }) =>
    reasons.flatMap((a, index) => reasons.slice(index + 1).map((b) => ({ a, b, same: false }))),
  )
  return [...across, ...within]
    .filter(({ a, b }) => a.side === b.side && a.text !== b.text)
    .map(({ a, b, same }) => ({ one: a.text, other: b.text, same }))
}

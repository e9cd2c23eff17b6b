// How well semantic similarity rating ranks real people's free-text answers by their own 1–5 vote, with the anchors of
// data/intent-anchors.yaml (committed before they were scored, never tuned on this file).
// npm run bench:intent   needs a build. Data: 50 people on a gazpacho drink, microsoft/TinyTroupe (MIT licence).
import { readFileSync } from 'node:fs'
import { JUDGING } from '../dist/data/judging.js'
import {
  ksSimilarity,
  meanOf,
  meanPmf,
  rateBySimilarity,
  similarityPmf,
  standardDeviationOf,
} from '../dist/engine/panel/intent/ssr.js'
import { resampledInterval } from '../dist/engine/statistics/resample.js'
import { createBundledEmbedder } from '../dist/llm/embeddings/bundled.js'

const MIN_R = 0.5
const UNIFORM = [0.2, 0.2, 0.2, 0.2, 0.2]

const people = readCsv(new URL('data/gazpacho-human-50.csv', import.meta.url)).map((row) => ({
  vote: Number(row.vote_1_to_5),
  text: row.explanation,
}))
const embedder = createBundledEmbedder()
const sets = await Promise.all(JUDGING.intent_anchors().map((set) => embedder.embed(set)))
const vectors = await embedder.embed(people.map(({ text }) => text))
const rated = people.map(({ vote }, i) => ({ vote, pmf: rateBySimilarity(vectors[i], sets) }))

const r = correlation(rated)
const interval = resampledInterval(rated, correlation, 1)
const human = [1, 2, 3, 4, 5].map((point) => people.filter(({ vote }) => vote === point).length / people.length)
const panel = meanPmf(rated.map(({ pmf }) => pmf))
const twoDecimals = (figure) => figure.toFixed(2)

console.log(`people                 ${people.length}, encoder ${embedder.model}, ${sets.length} anchor sets`)
console.log(
  `r with each own vote   ${twoDecimals(r)} (90 % by resampling people: ${twoDecimals(interval.low)} to ${twoDecimals(interval.high)}); bar ${MIN_R}`,
)
console.log(
  `r of each set alone    ${sets.map((set) => twoDecimals(correlation(people.map(({ vote }, i) => ({ vote, pmf: similarityPmf(vectors[i], set) }))))).join('  ')}`,
)
console.log(
  `KS similarity          ${twoDecimals(ksSimilarity(human, panel))}; a uniform guess: ${twoDecimals(ksSimilarity(human, UNIFORM))} (no bar: it does not tell knowing from guessing)`,
)
console.log(`sd ÷ human sd          ${twoDecimals(standardDeviationOf(panel) / standardDeviationOf(human))}`)
console.log(`mean, human mean       ${twoDecimals(meanOf(panel))}, ${twoDecimals(meanOf(human))}`)
process.exit(r >= MIN_R ? 0 : 1)

/** Pearson's r between votes and the means of their distributions. */
function correlation(sample) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const votes = sample.map(({ vote }) => vote)
  const means = sample.map(({ pmf }) => meanOf(pmf))
  const [a, b] = [mean(votes), mean(means)]
  const sum = (of) => sample.reduce((total, _, i) => total + of(votes[i] - a, means[i] - b), 0)
  return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y))
}

function readCsv(url) {
  const [header, ...rows] = [...readFileSync(url, 'utf8').matchAll(/(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\r?\n|$)/g)]
    .reduce(
      (table, [whole, quoted, plain, end]) => {
        if (whole === '') return table
        table.at(-1).push(quoted?.replaceAll('""', '"') ?? plain)
        if (end !== ',') table.push([])
        return table
      },
      [[]],
    )
    .filter((row) => row.length > 1)
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]])))
}

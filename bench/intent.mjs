// How well purchase intent is read from what people say, by each method that needs no model, on texts that nobody who made
// them had seen: 50 people's own words and votes on a gazpacho drink (microsoft/TinyTroupe, MIT licence) and 150 written
// statements. Each figure stands beside what a constant and a uniform guess get.
// npm run bench:intent   needs a build
import { readFileSync } from 'node:fs'
import { JUDGING } from '../build/data/judging.js'
import { TEXT_READERS } from '../build/data/text-readers.js'
import { gradedPmf } from '../build/engine/panel/intent/rate-intent.js'
import { ksSimilarity, meanOf, meanPmf, rateBySimilarity } from '../build/engine/panel/intent/similarity-rating.js'
import { resampledInterval } from '../build/engine/statistics/resample.js'
import { createBundledEmbedder } from '../build/llm/embeddings/bundled.js'

const MIN_R = 0.5
const UNIFORM = [0.2, 0.2, 0.2, 0.2, 0.2]
const CONSTANT = [0, 0, 1, 0, 0]

const embedder = createBundledEmbedder()
const anchors = await Promise.all(JUDGING.intent_anchors().map((set) => embedder.embed(set)))
const METHODS = {
  'graded reader': (text, vector) => gradedPmf(TEXT_READERS.intent(), text, vector),
  'semantic similarity': (_, vector) => rateBySimilarity(vector, anchors),
  'always 3': () => CONSTANT,
  'a uniform guess': () => UNIFORM,
}
const SAMPLES = {
  'people on a gazpacho drink': readCsv(new URL('data/gazpacho-human-50.csv', import.meta.url)).map((row) => ({
    vote: Number(row.vote_1_to_5),
    text: row.explanation,
  })),
  'written statements, held out': readFileSync(new URL('data/trust/intent-heldout.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)),
}

let passed = true
for (const [name, people] of Object.entries(SAMPLES)) {
  const vectors = await embedder.embed(people.map(({ text }) => text))
  const votes = people.map(({ vote }) => vote)
  const human = [1, 2, 3, 4, 5].map((point) => votes.filter((vote) => vote === point).length / votes.length)
  console.log(`\n${name}: ${people.length}, mean vote ${mean(votes).toFixed(2)}`)
  console.log('method                 r (90 % interval)        MAE   sd of means ÷ human   mean   KS similarity')
  const constantError = mean(votes.map((vote) => Math.abs(vote - 3)))
  for (const [method, rate] of Object.entries(METHODS)) {
    const pmfs = people.map(({ text }, i) => rate(text, vectors[i]))
    const pairs = pmfs.map((pmf, i) => ({ rated: meanOf(pmf), vote: votes[i] }))
    const r = correlation(pairs)
    const interval = resampledInterval(pairs, correlation, 1)
    const error = mean(pairs.map(({ rated, vote }) => Math.abs(rated - vote)))
    const spread = deviation(pairs.map(({ rated }) => rated)) / deviation(votes)
    const shown = Number.isNaN(r) ? '–' : `${r.toFixed(2)} (${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})`
    console.log(
      `${method.padEnd(22)} ${shown.padEnd(22)} ${error.toFixed(2).padStart(6)} ${spread.toFixed(2).padStart(14)} ${mean(
        pairs.map(({ rated }) => rated),
      )
        .toFixed(2)
        .padStart(14)} ${ksSimilarity(human, meanPmf(pmfs)).toFixed(2).padStart(10)}`,
    )
    if (method === 'graded reader') passed &&= r >= MIN_R && error < constantError
  }
}
console.log(
  `\nbar: the graded reader has r ≥ ${MIN_R} and a smaller error than the constant on both: ${passed ? 'met' : 'missed'}`,
)
process.exit(passed ? 0 : 1)

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function deviation(values) {
  const centre = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)))
}

/** Pearson's r; NaN where one side does not vary. */
function correlation(sample) {
  const [a, b] = [mean(sample.map(({ vote }) => vote)), mean(sample.map(({ rated }) => rated))]
  const sum = (of) => sample.reduce((total, { vote, rated }) => total + of(vote - a, rated - b), 0)
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

// Trains the readers of data/readers/ on the labelled texts of bench/data/readers/: ridge regression on sentence vectors and
// on words and word pairs. The texts were written by people who saw neither this program nor any text it is judged on.
// node scripts/train-readers.mjs   needs a build; writes the same bytes each time.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { wordFeatures } from '../build/data/text-readers.js'
import { createBundledEmbedder } from '../build/llm/embeddings/bundled.js'

/** Weight of the sentence vector beside the words, and of the ridge: chosen by cross-validation over writers and subjects. */
const VECTOR = 0.7
const FOLDS = 10
/** Square of the constant feature: large, so that the ridge hardly holds the bias. */
const CONSTANT = 100
const READERS = [
  { name: 'intent', label: ({ vote }) => vote, ridge: 0.5 },
  { name: 'offer', label: ({ offer }) => (offer ? 1 : -1), ridge: 0.3 },
]

const embedder = createBundledEmbedder()
for (const { name, label, ridge } of READERS) {
  const source = readFileSync(new URL(`../bench/data/readers/${name}.jsonl`, import.meta.url), 'utf8')
  const rows = source
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const labels = rows.map(label)
  const { vocabulary, features } = await featuresOf(rows.map(({ text }) => text))
  const kernel = kernelOf(features)
  const groups = [...new Set(rows.map(({ group }) => group))]
  const all = rows.map((_, i) => i)
  const errors = Array.from({ length: FOLDS }, (_, fold) => {
    const held = (i) => groups.indexOf(rows[i].group) % FOLDS === fold
    const kept = all.filter((i) => !held(i))
    const dual = solveRidge(kernel, kept, labels, ridge)
    return all
      .filter(held)
      .map((i) => kept.reduce((sum, k, at) => sum + dual[at] * between(kernel, i, k), 0) - labels[i])
  }).flat()
  const dual = solveRidge(kernel, all, labels, ridge)
  const weights = new Float64Array(vocabulary.length)
  const vector = new Float64Array(features[0].vector.length)
  features.forEach((row, i) => {
    for (const j of row.words) weights[j] += dual[i] * row.share
    row.vector.forEach((value, j) => {
      vector[j] += dual[i] * VECTOR ** 2 * value
    })
  })
  const error = Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length)
  const mean = labels.reduce((sum, y) => sum + y, 0) / labels.length
  const spread = Math.sqrt(labels.reduce((sum, y) => sum + (y - mean) ** 2, 0) / labels.length)
  const document = {
    version: createHash('sha256').update(source).update(`${VECTOR} ${ridge}`).digest('hex').slice(0, 12),
    encoder: embedder.model,
    bias: round(CONSTANT * dual.reduce((sum, value) => sum + value, 0)),
    error: round(error),
    vector: [...vector].map(round),
    words: Object.fromEntries(vocabulary.map((word, j) => [word, round(weights[j])])),
  }
  writeFileSync(new URL(`../data/readers/${name}.json`, import.meta.url), `${JSON.stringify(document)}\n`)
  console.log(
    `${name}: ${rows.length} texts, ${vocabulary.length} words; error ${error.toFixed(2)} (a constant: ${spread.toFixed(2)})`,
  )
}
process.exit(0)

/** Sentence vectors, and the words and pairs of each text; those of one text only teach nothing. */
async function featuresOf(texts) {
  const vectors = await embedder.embed(texts)
  const words = texts.map((text) => [...wordFeatures(text)])
  const counts = new Map()
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const vocabulary = [...counts].flatMap(([word, count]) => (count > 1 ? [word] : [])).sort()
  const index = new Map(vocabulary.map((word, i) => [word, i]))
  const features = words.map((own, i) => {
    const known = own.flatMap((word) => index.get(word) ?? [])
    return { words: known, share: 1 / Math.sqrt(Math.max(1, known.length)), vector: vectors[i] }
  })
  return { vocabulary, features }
}

/** Inner products of all pairs, lower half, with a constant in place of a bias. */
function kernelOf(features) {
  return features.map((left, a) => {
    const own = new Set(left.words)
    return Float64Array.from(features.slice(0, a + 1), (right) => {
      const shared = right.words.reduce((count, word) => count + Number(own.has(word)), 0)
      return CONSTANT + shared * left.share * right.share + VECTOR ** 2 * dot(left.vector, right.vector)
    })
  })
}

function between(kernel, a, b) {
  return a >= b ? kernel[a][b] : kernel[b][a]
}

/** Dual weights of a ridge regression over the rows `at`. */
function solveRidge(kernel, at, labels, ridge) {
  const lower = at.map((i, a) =>
    Float64Array.from(at.slice(0, a + 1), (j) => between(kernel, i, j) + (i === j ? ridge : 0)),
  )
  return solve(
    lower,
    at.map((i) => labels[i]),
  )
}

/** Solves a symmetric positive definite system given by its lower half (Cholesky). */
function solve(lower, right) {
  const n = right.length
  const l = lower.map((row) => Float64Array.from(row))
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = l[i][j]
      for (let k = 0; k < j; k++) sum -= l[i][k] * l[j][k]
      l[i][j] = i === j ? Math.sqrt(sum) : sum / l[j][j]
    }
  }
  const x = Float64Array.from(right)
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= l[i][k] * x[k]
    x[i] /= l[i][i]
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= l[k][i] * x[k]
    x[i] /= l[i][i]
  }
  return x
}

function dot(left, right) {
  let sum = 0
  for (let i = 0; i < left.length; i++) sum += left[i] * right[i]
  return sum
}

function round(value) {
  return Number(value.toFixed(4))
}

// How near answers come to those of people, beside what is got without asking anybody.
import { ksSimilarity, meanOf } from '../../build/engine/panel/intent/similarity-rating.js'
import { createRandom } from '../../build/engine/personas/random.js'

const UNIFORM = [0.2, 0.2, 0.2, 0.2, 0.2]
const ALWAYS_3 = [0, 0, 1, 0, 0]

/**
 * Rows `{ human, panel, n }` of distributions over five points: a line of figures each for the panel, a constant, a uniform
 * guess, one that draws as many answers at random, and the people themselves asked again (as many drawn from their own
 * shares), which is the best that anybody can do.
 */
export function figuresOf(rows, people, seed) {
  const random = createRandom(`people/${seed}`)
  return [
    ['the panel', rows.map(({ panel }) => panel)],
    ['always 3', rows.map(() => ALWAYS_3)],
    ['a uniform guess', rows.map(() => UNIFORM)],
    ['answers at random', rows.map(() => drawn(UNIFORM, people, random))],
    ['people asked again', rows.map(({ human, n }) => drawn(human, n, random))],
  ].map(([name, pmfs]) => ({ name, ...figures(rows, pmfs) }))
}

function figures(rows, pmfs) {
  const means = rows.map(({ human }, at) => [meanOf(human), meanOf(pmfs[at])])
  return {
    error: average(means.map(([human, given]) => Math.abs(human - given))),
    bias: average(means.map(([human, given]) => given - human)),
    ks: average(rows.map(({ human }, at) => ksSimilarity(human, pmfs[at]))),
    r: correlation(means),
  }
}

/** Pearson's over at least three pairs; null where one side does not vary. */
function correlation(pairs) {
  if (pairs.length < 3) return null
  const [x, y] = [average(pairs.map(([left]) => left)), average(pairs.map(([, right]) => right))]
  const sum = (of) => pairs.reduce((total, [left, right]) => total + of(left - x, right - y), 0)
  const spread = Math.sqrt(sum((dx) => dx * dx) * sum((_, dy) => dy * dy))
  return spread < 1e-9 ? null : sum((dx, dy) => dx * dy) / spread
}

function drawn(pmf, count, random) {
  const votes = [0, 0, 0, 0, 0]
  for (let vote = 0; vote < count; vote++) {
    let left = random()
    const point = pmf.findIndex((share) => {
      left -= share
      return left < 0
    })
    votes[point < 0 ? pmf.findLastIndex((share) => share > 0) : point] += 1 / count
  }
  return votes
}

const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

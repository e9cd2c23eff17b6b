// Do the intervals hold what they promise? Panels of known kinds of people are drawn again and again; each interval either
// holds the true figure or not. "Other kinds": kinds are drawn anew. "Same kinds": the kinds stay, the people are drawn anew.
import { scoreIntervals } from '../../build/engine/panel/scores.js'
import { createRandom } from '../../build/engine/personas/random.js'

const PANELS = 2_000
const KINDS = 6
const BAR = { low: 0.86, high: 0.94 }
/** Standard deviations in points of the pressure score: of kinds around the truth, of people around their kind. */
const SPREADS = [
  { between: 12, within: 4 },
  { between: 8, within: 8 },
  { between: 3, within: 10 },
]

export function intervals() {
  const missed = []
  console.log('share of 90 % intervals that hold the truth (bar 86 to 94 %); – where the panel cannot answer')
  console.log('people   spread between, within kinds   other kinds   same kinds   mean of 6 by a normal interval')
  for (const people of [6, 12, 24]) {
    for (const spread of SPREADS) {
      const { other, same, naive } = coverage(people, spread)
      console.log(
        `${String(people).padStart(6)}   ${`${spread.between}, ${spread.within}`.padEnd(28)}   ${percent(other)}          ${percent(same)}         ${percent(naive)}`,
      )
      for (const [name, share] of Object.entries({ 'other kinds': other, 'same kinds': same })) {
        if (share !== null && (share < BAR.low || share > BAR.high))
          missed.push(
            `intervals, ${name}, ${people} people, spread ${spread.between}/${spread.within}: ${percent(share)}`,
          )
      }
    }
  }
  return missed
}

function coverage(people, { between, within }) {
  const random = createRandom(`intervals/${people}/${between}/${within}`)
  const held = { other: [], same: [], naive: [] }
  for (let panel = 0; panel < PANELS; panel++) {
    const kinds = Array.from({ length: KINDS }, () => 50 + between * normal(random))
    const scores = Array.from({ length: people }, (_, seat) => {
      const pressure = kinds[seat % KINDS] + within * normal(random)
      return { archetype: `k${seat % KINDS}`, pressure, gut: pressure, credibility: pressure, intent: pressure }
    })
    const { intervals: other, intervals_same_kinds: same } = scoreIntervals(scores)
    const kindsMean = kinds.reduce((sum, mean) => sum + mean, 0) / KINDS
    if (other) held.other.push(holds(other.pressure_score, 50))
    if (same) held.same.push(holds(same.pressure_score, kindsMean))
    held.naive.push(holds(normalInterval(scores.map(({ pressure }) => pressure)), 50))
  }
  const share = (hits) => (hits.length === 0 ? null : hits.filter(Boolean).length / hits.length)
  return { other: share(held.other), same: share(held.same), naive: share(held.naive) }
}

/** What one gets who forgets that people come in kinds. */
function normalInterval(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  const half = 1.645 * Math.sqrt(variance / values.length)
  return { low: mean - half, high: mean + half }
}

const holds = ({ low, high }, truth) => low <= truth && truth <= high
const percent = (share) => (share === null ? '  – ' : `${(100 * share).toFixed(1)} %`)

/** Box and Muller 1958. */
function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

// The same text against itself: how often does a comparison or a refinement say that it saw a difference? People answer
// twice; each time belief, sentiment and intent are drawn anew around what the person thinks.
import { comparePairs } from '../../build/engine/comparison/differences.js'
import { meanDifference } from '../../build/engine/paired/lift.js'
import { pressureOf } from '../../build/engine/panel/scores.js'
import { createRandom } from '../../build/engine/personas/random.js'

const PAIRS = 2_000
const MAX_SEEN = 0.1

export function same() {
  const missed = []
  console.log(
    `the same text against itself, ${PAIRS} times: share in which a difference is "seen" (bar ${100 * MAX_SEEN} %)`,
  )
  for (const people of [6, 12]) {
    const random = createRandom(`same/${people}`)
    let [compared, refined, bySign] = [0, 0, 0]
    for (let pair = 0; pair < PAIRS; pair++) {
      const minds = Array.from({ length: people }, () => random())
      const [first, second] = [minds.map((mind) => scoreOf(mind, random)), minds.map((mind) => scoreOf(mind, random))]
      const differences = first.map((score, i) => score - second[i])
      if (comparePairs(['A', 'B'], [first, second], pair)[0].difference_seen) compared++
      const { interval } = meanDifference(differences)
      if (interval && (interval.low > 0 || interval.high < 0)) refined++
      if (differences.reduce((sum, difference) => sum + difference, 0) !== 0) bySign++
    }
    const shares = { compare: compared / PAIRS, refine: refined / PAIRS }
    console.log(
      `${String(people).padStart(3)} people   compare ${percent(shares.compare)}   refine ${percent(shares.refine)}   the sign of the mean alone ${percent(bySign / PAIRS)}`,
    )
    for (const [name, share] of Object.entries(shares))
      if (share > MAX_SEEN) missed.push(`same text, ${name}, ${people} people: ${percent(share)}`)
  }
  return missed
}

/** One answer of somebody who likes it as much as `mind` says, 0–1, in the steps that answers have. */
function scoreOf(mind, random) {
  const drawn = () => Math.min(1, Math.max(0, mind + 0.5 * (random() + random() - 1)))
  const step = (value) => Math.round(2 * value) / 2
  const credibility = [drawn(), drawn(), drawn()].map(step).reduce((sum, points) => sum + points / 3, 0)
  return pressureOf({ credibility, intent: drawn(), sentiment: step(drawn()) })
}

const percent = (share) => `${(100 * share).toFixed(1)} %`

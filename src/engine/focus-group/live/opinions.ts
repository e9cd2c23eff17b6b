import type { EngineDeps } from '../../deps.js'
import { type IntentRater, intentPoint, isIntentMeasured } from '../../panel/intent/rate-intent.js'
import { type Pmf, standardDeviationOf } from '../../panel/intent/similarity-rating.js'
import { shuffle } from '../../personas/name-list.js'
import { createRandom } from '../../personas/random.js'
import type { OpinionPath, RatedStance } from '../opinion.js'
import type { AfterBallot } from './collect-ballots.js'
import type { Participant, RecordedTurn } from './room.js'

/** The rated answers of a participant to the same question at three times. */
export type Opinion = {
  /** Each is `null` where the answer is missing or could not be rated. */
  readonly before: Pmf | null
  readonly public_end: Pmf | null
  readonly after: Pmf | null
}

/** Rates everybody's three answers together, in random order. Where too few could be rated, none counts. */
export async function rateOpinions(
  deps: EngineDeps,
  rater: IntentRater,
  participants: readonly Participant[],
  after: readonly (AfterBallot | null)[],
  record: readonly RecordedTurn[],
): Promise<Opinion[]> {
  const statements = participants.flatMap(({ persona, response }, seat) => [
    response.purchase_statement,
    record.find(({ closing, persona_id }) => closing && persona_id === persona.persona_id)?.text ?? null,
    after[seat]?.statement ?? null,
  ])
  const order = shuffle(
    statements.flatMap((statement, index) => (statement === null ? [] : [{ statement, index }])),
    createRandom(`${deps.seed}/room`),
  )
  const pmfs = await rater.rate(
    'room',
    order.map(({ statement }) => statement),
  )
  const isMeasured = isIntentMeasured(pmfs.filter((pmf) => pmf !== null).length, order.length)
  const rated = new Map(isMeasured ? order.map(({ index }, at) => [index, pmfs[at] ?? null]) : [])
  return participants.map((_, seat) => ({
    before: rated.get(3 * seat) ?? null,
    public_end: rated.get(3 * seat + 1) ?? null,
    after: rated.get(3 * seat + 2) ?? null,
  }))
}

/** A distribution as a place on the 1–5 scale with its spread, scaled to the range of the method's plainest answers. */
export function stanceOf(pmf: Pmf, { anchorRange }: Pick<IntentRater, 'anchorRange'>): RatedStance {
  const width = anchorRange.high - anchorRange.low
  return {
    at: intentPoint(pmf, anchorRange),
    sd: width > 0 ? (standardDeviationOf(pmf) * FULL_WIDTH) / width : Number.POSITIVE_INFINITY,
  }
}
const FULL_WIDTH = 4

/** Paths of everybody whose stance could be rated on both ballots. */
export function pathsOf(
  participants: readonly Participant[],
  opinions: readonly Opinion[],
  rater: Pick<IntentRater, 'anchorRange'>,
): OpinionPath[] {
  return participants.flatMap(({ persona }, seat) => {
    const { before, public_end, after } = opinions[seat] as Opinion
    if (before === null || after === null) return []
    return [
      {
        persona_id: persona.persona_id,
        name: persona.name,
        before: stanceOf(before, rater),
        after: stanceOf(after, rater),
        public_end: public_end === null ? null : stanceOf(public_end, rater),
      },
    ]
  })
}

import type { Category, SkepticismLevel } from '../../../domain/personas/persona.js'
import type { Trust } from '../../../domain/run/run.js'
import type { EngineDeps } from '../../deps.js'
import { parallelSteps } from '../../parallel-steps.js'
import { mean, tenth } from '../../statistics/descriptive.js'
import { type Interval, resampledInterval } from '../../statistics/resample.js'
import { isUnresponsive } from '../assay/answers.js'
import { pairsOf, readingOf, type ScorePair } from '../assay/readings.js'
import { readProposition } from '../claims/claims.js'
import type { Drawn } from '../drawn.js'
import { type IntentRater, rateResponses } from '../intent/rate-intent.js'
import { respond } from '../respond/respond.js'
import type { Rules } from '../rules.js'
import { personScores } from '../scores.js'
import { scoreShortForm } from '../short-form/score-short-form.js'

/** Maximum number of people in the controls: more would cost more and show nothing new. */
export const MAX_CONTROL_PEOPLE = 12

export type ControlsRecord = {
  /** Mean scores, 0–100, by the formula of the pressure score; not rounded, as they are held against bars. */
  readonly absurd: number
  readonly known_good: number
  /** Known good minus absurd, over the same people. */
  readonly difference: number
  readonly interval: Interval | null
  /** For each person the score of the known good concept beside that of the absurd concept. */
  readonly pairs: readonly ScorePair[]
}

/** Shows the panel two control concepts of the category, in the short form. `null` where too few answered. */
export async function runControls(
  deps: EngineDeps,
  rules: string,
  rater: IntentRater,
  { panel, controls: { absurd, known_good } }: Drawn,
  setting: { category: Category; skepticism: SkepticismLevel },
): Promise<ControlsRecord | null> {
  const people = panel.slice(0, MAX_CONTROL_PEOPLE)
  const [absurdScores = [], knownGoodScores = []] = await scoreShortForm(
    deps,
    rules,
    rater,
    'controls',
    [absurd, known_good].map((stimulus) => ({ stimulus, about: '' })),
    people,
    setting,
  )
  const pairs = pairsOf(knownGoodScores, absurdScores)
  if (pairs.length < 3) return null
  const difference = (sample: readonly ScorePair[]) =>
    mean(sample.map(({ score, compared_with }) => score - compared_with))
  return {
    absurd: mean(pairs.map(({ compared_with }) => compared_with)),
    known_good: mean(pairs.map(({ score }) => score)),
    difference: difference(pairs),
    interval: resampledInterval(pairs, difference, `${deps.seed}/controls`),
    pairs,
  }
}

type PlausibleSetting = { readonly category: Category; readonly skepticism: SkepticismLevel; readonly ballot: boolean }

/**
 * Asks about a good and a weak but fair concept of the category, both serious, in the same long form as the
 * proposition. Returns the scores of everybody who answered both.
 */
export async function runPlausibleControls(
  deps: EngineDeps,
  rules: Pick<Rules, 'claims' | 'respond'>,
  rater: IntentRater,
  { panel, controls }: Drawn,
  { category, skepticism, ballot }: PlausibleSetting,
): Promise<ScorePair[]> {
  const people = panel.slice(0, MAX_CONTROL_PEOPLE)
  const [weak, good] = await parallelSteps(deps, [
    () => scoresFor('weak', controls.weak),
    () => scoresFor('good', controls.known_good),
  ])
  return people.flatMap(({ persona_id }) => {
    const [score, compared_with] = [good.get(persona_id), weak.get(persona_id)]
    return score === undefined || compared_with === undefined ? [] : [{ score, compared_with }]
  })

  async function scoresFor(name: string, stimulus: string): Promise<Map<string, number>> {
    const { claims } = await readProposition(
      deps,
      rules.claims,
      { stimulus, about: '', category },
      `plausible:${name}:claims`,
    )
    const concept = { stimulus, about: '', category, skepticism, claims }
    const outcomes = await deps.fanOut(people, (persona) =>
      respond(deps, rules.respond, `plausible:${name}:${persona.persona_id}`, persona, concept, { ballot }),
    )
    const answered = outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value.response] : []))
    const rated = await rateResponses(rater, `plausible:${name}`, answered)
    return new Map(
      rated
        .filter(({ intent_pmf }) => intent_pmf !== null)
        .map((response) => [response.persona_id, personScores(response, claims, rater.anchorRange).pressure]),
    )
  }
}

/** Scores of the absurd concept from which the check fails or warns, and the minimum difference between the two concepts. */
const ABSURD_SCORE_FAIL = 50
const ABSURD_SCORE_WARN = 35
const MIN_DIFFERENCE = 20

/** Whether the panel can tell a good concept from an absurd one. */
export function judgeControls(record: ControlsRecord | null): Trust['controls'] {
  if (record === null) {
    return {
      status: 'not_run',
      sentence: 'Whether the panel can tell a good concept from an absurd one was not measured.',
      absurd_score: null,
      known_good_score: null,
    }
  }
  const { absurd, known_good, difference, interval, pairs } = record
  const isSeparated = interval !== null && interval.low > 0
  const reading = readingOf('good_above_absurd', pairs, null)
  const figures = `absurd concept ${Math.round(absurd)}, known-good one ${Math.round(known_good)} of 100`
  const scores = { absurd_score: tenth(absurd), known_good_score: tenth(known_good) }
  if (absurd >= ABSURD_SCORE_FAIL)
    return {
      status: 'fail',
      sentence: `The panel likes an absurd concept: ${figures}. Its praise means nothing.`,
      ...scores,
    }
  if (reading && isUnresponsive(reading))
    return {
      status: 'fail',
      sentence: `The panel cannot tell a good concept from an absurd one: ${figures}.`,
      ...scores,
    }
  if (!isSeparated || difference < MIN_DIFFERENCE || absurd >= ABSURD_SCORE_WARN)
    return {
      status: 'warn',
      sentence: `The panel hardly tells a good concept from an absurd one: ${figures}.`,
      ...scores,
    }
  return { status: 'pass', sentence: `The panel tells a good concept from an absurd one: ${figures}.`, ...scores }
}

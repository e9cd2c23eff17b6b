import { z } from 'zod'
import { type RunModel, TrustLight } from '../run/run.js'
import type { RunOutcome } from '../run/run-end.js'
import { isJudged, measuredOf } from './pressure-test.js'
import { Interval } from './scores.js'

/** Which of two did better; `none`: no difference is predicted, or was observed. */
export const Direction = z.enum(['first', 'second', 'none'])
export type Direction = z.infer<typeof Direction>

const PredictedPair = z.object({
  first: z.string(),
  second: z.string(),
  /** Points of the pressure score, first minus second. */
  difference: z.number(),
  direction: Direction,
})
export type PredictedPair = z.infer<typeof PredictedPair>

/** A run's prediction about reality, as of its first end. */
export const Prediction = z.object({
  kind: z.string(),
  /** The offline model judges nothing: a rehearsal's figures are no prediction. */
  rehearsal: z.boolean(),
  model: z.string(),
  category: z.string(),
  scoring_version: z.int().nullable(),
  light: TrustLight.nullable(),
  /** Points by which rewording alone moves the score; `null` where it was not measured. */
  noise_floor: z.number().nullable(),
  /** The pressure score with its 90 % interval. */
  score: z.object({ value: z.number(), interval: Interval.nullable() }).nullable(),
  /** Whether it is expected to work: `open` where the interval or the verdict allows both; `null` for comparisons of texts. */
  expects: z.enum(['works', 'fails', 'open']).nullable(),
  /** Mean purchase intent, 1–5, with its 90 % interval. */
  intent: z.object({ mean: z.number(), interval: Interval.nullable() }).nullable(),
  pairs: z.array(PredictedPair),
})
export type Prediction = z.infer<typeof Prediction>

/** Minimum score of a proposition that is expected to work: the band `solid` begins above it. */
const MIN_WORKING_SCORE = 50

/** The prediction of a finished run; `null` for a run that predicts nothing about reality. */
export function predictionOf(end: RunOutcome, model: Pick<RunModel, 'mode' | 'persona'>): Prediction | null {
  const figures = figuresOf(end)
  if (figures === null) return null
  const { trust, kind } = end
  return {
    kind,
    rehearsal: model.mode === 'offline',
    model: model.persona,
    light: trust?.light ?? null,
    noise_floor: trust?.assay?.noise_floor ?? null,
    ...figures,
  }
}

type PredictedFigures = Pick<Prediction, 'category' | 'scoring_version' | 'score' | 'expects' | 'intent' | 'pairs'>
const NOTHING = { scoring_version: null, score: null, expects: null, intent: null, pairs: [] }

function figuresOf(end: RunOutcome): PredictedFigures | null {
  switch (end.kind) {
    case 'pressure_test':
    case 'focus_group':
      return panelFigures(end.result)
    case 'comparison': {
      const pairs = end.result.differences.map(({ first, second, mean, difference_seen }) => ({
        first,
        second,
        difference: mean,
        direction: difference_seen ? signOf(mean) : 'none',
      }))
      return { ...NOTHING, category: end.result.category, scoring_version: end.result.scoring_version, pairs }
    }
    case 'refinement':
      return refinementFigures(end)
    case 'evaluation': {
      const expects = EXPECTATION_BY_VERDICT[end.result.verdict.status]
      return { ...NOTHING, category: 'agent', expects }
    }
    default:
      return null
  }
}

const EXPECTATION_BY_VERDICT = { active: 'works', needs_improvement: 'fails', unjudged: 'open' } as const

function panelFigures(
  result: Extract<RunOutcome, { kind: 'pressure_test' | 'focus_group' }>['result'],
): PredictedFigures | null {
  if (!isJudged(result)) return null
  const { pressure_score: value, intervals } = measuredOf(result)
  const interval = intervals?.pressure_score ?? null
  const { category, scoring_version, intent } = result
  return {
    category,
    scoring_version,
    pairs: [],
    score: { value, interval },
    expects: expectedFrom(interval),
    intent: intent && { mean: intent.mean, interval: intent.intervals?.mean ?? null },
  }
}

function expectedFrom(interval: Interval | null): 'works' | 'fails' | 'open' {
  if (interval && interval.low > MIN_WORKING_SCORE) return 'works'
  return interval && interval.high < MIN_WORKING_SCORE ? 'fails' : 'open'
}

function refinementFigures({ result, trust }: Extract<RunOutcome, { kind: 'refinement' }>): PredictedFigures {
  // Without an edit nobody was asked again; older results then hold a lift of 0.
  if (result.lift === null || result.per_persona.length === 0) return { ...NOTHING, category: result.category }
  const { mean, interval } = result.lift.pressure_score
  const floor = trust?.assay?.noise_floor ?? 0
  const seen = interval !== null && (interval.low > 0 || interval.high < 0) && Math.abs(mean) > floor
  const direction = seen ? signOf(mean) : 'none'
  return {
    ...NOTHING,
    category: result.category,
    pairs: [{ first: 'after', second: 'before', difference: mean, direction }],
  }
}

export const signOf = (difference: number): Direction => {
  if (difference === 0) return 'none'
  return difference > 0 ? 'first' : 'second'
}

const ALPHA = 0.05

/**
 * The predicted difference of two tests: `this` against `other`. The direction is `none` where the difference lies
 * within a noise floor, or a noise floor was not measured, and unless chance would hardly bring it over the same
 * people: `paired_p`, `null` where one instrument did not ask both.
 */
export function pairOf(own: Prediction, other: Prediction, paired_p: number | null): PredictedPair | null {
  if (own.score === null || other.score === null) return null
  const difference = own.score.value - other.score.value
  const floors = [own.noise_floor, other.noise_floor]
  const measured = floors.every((floor) => floor !== null && Math.abs(difference) > floor)
  const seen = measured && paired_p !== null && paired_p < ALPHA
  return { first: 'this', second: 'other', difference, direction: seen ? signOf(difference) : 'none' }
}

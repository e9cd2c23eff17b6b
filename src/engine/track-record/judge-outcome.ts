import type { JudgedOutcome, OutcomeInput } from '../../domain/panel/outcome.js'
import { type Direction, type PredictedPair, type Prediction, pairOf, signOf } from '../../domain/panel/prediction.js'
import { wilsonInterval, Z } from '../../domain/statistics/wilson.js'
import { AppError } from '../../errors.js'
import { sum } from '../statistics/descriptive.js'

/** The predictions an outcome is compared with; `other` and `paired_p` where two runs ran against each other. */
export type Predicted = {
  readonly own: Prediction
  readonly other: Prediction | null
  readonly paired_p: number | null
}
type Judgement = Pick<
  JudgedOutcome,
  'predicted' | 'happened' | 'direction' | 'interval' | 'no_difference' | 'not_counted' | 'red'
> & { readonly question: string }

/** Minimum number of answers to a survey that counts. */
const MIN_ANSWERS = 30
const REHEARSED = 'The offline model played it: a rehearsal predicts nothing.'

/**
 * Compares an outcome with the prediction. `question`: identifies what was asked of reality, so that a later outcome on
 * the same question replaces this one. Errors: `invalid_input` where the outcome does not fit the run.
 */
export function judgeOutcome(predicted: Predicted, outcome: OutcomeInput): Judgement {
  const red = [predicted.own, predicted.other].some((prediction) => prediction?.light === 'red')
  const judged = { ...judge(predicted, outcome), red: red || undefined }
  return predicted.own.rehearsal ? { ...judged, not_counted: REHEARSED } : judged
}

function judge(predicted: Predicted, outcome: OutcomeInput): Judgement {
  if (outcome.what === 'survey') return ofSurvey(predicted.own, outcome)
  const { own } = predicted
  const names_two = outcome.winner !== undefined || outcome.numbers !== undefined
  if (names_two || own.pairs.length > 0) return ofPair(predicted, outcome)
  return ofOne(own, outcome)
}

function ofPair(predicted: Predicted, outcome: OutcomeInput): Judgement {
  const pairs = pairsOf(predicted)
  const pair = pairIn(pairs, outcome)
  const happened = directionOf(pair, outcome)
  const right = pair.direction === happened ? 'right' : 'wrong'
  return {
    question: `pair ${[pair.first, pair.second].sort().join(' ')}`,
    predicted: pair.direction === 'none' ? 'no difference seen' : `${nameOf(pair, pair.direction)} ahead`,
    happened: `${happened === 'none' ? 'no difference' : `${nameOf(pair, happened)} won`}${countsOf(outcome)}`,
    direction: pair.direction === 'none' ? 'none_named' : right,
    interval: null,
    no_difference: happened === 'none',
    not_counted: null,
  }
}

const nameOf = ({ first, second }: PredictedPair, direction: 'first' | 'second'): string =>
  direction === 'first' ? first : second

const countsOf = ({ numbers }: OutcomeInput): string =>
  numbers ? ` (${numbers.map(({ label, converted, people }) => `${label} ${converted} of ${people}`).join(', ')})` : ''

function pairsOf({ own, other, paired_p }: Predicted): readonly PredictedPair[] {
  if (other === null) return own.pairs
  if (own.model !== other.model || own.rehearsal !== other.rehearsal || own.scoring_version !== other.scoring_version)
    return refuse(
      'The two runs were played by different models or scored by different formulas, so they say nothing about each other.',
    )
  const pair = pairOf(own, other, paired_p)
  return pair ? [pair] : refuse('Only tests of one text each can be held against each other with `against`.')
}

/** The pair that an outcome is about. */
function pairIn(pairs: readonly PredictedPair[], { winner, loser, numbers }: OutcomeInput): PredictedPair {
  const named = numbers?.map(({ label }) => label) ?? [winner, loser]
  const wanted = named.filter((label) => label !== undefined && label !== 'none')
  const labels = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))]
  const unknown = wanted.find((label) => label !== undefined && !labels.includes(label))
  if (pairs.length === 0) refuse('This run compared nothing: say with `against` which other run it ran against.')
  if (unknown !== undefined) refuse(`There is no ${unknown} in this run; it has ${labels.join(', ')}.`)
  const fitting = pairs.filter(({ first, second }) => wanted.every((label) => label === first || label === second))
  const [pair, ...others] = fitting
  if (pair && others.length === 0) return pair
  return refuse(`Say which two ran against each other: winner and loser, of ${labels.join(', ')}.`)
}

/** The real winner: by the numbers where there are some, else by the stated winner. */
function directionOf(pair: PredictedPair, { winner, numbers }: OutcomeInput): Direction {
  const said = winner === undefined ? null : saidDirection(pair, winner)
  if (!numbers) return said ?? refuse(`Say who won: winner is ${pair.first}, ${pair.second} or none.`)
  const counted = countedDirection(pair, numbers)
  if (said === null || said === counted) return counted
  return refuse(
    `The numbers say ${counted === 'none' ? 'that there is no difference beyond chance' : `that ${nameOf(pair, counted)} won`}, and winner says ${winner}; leave out what is wrong.`,
  )
}

function saidDirection({ first }: PredictedPair, winner: string): Direction {
  if (winner === 'none') return 'none'
  return winner === first ? 'first' : 'second'
}

/** The winner by the 95 % interval of the difference of two shares (Newcombe 1998, method 10). */
function countedDirection({ first }: PredictedPair, numbers: NonNullable<OutcomeInput['numbers']>): Direction {
  const [before, after] = numbers[0]?.label === first ? numbers : [numbers[1], numbers[0]]
  if (!before || !after) return 'none'
  const [a, b] = [shareOf(before), shareOf(after)]
  const difference = a.share - b.share
  const below = Math.hypot(a.share - a.low, b.high - b.share)
  const above = Math.hypot(a.high - a.share, b.share - b.low)
  return difference - below > 0 || difference + above < 0 ? signOf(difference) : 'none'
}

function shareOf({ people, converted }: { people: number; converted: number }) {
  const { low, high } = wilsonInterval(converted, people) ?? { low: 0, high: 1 }
  return { share: converted / people, low, high }
}

function ofSurvey({ intent }: Prediction, { answers }: OutcomeInput): Judgement {
  if (!answers) return refuse('A survey needs its answers: five counts, "would not buy" first.')
  const people = sum(answers)
  if (intent === null || people === 0) return refuse('This run asked nobody what a survey asks, or nobody answered it.')
  const mean = answers.reduce((sum, count, index) => sum + count * (index + 1), 0) / people
  const { interval } = intent
  const isInside = interval !== null && mean >= interval.low && mean <= interval.high
  const few = people < MIN_ANSWERS ? `Fewer than ${MIN_ANSWERS} real people answered.` : null
  return {
    question: 'survey',
    predicted: `intent ${intent.mean.toFixed(1)}${interval ? ` (${interval.low.toFixed(1)} to ${interval.high.toFixed(1)})` : ''} of 5`,
    happened: `${mean.toFixed(1)} of 5 (${people} real people, ±${standardError(answers, mean, people).toFixed(1)})`,
    direction: null,
    interval: isInside ? 'inside' : 'outside',
    no_difference: null,
    not_counted: interval === null ? 'The run gave no interval.' : few,
  }
}

function standardError(answers: readonly number[], mean: number, people: number): number {
  const squares = answers.reduce((sum, count, index) => sum + count * (index + 1 - mean) ** 2, 0)
  return Z * Math.sqrt(squares / people / people)
}

function ofOne({ expects, score }: Prediction, { result }: OutcomeInput): Judgement {
  if (result === undefined)
    return refuse('Say what happened: result (worked, failed or stopped), or winner and numbers.')
  if (expects === null) return refuse('This run says nothing about how one text does by itself.')
  const range = score?.interval
    ? `, ${Math.round(score.interval.low)} to ${Math.round(score.interval.high)} of 100`
    : ''
  const right = (expects === 'works') === (result === 'worked') ? 'right' : 'wrong'
  return {
    question: 'result',
    predicted: `${EXPECTS[expects]}${range}`,
    happened: `it ${result === 'stopped' ? 'was stopped' : result}`,
    direction: expects === 'open' ? 'none_named' : right,
    interval: null,
    no_difference: null,
    not_counted: result === 'stopped' ? 'It was stopped, which says nothing about people.' : null,
  }
}

const EXPECTS = { works: 'it holds its ground', fails: 'it does not hold', open: 'neither was said' } as const

function refuse(problem: string): never {
  throw new AppError('invalid_input', { problem })
}

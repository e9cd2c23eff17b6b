import type { JudgedOutcome, TrackRecord } from '../../domain/panel/outcome.js'
import { wilsonInterval } from '../../domain/statistics/wilson.js'
import { plural } from '../../domain/text/words.js'

type NotCounted = Pick<TrackRecord['not_counted'], 'corrected' | 'deleted'>

/** Summarises judged outcomes, newest first, with one outcome per question. */
export function trackRecord(rows: readonly JudgedOutcome[], not_counted: NotCounted): TrackRecord {
  const judged = rows.filter((row) => row.not_counted === null)
  const counted = judged.filter(({ red }) => !red)
  const tally = tallyOf(counted)
  const red = tallyOf(judged.filter((row) => row.red))
  const keys = new Set(counted.map(({ category, model }) => JSON.stringify([category, model])))
  const groups = [...keys].map((key) => {
    const [category, model] = JSON.parse(key) as [string, string]
    return { category, model, ...tallyOf(counted.filter((row) => row.category === category && row.model === model)) }
  })
  return {
    ...tally,
    right_interval: wilsonInterval(tally.right, tally.right + tally.wrong),
    inside_interval: wilsonInterval(tally.inside, tally.inside + tally.outside),
    red,
    sentence: [sentenceOf(tally, red), redSentence(red)].filter(Boolean).join(' '),
    caution: cautionOf(tally, red),
    groups,
    not_counted: { no_prediction: rows.length - judged.length, ...not_counted },
    rows: [...rows],
  }
}

type Tally = ReturnType<typeof tallyOf>

function tallyOf(rows: readonly JudgedOutcome[]) {
  const count = (is: (row: JudgedOutcome) => boolean) => rows.filter(is).length
  return {
    outcomes: rows.length,
    right: count(({ direction }) => direction === 'right'),
    wrong: count(({ direction }) => direction === 'wrong'),
    none_named: count(({ direction }) => direction === 'none_named'),
    inside: count(({ interval }) => interval === 'inside'),
    outside: count(({ interval }) => interval === 'outside'),
    skill: skillOf(rows.filter(({ no_difference }) => no_difference !== null)),
  }
}

/** Heidke's skill score (1926) with "no difference" as the reference. */
function skillOf(pairs: readonly JudgedOutcome[]): number | null {
  const reference = pairs.filter(({ no_difference }) => no_difference === true).length
  if (pairs.length === reference) return null
  const right = pairs.filter(
    ({ direction, no_difference }) => direction === 'right' || (direction === 'none_named' && no_difference === true),
  ).length
  return Math.round((100 * (right - reference)) / (pairs.length - reference)) / 100
}

const percent = (share: number): number => Math.round(100 * share)

function sentenceOf({ outcomes, right, wrong, none_named, inside, outside }: Tally, red: Tally): string {
  if (outcomes === 0) {
    const whose = red.outcomes > 0 ? 'of a run that could be relied on' : 'with real people'
    return `No outcome ${whose} is recorded yet, so nobody knows how often predictions come true here.`
  }
  const directions = share(right, right + wrong)
  const surveys = share(inside, inside + outside)
  return [
    directions && `${directions.count} directions right so far (${directions.range} %), ${wrong} wrong.`,
    none_named > 0 && `${none_named} ${plural(none_named, 'prediction')} named no direction.`,
    surveys && `${surveys.count} surveys inside the 90 % interval given (${surveys.range} %).`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Counted apart: such runs say themselves not to rely on them. */
function redSentence({ outcomes, right, wrong, inside, outside }: Tally): string {
  if (outcomes === 0) return ''
  const parts = [
    right + wrong > 0 && `${right} of ${right + wrong} directions right`,
    inside + outside > 0 && `${inside} of ${inside + outside} surveys inside`,
  ].filter(Boolean)
  const told = parts.length === 0 ? '' : `: ${parts.join(', ')}`
  return `Counted apart, of runs with a red light: ${outcomes} ${plural(outcomes, 'outcome')}${told}.`
}

function share(part: number, of: number): { count: string; range: string } | null {
  const interval = wilsonInterval(part, of)
  return interval && { count: `${part} of ${of}`, range: `${percent(interval.low)} to ${percent(interval.high)}` }
}

/** Number of outcomes from which the interval is narrower than 20 points. */
const MANY = 100

function cautionOf({ outcomes, right, wrong }: Tally, red: Tally): string {
  const named = right + wrong
  if (outcomes === 0 && red.outcomes > 0)
    return 'A run with a red light says itself not to rely on it. Record what happened after others.'
  if (outcomes === 0) return 'Record what happened after a run, whichever way it went.'
  if (named === 0) return 'No direction was held against reality yet.'
  const chance = percent(atLeast(right, named))
  const coin = `A coin would be right as often, or oftener, in ${chance < 1 ? 'fewer than 1' : chance} of 100 such records.`
  if (named >= MANY) return coin
  return `${named === 1 ? 'One outcome says' : `${named} outcomes say`} little. ${coin}`
}

/** Probability of at least this many heads. */
function atLeast(heads: number, tosses: number): number {
  let term = 0.5 ** tosses
  let tail = 0
  for (let k = tosses; k >= heads; k--) {
    tail += term
    term = (term * k) / (tosses - k + 1)
  }
  return Math.min(1, tail)
}

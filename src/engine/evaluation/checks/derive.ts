import { LEXICON, type Unit } from '../../../data/lexicon.js'
import type { Quantity } from './quantities.js'

const MONTHS_A_YEAR = 12
/** A price of a month or a week, told by the day. */
const DAYS = [30, 7] as const
const WORKING_DAYS_A_WEEK = 5
/** How far a figure may lie from what was worked out: where it is a quotient, large or small, and where it says "about". */
const TOLERANCE = { rounded: 0.02, large: 0.004, about: 0.08 } as const
/** Half of the last place of a sum of money. */
const EXACT = 0.0051
/** Below, a quotient is told in round figures: "1.60 a day". */
const SMALL = 20
/** More numbers than these make nearly every figure follow from some of them. */
const MAX_NUMBERS = 16

/** What a figure may follow from. */
export type Known = {
  /** Every number that was given, or worked out before. */
  readonly numbers: readonly Quantity[]
  /** Those the prospect named: what a price may be multiplied by. */
  readonly named: readonly Quantity[]
}
type Worked = { readonly value: number; readonly divided: boolean }

/**
 * Whether a figure follows from known ones: a sum times a count that the prospect or the same message names, the sum of
 * two, less a known percentage, for a year or a month of it, or for a day; and periods in other units. `nearby`: the other
 * numbers of the same message, such as "two" in "two seats, 98 euros". Longer ways lead from a few numbers to nearly any.
 */
export function followsFrom(
  figure: Quantity,
  { numbers, named }: Known,
  nearby: readonly Quantity[],
  about: boolean,
): boolean {
  const near = ({ value, divided }: Worked) => isNear(figure, value, { about, divided })
  const counts = valuesOf([...named, ...nearby].filter((number) => isCount(number) && number.value !== 1))
  const percents = valuesOf(numbers.filter(({ unit }) => unit === 'percent'))
  const fromMoney = () => workedFrom(pricesIn(numbers), counts, percents).some(near)
  if (figure.unit === 'percent') return percents.some((percent) => near(product(100 - percent)))
  if (figure.unit === 'money') return fromMoney()
  if (daysOf(figure) !== null && periodsFrom(figure, numbers, counts).some(near)) return true
  if (workedFrom(valuesOf(numbers.filter(isCount)), counts, percents).some(near)) return true
  // A bare number may be a sum of money whose currency was named before.
  return figure.unit === null && figure.value >= 10 && fromMoney()
}

/** Whether a number is one that a sum of money beside it is worked out with, and cannot be without. */
export const isFactorOf = (figure: Quantity, known: Known, others: readonly Quantity[]): boolean =>
  others.some(
    (sum) =>
      (sum.unit === 'money' || (sum.unit === null && sum.value >= 10)) &&
      !followsFrom(sum, known, [], false) &&
      followsFrom(sum, known, [figure], false),
  )

/** Whether a figure is the one given, to the cent; or roughly, where it says so or is a quotient. */
export function isNear(
  { value, unit }: Quantity,
  other: number,
  { about, divided }: { readonly about: boolean; readonly divided: boolean },
): boolean {
  const isSmall = Math.abs(other) < SMALL
  let share = 0
  if (about) share = isSmall ? TOLERANCE.about : TOLERANCE.rounded
  // A bare number is rarely a quotient that was rounded.
  else if (divided && unit !== null) share = isSmall ? TOLERANCE.rounded : TOLERANCE.large
  return Math.abs(value - other) <= Math.max(EXACT, share * Math.abs(other))
}

const valuesOf = (numbers: readonly Quantity[]) => [...new Set(numbers.map(({ value }) => value))].slice(0, MAX_NUMBERS)
const isCount = ({ unit, label }: Quantity) => unit !== 'money' && unit !== 'percent' && !label

/** Sums of money; where no currency is named, larger numbers of nothing in particular. */
function pricesIn(numbers: readonly Quantity[]): number[] {
  const money = numbers.filter(({ unit }) => unit === 'money')
  return valuesOf(
    money.length > 0 ? money : numbers.filter(({ unit, label, value }) => unit === null && !label && value >= 100),
  )
}

const product = (value: number): Worked => ({ value, divided: false })
const quotient = (value: number): Worked => ({ value, divided: true })

function workedFrom(values: readonly number[], counts: readonly number[], percents: readonly number[]): Worked[] {
  const times = values.flatMap((value) => counts.map((count) => value * count))
  const full = [...values, ...times, ...sumsOfTwo(values)]
  const lines = [...full, ...full.flatMap((line) => percents.map((percent) => line * (1 - percent / 100)))]
  return lines.flatMap((line) => [
    product(line),
    product(line * MONTHS_A_YEAR),
    ...[MONTHS_A_YEAR, ...DAYS].map((part) => quotient(line / part)),
  ])
}

const sumsOfTwo = (values: readonly number[]): number[] =>
  values.flatMap((value, i) => values.slice(i + 1).map((other) => value + other))

const isPeriod = (unit: Unit | null): unit is 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years' =>
  unit !== null && unit !== 'money' && unit !== 'percent' && unit !== 'times'

const daysOf = ({ unit }: Quantity): number | null => (isPeriod(unit) ? LEXICON.agents().unit_days[unit] : null)

/** Known periods in the figure's unit; a week has five working days as well as seven. */
function periodsFrom(figure: Quantity, known: readonly Quantity[], counts: readonly number[]): Worked[] {
  const own = daysOf(figure) ?? 1
  // Twelve months are a year, whoever says it.
  const year = quotient(LEXICON.agents().unit_days.years / own)
  const given = known.flatMap((period) => {
    const days = daysOf(period)
    if (days === null) return []
    const converted = [1, ...counts].map((count) => quotient((period.value * days * count) / own))
    return period.unit === 'days' ? [...converted, quotient((period.value * 7) / WORKING_DAYS_A_WEEK / own)] : converted
  })
  return [year, ...given]
}

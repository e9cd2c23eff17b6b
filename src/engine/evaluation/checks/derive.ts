import { LEXICON, type Unit } from '../../../data/lexicon.js'
import type { Quantity } from './quantities.js'

const MONTHS_A_YEAR = 12
/** Days of a month and a week: prices of either are also stated by the day. */
const DAYS = [30, 7] as const
const WORKING_DAYS_A_WEEK = 5
/** Shares by which a figure may differ from the computed one: for a small or a large quotient, and after "about". */
const TOLERANCE = { rounded: 0.02, large: 0.004, about: 0.08 } as const
/** Half of a cent. */
const EXACT = 0.0051
/** Smaller quotients are stated in round figures: "1.60 a day". */
const SMALL = 20
/** Maximum number of known numbers: from more of them nearly every figure can be derived. */
const MAX_NUMBERS = 16

/** Numbers from which a figure may be derived. */
export type Known = {
  /** Every number that was given, or derived earlier. */
  readonly numbers: readonly Quantity[]
  /** Numbers the prospect named: a price may be multiplied by these. */
  readonly named: readonly Quantity[]
}
type Worked = { readonly value: number; readonly divided: boolean }

/**
 * Whether a figure can be derived from known ones: a sum times a count that the prospect or the same message names, the
 * sum of two, less a known percentage, for a year, month or day; and periods in other units. `nearby`: other numbers of
 * the message, such as "two" in "two seats, 98 euros". Longer derivations would reach nearly any figure.
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
  // A bare number may be a sum of money whose currency was named earlier.
  return figure.unit === null && figure.value >= 10 && fromMoney()
}

/** Whether a sum of money beside the number can be derived with this number, but not without it. */
export const isFactorOf = (figure: Quantity, known: Known, others: readonly Quantity[]): boolean =>
  others.some(
    (sum) =>
      (sum.unit === 'money' || (sum.unit === null && sum.value >= 10)) &&
      !followsFrom(sum, known, [], false) &&
      followsFrom(sum, known, [figure], false),
  )

/** Whether a figure equals the given one to the cent; quotients and figures after "about" may differ by a tolerance. */
export function isNear(
  { value, unit }: Quantity,
  other: number,
  { about, divided }: { readonly about: boolean; readonly divided: boolean },
): boolean {
  const isSmall = Math.abs(other) < SMALL
  let share = 0
  if (about) share = isSmall ? TOLERANCE.about : TOLERANCE.rounded
  // A bare number is rarely a rounded quotient.
  else if (divided && unit !== null) share = isSmall ? TOLERANCE.rounded : TOLERANCE.large
  return Math.abs(value - other) <= Math.max(EXACT, share * Math.abs(other))
}

const valuesOf = (numbers: readonly Quantity[]) => [...new Set(numbers.map(({ value }) => value))].slice(0, MAX_NUMBERS)
const isCount = ({ unit, label }: Quantity) => unit !== 'money' && unit !== 'percent' && !label

/** Sums of money; where no currency is named, bare numbers from 100 on. */
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
  // A year is always a known period: "twelve months" is not invented.
  const year = quotient(LEXICON.agents().unit_days.years / own)
  const given = known.flatMap((period) => {
    const days = daysOf(period)
    if (days === null) return []
    const converted = [1, ...counts].map((count) => quotient((period.value * days * count) / own))
    return period.unit === 'days' ? [...converted, quotient((period.value * 7) / WORKING_DAYS_A_WEEK / own)] : converted
  })
  return [year, ...given]
}

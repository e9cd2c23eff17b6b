import { scaleLinear } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import { FEELINGS, type Feelings } from '../../domain/simulated-session.js'
import type { SimulationView } from '../../presentation/simulation.js'
import { Figure } from './figure.js'

const WIDTH = 336
const LEFT = 30
const RIGHT = WIDTH - 8
const TOP = 12
const BASE = 170
const MAX_TICKS = 6

type Point = SimulationView['curve'][number]

const percent = (share: number): string => `${Math.round(share * 100)}%`
const y = scaleLinear().domain([0, 1]).range([BASE, TOP])
const daysAcross = (days: number) => scaleLinear().domain([0, days]).range([LEFT, RIGHT])

/** Who is still there by day, with its 95 % band and the people at risk below; who was active, as a thin line. */
export function RetentionCurve({ curve, days }: { curve: readonly Point[]; days: number }) {
  const x = daysAcross(days)
  const band = area<Point>(
    ({ day }) => x(day),
    ({ low }) => y(low),
    ({ high }) => y(high),
  ).curve(curveStepAfter)
  const stayed = line<Point>(
    ({ day }) => x(day),
    ({ rate }) => y(rate),
  ).curve(curveStepAfter)
  const active = line<Point>(
    ({ day }) => x(day),
    ({ active }) => y(active ?? 0),
  )
  const ticks = x.ticks(MAX_TICKS).filter(Number.isInteger)
  const last = curve.at(-1)
  return (
    <Figure
      id="retention-chart"
      width={WIDTH}
      height={BASE + 56}
      title="Share of people still there by day"
      description={curve
        .filter(({ day }) => ticks.includes(day))
        .map(({ day, rate, low, high }) => `Day ${day}: ${percent(rate)}, ${percent(low)} to ${percent(high)}.`)
        .join(' ')}
    >
      <Grid days={days} ticks={ticks} />
      <path class="noise" d={band([...curve]) ?? ''} />
      <path class="way" d={active(curve.slice(0, days)) ?? ''} stroke-dasharray="2 3" />
      <path class="path up" fill="none" d={stayed([...curve]) ?? ''} />
      {last && (
        <text class="label strong end" x={RIGHT} y={y(last.rate) - 6}>
          {percent(last.rate)}
        </text>
      )}
      <text class="label start" x={0} y={BASE + 34}>
        at risk
      </text>
      {ticks.map((day) => (
        <text key={day} class="label" x={x(day)} y={BASE + 48}>
          {curve[day]?.at_risk ?? ''}
        </text>
      ))}
    </Figure>
  )
}

type Day = { readonly day: number; readonly feelings: Readonly<Feelings> }
const ROW = 46

/** The mean of each feeling at the end of sessions, by day since joining: a row each, from 0 to 1. */
export function FeelingsByDay({ trajectory, days }: { trajectory: readonly Day[]; days: number }) {
  const x = daysAcross(days).range([LEFT + 66, RIGHT - 30])
  const last = trajectory.at(-1)
  return (
    <Figure
      id="feelings-chart"
      width={WIDTH}
      height={FEELINGS.length * ROW + 20}
      title="Mean feelings at the end of a session, by day, each from 0 to 1"
      description={FEELINGS.map((feeling) => `${feeling} ${(last?.feelings[feeling] ?? 0).toFixed(2)} at the end`).join(
        ', ',
      )}
    >
      {FEELINGS.map((feeling, row) => {
        const base = (row + 1) * ROW - 6
        const height = scaleLinear()
          .domain([0, 1])
          .range([base, base - ROW + 12])
        const path = line<Day>(
          ({ day }) => x(day),
          ({ feelings }) => height(feelings[feeling]),
        )
        return (
          <g key={feeling}>
            <line class="grid" x1={x(0)} x2={x(days)} y1={base} y2={base} />
            <text class="label strong start" x={0} y={base - 12}>
              {feeling}
            </text>
            <path class="way" d={path([...trajectory]) ?? ''} />
            <text class="label end" x={WIDTH} y={base - 12}>
              {(last?.feelings[feeling] ?? 0).toFixed(2)}
            </text>
          </g>
        )
      })}
      {x
        .ticks(MAX_TICKS)
        .filter(Number.isInteger)
        .map((day) => (
          <text key={day} class="label" x={x(day)} y={FEELINGS.length * ROW + 12}>
            {day === 0 ? 'day 0' : day}
          </text>
        ))}
    </Figure>
  )
}

function Grid({ days, ticks }: { days: number; ticks: readonly number[] }) {
  const x = daysAcross(days)
  return (
    <>
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <g key={share}>
          <line class="grid" x1={LEFT} x2={RIGHT} y1={y(share)} y2={y(share)} />
          <text class="label start" x={0} y={y(share) + 4}>
            {percent(share)}
          </text>
        </g>
      ))}
      {ticks.map((day) => (
        <text key={day} class="label" x={x(day)} y={BASE + 16}>
          {day === 0 ? 'day 0' : day}
        </text>
      ))}
    </>
  )
}

import { scaleLinear } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import { FEELINGS, type Feelings } from '../../domain/simulation/simulated-session.js'
import { percent } from '../../domain/text/words.js'
import type { SimulationView } from '../../presentation/simulation.js'
import { shareFigure, shareWords } from '../../presentation/words.js'
import { Figure } from './figure.js'

const WIDTH = 336
const LEFT = 34
const RIGHT = WIDTH - 8
const TOP = 14
const BASE = 170
const MAX_TICKS = 6

type Point = SimulationView['curve'][number]

const y = scaleLinear().domain([0, 1]).range([BASE, TOP])
const daysAcross = (from: number, days: number, left = LEFT, right = RIGHT) =>
  scaleLinear().domain([from, days]).range([left, right])
const wholeTicks = (x: ReturnType<typeof daysAcross>): number[] => x.ticks(MAX_TICKS).filter(Number.isInteger)

/** Survival by day with its 95 % band and the people at risk below; a thin line shows who was active. */
export function RetentionCurve({ curve, days }: { curve: readonly Point[]; days: number }) {
  const x = daysAcross(0, days)
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
  const ticks = wholeTicks(x)
  const last = curve.at(-1)
  const lived = curve.filter(({ active }) => active !== null)
  return (
    <Figure
      id="retention-chart"
      width={WIDTH}
      height={BASE + 56}
      title="Share of people still there by day"
      description={curve
        .filter(({ day }) => ticks.includes(day) || day === days)
        .map(
          ({ day, rate, low, high, at_risk }) =>
            `Day ${day}: ${shareWords(rate)}, ${percent(low)} to ${percent(high)}, ${at_risk} at risk.`,
        )
        .join(' ')}
    >
      <Grid x={x} ticks={ticks} write={(day) => (day === 0 ? 'day 0' : String(day))} />
      <path class="noise" d={band([...curve]) ?? ''} />
      <path class="way" d={active(lived) ?? ''} stroke-dasharray="2 3" />
      <path class="path ink" fill="none" d={stayed([...curve]) ?? ''} />
      {last && (
        <text class="label strong end over" x={RIGHT} y={Math.max(TOP - 3, y(last.high) - 6)}>
          {shareFigure(last.rate)}
        </text>
      )}
      <text class="label start" x={0} y={BASE + 34}>
        at risk
      </text>
      {ticks.map((day) => (
        <text key={day} class={`label ${endOf(x(day))}`} x={x(day)} y={BASE + 48}>
          {curve[day]?.at_risk ?? ''}
        </text>
      ))}
    </Figure>
  )
}

/** Keeps a figure at the right edge within the picture. */
const endOf = (at: number): string => (at > RIGHT - 12 ? 'end' : '')

type GridProps = {
  readonly x: ReturnType<typeof daysAcross>
  readonly ticks: readonly number[]
  readonly write: (day: number) => string
}

function Grid({ x, ticks, write }: GridProps) {
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
        <text key={day} class={`label ${endOf(x(day))}`} x={x(day)} y={BASE + 16}>
          {write(day)}
        </text>
      ))}
    </>
  )
}

const HAZARD_BASE = 150

/**
 * Share of those still there that left on each day, by reason, with the days on which something is due for everybody.
 */
export function LeavingByDay({ view }: { view: Pick<SimulationView, 'leaving' | 'dates' | 'days'> }) {
  const { leaving, dates, days } = view
  const most = Math.max(0.01, ...leaving.map(({ share }) => share))
  const height = scaleLinear().domain([0, most]).nice(4).range([HAZARD_BASE, 30])
  const x = daysAcross(0.5, days + 0.5)
  const width = Math.max(1.5, Math.min(24, (x(1.5) - x(0.5)) * 0.72))
  const ticks = height.ticks(4)
  const [peak] = leaving.toSorted((a, b) => b.share - a.share)
  return (
    <Figure
      id="leaving-chart"
      width={WIDTH}
      height={HAZARD_BASE + 24}
      title="Share of those still there who left, by day and reason"
      description={`${peak && peak.people > 0 ? `Most on day ${peak.day}: ${shareWords(peak.share)} of those still there. ` : 'Nobody left. '}${leaving
        .filter(({ people }) => people > 0)
        .map(({ day, people }) => `Day ${day}: ${people}.`)
        .join(' ')}`}
    >
      {ticks.map((share) => (
        <g key={share}>
          <line class="grid" x1={LEFT} x2={RIGHT} y1={height(share)} y2={height(share)} />
          <text class="label start" x={0} y={height(share) + 4}>
            {Number((share * 100).toFixed(1))}%
          </text>
        </g>
      ))}
      {leaving.flatMap(({ day, parts }) => {
        let from = 0
        return parts.map(({ fill, share }) => {
          const top = height(from + share)
          const bar = height(from) - top
          from += share
          return (
            <rect
              key={`${day} ${fill}`}
              class={`fill ${fill}`}
              x={x(day) - width / 2}
              y={top}
              width={width}
              height={bar}
            />
          )
        })
      })}
      {dates.map(({ day, what }, row) => (
        <g key={what}>
          <line class="zero" x1={x(day)} x2={x(day)} y1={16 + row * 12} y2={HAZARD_BASE} />
          <text class={`label over ${x(day) > WIDTH / 2 ? 'end' : 'start'}`} x={x(day)} y={11 + row * 13}>
            {what}
          </text>
        </g>
      ))}
      {dayTicks(days).map((day) => (
        <text key={day} class={`label ${endOf(x(day))}`} x={x(day)} y={HAZARD_BASE + 16}>
          {day === 1 ? 'day 1' : day}
        </text>
      ))}
    </Figure>
  )
}

/** Ticks of days counted from 1: the first day, and round days after it. */
const dayTicks = (days: number): number[] => [
  1,
  ...wholeTicks(daysAcross(1, days)).filter((day) => day > Math.max(1, days / 7)),
]

type Day = SimulationView['feelings'][number]
const ROW = 62

/** Each feeling (0–1) at the end of sessions, by day since joining: the mean, and the middle half of the sessions. */
export function FeelingsByDay({ trajectory, days }: { trajectory: readonly Day[]; days: number }) {
  const x = daysAcross(1, Math.max(2, days), LEFT + 56, RIGHT - 28)
  const last = trajectory.at(-1)
  const lastOf = (feeling: keyof Feelings): string => (last?.feelings[feeling] ?? 0).toFixed(2)
  return (
    <Figure
      id="feelings-chart"
      width={WIDTH}
      height={FEELINGS.length * ROW + 20}
      title="Feelings at the end of a session by day, each from 0 to 1"
      description={FEELINGS.map(
        (feeling) => `${feeling}: ${(trajectory[0]?.feelings[feeling] ?? 0).toFixed(2)} first, ${lastOf(feeling)} last`,
      ).join('; ')}
    >
      {FEELINGS.map((feeling, row) => {
        const base = (row + 1) * ROW - 8
        const height = scaleLinear()
          .domain([0, 1])
          .range([base, base - ROW + 14])
        const spread = area<Day>(
          ({ day }) => x(day + 1),
          ({ low }) => height(low[feeling]),
          ({ high }) => height(high[feeling]),
        )
        const path = line<Day>(
          ({ day }) => x(day + 1),
          ({ feelings }) => height(feelings[feeling]),
        )
        return (
          <g key={feeling}>
            <line class="grid" x1={x(1)} x2={x(days)} y1={base} y2={base} />
            <line class="grid" x1={x(1)} x2={x(days)} y1={height(1)} y2={height(1)} />
            <text class="label strong start" x={0} y={height(0.45)}>
              {feeling}
            </text>
            <path class="noise" d={spread([...trajectory]) ?? ''} />
            <path class={`path ${feeling}`} fill="none" d={path([...trajectory]) ?? ''} />
            {trajectory.length === 1 && last && (
              <circle class="mark" cx={x(last.day + 1)} cy={height(last.feelings[feeling])} r={4} />
            )}
            <text class="label end" x={WIDTH} y={height(last?.feelings[feeling] ?? 0) + 4}>
              {lastOf(feeling)}
            </text>
          </g>
        )
      })}
      {dayTicks(days).map((day) => (
        <text key={day} class="label" x={x(day)} y={FEELINGS.length * ROW + 12}>
          {day === 1 ? 'day 1' : day}
        </text>
      ))}
    </Figure>
  )
}

type DiaryDay = SimulationView['diaries'][number]['entries'][number]
type DiaryProps = {
  readonly id: string
  readonly who: string
  readonly days: number
  readonly entries: readonly DiaryDay[]
}

/** One person's frustration and delight after each session. */
export function DiaryDays({ id, who, days, entries }: DiaryProps) {
  const x = daysAcross(1, Math.max(2, days))
  const height = scaleLinear().domain([0, 1]).range([62, 8])
  const drawn = (['frustration', 'delight'] as const).map((feeling) => ({
    feeling,
    path: line<DiaryDay>(
      ({ day }) => x(day),
      ({ feelings }) => height(feelings[feeling]),
    )([...entries]),
  }))
  return (
    <Figure
      id={id}
      width={WIDTH}
      height={84}
      title={`Frustration (dashed) and delight of ${who} after each session`}
      description={entries
        .map(({ day, outcome, feelings }) => `Day ${day}: ${outcome}, frustration ${feelings.frustration.toFixed(2)}.`)
        .join(' ')}
    >
      {[0, 1].map((level) => (
        <g key={level}>
          <line class="grid" x1={LEFT} x2={RIGHT} y1={height(level)} y2={height(level)} />
          <text class="label start" x={0} y={height(level) + 4}>
            {level}
          </text>
        </g>
      ))}
      {drawn.map(({ feeling, path }) => (
        <path key={feeling} class={`path ${feeling}`} fill="none" d={path ?? ''} />
      ))}
      {entries.flatMap(({ day, feelings }) =>
        (['frustration', 'delight'] as const).map((feeling) => (
          <circle
            key={`${day} ${feeling}`}
            class={`dot-of ${feeling}`}
            cx={x(day)}
            cy={height(feelings[feeling])}
            r={2.5}
          />
        )),
      )}
      {dayTicks(days).map((day) => (
        <text key={day} class={`label ${endOf(x(day))}`} x={x(day)} y={80}>
          {day === 1 ? 'day 1' : day}
        </text>
      ))}
    </Figure>
  )
}

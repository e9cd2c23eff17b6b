import { scaleLinear, scaleLog } from 'd3-scale'
import { line } from 'd3-shape'
import type { PricePoint } from '../../presentation/assay-picture.js'
import { signed } from '../../presentation/words.js'
import { anchorOf, Figure } from './figure.js'

const WIDTH = 336
const whole = (value: number): string => String(Math.round(value))

type PriceProps = {
  readonly points: readonly PricePoint[]
  readonly base: number | null
  readonly floor: number | null
}
const TOP = 16
const BASE = 150
const LEFT = 30

/** The score at each price as a curve, with the band in which a price makes no difference. */
export function PriceCurve({ points, base, floor }: PriceProps) {
  const factors = points.map(({ factor }) => factor)
  const x = scaleLog()
    .base(2)
    .domain([Math.min(...factors), Math.max(...factors)])
    .range([LEFT + 26, WIDTH - 26])
  const y = scaleLinear().domain([0, 100]).range([BASE, TOP])
  const curve = line<PricePoint>(
    ({ factor }) => x(factor),
    ({ score }) => y(score),
  )
  const words = points.map(({ words, score }) => `${words} ${whole(score)}`).join(', ')
  return (
    <Figure
      id="price-chart"
      width={WIDTH}
      height={BASE + 28}
      title="Score at each price, 0 to 100"
      description={`${words}.`}
    >
      {base !== null && floor !== null && (
        <rect
          class="noise"
          x={LEFT}
          y={y(Math.min(100, base + floor))}
          width={WIDTH - LEFT}
          height={Math.max(2, y(Math.max(0, base - floor)) - y(Math.min(100, base + floor)))}
        />
      )}
      {[0, 25, 50, 75, 100].map((point) => (
        <g key={point}>
          <line class="grid" x1={LEFT} x2={WIDTH} y1={y(point)} y2={y(point)} />
          <text class="label end" x={LEFT - 6} y={y(point) + 4}>
            {point}
          </text>
        </g>
      ))}
      <path class="way" d={curve([...points]) ?? ''} />
      {points.map(({ words, factor, score }) => (
        <g key={factor}>
          <circle class="mark" cx={x(factor)} cy={y(score)} r={6} />
          <text class="label strong over" x={x(factor)} y={y(score) + (score > 85 ? 20 : -10)}>
            {whole(score)}
          </text>
          <text class={factor === 1 ? 'label strong' : 'label'} x={x(factor)} y={BASE + 20}>
            {words}
          </text>
        </g>
      ))}
    </Figure>
  )
}

type LiftProps = { readonly before: number; readonly after: number; readonly floor: number }
const LINE = 40

/** The effect of the edits on the score, as an arrow from before to after over the band of noise. */
export function LiftArrow({ before, after, floor }: LiftProps) {
  const x = scaleLinear()
    .domain([0, 100])
    .range([8, WIDTH - 8])
  const [low, high] = [Math.max(0, before - floor), Math.min(100, before + floor)]
  const left = after < before
  const gap = Math.abs(x(after) - x(before))
  const isNoise = Math.abs(after - before) <= floor
  const head = left ? 8 : -8
  return (
    <Figure
      id="arrow-chart"
      width={WIDTH}
      height={82}
      title="Pressure score before and after the edits, 0 to 100, and what is noise"
      description={`From ${whole(before)} to ${whole(after)} (${signed(after - before)}). Noise: ${whole(low)} to ${whole(high)}.`}
    >
      <rect class="noise" x={x(low)} y={22} width={Math.max(2, x(high) - x(low))} height={36} />
      <line class="axis" x1={x(0)} x2={x(100)} y1={58} y2={58} />
      {[0, 25, 50, 75, 100].map((point) => (
        <text key={point} class={`label ${anchorOf(point, 100)}`.trim()} x={x(point)} y={75}>
          {point}
        </text>
      ))}
      <circle class="hollow" cx={x(before)} cy={LINE} r={6} />
      {gap > 10 && (
        <>
          <path
            class={isNoise ? 'arrow faint' : 'arrow'}
            d={`M${x(before) + (left ? -6 : 6)} ${LINE}H${x(after) + head}`}
          />
          <path class={isNoise ? 'arrow-head faint' : 'arrow-head'} d={`M${x(after)} ${LINE}l${head * 1.4} -6v12z`} />
        </>
      )}
      <text class={`label strong ${left ? 'start' : 'end'}`} x={x(before) + (left ? -4 : 4)} y={14}>
        {whole(before)} before
      </text>
      <text
        class={`label strong ${left ? 'end' : 'start'}`}
        x={x(after) + (left ? -10 : 10) * (gap < 30 ? 1 : 0)}
        y={14}
      >
        {whole(after)} after
      </text>
    </Figure>
  )
}

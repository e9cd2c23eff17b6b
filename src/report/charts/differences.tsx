import { scaleLinear } from 'd3-scale'
import type { Interval } from '../../domain/scores.js'
import { signed } from '../../presentation/words.js'
import { Figure } from './figure.js'

const WIDTH = 336
const LEFT = 10
const TOP = 14
const STEP = 48

type Difference = {
  readonly label: string
  /** In points of a 0–100 scale. */
  readonly mean: number
  readonly interval: Interval | null
}

type Props = { readonly id: string; readonly title: string; readonly rows: readonly Difference[] }

/** Mean differences with their intervals around a line of no difference. */
export function Differences({ id, title, rows }: Props) {
  const most = Math.max(5, ...rows.flatMap(({ mean, interval: i }) => [mean, i?.low ?? 0, i?.high ?? 0].map(Math.abs)))
  const x = scaleLinear()
    .domain([-most, most])
    .nice()
    .range([LEFT, WIDTH - LEFT])
  const bottom = TOP + rows.length * STEP
  const told = rows.map(({ label, mean, interval }) => `${label} ${signed(mean)}${between(interval)}`).join('; ')
  return (
    <Figure id={id} width={WIDTH} height={bottom + 24} title={title} description={`${told}.`}>
      <line class="zero" x1={x(0)} x2={x(0)} y1={0} y2={bottom} />
      {x.ticks(4).map((point) => (
        <text key={point} class="label" x={x(point)} y={bottom + 18}>
          {point === 0 ? 'no difference' : signed(point).replace('.0', '')}
        </text>
      ))}
      {rows.map(({ label, mean, interval }, i) => (
        <g key={label}>
          <text class="label strong start" x={0} y={TOP + i * STEP}>
            {label}
          </text>
          {interval && (
            <path
              class="whisker"
              d={`M${x(interval.low)} ${at(i) - 6}v12M${x(interval.low)} ${at(i)}H${x(interval.high)}M${x(interval.high)} ${at(i) - 6}v12`}
            />
          )}
          <circle class="mark" cx={x(mean)} cy={at(i)} r={6} />
        </g>
      ))}
    </Figure>
  )
}

const at = (i: number): number => TOP + i * STEP + 18
const between = (interval: Interval | null): string =>
  interval ? ` (${signed(interval.low)} to ${signed(interval.high)})` : ''

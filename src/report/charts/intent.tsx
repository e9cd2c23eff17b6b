import { scaleBand, scaleLinear } from 'd3-scale'
import { type IntentView, POINTS } from '../../presentation/scores.js'
import { shareFigure, shareWords } from '../../presentation/words.js'
import { Figure } from './figure.js'

const WIDTH = 336
const HEIGHT = 196
const BASE = 146
const TOP = 34
const x = scaleBand<number>().domain([1, 2, 3, 4, 5]).range([0, WIDTH]).paddingInner(0.2)
const middle = (point: number): number => x.bandwidth() / 2 + (point - 1) * x.step()
const LINES = [
  ['definitely', 'not'],
  ['probably', 'not'],
  ['might or', 'might not'],
  ['probably'],
  ['definitely'],
] as const

/** The panel's distribution over the five points of purchase intent; the two highest are bracketed. */
export function IntentColumns({ intent: { pmf, mean, topTwo } }: { intent: IntentView }) {
  const y = scaleLinear()
    .domain([0, Math.max(0.2, ...pmf)])
    .range([BASE, TOP + 18])
  const shares = POINTS.map((name, i) => `${shareWords(pmf[i] ?? 0)} ${name}`).join(', ')
  const [left, right] = [x(4) ?? 0, WIDTH]
  const bracket = y(Math.max(pmf[3] ?? 0, pmf[4] ?? 0)) - 24
  return (
    <Figure
      id="intent-chart"
      width={WIDTH}
      height={HEIGHT}
      title="Purchase intent of the synthetic panel on five points"
      description={`${shares}. Mean ${mean.toFixed(1)} of 5, top-2 box ${shareFigure(topTwo)}.`}
    >
      {LINES.map((lines, i) => (
        <Column key={i} point={i + 1} share={pmf[i] ?? 0} top={y(pmf[i] ?? 0)} lines={lines} />
      ))}
      <path class="bracket" d={`M${left} ${bracket + 5}v-5H${right}v5`} />
      <text class="label here" x={(left + right) / 2} y={bracket - 6}>
        top-2 box {shareFigure(topTwo)}
      </text>
      <line class="axis" x1={0} x2={WIDTH} y1={BASE} y2={BASE} />
      <path class="mean" d={`M${middle(mean)} ${BASE - 6}l6 6l-6 6l-6 -6z`} />
    </Figure>
  )
}

type ColumnProps = {
  readonly point: number
  readonly share: number
  readonly top: number
  readonly lines: readonly string[]
}

function Column({ point, share, top, lines }: ColumnProps) {
  return (
    <g>
      <rect
        class={point > 3 ? 'column top' : 'column'}
        x={x(point)}
        y={top}
        width={x.bandwidth()}
        height={BASE - top}
      />
      <text class="figure" x={middle(point)} y={top - 6}>
        {shareFigure(share)}
      </text>
      {lines.map((line, i) => (
        <text key={line} class="label" x={middle(point)} y={BASE + 21 + i * 15}>
          {line}
        </text>
      ))}
    </g>
  )
}

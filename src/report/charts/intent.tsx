import { scaleBand, scaleLinear } from 'd3-scale'
import type { ReportView } from '../view.js'
import { Figure } from './figure.js'

const WIDTH = 336
const HEIGHT = 176
const BASE = 132
const POINTS = Array.from({ length: 10 }, (_, i) => i + 1)
const x = scaleBand<number>().domain(POINTS).range([0, WIDTH]).paddingInner(0.24)
const middle = (point: number): number => x.bandwidth() / 2 + (point - 1) * x.step()

/** How many people gave each purchase intent. */
export function IntentHistogram({ intent: { counts, mean, people } }: { intent: ReportView['intent'] }) {
  const y = scaleLinear()
    .domain([0, Math.max(1, ...counts)])
    .range([BASE, 22])
  const told = counts.flatMap((count, i) => (count > 0 ? [`${count} at ${i + 1}`] : [])).join(', ')
  return (
    <Figure
      id="intent-chart"
      width={WIDTH}
      height={HEIGHT}
      title="Synthetic people by purchase intent, 1 to 10"
      description={`${told}. Mean ${mean.toFixed(1)} of 10, n = ${people}.`}
    >
      {POINTS.map((point) => (
        <Column key={point} point={point} count={counts[point - 1] ?? 0} top={y(counts[point - 1] ?? 0)} />
      ))}
      <line class="axis" x1={0} x2={WIDTH} y1={BASE} y2={BASE} />
      <path class="mean" d={`M${middle(mean)} ${BASE - 6}l6 6l-6 6l-6 -6z`} />
      <text class="label start" x={0} y={HEIGHT - 6}>
        definitely not
      </text>
      <text class="label end" x={WIDTH} y={HEIGHT - 6}>
        definitely
      </text>
    </Figure>
  )
}

function Column({ point, count, top }: { point: number; count: number; top: number }) {
  return (
    <g>
      {count > 0 && (
        <>
          <rect class="column" x={x(point)} y={top} width={x.bandwidth()} height={BASE - top} />
          <text class="figure" x={middle(point)} y={top - 6}>
            {count}
          </text>
        </>
      )}
      <text class="label" x={middle(point)} y={BASE + 19}>
        {point}
      </text>
    </g>
  )
}

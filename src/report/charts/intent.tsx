import { scaleBand, scaleLinear } from 'd3-scale'
import type { ReportView } from '../view.js'

const WIDTH = 480
const HEIGHT = 150
const BASE = 118
const points = Array.from({ length: 10 }, (_, i) => i + 1)
const x = scaleBand<number>().domain(points).range([0, WIDTH]).padding(0.22)

/** How many people gave each purchase intent. */
export function IntentHistogram({ intent }: { intent: ReportView['intent'] }) {
  const most = Math.max(1, ...intent.counts)
  const y = scaleLinear().domain([0, most]).range([BASE, 18])
  const told = intent.counts.map((count, i) => `${i + 1}: ${count}`).join(', ')
  const meanAt = (x(1) ?? 0) + x.bandwidth() / 2 + (intent.mean - 1) * x.step()
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`People by purchase intent, 1 to 10. ${told}. Mean ${intent.mean.toFixed(1)}.`}
    >
      <line class="axis" x1={0} x2={WIDTH} y1={BASE} y2={BASE} />
      {points.map((point) => {
        const count = intent.counts[point - 1] ?? 0
        const left = x(point) ?? 0
        const middle = left + x.bandwidth() / 2
        return (
          <g key={point}>
            <rect class="column" x={left} y={y(count)} width={x.bandwidth()} height={BASE - y(count)} rx={2} />
            {count > 0 && (
              <text class="figure" x={middle} y={y(count) - 5}>
                {count}
              </text>
            )}
            <text class="label" x={middle} y={BASE + 16}>
              {point}
            </text>
          </g>
        )
      })}
      <path class="mean" d={`M${meanAt} ${BASE - 5}l5 5l-5 5l-5 -5z`} />
      <text class="label" x={x(1) ?? 0} y={HEIGHT - 2} text-anchor="start" style="text-anchor:start">
        would not buy
      </text>
      <text class="label" x={WIDTH - (x(1) ?? 0)} y={HEIGHT - 2} style="text-anchor:end">
        would buy
      </text>
    </svg>
  )
}

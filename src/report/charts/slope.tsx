import { scaleLinear } from 'd3-scale'
import { Figure } from './figure.js'

const WIDTH = 336
const LEFT = 34
const RIGHT = WIDTH - 128
const TOP = 34
const HEIGHT = 200
/** Labels nearer than this run into each other. */
const LEAST = 15

export type Slope = { readonly who: string; readonly before: number; readonly after: number }

/** Each synthetic person's score before and after, on 0–100; falling lines are dashed. */
export function SlopeChart({ slopes }: { slopes: readonly Slope[] }) {
  const values = slopes.flatMap(({ before, after }) => [before, after])
  const y = scaleLinear()
    .domain([Math.min(...values, 100), Math.max(...values, 0)])
    .nice(4)
    .range([TOP + HEIGHT, TOP + 8])
  const labels = apart(slopes.map(({ after }) => y(after)))
  const bottom = Math.max(TOP + HEIGHT, ...labels) + 10
  const told = slopes.map(({ who, before, after }) => `${who} ${Math.round(before)} to ${Math.round(after)}`).join(', ')
  return (
    <Figure
      id="slope-chart"
      width={WIDTH}
      height={bottom}
      title="Score of each synthetic person before and after the edits, 0 to 100"
      description={`${told}.`}
    >
      <text class="label start" x={0} y={12}>
        before
      </text>
      <text class="label" x={RIGHT} y={12}>
        after
      </text>
      {y.ticks(4).map((point) => (
        <g key={point}>
          <line class="grid" x1={LEFT} x2={RIGHT} y1={y(point)} y2={y(point)} />
          <text class="label start" x={0} y={y(point) + 4}>
            {point}
          </text>
        </g>
      ))}
      {slopes.map(({ who, before, after }, i) => (
        <g key={i}>
          <line
            class={`path ${after < before ? 'down' : after > before ? 'up' : 'same'}`}
            x1={LEFT}
            x2={RIGHT}
            y1={y(before)}
            y2={y(after)}
          />
          <circle class="hollow" cx={LEFT} cy={y(before)} r={4} />
          <circle class={`full ${after < before ? 'down' : 'up'}`} cx={RIGHT} cy={y(after)} r={4.5} />
          <text class="label start" x={RIGHT + 12} y={(labels[i] ?? 0) + 4}>
            {who} {Math.round(after)}
          </text>
        </g>
      ))}
    </Figure>
  )
}

/** The heights pushed down until no two are nearer than `LEAST`, in the order given. */
function apart(heights: readonly number[]): number[] {
  const placed = [...heights]
  const order = heights.map((_, i) => i).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))
  order.forEach((at, rank) => {
    const above = order[rank - 1]
    if (above !== undefined) placed[at] = Math.max(placed[at] ?? 0, (placed[above] ?? 0) + LEAST)
  })
  return placed
}

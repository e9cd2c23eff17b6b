import { scaleLinear } from 'd3-scale'
import type { Change } from '../../presentation/discussion.js'
import { Figure } from './figure.js'

const WIDTH = 336
const LEFT = 100
const RIGHT = WIDTH - 12
const TOP = 46
const STEP = 27
const x = scaleLinear().domain([1, 5]).range([LEFT, RIGHT])

/** From ballot to ballot: a hollow mark before, a full one after, for each synthetic person. */
export function ShiftLines({ changes }: { changes: readonly Change[] }) {
  const told = changes.map(({ who, from, to }) => `${who} ${from.toFixed(1)} to ${to.toFixed(1)}`).join(', ')
  const bottom = TOP + changes.length * STEP - 8
  return (
    <Figure
      id="shift-chart"
      width={WIDTH}
      height={bottom + 4}
      title="Purchase intent on the secret ballots before and after the discussion, 1 to 5"
      description={`${told}.`}
    >
      {[1, 2, 3, 4, 5].map((point) => (
        <g key={point}>
          <line class="grid" x1={x(point)} x2={x(point)} y1={TOP - 16} y2={bottom} />
          <text class="label" x={x(point)} y={TOP - 22}>
            {point}
          </text>
        </g>
      ))}
      <text class="label start" x={LEFT - 4} y={10}>
        would not buy
      </text>
      <text class="label end" x={WIDTH - 4} y={10}>
        would buy
      </text>
      {changes.map((change, i) => (
        <Line key={i} change={change} y={TOP + i * STEP} />
      ))}
    </Figure>
  )
}

function Line({ change: { who, from, to }, y }: { change: Change; y: number }) {
  const way = to > from ? 'up' : to < from ? 'down' : 'same'
  const long = Math.abs(x(to) - x(from)) > 14
  return (
    <g>
      <text class="label strong start" x={0} y={y + 4}>
        {who}
      </text>
      {long && <line class={`path ${way}`} x1={x(from)} x2={x(to)} y1={y} y2={y} />}
      <circle class="hollow" cx={x(from)} cy={y} r={4.5} />
      <circle class={`full ${way}`} cx={x(to)} cy={y} r={5} />
    </g>
  )
}

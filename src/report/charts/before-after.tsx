import { scaleLinear } from 'd3-scale'
import { Figure } from './figure.js'

const WIDTH = 336
const LEFT = 100
const TOP = 46
const STEP = 27

type Change = { readonly who: string; readonly from: number; readonly to: number }
type Props = {
  readonly id: string
  readonly title: string
  readonly changes: readonly Change[]
  readonly domain: readonly [from: number, to: number]
  /** Meaning of the two ends of the scale. */
  readonly ends?: readonly [low: string, high: string]
  readonly write: (value: number) => string
  /** Shows the later figure at the end of each line. */
  readonly figures?: boolean
}

/** A hollow mark before, a full mark after, a line for each synthetic person; falling lines are dashed. */
export function BeforeAfter({ id, title, changes, domain, ends = ['', ''], write, figures = false }: Props) {
  const right = WIDTH - (figures ? 40 : 12)
  const x = scaleLinear()
    .domain([...domain])
    .range([LEFT, right])
  const bottom = TOP + changes.length * STEP - 8
  const words = changes.map(({ who, from, to }) => `${who} ${write(from)} to ${write(to)}`).join(', ')
  return (
    <Figure id={id} width={WIDTH} height={bottom + 4} title={title} description={`${words}.`}>
      {x.ticks(4).map((point) => (
        <g key={point}>
          <line class="grid" x1={x(point)} x2={x(point)} y1={TOP - 16} y2={bottom} />
          <text class="label" x={x(point)} y={TOP - 22}>
            {point}
          </text>
        </g>
      ))}
      <text class="label start" x={LEFT - 4} y={10}>
        {ends[0]}
      </text>
      <text class="label end" x={right + 8} y={10}>
        {ends[1]}
      </text>
      {changes.map(({ who, from, to }, i) => {
        const y = TOP + i * STEP
        const way = wayOf(from, to)
        return (
          <g key={i}>
            <text class="label strong start" x={0} y={y + 4}>
              {who}
            </text>
            {Math.abs(x(to) - x(from)) > 14 && <line class={`path ${way}`} x1={x(from)} x2={x(to)} y1={y} y2={y} />}
            <circle class="hollow" cx={x(from)} cy={y} r={4.5} />
            <circle class={`full ${way}`} cx={x(to)} cy={y} r={5} />
            {figures && (
              <text class="label end" x={WIDTH} y={y + 4}>
                {write(to)}
              </text>
            )}
          </g>
        )
      })}
    </Figure>
  )
}

function wayOf(from: number, to: number): string {
  if (to > from) return 'up'
  return to < from ? 'down' : 'same'
}

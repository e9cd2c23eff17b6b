import { linkHorizontal } from 'd3-shape'
import { type ReportView, SENTIMENTS } from '../view.js'

type Flow = ReportView['sentiment'][number]
const WIDTH = 480
const HEIGHT = 200
const LEFT = 128
const RIGHT = WIDTH - 128
const ROOM = 130
const GAP = 10

/** From the first reaction to the second thought: the thicker the band, the more people. */
export function SentimentFlow({ flows, people }: { flows: readonly Flow[]; people: number }) {
  const left = stack(flows, 'from', people)
  const right = stack(flows, 'to', people)
  const used = { left: new Map<string, number>(), right: new Map<string, number>() }
  const path = linkHorizontal<unknown, [number, number]>()
  const told = flows.map(({ from, to, people: n }) => `${n} from ${from} to ${to}`).join(', ')
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Sentiment at first and on second thought: ${told}.`}
    >
      <text class="label strong" x={LEFT - 8} y={12} style="text-anchor:end">
        At first
      </text>
      <text class="label strong" x={RIGHT + 8} y={12} style="text-anchor:start">
        On second thought
      </text>
      {flows.map((flow) => {
        const thick = (flow.people / people) * ROOM
        const from = place(used.left, flow.from, left, thick)
        const to = place(used.right, flow.to, right, thick)
        const d = path({ source: [LEFT, from], target: [RIGHT, to] } as never) ?? ''
        return (
          <path key={`${flow.from}-${flow.to}`} class={`flow ${flow.to}`} d={d} stroke-width={Math.max(1.5, thick)} />
        )
      })}
      {SENTIMENTS.map((name) => (
        <g key={name}>
          <Side name={name} at={left.get(name)} x={LEFT} anchor="end" />
          <Side name={name} at={right.get(name)} x={RIGHT} anchor="start" />
        </g>
      ))}
    </svg>
  )
}

type Stacked = { readonly top: number; readonly height: number; readonly people: number }

/** Where each sentiment stands on one side, from the top down. */
function stack(flows: readonly Flow[], side: 'from' | 'to', people: number): Map<string, Stacked> {
  let top = 26
  const placed = new Map<string, Stacked>()
  for (const name of SENTIMENTS) {
    const count = flows.filter((flow) => flow[side] === name).reduce((sum, flow) => sum + flow.people, 0)
    if (count === 0) continue
    const height = (count / people) * ROOM
    placed.set(name, { top, height: Math.max(height, 3), people: count })
    top += Math.max(height, 14) + GAP
  }
  return placed
}

/** The middle of the next free stretch of a stack. */
function place(used: Map<string, number>, name: string, stacks: ReadonlyMap<string, Stacked>, thick: number): number {
  const taken = used.get(name) ?? 0
  used.set(name, taken + thick)
  return (stacks.get(name)?.top ?? 0) + taken + thick / 2
}

function Side({ name, at, x, anchor }: { name: string; at: Stacked | undefined; x: number; anchor: 'start' | 'end' }) {
  if (!at) return null
  const middle = at.top + at.height / 2
  return (
    <>
      <rect class={`node ${name}`} x={anchor === 'end' ? x - 4 : x} y={at.top} width={4} height={at.height} />
      <text class="label" x={anchor === 'end' ? x - 10 : x + 10} y={middle + 4} style={`text-anchor:${anchor}`}>
        {at.people} {name}
      </text>
    </>
  )
}

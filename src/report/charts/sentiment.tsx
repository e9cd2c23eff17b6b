import { linkHorizontal } from 'd3-shape'
import type { Sentiment } from '../../domain/panel/response.js'
import { type Flow, SENTIMENTS } from '../../presentation/scores.js'
import { Figure } from './figure.js'

const WIDTH = 336
const LEFT = 92
const RIGHT = WIDTH - 92
const TOP = 30
const ROOM = 112
/** Least height for a label, however few people it stands for. */
const MIN_GAP = 16
const GAP = 8

const link = linkHorizontal<{ source: [number, number]; target: [number, number] }, [number, number]>()

/** From the first reaction to the second thought: a thicker band is more people. */
export function SentimentFlow({ flows, people }: { flows: readonly Flow[]; people: number }) {
  const left = stacked(flows, 'from', people)
  const right = stacked(flows, 'to', people)
  const bottom = Math.max(...[...left.values(), ...right.values()].map(({ end }) => end), TOP)
  const moves = flows.map(({ from, to, people: n }) => `${n} from ${from} to ${to}`).join(', ')
  return (
    <Figure
      id="sentiment-chart"
      width={WIDTH}
      height={bottom + 6}
      title="Sentiment at first and on second thought"
      description={`${moves}. n = ${people}.`}
    >
      <text class="label strong end" x={LEFT} y={13}>
        At first
      </text>
      <text class="label strong end" x={WIDTH} y={13}>
        On second thought
      </text>
      {bands(flows, left, right, people).map(({ key, to, d, thick }) => (
        <path key={key} class={`flow ${to}`} d={d} stroke-width={Math.max(1, thick)} />
      ))}
      {SENTIMENTS.map((name) => (
        <g key={name}>
          <Side name={name} at={left.get(name)} x={LEFT} class="end" />
          <Side name={name} at={right.get(name)} x={RIGHT} class="start" />
        </g>
      ))}
    </Figure>
  )
}

type Stack = { readonly top: number; readonly height: number; readonly end: number; readonly people: number }
type Stacks = ReadonlyMap<Sentiment, Stack>

/** Position of each sentiment on one side, from the top down. */
function stacked(flows: readonly Flow[], side: 'from' | 'to', people: number): Stacks {
  let top = TOP
  const stacks = new Map<Sentiment, Stack>()
  for (const name of SENTIMENTS) {
    const count = flows.filter((flow) => flow[side] === name).reduce((sum, flow) => sum + flow.people, 0)
    if (count === 0) continue
    const height = Math.max((count / people) * ROOM, 2)
    const end = top + Math.max(height, MIN_GAP)
    stacks.set(name, { top, height, end, people: count })
    top = end + GAP
  }
  return stacks
}

/** Each flow leaves its stack below the previous one, and arrives in the same order. */
function bands(flows: readonly Flow[], left: Stacks, right: Stacks, people: number) {
  const taken = { left: new Map<Sentiment, number>(), right: new Map<Sentiment, number>() }
  const next = (used: Map<Sentiment, number>, stacks: Stacks, name: Sentiment, thick: number): number => {
    const start = used.get(name) ?? stacks.get(name)?.top ?? TOP
    used.set(name, start + thick)
    return start + thick / 2
  }
  return flows.map(({ from, to, people: count }) => {
    const thick = (count / people) * ROOM
    const source: [number, number] = [LEFT, next(taken.left, left, from, thick)]
    const target: [number, number] = [RIGHT, next(taken.right, right, to, thick)]
    return { key: `${from}-${to}`, to, d: link({ source, target }) ?? '', thick }
  })
}

function Side(props: { name: Sentiment; at: Stack | undefined; x: number; class: 'start' | 'end' }) {
  const { name, at, x } = props
  if (!at) return null
  const left = props.class === 'end'
  return (
    <>
      <rect class={`node ${name}`} x={left ? x - 4 : x} y={at.top} width={4} height={at.height} />
      <text class={`label ${props.class}`} x={left ? x - 10 : x + 10} y={at.top + at.height / 2 + 4}>
        {at.people} {name}
      </text>
    </>
  )
}

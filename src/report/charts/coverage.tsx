import { Figure } from './figure.js'

type Cell = { readonly a: number; readonly b: number; readonly covered: number; readonly achievable: number }
type Props = { readonly names: readonly string[]; readonly cells: readonly Cell[] }

const SIDE = 24
const LABEL = 178
const TOP = 4
/** Number of shades a reader can tell apart; full coverage is solid. */
const SHADES = 5

/** For every two axes, the share of the pairs of their levels that somebody has; darker is more. */
export function Coverage({ names, cells }: Props) {
  const drawn = names.map((_, index) => index).filter((index) => cells.some(({ a, b }) => a === index || b === index))
  const place = new Map(drawn.map((index, at) => [index, at]))
  const columns = Math.max(1, drawn.length - 1)
  const height = TOP + drawn.length * SIDE + 26
  const full = cells.filter(({ covered, achievable }) => covered === achievable).length
  const leastCovered = [...cells].sort((x, y) => shareOf(x) - shareOf(y))[0]
  let description = `${full} of ${cells.length} pairs of axes are covered completely.`
  if (leastCovered && shareOf(leastCovered) < 1) {
    const { a, b, covered, achievable } = leastCovered
    description += ` Least: ${names[a]} with ${names[b]}, ${covered} of ${achievable}.`
  }
  return (
    <Figure
      id="coverage-picture"
      width={LABEL + columns * SIDE + 8}
      height={height}
      title="Coverage of every two axes"
      description={description}
    >
      {drawn.map((axis, row) => (
        <text key={`r${axis}`} class="label end" x={LABEL - 8} y={TOP + row * SIDE + SIDE / 2 + 4}>
          {`${short(names[axis] ?? '')} ${row + 1}`}
        </text>
      ))}
      {drawn.slice(0, -1).map((axis, column) => (
        <text
          key={`c${axis}`}
          class="label"
          x={LABEL + column * SIDE + SIDE / 2 - 1}
          y={TOP + drawn.length * SIDE + 18}
        >
          {column + 1}
        </text>
      ))}
      {cells.map((cell) => (
        <rect
          key={`${cell.a}-${cell.b}`}
          class={`pair-cell s${shade(cell)}`}
          x={LABEL + (place.get(cell.a) ?? 0) * SIDE}
          y={TOP + (place.get(cell.b) ?? 1) * SIDE}
          width={SIDE - 2}
          height={SIDE - 2}
        />
      ))}
    </Figure>
  )
}

const shareOf = ({ covered, achievable }: Cell): number => (achievable === 0 ? 1 : covered / achievable)
const shade = (cell: Cell): number => (shareOf(cell) >= 1 ? SHADES : Math.max(0, Math.ceil(shareOf(cell) * SHADES) - 1))
const short = (name: string): string => (name.length > 26 ? `${name.slice(0, 25)}…` : name)

import { LEXICON } from '../../data/lexicon.js'

type Point = readonly [number, number]
type Line = readonly Point[]

/** Most characters of paths that are looked at. */
const MAX_PATH = 1_000
const NUMBERS = /-?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})/g
const SUBPATHS = /([a-z])([^a-z]*)/gi
const SHAPES = 'path, line, polyline'
/** How far apart, as a share of their length, the middles of the two strokes of a cross may lie. */
const MAX_OFF = 0.15

/** Whether a drawing without a name is a tick or a cross: by its strokes, or by the numbers of well-known filled ones. */
export function drawnMark(drawing: Element): 'tick' | 'cross' | null {
  const shapes = [...drawing.querySelectorAll(SHAPES)]
  const path = shapes.map((shape) => shape.getAttribute('d') ?? '').join(' ')
  if (path.length > MAX_PATH) return null
  const { drawn_crosses, drawn_ticks } = LEXICON.pages()
  const numbers = ` ${(path.match(NUMBERS) ?? []).join(' ')} `
  const has = (list: readonly string[]): boolean => list.some((known) => numbers.includes(` ${known} `))
  if (has(drawn_crosses)) return 'cross'
  if (has(drawn_ticks)) return 'tick'
  const lines = shapes.flatMap(linesOf)
  if (lines.length === 1) return lines[0] && isTick(lines[0]) ? 'tick' : null
  return lines.length === 2 && isCross(lines) ? 'cross' : null
}

/** The straight strokes of a shape; those with curves and frames are left out. */
function linesOf(shape: Element): Line[] {
  const figure = (name: string): number => Number(shape.getAttribute(name))
  if (shape.tagName.toLowerCase() === 'line')
    return [
      [
        [figure('x1'), figure('y1')],
        [figure('x2'), figure('y2')],
      ],
    ]
  if (shape.tagName.toLowerCase() === 'polyline') return [pointsIn(shape.getAttribute('points') ?? '')]
  return linesOfPath(shape.getAttribute('d') ?? '')
}

function pointsIn(text: string): Point[] {
  const numbers = (text.match(NUMBERS) ?? []).map(Number)
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) => [
    numbers[2 * at] ?? 0,
    numbers[2 * at + 1] ?? 0,
  ])
}

function linesOfPath(path: string): Line[] {
  const lines: { points: Point[]; isStraight: boolean }[] = []
  let last: Point = [0, 0]
  for (const [, command = '', figures = ''] of path.matchAll(SUBPATHS)) {
    if (/m/i.test(command)) lines.push({ points: [], isStraight: true })
    const line = lines.at(-1)
    if (!line) return []
    if (!/[ml]/i.test(command)) {
      line.isStraight = false
      continue
    }
    for (const [x, y] of pointsIn(figures)) {
      last = command === command.toLowerCase() ? [last[0] + x, last[1] + y] : [x, y]
      line.points.push(last)
    }
  }
  return lines.flatMap(({ points, isStraight }) => (isStraight ? [points] : []))
}

/** Down to the right, then further up to the right; or drawn from its other end. */
function isTick(line: Line): boolean {
  const [start, middle, end] = (line[0]?.[0] ?? 0) < (line[2]?.[0] ?? 0) ? line : [...line].reverse()
  if (line.length !== 3 || !start || !middle || !end) return false
  const [down, across] = [middle[1] - start[1], middle[0] - start[0]]
  const [up, along] = [middle[1] - end[1], end[0] - middle[0]]
  return down > 0 && across > 0 && along > across * 1.2 && up > down
}

/** Two diagonals across each other's middle. */
function isCross(lines: readonly Line[]): boolean {
  const ends = lines.flatMap((line) => (line.length === 2 && line[0] && line[1] ? [[line[0], line[1]] as const] : []))
  const [first, second] = ends.map(([[x1, y1], [x2, y2]]) => ({
    middle: [(x1 + x2) / 2, (y1 + y2) / 2] as const,
    size: Math.abs(x2 - x1),
    slope: (y2 - y1) / (x2 - x1),
  }))
  if (!first || !second || first.size === 0 || second.size === 0) return false
  const off = Math.hypot(first.middle[0] - second.middle[0], first.middle[1] - second.middle[1])
  const isDiagonal = [first, second].every(({ slope }) => Math.abs(slope) > 0.5 && Math.abs(slope) < 2)
  return off <= first.size * MAX_OFF && isDiagonal && first.slope * second.slope < 0
}

import type { Operators } from './item.js'
import { AS_IS, drawing, type Matrix, moved, type OperatorList, product, type State } from './state.js'

/** A letter, or the space between two words where a space is written; places and sizes as those of an item. */
export type Letter = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
}
/** What is known of a font: how wide a thousandth of it is, and whether it is written from above. */
export type Font = { readonly unit: number; readonly isVertical: boolean }
/** A glyph of pdf.js, or a space in thousandths that what follows is moved back by. */
type Glyph = { readonly unicode: string; readonly width: number; readonly originalCharCode: number } | number | null

const MAX_LETTERS = 500_000

/** Letters of a text, to compare it with how it is drawn. */
export const lettersIn = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '')

/** The letters of a page that are drawn from the left to the right, by the line that each is drawn in at one go. */
export function drawnLines(
  list: OperatorList,
  operators: Operators,
  upright: Matrix,
  fontOf: (name: string) => Font,
): Letter[][] {
  const lines: Letter[][] = []
  let start = AS_IS
  let at = AS_IS
  let leading = 0
  let count = 0
  const begin = (matrix: Matrix): void => {
    start = matrix
    at = matrix
    lines.push([])
  }
  const move = (x: number, y: number): void => {
    // A letter beside another one may be placed by a move of its own.
    if (y !== 0) lines.push([])
    start = moved(start, x, y)
    at = start
  }
  const show = (glyphs: readonly Glyph[], state: State): void => {
    const { unit, isVertical } = fontOf(state.font)
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') at = advanced(at, (-glyph / 1000) * state.size, state, isVertical)
      if (typeof glyph === 'number' || !glyph || count++ > MAX_LETTERS) continue
      const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = product(product(state.matrix, at), [
        ...[state.size * state.stretch, 0, 0, state.size, 0, state.rise],
      ])
      const width = glyph.width * unit
      const isLevel = a > 0 && Math.abs(b) < a / 100 && !isVertical
      if (isLevel) lines.at(-1)?.push({ text: glyph.unicode, x, y, width: width * a, size: Math.hypot(c, d) })
      const space = state.spacing + (glyph.originalCharCode === 32 ? state.wordSpacing : 0)
      at = advanced(at, width * state.size + space, state, isVertical)
    }
  }
  const steps = new Map<number, (given: readonly unknown[], state: State) => void>([
    [operators.beginText, () => begin(AS_IS)],
    [operators.setTextMatrix, ([matrix]) => begin(product(AS_IS, matrix))],
    [operators.moveText, ([x, y]) => move(Number(x), Number(y))],
    [operators.setLeading, ([given]) => (leading = Number(given))],
    [
      operators.setLeadingMoveText,
      ([x, y]) => {
        leading = -Number(y)
        move(Number(x), Number(y))
      },
    ],
    [operators.nextLine, () => move(0, -leading)],
    [operators.setFont, () => lines.push([])],
    [operators.showText, ([glyphs], state) => (Array.isArray(glyphs) ? show(glyphs, state) : undefined)],
  ])
  for (const { operator, given, state } of drawing(list, operators, upright)) steps.get(operator)?.(given, state)
  return lines.filter((line) => line.length > 0)
}

const advanced = (at: Matrix, by: number, { stretch }: State, isVertical: boolean): Matrix =>
  isVertical ? moved(at, 0, by) : moved(at, by * stretch, 0)

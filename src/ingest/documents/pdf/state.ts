import { type Operators, placed } from './item.js'

export type Matrix = readonly number[]
export type OperatorList = {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

/** How a page draws at a point of it; text: in which font, how large, and with what space between letters and words. */
export type State = {
  readonly matrix: Matrix
  readonly line: number
  readonly font: string
  readonly size: number
  readonly stretch: number
  readonly spacing: number
  readonly wordSpacing: number
  readonly rise: number
}

/** Every operation of a page with the state that it is done in (ISO 32000-1, 8.4 and 9.3). */
export function* drawing(
  { fnArray, argsArray }: OperatorList,
  operators: Operators,
  upright: Matrix,
): Generator<{ readonly operator: number; readonly given: readonly unknown[]; readonly state: State }> {
  const saved: State[] = []
  const text = { font: '', size: 1, stretch: 1, spacing: 0, wordSpacing: 0, rise: 0 }
  let state: State = { matrix: upright, line: 1, ...text }
  const settings: Readonly<Record<number, (given: readonly unknown[]) => Partial<State>>> = {
    [operators.transform]: (given) => ({ matrix: product(state.matrix, given) }),
    [operators.setLineWidth]: ([line]) => ({ line: Number(line) }),
    [operators.paintFormXObjectBegin]: ([matrix]) => ({ matrix: product(state.matrix, matrix) }),
    [operators.beginAnnotation]: (given) => ({ matrix: product(product(upright, given[2]), given[3]) }),
    [operators.setFont]: ([font, size]) => ({ font: String(font), size: Number(size) }),
    [operators.setHScale]: ([percent]) => ({ stretch: Number(percent) / 100 }),
    [operators.setCharSpacing]: ([spacing]) => ({ spacing: Number(spacing) }),
    [operators.setWordSpacing]: ([wordSpacing]) => ({ wordSpacing: Number(wordSpacing) }),
    [operators.setTextRise]: ([rise]) => ({ rise: Number(rise) }),
  }
  for (const [index, operator] of fnArray.entries()) {
    const given = (argsArray[index] ?? []) as readonly unknown[]
    if (operator === operators.save || operator === operators.paintFormXObjectBegin) saved.push(state)
    if (operator === operators.restore || operator === operators.paintFormXObjectEnd) state = saved.pop() ?? state
    const set = settings[operator]
    if (set) state = { ...state, ...set(given) }
    yield { operator, given, state }
  }
}

export const AS_IS: Matrix = [1, 0, 0, 1, 0, 0]
export const moved = (matrix: Matrix, x: number, y: number): Matrix => product(matrix, [1, 0, 0, 1, x, y])

/** A matrix after another one; as it is, where that is none. */
export function product(outer: Matrix, inner: unknown): Matrix {
  const by = inner instanceof Float32Array ? [...inner] : inner
  if (!Array.isArray(by) || by.length !== 6) return outer
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = by as readonly number[]
  const [x, y] = placed(outer, 0, 0)
  const across = placed(outer, a, b)
  const up = placed(outer, c, d)
  return [across[0] - x, across[1] - y, up[0] - x, up[1] - y, ...placed(outer, e, f)]
}

/** Degree s, coefficients a and first direction numbers m of dimensions 2, 3, … */
type Direction = readonly [degree: number, coefficients: number, first: readonly number[]]

/** Joe & Kuo 2008, "Constructing Sobol sequences with better two-dimensional projections", table new-joe-kuo-6. */
const DIRECTIONS: readonly Direction[] = [
  [1, 0, [1]],
  [2, 1, [1, 3]],
  [3, 1, [1, 3, 1]],
  [3, 2, [1, 1, 1]],
  [4, 1, [1, 1, 3, 3]],
  [4, 4, [1, 3, 5, 13]],
  [5, 2, [1, 1, 5, 5, 17]],
  [5, 4, [1, 1, 5, 5, 5]],
  [5, 7, [1, 1, 7, 11, 19]],
  [5, 11, [1, 1, 5, 1, 1]],
  [5, 13, [1, 1, 1, 3, 11]],
  [5, 14, [1, 3, 5, 5, 31]],
  [6, 1, [1, 3, 3, 9, 7, 49]],
  [6, 13, [1, 1, 1, 15, 21, 21]],
  [6, 16, [1, 3, 1, 13, 27, 49]],
  [6, 19, [1, 1, 1, 15, 7, 5]],
  [6, 22, [1, 3, 1, 15, 13, 25]],
  [6, 25, [1, 1, 5, 5, 19, 61]],
  [7, 1, [1, 3, 7, 11, 23, 15, 103]],
  [7, 4, [1, 3, 7, 13, 13, 15, 69]],
  [7, 7, [1, 1, 3, 13, 7, 35, 63]],
  [7, 8, [1, 3, 5, 9, 1, 25, 53]],
  [7, 14, [1, 3, 1, 13, 9, 35, 107]],
]
const BITS = 32
/** Number of dimensions with direction numbers. */
export const SOBOL_DIMENSIONS = DIRECTIONS.length + 1

/**
 * The first `count` points of the Sobol' sequence in [0, 1)^`dimensions`, by Gray code (Antonov & Saleev 1979). They
 * fill a space more evenly than random numbers: of the first 2^k points each of 2^k equal intervals of every axis holds
 * one. `shift` combines dimension d by exclusive or with a 32-bit number (a digital shift): another seed gives other
 * points of the same evenness.
 */
export function sobolPoints(count: number, dimensions: number, shift: (dimension: number) => number): number[][] {
  if (dimensions > SOBOL_DIMENSIONS) throw new RangeError(`Sobol' points have at most ${SOBOL_DIMENSIONS} dimensions.`)
  const columns = Array.from({ length: dimensions }, (_, dimension) => {
    const directions = directionsOf(dimension)
    const shiftBits = shift(dimension) >>> 0
    let state = 0
    return Array.from({ length: count }, (_, index) => {
      if (index > 0) state = (state ^ (directions[lowestZero(index - 1)] ?? 0)) >>> 0
      return ((state ^ shiftBits) >>> 0) / 2 ** BITS
    })
  })
  return Array.from({ length: count }, (_, index) => columns.map((column) => column[index] ?? 0))
}

/** Direction numbers as 32-bit fractions. */
function directionsOf(dimension: number): number[] {
  if (dimension === 0) return Array.from({ length: BITS }, (_, bit) => (2 ** (BITS - 1 - bit)) >>> 0)
  const [degree, coefficients, first] = DIRECTIONS[dimension - 1] as Direction
  const v = first.map((m, bit) => (m * 2 ** (BITS - 1 - bit)) >>> 0)
  for (let bit = degree; bit < BITS; bit++) {
    const before = v[bit - degree] ?? 0
    let value = (before ^ (before >>> degree)) >>> 0
    for (let k = 1; k < degree; k++) {
      if ((coefficients >>> (degree - 1 - k)) & 1) value = (value ^ (v[bit - k] ?? 0)) >>> 0
    }
    v.push(value)
  }
  return v
}

function lowestZero(index: number): number {
  let bit = 0
  for (let rest = index; rest & 1; rest >>>= 1) bit++
  return bit
}

/** Holm's step-down correction (Holm 1979): p-values of several tests, corrected for their number, in the order given. */
export function holm(ps: readonly number[]): number[] {
  const order = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p)
  const corrected = new Array<number>(ps.length)
  let highest = 0
  order.forEach(({ p, index }, rank) => {
    highest = Math.max(highest, Math.min(1, p * (ps.length - rank)))
    corrected[index] = highest
  })
  return corrected
}

/**
 * Two-sided exact p of McNemar's test (McNemar 1947) for pairs that changed: how often so uneven a split of `one + other`
 * changes would come out if both directions were as likely. 1 where nothing changed.
 */
export function mcnemarP(gained: number, lost: number): number {
  const changed = gained + lost
  const fewer = Math.min(gained, lost)
  let term = 0.5 ** changed
  let tail = 0
  // Below 2^-1074 the first term is lost; so many flips never fit an evaluation.
  for (let count = 0; count <= fewer; count++) {
    tail += term
    term = (term * (changed - count)) / (count + 1)
  }
  return Math.min(1, 2 * tail)
}

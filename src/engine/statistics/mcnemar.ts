/**
 * Two-sided exact p of McNemar's test (McNemar 1947) for pairs that changed: the probability of a split of `gained +
 * lost` changes at least this uneven if both directions are equally likely. 1 where nothing changed.
 */
export function mcnemarP(gained: number, lost: number): number {
  const changed = gained + lost
  const fewer = Math.min(gained, lost)
  let term = 0.5 ** changed
  let tail = 0
  // The first term underflows below 2^-1074; an evaluation never has that many flips.
  for (let count = 0; count <= fewer; count++) {
    tail += term
    term = (term * (changed - count)) / (count + 1)
  }
  return Math.min(1, 2 * tail)
}

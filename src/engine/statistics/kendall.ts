/**
 * Kendall's τ-b of two rankings of the same things (Kendall 1945): −1 … 1, ties allowed. `null` where one of them puts
 * everything in the same place.
 */
export function kendallTauB(first: readonly number[], second: readonly number[]): number | null {
  let agreement = 0
  let tiedOnlyInFirst = 0
  let tiedOnlyInSecond = 0
  let untied = 0
  for (let i = 0; i < first.length; i++)
    for (let j = i + 1; j < first.length; j++) {
      const a = Math.sign((first[i] ?? 0) - (first[j] ?? 0))
      const b = Math.sign((second[i] ?? 0) - (second[j] ?? 0))
      agreement += a * b
      if (a !== 0 && b !== 0) untied++
      else if (a === 0 && b !== 0) tiedOnlyInFirst++
      else if (b === 0 && a !== 0) tiedOnlyInSecond++
    }
  const scale = Math.sqrt((untied + tiedOnlyInFirst) * (untied + tiedOnlyInSecond))
  return scale === 0 ? null : agreement / scale
}

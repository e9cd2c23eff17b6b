/**
 * Kendall's τ-b of two rankings of the same things (Kendall 1945): −1 … 1, ties allowed. `null` where one of them puts
 * everything in the same place.
 */
export function kendallTauB(one: readonly number[], other: readonly number[]): number | null {
  let agreement = 0
  let tiedOnlyInOne = 0
  let tiedOnlyInOther = 0
  let untied = 0
  for (let i = 0; i < one.length; i++)
    for (let j = i + 1; j < one.length; j++) {
      const a = Math.sign((one[i] ?? 0) - (one[j] ?? 0))
      const b = Math.sign((other[i] ?? 0) - (other[j] ?? 0))
      agreement += a * b
      if (a !== 0 && b !== 0) untied++
      else if (a === 0 && b !== 0) tiedOnlyInOne++
      else if (b === 0 && a !== 0) tiedOnlyInOther++
    }
  const scale = Math.sqrt((untied + tiedOnlyInOne) * (untied + tiedOnlyInOther))
  return scale === 0 ? null : agreement / scale
}

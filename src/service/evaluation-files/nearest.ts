/** The known word a mistyped one was probably meant to be; `undefined` where none is near. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const word = given
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_')
  // A long text is no mistyped key, and comparing it would be slow.
  if (word === '' || word.length > 40) return undefined
  const ranked = known
    .map((one) => ({ one, distance: one.split('_').includes(word) ? 1 : distanceOf(word, one) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.one : undefined
}

/** What to say about a key or column that is not known: the one that was meant, or else all there are. */
export function insteadOf(given: string, known: readonly string[]): string {
  const meant = nearest(given, known)
  return meant === undefined ? `known are ${known.join(', ')}.` : `did you mean "${meant}"?`
}

/** Insertions, deletions, replacements and swaps of neighbours (Damerau 1964, restricted). */
function distanceOf(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (same ? 0 : 1),
          swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(a.length, b.length)
}

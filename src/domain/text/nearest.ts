import { distance } from 'fastest-levenshtein'

/** The known word nearest to a mistyped word; `undefined` where none is near. */
export function nearest(text: string, known: readonly string[]): string | undefined {
  const word = plain(text)
  // A long text is not a mistyped key.
  if (word === '' || word.length > 40) return undefined
  const ranked = known
    .map((name) => ({ name, edits: plain(name).split('_').includes(word) ? 1 : distance(word, plain(name)) }))
    .sort((a, b) => a.edits - b.edits)
  const [best] = ranked
  return best && best.edits <= maxEdits(word) ? best.name : undefined
}

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_')

/** Two swapped letters are two edits; in a word of three letters only one edit is allowed. */
function maxEdits(word: string): number {
  if (word.length < 4) return 1
  return Math.max(2, Math.floor(word.length / 3))
}

/** The hint for an unknown key or column: the nearest known name, else all of them. */
export function suggestInstead(text: string, known: readonly string[]): string {
  if (known.length === 0) return 'give it another name.'
  const suggestion = nearest(text, known)
  return suggestion === undefined ? `known are ${known.join(', ')}.` : `did you mean "${suggestion}"?`
}

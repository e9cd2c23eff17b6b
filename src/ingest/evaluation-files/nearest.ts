import { distance } from 'fastest-levenshtein'

/** The known word a mistyped one was probably meant to be; `undefined` where none is near. */
export function nearest(text: string, known: readonly string[]): string | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_')
  // A long text is no mistyped key.
  if (word === '' || word.length > 40) return undefined
  const ranked = known
    .map((name) => ({ name, edits: name.split('_').includes(word) ? 1 : distance(word, name) }))
    .sort((a, b) => a.edits - b.edits)
  const [best] = ranked
  return best && best.edits <= maxEdits(word) ? best.name : undefined
}

/** Two swapped letters are two edits; in a word of three letters two edits leave nothing of it. */
function maxEdits(word: string): number {
  if (word.length < 4) return 1
  return Math.max(2, Math.floor(word.length / 3))
}

/** What to say about a key or column that is not known: the one that was meant, or else all there are. */
export function insteadOf(text: string, known: readonly string[]): string {
  const meant = nearest(text, known)
  return meant === undefined ? `known are ${known.join(', ')}.` : `did you mean "${meant}"?`
}

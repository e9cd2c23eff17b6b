/** A stretch of a text: kept, or replaced by an edit (`added` is empty where it was only taken out). */
export type Stretch =
  | { readonly kind: 'kept'; readonly text: string }
  | {
      readonly kind: 'edit'
      readonly number: number
      readonly id: string
      readonly removed: string
      readonly added: string
    }

type Applied = { readonly number: number; readonly id: string; readonly original: string; readonly replacement: string }

/**
 * The original cut at its edits, in the order of the text. `null` where the edits, put in, do not give the refined text:
 * then nothing is marked rather than marked wrongly.
 */
export function editedText(original: string, refined: string, edits: readonly Applied[]): readonly Stretch[] | null {
  const places = edits
    .map((edit) => ({ ...edit, at: edit.original === '' ? -1 : original.indexOf(edit.original) }))
    .sort((a, b) => a.at - b.at)
  const stretches: Stretch[] = []
  let done = 0
  for (const { at, number, id, original: removed, replacement: added } of places) {
    if (at < done) return null
    if (at > done) stretches.push({ kind: 'kept', text: original.slice(done, at) })
    stretches.push({ kind: 'edit', number, id, removed, added })
    done = at + removed.length
  }
  if (done < original.length) stretches.push({ kind: 'kept', text: original.slice(done) })
  const put = stretches.map((one) => (one.kind === 'kept' ? one.text : one.added)).join('')
  return sameWords(put, refined) ? stretches : null
}

/** A rewrite may tidy the blanks around what it took out. */
const sameWords = (a: string, b: string): boolean => squeezed(a) === squeezed(b)
const squeezed = (text: string): string => text.replace(/\s+/g, '')

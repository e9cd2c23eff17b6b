const ENDS = '.!?…'

/** Splits a text into sentences, verbatim; a full stop inside “…” does not end a sentence. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (char === '“') quoted = true
    else if (char === '”') quoted = false
    else if (!quoted && ENDS.includes(char) && /^[.!?…]*(?:\s|$)/u.test(text.slice(i, i + 4))) {
      while (i + 1 < text.length && ENDS.includes(text.charAt(i + 1))) i++
      sentences.push(text.slice(start, i + 1).trim())
      start = i + 1
    }
  }
  sentences.push(text.slice(start).trim())
  return sentences.filter((sentence) => sentence !== '')
}

/** The first span in “…”, or null. */
export function quotedIn(text: string): string | null {
  return /“([^”]*)”/u.exec(text)?.[1] ?? null
}

/** A key for a group of people: the same for "ward managers" and "Ward manager,". */
export const groupKey = (who: string): string =>
  (who.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .map((word) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/s$/, '') : word))
    .join(' ')

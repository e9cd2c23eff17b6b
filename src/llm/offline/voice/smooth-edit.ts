/** A span of the text and the words that are to stand there; '' for none. */
export type Toned = { readonly start: number; readonly end: number; readonly replacement: string }

const WORD = /^[^\S\n]*[^\s.,;:!?]+/u

/**
 * An edit made to read well where it stands: an article that fits, a capital where a sentence begins, and enough of what
 * follows that the words it replaces stand in the text only once. Nothing but words of the text is added.
 */
export function smoothed(text: string, toned: Toned): Toned & { readonly original: string } {
  const edit = widened(text, withCapital(text, withArticle(text, toned)))
  return { ...edit, original: text.slice(edit.start, edit.end) }
}

/** Takes the next word of the text along, into the span and into what stands there. */
function longer(text: string, { start, end, replacement }: Toned): Toned | null {
  const next = WORD.exec(text.slice(end))?.[0]
  if (next === undefined) return null
  const words = replacement === '' ? next.trimStart() : next
  return { start, end: end + next.length, replacement: replacement + words }
}

const ARTICLE = /(?<!\p{L})(a|an) $/iu

/** "An" before what no longer begins with a vowel, and the other way round: in front of the edit, and in its own words. */
function withArticle(text: string, toned: Toned): Toned {
  const replacement = toned.replacement.replace(/(?<!\p{L})(a) (?=[aeiou])/giu, '$1n ')
  const article = ARTICLE.exec(text.slice(0, toned.start))?.[1]
  const next = `${replacement}${text.slice(toned.end)}`.trimStart()
  if (article === undefined || /^[\p{L}]/u.test(next) === false) return { ...toned, replacement }
  const fitting = /^[aeiou]/iu.test(next) ? `${article[0]}n` : (article[0] ?? 'a')
  if (fitting === article) return { ...toned, replacement }
  return { ...toned, start: toned.start - article.length - 1, replacement: `${fitting} ${replacement}` }
}

/** A sentence that lost its first words begins with a capital; what moved into the middle of one does not. */
function withCapital(text: string, toned: Toned): Toned {
  const before = text.slice(0, toned.start)
  const begins = before.trim() === '' || /(?:[.!?:#]|\n[-*]*|[-*]{1,2})$/u.test(before.replace(/[^\S\n]+$/u, ''))
  if (!begins)
    return { ...toned, replacement: toned.replacement.replace(/^\p{Lu}(?=\p{Ll}| )/u, (a) => a.toLowerCase()) }
  const taken = toned.replacement === '' && /^\p{Ll}/u.test(text.slice(toned.end)) ? longer(text, toned) : toned
  const edit = taken ?? toned
  return { ...edit, replacement: edit.replacement.replace(/^\p{Ll}/u, (a) => a.toUpperCase()) }
}

const MOST_WIDENED = 6

function widened(text: string, toned: Toned): Toned {
  let edit = toned
  for (let words = 0; words < MOST_WIDENED; words++) {
    const original = text.slice(edit.start, edit.end)
    if (text.indexOf(original) === text.lastIndexOf(original)) return edit
    const next = longer(text, edit)
    if (next === null) return edit
    edit = next
  }
  return edit
}

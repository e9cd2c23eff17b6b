/** A span of the text and its replacement; '' deletes it. */
export type SpanEdit = { readonly start: number; readonly end: number; readonly replacement: string }

const WORD = /^[^\S\n]*[^\s.,;:!?]+/u

/**
 * Adjusts an edit to its context: a fitting article, a capital where a sentence begins, and enough following words that
 * the replaced text occurs only once. It adds only words of the text.
 */
export function smoothEdit(text: string, edit: SpanEdit): SpanEdit & { readonly original: string } {
  const smoothed = extendUntilUnique(text, withoutBlankEnd(text, withCapital(text, withArticle(text, edit))))
  return { ...smoothed, original: text.slice(smoothed.start, smoothed.end) }
}

/** Adds the next word of the text to the span and to the replacement. */
function extendByWord(text: string, { start, end, replacement }: SpanEdit): SpanEdit | null {
  const next = WORD.exec(text.slice(end))?.[0]
  if (next === undefined) return null
  const words = replacement === '' ? next.trimStart() : next
  return { start, end: end + next.length, replacement: replacement + words }
}

/** A blank that ends both stays outside, as an edit is looked up without the blanks around it. */
const withoutBlankEnd = (text: string, edit: SpanEdit): SpanEdit =>
  text[edit.end - 1] === ' ' && edit.replacement.endsWith(' ')
    ? { ...edit, end: edit.end - 1, replacement: edit.replacement.slice(0, -1) }
    : edit

const ARTICLE = /(?<!\p{L})(a|an) $/iu

/** Corrects "a" and "an", both in front of the edit and inside its replacement. */
function withArticle(text: string, edit: SpanEdit): SpanEdit {
  const replacement = edit.replacement.replace(/(?<!\p{L})(a) (?=[aeiou])/giu, '$1n ')
  const article = ARTICLE.exec(text.slice(0, edit.start))?.[1]
  const next = `${replacement}${text.slice(edit.end)}`.trimStart()
  if (article === undefined || /^[\p{L}]/u.test(next) === false) return { ...edit, replacement }
  const fitting = /^[aeiou]/iu.test(next) ? `${article[0]}n` : (article[0] ?? 'a')
  if (fitting === article) return { ...edit, replacement }
  return { ...edit, start: edit.start - article.length - 1, replacement: `${fitting} ${replacement}` }
}

/** Gives a sentence that lost its first words a capital, and removes the capital of words that moved into the middle. */
function withCapital(text: string, toned: SpanEdit): SpanEdit {
  const before = text.slice(0, toned.start)
  const lead = before.replace(/[^\S\n]+$/u, '')
  // After a colon, the next character of the text decides whether a sentence begins.
  const goesOn = lead.endsWith(':') && /^\p{Ll}/u.test(text.slice(toned.start))
  const begins = !goesOn && (lead.trim() === '' || /(?:[.!?:#]|\n[-*]*|(?<!\p{L})[-*]{1,2})$/u.test(lead))
  if (!begins)
    return { ...toned, replacement: toned.replacement.replace(/^\p{Lu}(?=\p{Ll}| )/u, (a) => a.toLowerCase()) }
  const taken = toned.replacement === '' && /^\p{Ll}/u.test(text.slice(toned.end)) ? extendByWord(text, toned) : toned
  const edit = taken ?? toned
  return { ...edit, replacement: edit.replacement.replace(/^\p{Ll}/u, (a) => a.toUpperCase()) }
}

const MAX_ADDED_WORDS = 6

function extendUntilUnique(text: string, original: SpanEdit): SpanEdit {
  let edit = original
  for (let words = 0; words < MAX_ADDED_WORDS; words++) {
    const original = text.slice(edit.start, edit.end)
    if (text.indexOf(original) === text.lastIndexOf(original)) return edit
    const next = extendByWord(text, edit)
    if (next === null) return edit
    edit = next
  }
  return edit
}

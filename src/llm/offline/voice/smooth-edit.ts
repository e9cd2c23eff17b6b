import { escapeRegExp, lowerFirst, upperFirst } from '../../../domain/text/words.js'
import { soundsLikeVowel } from './vowel-sound.js'

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
  const replacement = edit.replacement.replace(/(?<!\p{L})a (?=(\S+))/giu, (written, next: string) =>
    soundsLikeVowel(next) ? `${written.trimEnd()}n ` : written,
  )
  const article = ARTICLE.exec(text.slice(0, edit.start))?.[1]
  const next = `${replacement}${text.slice(edit.end)}`.trimStart()
  if (article === undefined || !/^[\p{L}\p{N}]/u.test(next)) return { ...edit, replacement }
  const fitting = `${article.charAt(0)}${soundsLikeVowel(next) ? 'n' : ''}`
  if (fitting === article) return { ...edit, replacement }
  return { ...edit, start: edit.start - article.length - 1, replacement: `${fitting} ${replacement}` }
}

/** A word with a capital or a figure behind its first letter: “iPhone”, “SleepMask”, “B2B”. */
const isSpelled = (word: string): boolean => /^.\S*[\p{Lu}\p{N}]/u.test(word)

const BEGINS = /[.!?:\n]["”’)*_]*\s*["“*_#-]*\s*$/u
/** Characters in front of a word by which it is seen to begin a sentence. */
const SEEN = 20

/** Whether the capital of a word is that of a sentence that begins within an edit: it has no other, here or elsewhere. */
export function isOrdinary(text: string, { start, end }: Pick<SpanEdit, 'start' | 'end'>, word: string): boolean {
  if (isSpelled(word) || /^I(?!\p{L})/u.test(word)) return false
  const places = [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(word)}(?![\\p{L}\\p{N}])`, 'gu'))]
  return (
    places.some(({ index }) => index >= start && index < end) &&
    places.every(({ index }) =>
      BEGINS.test(`${index <= SEEN ? '\n' : ''}${text.slice(Math.max(0, index - SEEN), index)}`),
    )
  )
}

/** Gives a sentence that lost its first words a capital, and removes the capital of words that moved into the middle. */
function withCapital(text: string, toned: SpanEdit): SpanEdit {
  const before = text.slice(0, toned.start)
  const lead = before.replace(/[^\S\n]+$/u, '')
  // After a colon, the next character of the text decides whether a sentence begins.
  const goesOn = lead.endsWith(':') && /^\p{Ll}/u.test(text.slice(toned.start))
  const begins = !goesOn && (lead.trim() === '' || /(?:[.!?:#]|\n[-*]*|(?<!\p{L})[-*]{1,2})$/u.test(lead))
  const [first = ''] = /^[^\s.,;:!?]+/u.exec(toned.replacement) ?? []
  if (!begins) return isOrdinary(text, toned, first) ? { ...toned, replacement: lowerFirst(toned.replacement) } : toned
  const taken = toned.replacement === '' && /^\p{Ll}/u.test(text.slice(toned.end)) ? extendByWord(text, toned) : toned
  const edit = taken ?? toned
  const [word = ''] = /^\p{Ll}[^\s.,;:!?]*/u.exec(edit.replacement) ?? []
  return word === '' || isSpelled(word) ? edit : { ...edit, replacement: upperFirst(edit.replacement) }
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

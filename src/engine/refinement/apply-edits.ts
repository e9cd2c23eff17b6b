import type { Span } from '../panel/find-span.js'

/** A span of a text and its replacement; '' removes the span. */
export type Replacement = Span & { readonly replacement: string }

/** The text with these non-overlapping replacements. Outside them only the spaces beside a removed span change. */
export function applyEdits(text: string, edits: readonly Replacement[]): string {
  const inOrder = joined([...edits].sort((a, b) => a.start - b.start))
  let result = ''
  let at = 0
  for (const [index, edit] of inOrder.entries()) {
    const next = inOrder[index + 1]?.start ?? text.length
    const { start, end } = edit.replacement === '' ? withGap(text, edit, at, next) : edit
    result += text.slice(at, start) + edit.replacement
    at = end
  }
  return result + text.slice(at)
}

/** Merges removed spans that are adjacent. */
function joined(edits: readonly Replacement[]): Replacement[] {
  const result: Replacement[] = []
  for (const edit of edits) {
    const last = result.at(-1)
    if (last && last.end === edit.start && last.replacement === '' && edit.replacement === '')
      result[result.length - 1] = { ...last, end: edit.end }
    else result.push(edit)
  }
  return result
}

/** A removed span with the spaces that would be left over beside it, within `from` and `to`, which bound the other edits. */
function withGap(text: string, { start, end }: Span, from: number, to: number): Span {
  const before = text.slice(from, start)
  const after = text.slice(end, to)
  const opensLine = start === 0 || text[start - 1] === '\n'
  const closesLine = end === text.length || text[end] === '\n'
  const blanksBefore = before.length - before.trimEnd().length
  const blanksOf = (blanks: RegExp) => blanks.exec(after)?.[0].length ?? 0
  // A removed line includes its line break.
  if (opensLine && closesLine && end === text.length) return { start: start - blanksBefore, end }
  if (opensLine && closesLine) return { start, end: end + blanksOf(/^\n+/) }
  // A mark follows the word before it.
  if (closesLine || /^[.,;:!?](?!\p{N})/u.test(after)) return { start: start - blanksBefore, end }
  if (opensLine || /[ \t]/.test(text[start - 1] ?? '')) return { start, end: end + blanksOf(/^[ \t]+/) }
  return { start, end }
}

const PAIRED_MARKS = ['**', '__', '*', '_', '`']
const LIST_MARK = /(?:^|\n)([ \t]*(?:[-*+•]|#{1,6})[ \t]+)$/

/** A span to remove, with the Markdown marks that would otherwise surround nothing. */
export function withMarkdown(text: string, { start, end }: Span): Span {
  const pair = PAIRED_MARKS.find((mark) => text.slice(0, start).endsWith(mark) && text.startsWith(mark, end))
  if (pair) return withMarkdown(text, { start: start - pair.length, end: end + pair.length })
  const list = /^[ \t]*(?:\n|$)/.test(text.slice(end)) ? LIST_MARK.exec(text.slice(0, start))?.[1] : undefined
  return { start: start - (list?.length ?? 0), end }
}

import type { Span } from '../panel/find-span.js'

/** A span of a text and what stands there instead; '' takes it out. */
export type Replacement = Span & { readonly replacement: string }

/** The text with these replacements, which do not overlap. Nothing outside them changes but the blanks beside a span that is taken out. */
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

/** Spans that are taken out beside each other are one. */
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

/** A span that is taken out, with the blanks that would be left over beside it; only what no other edit has, `from` and `to`. */
function withGap(text: string, { start, end }: Span, from: number, to: number): Span {
  const before = text.slice(from, start)
  const after = text.slice(end, to)
  const opensLine = start === 0 || text[start - 1] === '\n'
  const closesLine = end === text.length || text[end] === '\n'
  const blanksBefore = before.length - before.trimEnd().length
  const blanksOf = (blanks: RegExp) => blanks.exec(after)?.[0].length ?? 0
  // A removed line takes its line break along.
  if (opensLine && closesLine && end === text.length) return { start: start - blanksBefore, end }
  if (opensLine && closesLine) return { start, end: end + blanksOf(/^\n+/) }
  if (closesLine) return { start: start - blanksBefore, end }
  if (opensLine || /[ \t]/.test(text[start - 1] ?? '')) return { start, end: end + blanksOf(/^[ \t]+/) }
  return { start, end }
}

const PAIRED_MARKS = ['**', '__', '*', '_', '`']
const LIST_MARK = /(?:^|\n)([ \t]*(?:[-*+•]|#{1,6})[ \t]+)$/

/** A span that is to be taken out, with the Markdown that would be left standing around nothing. */
export function withMarkdown(text: string, { start, end }: Span): Span {
  const pair = PAIRED_MARKS.find((mark) => text.slice(0, start).endsWith(mark) && text.startsWith(mark, end))
  if (pair) return withMarkdown(text, { start: start - pair.length, end: end + pair.length })
  const list = /^[ \t]*(?:\n|$)/.test(text.slice(end)) ? LIST_MARK.exec(text.slice(0, start))?.[1] : undefined
  return { start: start - (list?.length ?? 0), end }
}

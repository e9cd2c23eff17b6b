import type { Span } from '../panel/find-span.js'

/** A span of a text and what stands there instead; '' takes it out. */
export type Replacement = Span & { readonly replacement: string }

/** The text with these replacements, which do not overlap. Nothing outside them changes but the blanks beside a span that is taken out. */
export function applyEdits(text: string, edits: readonly Replacement[]): string {
  const lastFirst = [...edits].sort((a, b) => b.start - a.start)
  return lastFirst.reduce((current, { start, end, replacement }) => {
    const [before, after] = [current.slice(0, start), current.slice(end)]
    return replacement === '' ? closeGap(before, after) : before + replacement + after
  }, text)
}

function closeGap(before: string, after: string): string {
  const opensLine = before === '' || before.endsWith('\n')
  const closesLine = after === '' || after.startsWith('\n')
  // A removed line takes its line break along.
  if (opensLine && closesLine) return after === '' ? before.trimEnd() : before + after.replace(/^\n+/, '')
  if (closesLine) return before.trimEnd() + after
  if (opensLine || /[ \t]$/.test(before)) return before + after.replace(/^[ \t]+/, '')
  return before + after
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

import type { LanguageEvidence, Parse, Token } from './nlp.js'

/** A verbatim stretch of the stimulus: `text === stimulus.slice(start, end)`. */
export type Span = { readonly text: string; readonly start: number; readonly end: number }

/** One sentence, bullet or heading. `lower` has the same length as `text`, markup blanked. */
export type Segment = Span & { readonly lower: string; readonly tokens: readonly Token[] }

const TAG = /<[^<>]{1,300}>/gu
/** Control and direction marks and lone surrogates must not get into a quote. Joiners may: they hold emoji together. */
const UNQUOTABLE = /(?![\t\n\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\ufffd]/gu
const LINE_MARK = /^[ \t]*(?:#{1,6}[ \t]|[-*+•·–—>][ \t]|\d{1,2}[.)][ \t]|\|)/u
const MIN_WRAPPED_LINE_LENGTH = 60

const blank = (text: string, first = ' '): string => first + ' '.repeat(Math.max(0, text.length - 1))

/** The text as the language model should see it: same length, markup and unquotable characters blanked, hard breaks kept. */
function mask(stimulus: string): string {
  const plain = stimulus
    .replace(/\r\n?/g, (end) => blank(end, '\n'))
    .replace(UNQUOTABLE, (mark) => blank(mark, '\n'))
    .replace(TAG, (tag) => blank(tag, '\n'))
    .replace(/\*\*|__|`+/g, (mark) => blank(mark))
  const lines = plain.split('\n')
  return lines
    .map((line, i) => {
      const text = line.replace(LINE_MARK, (mark) => blank(mark)).replace(/[\t\u00a0]/g, ' ')
      return i === lines.length - 1 ? text : text + (isSoftWrap(line, lines[i + 1] ?? '') ? ' ' : '\n')
    })
    .join('')
}

/** Whether a line break only wraps a line that continues on the next one. */
function isSoftWrap(line: string, next: string): boolean {
  return (
    line.length >= MIN_WRAPPED_LINE_LENGTH &&
    /[\p{L}\p{N},]\s*$/u.test(line) &&
    /^\s*[\p{L}\p{N}“"(£$€]/u.test(next) &&
    !LINE_MARK.test(next) &&
    !/^\s*#/u.test(line)
  )
}

/** Lower case without moving offsets: the few characters whose lower case is longer stay as they are. */
function lowerInPlace(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('')
}

/** Splits a stimulus into sentences, bullets and headings with their offsets. */
export function segment(
  stimulus: string,
  parse: Parse,
): { segments: Segment[]; lower: string; language: LanguageEvidence } {
  const masked = mask(stimulus)
  const { tokens, sentences, language } = parse(masked)
  const lower = lowerInPlace(masked)
  const segments: Segment[] = []
  let next = 0
  for (const [first, last] of sentences) {
    const from = tokens[first]?.start ?? 0
    const to = tokens[last]?.end ?? from
    let start = from
    for (const part of masked.slice(from, to).split('\n')) {
      const lead = part.length - part.trimStart().length
      const text = part.trim()
      const begin = start + lead
      const end = begin + text.length
      start += part.length + 1
      if (text === '') continue
      while (next < tokens.length && (tokens[next]?.start ?? 0) < begin) next++
      const own: Token[] = []
      for (let i = next; i < tokens.length && (tokens[i]?.end ?? 0) <= end; i++) own.push(tokens[i] as Token)
      segments.push({
        text: stimulus.slice(begin, end),
        start: begin,
        end,
        lower: lower.slice(begin, end),
        tokens: own,
      })
    }
  }
  return { segments, lower, language }
}

import type { Passage, ResearchDocument } from '../../domain/research.js'

/** Longer paragraphs are split at a sentence's end, so that a source is found at a glance. */
const MAX_PASSAGE_LENGTH = 700
/** A line of its own that is shorter than this and looks like a heading names what follows. */
const MAX_HEADING_LENGTH = 120

/** Cuts documents into passages with ids, places and the heading above them. What is only a heading is no passage. */
export const passagesOf = (documents: readonly ResearchDocument[]): Passage[] =>
  documents.flatMap((document, index) => cutPassages(document, `d${index + 1}`))

function cutPassages({ name, text }: ResearchDocument, document_id: string): Passage[] {
  const passages: Passage[] = []
  let section = ''
  for (const { start, end } of blocks(text)) {
    const block = text.slice(start, end)
    const heading = headingOf(block)
    if (heading !== null) {
      section = heading
      continue
    }
    for (const part of parts(text, start, end)) {
      passages.push({
        passage_id: `${document_id}-p${passages.length + 1}`,
        document: name,
        heading: section,
        text: text.slice(part.start, part.end),
        ...part,
      })
    }
  }
  return passages
}

type Span = { readonly start: number; readonly end: number }

/** Paragraphs, and list items and headings as paragraphs of their own. */
function blocks(text: string): Span[] {
  const spans: { start: number; end: number }[] = []
  let current: { start: number; end: number } | null = null
  for (const match of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    const line = match[0]
    const trimmedLine = line.trim()
    if (line === '') continue
    if (trimmedLine === '') {
      current = null
      continue
    }
    const start = match.index + line.indexOf(trimmedLine)
    const end = start + trimmedLine.length
    const isHeading = /^#{1,6}\s/.test(trimmedLine)
    if (current && !isHeading && !/^(?:[-*•]|\d+[.)])\s/.test(trimmedLine)) current.end = end
    else {
      current = { start, end }
      spans.push(current)
    }
    if (isHeading) current = null
  }
  return spans
}

function headingOf(block: string): string | null {
  const marked = /^#{1,6}\s+(\S.*)$/.exec(block)?.[1] ?? /^\*\*([^*\n]+)\*\*:?$/.exec(block)?.[1]
  if (marked) return marked.replace(/(?<![#*])[#*]+$/, '').trim()
  const short = block.length <= MAX_HEADING_LENGTH && !block.includes('\n') && !/[.!?…,;”"]$/.test(block)
  if (
    short &&
    (/:$/.test(block) ||
      /^(?:[\p{Lu}\d][^a-z]*|(?:Interview|Participant|Ticket|Respondent|Segment)\b.*)$/u.test(block)) &&
    /\p{L}/u.test(block)
  )
    return block.replace(/:$/, '').trim()
  return null
}

/** A block in pieces of at most `MAX_PASSAGE_LENGTH`, cut after a sentence or, failing that, between words. */
function parts(text: string, start: number, end: number): Span[] {
  const spans: Span[] = []
  let from = start
  while (end - from > MAX_PASSAGE_LENGTH) {
    const piece = text.slice(from, from + MAX_PASSAGE_LENGTH)
    const sentence = Math.max(...['. ', '! ', '? ', '.\n', '” '].map((mark) => piece.lastIndexOf(mark))) + 1
    const cutAt =
      sentence > MAX_PASSAGE_LENGTH / 3 ? sentence : Math.max(piece.lastIndexOf(' '), 0) || MAX_PASSAGE_LENGTH
    spans.push(trimmed(text, from, from + cutAt))
    from += cutAt
  }
  spans.push(trimmed(text, from, end))
  return spans.filter((span) => span.end > span.start)
}

function trimmed(text: string, start: number, end: number): Span {
  const piece = text.slice(start, end)
  return {
    start: start + (piece.length - piece.trimStart().length),
    end: end - (piece.length - piece.trimEnd().length),
  }
}

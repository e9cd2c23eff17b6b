import { LEXICON } from '../../data/lexicon.js'

/** A piece of a document by its form alone. `text`: a paragraph, a list item, or a speaker's turn without its label. */
export type Block = {
  readonly kind: 'heading' | 'rule' | 'bold' | 'aside' | 'quote' | 'text'
  readonly start: number
  readonly end: number
  readonly text: string
  /** For a heading 1–6 as in Markdown, 7 for a bold line, 8 for a plain line; else 0. */
  readonly level: number
  /** The words before the colon of a turn; '' where there are none. */
  readonly speaker: string
  /** The text in brackets after the speaker's name. */
  readonly note: string
}

const BOLD_LEVEL = 7
const PLAIN_LEVEL = 8
const MAX_HEADING_LENGTH = 120
const TIME = String.raw`[[(]?\d{1,2}:\d{2}(?::\d{2})?[\])]?`
/** "Ines: …", "**Ines (34):** …", "[00:12] INES: …", "Speaker 2 00:12". */
const TURN = new RegExp(
  String.raw`^(?:[-*•]\s+)?(?:${TIME}\s*)?(?:\*\*|__)?(?:${TIME}\s*)?(?<label>(?:\p{Lu}\p{L}*\.? ){1,4}Person \p{Lu}{1,2}|[\p{Lu}\p{N}][\p{L}\p{N}.'’\-_/&]*(?: [\p{L}\p{N}.'’\-_/&]+){0,3})(?:\s*[[(](?<note>[^\])\n]{1,60})[\])])?(?:\s*${TIME})?(?:(?:\*\*|__)?:(?:\*\*|__)?(?=\s|$|\*)|(?<=\d:\d\d[\])]?)(?:\*\*|__)?$)`,
  'u',
)
const RULE = /^(?:(?:[-*_=–—]\s*){3,})$/
const ITEM = /^(?:[-*•]|\d+[.)])\s/

/** The label of a turn, '' where a line has none. "Frau Dr. Person A" is "Person A". */
function labelIn(turn: RegExpExecArray | null): string {
  const label = turn?.groups?.label ?? ''
  const person = /Person \p{Lu}{1,2}$/u.exec(label)?.[0] ?? ''
  const before = label.slice(0, label.length - person.length)
  const { title, female_title, male_title } = LEXICON.name_cues()
  const isTitle = [title, female_title, male_title].some((titles) => titles.exec(before)?.index === 0)
  return person !== '' && isTitle ? person : label
}

type Line = { readonly start: number; readonly end: number; readonly text: string }

function* linesOf(text: string): Generator<Line> {
  let at = 0
  for (const raw of text.split('\n')) {
    const start = at + raw.length - raw.trimStart().length
    yield { start, end: Math.max(start, at + raw.trimEnd().length), text: raw.trim() }
    at += raw.length + 1
  }
}

/** For each label before a colon: the number of its lines, and the maximum between two headings. */
export function turnLabels(text: string): Map<string, { lines: number; inOneSection: number }> {
  const labels = new Map<string, { lines: number; inOneSection: number }>()
  let section = new Map<string, number>()
  for (const line of linesOf(text)) {
    if (/^#{1,6}\s/.test(line.text)) section = new Map()
    const label = labelIn(TURN.exec(line.text))
    if (label === '') continue
    const here = (section.get(label) ?? 0) + 1
    section.set(label, here)
    const known = labels.get(label)
    labels.set(label, { lines: (known?.lines ?? 0) + 1, inOneSection: Math.max(known?.inOneSection ?? 0, here) })
  }
  return labels
}

/** Splits a text by its form. `speakers`: the labels that stand for speakers. */
export function blocksOf(text: string, speakers: ReadonlySet<string>): Block[] {
  const blocks: { -readonly [K in keyof Block]: Block[K] }[] = []
  // Whether the next line continues the last block.
  let isOpen = false
  const add = (block: Pick<Block, 'kind' | 'start' | 'end'> & Partial<Block>, stays: boolean) => {
    blocks.push({ text: text.slice(block.start, block.end), level: 0, speaker: '', note: '', ...block })
    isOpen = stays
  }
  let isCode = false
  for (const { start, end, text: line } of linesOf(text)) {
    const isFence = /^(?:```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    if (isFence || isCode) {
      isOpen = false
      continue
    }
    const turn = TURN.exec(line)
    const label = labelIn(turn)
    const open = isOpen ? blocks.at(-1) : undefined
    if (line === '') isOpen = false
    else if (RULE.test(line)) add({ kind: 'rule', start, end }, false)
    else if (/^#{1,6}\s/.test(line)) {
      const level = line.indexOf(' ')
      add({ kind: 'heading', start, end, level, text: headingText(line.slice(level)) }, false)
    } else if (turn && speakers.has(label)) {
      const from = start + turn[0].length
      add({ kind: 'text', start: Math.min(end, from), end, speaker: label, note: turn.groups?.note ?? '' }, true)
    } else if (line.startsWith('>')) {
      if (open?.kind === 'quote') extend(open, text, end)
      else add({ kind: 'quote', start, end }, true)
    } else if (open && open.kind !== 'quote' && !ITEM.test(line)) extend(open, text, end)
    else add({ kind: 'text', start, end }, true)
  }
  return blocks.map((block) => trimmed(formOf(block)))
}

function extend(block: { end: number; text: string; start: number }, text: string, end: number): void {
  block.end = end
  block.text = text.slice(block.start, end)
}

/** A turn begins after the white space and marks behind its label. */
function trimmed(block: Block): Block {
  if (block.kind === 'heading' || (block.kind === 'text' && block.speaker === '')) return block
  const { start, end } = unmarked(block.text)
  return { ...block, start: block.start + start, end: block.start + end, text: block.text.slice(start, end) }
}

const MARKS = new Set([' ', '\t', '\n', '*', '_'])

/** Span of a text without surrounding white space and marks of bold and italic. */
function unmarked(text: string): { start: number; end: number } {
  let [start, end] = [0, text.length]
  while (start < end && MARKS.has(text.charAt(start))) start++
  while (end > start && MARKS.has(text.charAt(end - 1))) end--
  return { start, end }
}

/** A text without surrounding marks of bold and italic. */
export function withoutMarks(text: string): string {
  const { start, end } = unmarked(text)
  return text.slice(start, end)
}

const headingText = (line: string): string => withoutMarks(line.trim().replace(/#{1,6}$/, ''))

/** Separates bold and italic paragraphs from text, and short lines that look like headings from sentences. */
function formOf(block: Block): Block {
  if (block.kind !== 'text') return block
  const { text } = block
  const bold = /^(\*\*|__)((?:(?!\1)[\s\S])+)\1:?$/.exec(text)?.[2]
  if (bold !== undefined) {
    if (/[.!?…,;:–—-]$/.test(bold) || bold.includes('\n') || bold.length > MAX_HEADING_LENGTH || block.speaker !== '')
      return { ...block, kind: 'bold' }
    return { ...block, kind: 'heading', level: BOLD_LEVEL, text: bold.trim() }
  }
  if (
    block.speaker === '' &&
    (/^\*(?!\*)[^*]+\*$/.test(text) || /^_(?!_)[^_]+_$/.test(text) || /^\[[^\]]+\]$/.test(text))
  )
    return { ...block, kind: 'aside' }
  if (block.speaker === '' && isPlainHeading(text))
    return { ...block, kind: 'heading', level: PLAIN_LEVEL, text: text.replace(/:$/, '').trim() }
  return block
}

/** "Ticket 2041: Backend developer, startup of 8", "INTERVIEW WITH A NURSE", "P4". */
const isPlainHeading = (text: string): boolean =>
  text.length <= MAX_HEADING_LENGTH &&
  !text.includes('\n') &&
  !/[.!?…,;”"»]$/.test(text) &&
  /\p{L}/u.test(text) &&
  (/^(?:\p{L}+\s)?#?\p{L}{0,2}\d{1,5}(?:\s*[:.)–—-]\s|$)/u.test(text) || /^[^\p{Ll}]{3,}$/u.test(text))

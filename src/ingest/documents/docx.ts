import { isAppError, refuse } from '../../errors.js'
import { markStruck, readStruck } from '../struck-price.js'
import { readMarks } from './cell-marks.js'
import { markRaised, raised, readRaised } from './superscript.js'
import { inSymbols, symbolAt } from './symbols.js'
import { createTableRows } from './table-rows.js'
import { strictParser, unpackParts } from './unpack.js'

const TEXT_PART = 'word/document.xml'
const STYLES_PART = 'word/styles.xml'
/** Parts with notes, by the elements in the text that refer to them. */
const NOTES = { 'w:footnoteReference': 'word/footnotes.xml', 'w:endnoteReference': 'word/endnotes.xml' } as const
const PARTS = new Set<string>([TEXT_PART, STYLES_PART, ...Object.values(NOTES)])

/**
 * A Word document: paragraphs, headings as Markdown, list items, tables by their rows, or with each cell as a
 * paragraph and marks around them, and the notes behind it all, numbered as in the text. Errors: `invalid_input`.
 */
export function markedDocx(bytes: Buffer, name: string, tables: 'rows' | 'cells'): string {
  try {
    const parts = unpackParts(bytes, name, (part) => PARTS.has(part))
    const xml = parts.get(TEXT_PART)
    if (xml !== undefined) return textOf(xml, parts, tables)
  } catch (error) {
    if (isAppError(error)) throw error
    return refuse(`${name} is damaged: its text cannot be read; save it again as .docx or .txt.`)
  }
  return refuse(`${name} is no Word document: it has no text part; save it as .docx or .txt.`)
}

/** Its text alone. Errors: `invalid_input`. */
export const docxText = (bytes: Buffer, name: string, tables: 'rows' | 'cells' = 'cells'): string =>
  readMarks(markedDocx(bytes, name, tables)).text

/** Deleted text, the place that moved text came from, field codes, and copies for older programs. */
const LEFT_OUT = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'mc:Fallback'])
/** Properties of a run whose text is not shown, or struck out. */
const UNREAD = new Set(['w:vanish', 'w:strike', 'w:dstrike'])
/** Most styles that one is based on, over each other. */
const MAX_BASES = 20
const isOn = (value: string): boolean => !/^(?:0|false|off|none)$/.test(value)

/** Properties by which styles, by their ids, hide or strike out text; a style has those of the one that it is based on. */
type UnreadStyles = ReadonlyMap<string, ReadonlySet<string>>

function unreadStyles(xml: string | undefined): UnreadStyles {
  const styles = new Map<string, Set<string>>()
  const basedOn = new Map<string, string>()
  if (xml === undefined) return styles
  let style: string | null = null
  const parser = strictParser()
  parser.on('opentag', ({ name, attributes }) => {
    const value = String(attributes['w:val'] ?? '')
    if (name === 'w:style') style = attributes['w:type'] === 'table' ? null : String(attributes['w:styleId'] ?? '')
    else if (style === null) return
    else if (name === 'w:basedOn') basedOn.set(style, value)
    else if (UNREAD.has(name) && isOn(value)) styles.set(style, new Set([...(styles.get(style) ?? []), name]))
  })
  parser.write(xml).close()
  for (const id of basedOn.keys()) {
    const own = new Set(styles.get(id))
    let base = basedOn.get(id)
    for (let depth = 0; base !== undefined && depth < MAX_BASES; depth++, base = basedOn.get(base))
      for (const property of styles.get(base) ?? []) own.add(property)
    styles.set(id, own)
  }
  return styles
}

function textOf(xml: string, parts: ReadonlyMap<string, string>, as: 'rows' | 'cells'): string {
  const styles = unreadStyles(parts.get(STYLES_PART))
  const texts = new Map<string, string>()
  for (const [element, part] of Object.entries(NOTES))
    for (const [id, note] of notesOf(parts.get(part), styles)) texts.set(`${element} ${id}`, note)
  const numbers = new Map<string, number>()
  const numberOf = (note: string): number | null => {
    if (!texts.has(note)) return null
    const number = numbers.get(note) ?? numbers.size + 1
    numbers.set(note, number)
    return number
  }
  const text = paragraphs(xml, as, styles, numberOf)
  const notes = [...numbers].map(([note, number]) => `${raised(String(number))} ${texts.get(note)}`)
  return [text, ...notes].filter((part) => part !== '').join('\n\n')
}

/** The texts of notes by their ids, without the lines that are drawn above them (ECMA-376, part 1, 17.11). */
function notesOf(xml: string | undefined, styles: UnreadStyles): Map<string, string> {
  const notes = new Map<string, string>()
  for (const part of (xml ?? '').split(/<\/w:(?:foot|end)note>/)) {
    const [, attributes = '', note = ''] = /<w:(?:foot|end)note\s([^<>]*)>([\s\S]*)$/.exec(part) ?? []
    const text = /w:type=/.test(attributes) ? '' : paragraphs(`<w:notes>${note}</w:notes>`, 'cells', styles)
    const id = /w:id="([^"]*)"/.exec(attributes)?.[1]
    if (id !== undefined && text !== '') notes.set(id, text.replace(/\n+/g, ' '))
  }
  return notes
}

/** Parses WordprocessingML (ECMA-376, part 1, 17.3) without hidden, struck and deleted text. */
function paragraphs(
  xml: string,
  tables: 'rows' | 'cells',
  styles: UnreadStyles,
  numberOf: (note: string) => number | null = () => null,
): string {
  const lines = createTableRows('w', '\n\n', tables)
  let line = ''
  let heading = ''
  let item = false
  let skipped = 0
  let inText = false
  let inRun = false
  let unread = new Set<string>()
  let unreadInParagraph: ReadonlySet<string> = new Set()
  let isRaised = false
  let font = ''
  const say = (text: string): void => {
    if (skipped > 0 || unread.has('w:vanish')) return
    const said = isRaised ? markRaised(text) : text
    line += unread.size > 0 ? markStruck(said) : said
  }
  const parser = strictParser()
  parser.on('opentag', ({ name, attributes }) => {
    lines.open(name)
    const value = String(attributes['w:val'] ?? '')
    if (LEFT_OUT.has(name)) skipped++
    else if (name === 'w:r') {
      inRun = true
      unread = new Set(unreadInParagraph)
      isRaised = false
      font = ''
    } else if (inRun && name === 'w:rStyle') for (const property of styles.get(value) ?? []) unread.add(property)
    else if (inRun && UNREAD.has(name)) {
      if (isOn(value)) unread.add(name)
      else unread.delete(name)
    } else if (name === 'w:gridSpan') lines.span(Number(value))
    else if (tables === 'rows' && name === 'w:vMerge' && value !== 'restart') lines.continues('above')
    else if (inRun && name === 'w:vertAlign') isRaised = value === 'superscript'
    else if (inRun && name === 'w:rFonts') font = String(attributes['w:ascii'] ?? '')
    else if (name === 'w:sym')
      say(symbolAt(String(attributes['w:font'] ?? ''), Number.parseInt(String(attributes['w:char'] ?? ''), 16)) ?? '')
    else if (name === 'w:t') inText = true
    else if (name === 'w:tab') line += ' '
    else if (name === 'w:br' || name === 'w:cr') line += '\n'
    else if (name === 'w:noBreakHyphen') say('-')
    else if (name in NOTES && skipped === 0 && unread.size === 0) {
      const number = numberOf(`${name} ${attributes['w:id'] ?? ''}`)
      if (number !== null) line += raised(String(number))
    } else if (name === 'w:numPr') item = true
    else if (name === 'w:pStyle') {
      unreadInParagraph = styles.get(value) ?? new Set()
      heading = /^(?:heading|title|berschrift|titre|kop)\s*\d?/i.test(value) ? '## ' : ''
    }
  })
  parser.on('text', (text) => {
    if (inText) say(inSymbols(font, text))
  })
  parser.on('closetag', ({ name }) => {
    if (LEFT_OUT.has(name)) skipped--
    if (name === 'w:r') inRun = false
    if (name === 'w:t') inText = false
    lines.close(name)
    if (name !== 'w:p') return
    const bare = readRaised(readStruck(line)).trim()
    if (bare !== '') lines.add(`${heading}${item && heading === '' ? '- ' : ''}${bare}`)
    line = ''
    heading = ''
    item = false
    unreadInParagraph = new Set()
  })
  parser.write(xml).close()
  return lines.text()
}

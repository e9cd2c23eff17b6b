import { SaxesParser } from 'saxes'
import { isAppError, refuse } from '../../errors.js'
import { markRaised, readRaised } from './superscript.js'
import { createTableRows } from './table-rows.js'
import { unpackParts } from './unpack.js'

const TEXT_PART = 'word/document.xml'

/**
 * The text of a Word document: paragraphs, headings as Markdown, list items, and tables by their rows, or with each cell
 * as a paragraph. Errors: `invalid_input`.
 */
export function docxText(bytes: Buffer, name: string, tables: 'rows' | 'cells' = 'cells'): string {
  try {
    const xml = unpackParts(bytes, name, (part) => part === TEXT_PART).get(TEXT_PART)
    if (xml !== undefined) return paragraphs(xml, tables)
  } catch (error) {
    if (isAppError(error)) throw error
    return refuse(`${name} is damaged: its text cannot be read; save it again as .docx or .txt.`)
  }
  return refuse(`${name} is no Word document: it has no text part; save it as .docx or .txt.`)
}

/** Deleted text, the place that moved text came from, field codes, and copies for older programs. */
const LEFT_OUT = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'mc:Fallback'])
/** Properties of a run whose text is not shown, or struck out. */
const UNREAD = new Set(['w:vanish', 'w:strike', 'w:dstrike'])
const isOn = (value: string): boolean => !/^(?:0|false|off|none)$/.test(value)

/** Parses WordprocessingML (ECMA-376, part 1, 17.3) without hidden, struck and deleted text. */
function paragraphs(xml: string, tables: 'rows' | 'cells'): string {
  const lines = createTableRows('w', '\n\n')
  let line = ''
  let heading = ''
  let item = false
  let skipped = 0
  let inText = false
  let inRun = false
  let isUnread = false
  let isRaised = false
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (tables === 'rows') lines.open(name)
    const value = String(attributes['w:val'] ?? '')
    if (LEFT_OUT.has(name)) skipped++
    else if (name === 'w:r') {
      inRun = true
      isUnread = false
      isRaised = false
    } else if (inRun && UNREAD.has(name)) isUnread ||= isOn(value)
    else if (inRun && name === 'w:vertAlign') isRaised = value === 'superscript'
    else if (name === 'w:t') inText = true
    else if (name === 'w:tab') line += ' '
    else if (name === 'w:br') line += '\n'
    else if (name === 'w:numPr') item = true
    else if (name === 'w:pStyle') heading = /^(?:heading|title|berschrift|titre|kop)\s*\d?/i.test(value) ? '## ' : ''
  })
  parser.on('text', (text) => {
    if (inText && skipped === 0 && !isUnread) line += isRaised ? markRaised(text) : text
  })
  parser.on('closetag', ({ name }) => {
    if (LEFT_OUT.has(name)) skipped--
    if (name === 'w:r') inRun = false
    if (name === 'w:t') inText = false
    if (tables === 'rows') lines.close(name)
    if (name !== 'w:p') return
    const bare = readRaised(line).trim()
    if (bare !== '') lines.add(`${heading}${item && heading === '' ? '- ' : ''}${bare}`)
    line = ''
    heading = ''
    item = false
  })
  parser.write(xml).close()
  return lines.text()
}

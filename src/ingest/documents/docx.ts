import { Unzip, UnzipInflate } from 'fflate'
import { SaxesParser } from 'saxes'
import { isAppError, refuse } from '../../errors.js'

const MAX_TEXT_MB = 20
const MAX_ENTRIES = 2_000
/** Deflate expands at most 1,032 times, so that one unpacked piece stays below the limit of the text. */
const PIECE_BYTES = 16_384

/** The text of a Word document: paragraphs, headings as Markdown, list items, cells of tables. Errors: `invalid_input`. */
export function docxText(bytes: Buffer, name: string): string {
  try {
    const xml = documentXml(bytes, name)
    if (xml !== null) return paragraphs(xml)
  } catch (error) {
    if (isAppError(error)) throw error
    return refuse(`${name} is damaged: its text cannot be read; save it again as .docx or .txt.`)
  }
  return refuse(`${name} is no Word document: it has no text part; save it as .docx or .txt.`)
}

/** The archive's part with the text; null where there is none. No other part is unpacked, and declared sizes are not trusted. */
function documentXml(bytes: Buffer, name: string): string | null {
  const text = { pieces: [] as Uint8Array[], size: 0, started: false, complete: false }
  let entries = 0
  const archive = new Unzip((entry) => {
    entries += 1
    if (entries > MAX_ENTRIES)
      refuse(`${name} has more than ${MAX_ENTRIES.toLocaleString('en-US')} parts; a document has a few dozen.`)
    if (text.started || entry.name !== 'word/document.xml') return
    text.started = true
    entry.ondata = (error, piece, last) => {
      if (error) throw error
      text.size += piece.length
      if (text.size > MAX_TEXT_MB * 1_000_000)
        refuse(`${name} would unpack to more than ${MAX_TEXT_MB} MB of text, which no document does.`)
      text.pieces.push(piece)
      text.complete = last
    }
    entry.start()
  })
  archive.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    archive.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length)
  if (!text.started) return null
  if (!text.complete) throw new Error('the archive ends inside its text')
  return Buffer.concat(text.pieces).toString('utf8')
}

/** Parses WordprocessingML (ECMA-376, part 1, 17.3) without deleted text and field codes. */
function paragraphs(xml: string): string {
  const lines: string[] = []
  let line = ''
  let heading = ''
  let item = false
  let skipped = 0
  let inText = false
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const value = String(attributes['w:val'] ?? '')
    if (name === 'w:del' || name === 'w:instrText' || name === 'mc:Fallback') skipped++
    else if (name === 'w:t') inText = true
    else if (name === 'w:tab') line += ' '
    else if (name === 'w:br') line += '\n'
    else if (name === 'w:numPr') item = true
    else if (name === 'w:pStyle') heading = /^(?:heading|title|berschrift|titre|kop)\s*\d?/i.test(value) ? '## ' : ''
  })
  parser.on('text', (text) => {
    if (inText && skipped === 0) line += text
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'w:del' || name === 'w:instrText' || name === 'mc:Fallback') skipped--
    if (name === 'w:t') inText = false
    if (name !== 'w:p') return
    const bare = line.trim()
    if (bare !== '') lines.push(`${heading}${item && heading === '' ? '- ' : ''}${bare}`)
    line = ''
    heading = ''
    item = false
  })
  parser.write(xml).close()
  return lines.join('\n\n')
}

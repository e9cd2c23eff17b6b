import { extname } from 'node:path'
import { parse } from 'csv-parse/sync'
import { cleanText } from '../domain/clean-text.js'
import { MAX_STIMULUS } from '../domain/stimulus.js'
import { isAppError, refuse } from '../errors.js'
import { docxText } from './documents/docx.js'
import { refuseWalls } from './documents/page-walls.js'
import { pdfText } from './documents/pdf.js'
import { pptxText } from './documents/pptx.js'
import { readWebPage } from './documents/web-page.js'
import { readPicture } from './picture.js'
import { plainText, utf16 } from './plain-text.js'
import { checkStimulusFile, type FileReading, PICTURE_ENDINGS, type StimulusFile } from './stimulus-files.js'

/** The text of a file, or the picture in it. Errors: `invalid_input`, with what to do instead. */
export async function readStimulusFile({ name, bytes, link }: StimulusFile): Promise<FileReading> {
  const ending = link?.ending ?? extname(name).toLowerCase()
  const buffer = Buffer.from(bytes)
  if (!link) checkStimulusFile(name, buffer.length)
  if (PICTURE_ENDINGS.includes(ending)) return readPicture(buffer, name)
  const text = tidy(await documentText(buffer, name, ending, link?.charset ?? null))
  if (text === '') refuse(`${name} has no text in it; give the text itself, or a picture of it (PNG or JPEG).`)
  if (text.length > MAX_STIMULUS)
    refuse(
      `${name} has ${text.length.toLocaleString('en-US')} characters of text; at most ${MAX_STIMULUS.toLocaleString('en-US')} can be tested at once: give the part that matters.`,
    )
  return { text }
}

/** The text of a document of any length. Errors: `invalid_input`, with what to do instead. */
export function documentText(
  bytes: Buffer,
  name: string,
  ending: string,
  charset: string | null,
): string | Promise<string> {
  switch (ending) {
    case '.pdf':
      return pdfText(bytes, name)
    case '.docx':
      return docxText(bytes, name, 'rows')
    case '.pptx':
      return pptxText(bytes, name)
    case '.csv':
      return tableText(plainText(bytes, name), name)
    case '.html':
    case '.htm':
      return pageText(htmlOf(bytes, name, charset), name)
    default:
      return (charset === null ? plainText(bytes, name) : decoded(bytes, charset, name)).replace(FRONT_MATTER, '')
  }
}

function pageText(html: string, name: string): string {
  const page = readWebPage(html, name)
  refuseWalls(page, name)
  return page.text
}

const tidy = (text: string): string =>
  cleanText(text)
    .replaceAll('\ufeff', '')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Decodes HTML by the server's charset, else by the page's own, else as UTF-8. */
export function htmlOf(bytes: Buffer, name: string, charset: string | null): string {
  const own = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(bytes.subarray(0, 2_048).toString('latin1'))
  return decoded(bytes, charset ?? own?.[1] ?? 'utf-8', name)
}

const ONE_BYTE_A_LETTER = /^(?:us-ascii|ascii|latin-?1|iso-?8859-?\d+|windows-?125\d|cp125\d)$/i

/**
 * Decodes text by a declared charset, which is often wrong. Text declared as a one-byte charset is decoded as UTF-8
 * where it is valid UTF-8; text declared as UTF-8 but invalid was most likely written on Windows.
 */
function decoded(bytes: Buffer, charset: string, name: string): string {
  if (utf16(bytes) !== null) return plainText(bytes, name)
  const saysUtf8 = /^utf-?8$/i.test(charset)
  const isUtf8 = read(bytes, 'utf-8', true) !== null
  if (isUtf8 && (saysUtf8 || ONE_BYTE_A_LETTER.test(charset))) return plainText(bytes, name)
  const text = read(bytes, saysUtf8 ? 'windows-1252' : charset, false)
  return plainText(text === null ? bytes : Buffer.from(text), name)
}

/** Decodes bytes; null for an unknown charset and, if `strict`, for bytes that are invalid in it. */
function read(bytes: Buffer, charset: string, strict: boolean): string | null {
  try {
    return new TextDecoder(charset, { fatal: strict }).decode(bytes)
  } catch {
    return null
  }
}

/** Front matter of Markdown pages: title, date, layout. */
const FRONT_MATTER = /^\s*---[ \t]*\n(?:[\w-]+:.*\n|[ \t]+\S.*\n|- .*\n|#.*\n|[ \t]*\n)+---[ \t]*\n(?=[\s\S]*\S)/

const MAX_ROWS = 500

/** A table as text: one line per row, with the cells separated by dots. */
function tableText(text: string, name: string): string {
  const [head = ''] = text.split('\n', 1)
  const delimiter = [';', '\t', ','].reduce((best, candidate) =>
    head.split(candidate).length > head.split(best).length ? candidate : best,
  )
  try {
    const rows: string[][] = parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      to: MAX_ROWS + 1,
    })
    if (rows.length > MAX_ROWS) refuse(`${name} has more than ${MAX_ROWS} rows; give those that people will see.`)
    return rows
      .map((row) =>
        row
          .map((cell) => cell.trim())
          .filter((cell) => cell !== '')
          .join(' · '),
      )
      .join('\n')
  } catch (error) {
    if (isAppError(error)) throw error
    return refuse(`${name} cannot be read as CSV; save it again, or paste its text.`)
  }
}

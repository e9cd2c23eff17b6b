import { extname } from 'node:path'
import { parse } from 'csv-parse/sync'
import { MAX_STIMULUS } from '../domain/panel/stimulus.js'
import { cleanText } from '../domain/text/clean-text.js'
import { withPlainLetters } from '../domain/text/plain-letters.js'
import { isAppError, refuse } from '../errors.js'
import {
  checkStimulusFile,
  type FileReading,
  isMarkup,
  type LinkedContent,
  PICTURE_ENDINGS,
  type StimulusFile,
} from './check-stimulus-file.js'
import { docxText } from './documents/docx.js'
import { pdfText } from './documents/pdf/pdf.js'
import { pptxText } from './documents/pptx.js'
import { linesOfRows } from './documents/table-rows.js'
import { isRawMail, mailAsRead } from './mail.js'
import { markdownText, withoutComments, withoutFrontMatter, withoutProperties } from './markdown.js'
import { withSheets } from './page/linked-sheets.js'
import { refuseWalls } from './page/refuse-page.js'
import { readWebPage } from './page/web-page.js'
import { readPicture } from './picture.js'
import { plainText, utf16 } from './plain-text.js'
import { refuseNotation, refuseTemplate } from './source-notation.js'
import { withoutTimes } from './subtitles.js'

/** The text of a file, or the picture in it. Errors: `invalid_input`, with what to do instead. */
export async function readStimulusFile({ name, bytes, link }: StimulusFile): Promise<FileReading> {
  const ending = link?.ending ?? extname(name).toLowerCase()
  const buffer = Buffer.from(bytes)
  if (!link) checkStimulusFile(name, buffer.length)
  if (PICTURE_ENDINGS.includes(ending)) return readPicture(buffer, name)
  const text = tidy(mailAsRead(await documentText(buffer, name, ending, link)))
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
  link?: LinkedContent,
): string | Promise<string> {
  const charset = link?.charset ?? null
  switch (ending) {
    case '.pdf':
      return pdfText(bytes, name)
    case '.docx':
      return docxText(bytes, name, 'rows')
    case '.pptx':
      return pptxText(bytes, name)
    case '.csv':
      return tableText(decoded(bytes, charset ?? 'utf-8', name), name)
    case '.html':
    case '.htm':
      return pageText(htmlOf(bytes, name, link), name)
    default:
      return markedText(withoutFrontMatter(textOf(bytes, charset, name)), name, ending)
  }
}

/** A text as it is seen: the source of a page as that page, Markdown without its marks. */
function markedText(text: string, name: string, ending: string): string {
  if (isMarkup(withoutComments(text))) return pageText(text, name)
  refuseNotation(text, name)
  if (ending !== '.md' && ending !== '.markdown') return withoutTimes(text)
  return withoutProperties(markdownText(text))
}

/** A text that somebody wrote. Errors: `invalid_input` for the source of an e-mail. */
function textOf(bytes: Buffer, charset: string | null, name: string): string {
  const text = decoded(bytes, charset ?? 'utf-8', name)
  if (isRawMail(text))
    refuse(`${name} is the source of an e-mail; open the mail and paste its text, or print it to PDF.`)
  return text
}

function pageText(html: string, name: string): string {
  const page = readWebPage(html, name)
  refuseTemplate(page.text, name)
  refuseWalls(page, name)
  return page.text
}

const tidy = (text: string): string =>
  withPlainLetters(cleanText(text))
    .replaceAll('\ufeff', '')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Decodes HTML by the server's charset, else by the page's own, else as UTF-8; with the style sheets that it links to. */
export function htmlOf(bytes: Buffer, name: string, link?: LinkedContent): string {
  const own = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(bytes.subarray(0, 2_048).toString('latin1'))
  const html = decoded(bytes, link?.charset ?? own?.[1] ?? 'utf-8', name)
  return link ? withSheets(html, link.sheets) : html
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
  const text = saysUtf8 ? (brokenUtf8(bytes) ?? westernText(bytes)) : read(bytes, charset, false)
  return plainText(text === null ? bytes : Buffer.from(text), name)
}

/** Decodes UTF-8 in which a few bytes are broken; null for what is none. */
function brokenUtf8(bytes: Buffer): string | null {
  const text = read(bytes, 'utf-8', false) ?? ''
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const whole = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0
  return whole > broken ? text.replaceAll('\ufffd', '') : null
}

/** Letters within words that other charsets of a byte a letter leave where they are read as windows-1252. */
const OF_ANOTHER_CHARSET = /[\u0080-\u009f]|\p{L}[¹³¿]\p{L}|\p{Ll}[ŠŽŸ]/u
/** Largest share of accented letters in the languages of Western Europe, with room for a few words. */
const MAX_ACCENTED_SHARE = 0.3

/** Decodes text written on Windows in Western Europe; null for bytes that look like another charset. */
function westernText(bytes: Buffer): string | null {
  const text = read(bytes, 'windows-1252', false) ?? ''
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const accented = text.match(/[À-ÿ]/g)?.length ?? 0
  return OF_ANOTHER_CHARSET.test(text) || accented > letters * MAX_ACCENTED_SHARE ? null : text
}

/** Decodes bytes; null for an unknown charset and, if `strict`, for bytes that are invalid in it. */
function read(bytes: Buffer, charset: string, strict: boolean): string | null {
  try {
    const decoder = new TextDecoder(charset, { fatal: strict })
    // Whole texts in windows-1252 some versions of Node decode as Latin-1, without “€” and quotation marks.
    return decoder.decode(bytes, { stream: true }) + decoder.decode()
  } catch {
    return null
  }
}

const MAX_ROWS = 500

/** A table as text: one line per row, with the cells separated by dots, and a dash for an empty one. */
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
    return linesOfRows(rows.map((row) => row.map((cell) => cell.trim()))).join('\n')
  } catch (error) {
    if (isAppError(error)) throw error
    return refuse(`${name} cannot be read as CSV; save it again, or paste its text.`)
  }
}

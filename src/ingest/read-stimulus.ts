import { extname } from 'node:path'
import { parse } from 'csv-parse/sync'
import { cleanText } from '../domain/clean-text.js'
import { MAX_STIMULUS } from '../domain/stimulus.js'
import { isAppError, refuse } from '../errors.js'
import { docxText } from './documents/docx.js'
import { pdfText } from './documents/pdf.js'
import { pptxText } from './documents/pptx.js'
import { readWebPage, type WebPage } from './documents/web-page.js'
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

function documentText(bytes: Buffer, name: string, ending: string, charset: string | null): string | Promise<string> {
  switch (ending) {
    case '.pdf':
      return pdfText(bytes, name)
    case '.docx':
      return docxText(bytes, name)
    case '.pptx':
      return pptxText(bytes, name)
    case '.csv':
      return tableText(plainText(bytes, name), name)
    case '.html':
    case '.htm':
      return pageText(readWebPage(htmlOf(bytes, name, charset), name), name)
    default:
      return (charset === null ? plainText(bytes, name) : decoded(bytes, charset, name)).replace(FRONT_MATTER, '')
  }
}

const tidy = (text: string): string =>
  cleanText(text)
    .replaceAll('\ufeff', '')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Decodes HTML by the server's charset, else by the page's own, else as UTF-8. */
function htmlOf(bytes: Buffer, name: string, charset: string | null): string {
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

/** Fewest words of a page with scripts; below, its content is likely made by the scripts. */
const MIN_SCRIPTED_WORDS = { loaded: 15, inline: 5, none: 0 }
/** Most words of a page that asks for a login, of one whose login stands beside its content, and of an error page. */
const MAX_GATE_WORDS = 120
const MAX_WORDS_BESIDE_GATE = 25
const MAX_ERROR_WORDS = 80
const HUMAN_CHECK =
  /just a moment|checking your browser|verify (?:that )?you are (?:a )?human|captcha|access denied|are you a robot/i
const NOT_FOUND = /\b404\b|(?:page|seite) (?:was )?not found|page (?:does not|doesn.t) exist|seite nicht gefunden/i
/** Titles and headings of logins: “Sign in – Intranet”, “Log in to Havn”, “Havn | Login”. */
const LOGIN_PAGE =
  /^(?:please |bitte )?(?:sign[ -]?in|log[ -]?in|log into|anmelden|einloggen)(?: (?:to|bei) [\p{L}\p{N}. ]{1,40}| page)?\s*(?:[-|–—·:].*)?$|[-|–—·:]\s*(?:sign[ -]?in|log[ -]?in|anmelden)$/iu
/** What asks for a login before there is something to read. */
const LOGIN_ASKED =
  /(?:please|you (?:must|need to|have to)|must) (?:first )?(?:be )?(?:sign(?:ed)?|log(?:ged)?)[ -]?in\b|\b(?:sign|log)[ -]?in (?:or (?:sign up|register|join) )?to (?:continue|view|read|see|access|proceed)\b|\b(?:sign[ -]?in|login) (?:is )?(?:required|erforderlich)\b|(?:melde(?:n sie sich| dich)(?: bitte)? an|anmelden|einloggen),? um (?:fortzufahren|weiter|den|die|das|diese|zu)/i
/** The button of a login, as all that a page says. */
const LOGIN_BUTTON = /^(?:sign[ -]?in|log[ -]?in|anmelden|einloggen)$/im
const SCRIPTS_ASKED =
  /(?:enable|activate|turn on|allow|aktiviere\p{L}*(?: sie)?) (?:bitte )?java ?script|java ?script (?:\p{L}+ ){0,3}(?:disabled|enabled|turned off|not available|deaktiviert|aktiviert|aktivieren|einschalten)/iu

/** The text of a page. Errors: `invalid_input` where it is not the text that readers see in a browser. */
function pageText(page: WebPage, name: string): string {
  const { text, words, title, said, scripts } = page
  if (isLogin(page))
    refuse(`${name} asks for a login; open it in your browser and paste its text, or save it as PDF and give the file.`)
  const isShort = words < MAX_ERROR_WORDS
  const short = isShort ? `${title}\n${text}` : ''
  if (HUMAN_CHECK.test(short))
    refuse(
      `${name} only shows itself to a browser; open it there and paste its text, or save it as PDF and give the file.`,
    )
  if (NOT_FOUND.test(short)) refuse(`${name} says that there is no such page; check the address.`)
  if (words < MIN_SCRIPTED_WORDS[scripts] || (isShort && SCRIPTS_ASKED.test(said)))
    refuse(
      `${name} has next to no text without its scripts; open it in your browser and paste its text, or save it as PDF and give the file.`,
    )
  return text
}

/** Whether a page is a login wall: by its fields, by what it is called, or by what it asks for. */
function isLogin({ text, words, title, heading, said, asksPassword }: WebPage): boolean {
  if (words >= MAX_GATE_WORDS) return false
  if (asksPassword === 'content' || LOGIN_PAGE.test(title) || LOGIN_PAGE.test(heading)) return true
  if (words < MAX_ERROR_WORDS && LOGIN_ASKED.test(text)) return true
  if (words >= MAX_WORDS_BESIDE_GATE) return false
  return asksPassword === 'surroundings' || LOGIN_ASKED.test(said) || LOGIN_BUTTON.test(text)
}

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

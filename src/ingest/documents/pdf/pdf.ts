import { isAppError, refuse } from '../../../errors.js'
import { readMarks } from '../cell-marks.js'
import { pdfLines } from './lines.js'
import { type PdfPage, readPage } from './page.js'
import { paragraphsOf } from './paragraphs.js'

const MAX_PAGES = 500
/** A PDF with fewer letters per page on average, headers and footers too, is a scan. */
const MIN_LETTERS_PER_PAGE = 25

/** The text of a PDF. Errors: `invalid_input`. */
export const pdfText = async (bytes: Buffer, name: string): Promise<string> =>
  readMarks(await markedPdf(bytes, name)).text

/**
 * The text of a PDF with marks around the cells of its rows, page by page, without headers and footers. pdf.js does not
 * limit the unpacked size of filters, so strangers' files must go through `readInChildProcess`. Errors:
 * `invalid_input`.
 */
export async function markedPdf(bytes: Buffer, name: string): Promise<string> {
  if (!bytes.subarray(0, 1024).includes('%PDF-')) refuse(`${name} is no PDF, whatever its name says.`)
  const pages = await pagesOf(bytes, name)
  const text = withLigatures(paragraphsOf(pdfLines(pages)))
  const drawn = pages.flatMap(({ items }) => items.map(({ str }) => str)).join('')
  if (
    lettersIn(readMarks(text).text) < MIN_LETTERS_PER_PAGE ||
    lettersIn(drawn) < MIN_LETTERS_PER_PAGE * pages.length
  ) {
    refuse(
      `${name} holds pictures of pages and no text (it was scanned); run text recognition on it first, or give the text.`,
    )
  }
  const [torn] = TORN_WORD.exec(text) ?? []
  if (torn) {
    refuse(
      `${name} lacks letters, as a font in it does not say what its signs are (“${torn.replace(UNKNOWN, '…')}”); save it again from the program it was made with, or give the text.`,
    )
  }
  return text
}

/** Ligatures as single characters; in the older fonts of Microsoft and Adobe they are private ones. */
const LIGATURES: Readonly<Record<string, string>> = { '\uf001': 'fi', '\uf002': 'fl' }
const withLigatures = (text: string): string =>
  text
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
    .replace(/(?<=\p{L})[\uf001\uf002]|[\uf001\uf002](?=\p{L})/gu, (ligature) => LIGATURES[ligature] ?? ligature)

/** Characters that stand for a sign of which nothing is known. Private ones before a word may be drawn icons. */
const UNKNOWN = /[\p{Co}\ufffd]|(?![\t\n\r])\p{Cc}/gu
const TORN_WORD =
  /\p{L}{0,20}\p{Ll}(?:[\p{Co}\ufffd]|(?![\t\n\r])\p{Cc}){1,3}\p{Ll}\p{L}{0,20}|(?<=^|\s)(?:\ufffd|(?![\t\n\r])\p{Cc})\p{Ll}{2,20}/u

const lettersIn = (text: string): number => text.replace(/\s/g, '').length

/** No picture is decoded: only its place in the page is asked for. */
const OPTIONS = { isEvalSupported: false, disableFontFace: true, verbosity: 0, maxImageSize: 1 }

async function pagesOf(bytes: Buffer, name: string): Promise<PdfPage[]> {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf')
  addTransfer()
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), OPTIONS)
    if (pdf.numPages > MAX_PAGES) return refuse(`${name} has ${pdf.numPages} pages; at most ${MAX_PAGES} can be read.`)
    const { OPS } = await getResolvedPDFJS()
    const pages: PdfPage[] = []
    for (let number = 1; number <= pdf.numPages; number++) pages.push(await readPage(await pdf.getPage(number), OPS))
    return pages
  } catch (error) {
    if (isAppError(error)) throw error
    if (error instanceof Error && error.name === 'PasswordException')
      return refuse(`${name} is protected by a password; save it without one.`)
    return refuse(`${name} is damaged and cannot be read as a PDF; save it again.`)
  }
}

/** pdf.js needs this method of ES2024 for what is drawn on a page; Node 20 has none. */
function addTransfer(): void {
  if ('transferToFixedLength' in ArrayBuffer.prototype) return
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    value(this: ArrayBuffer, length: number) {
      return this.slice(0, length)
    },
  })
}

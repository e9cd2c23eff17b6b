import { isAppError, refuse } from '../../errors.js'
import { pdfPages } from './pdf-lines.js'

const MAX_PAGES = 500
/** A PDF with fewer letters per page on average is a scan. */
const MIN_LETTERS_PER_PAGE = 25

/**
 * The text of a PDF, page by page, without headers and footers. pdf.js does not limit the unpacked size of filters, so
 * strangers' files must go through `readInChildProcess`. Errors: `invalid_input`.
 */
export async function pdfText(bytes: Buffer, name: string): Promise<string> {
  if (!bytes.subarray(0, 1024).includes('%PDF-')) refuse(`${name} is no PDF, whatever its name says.`)
  const pages = await pagesOf(bytes, name)
  const text = pages.map((page) => page.trim()).filter(Boolean)
  const letters = text.reduce((sum, page) => sum + page.replace(/\s/g, '').length, 0)
  if (letters < MIN_LETTERS_PER_PAGE * Math.max(1, pages.length)) {
    refuse(
      `${name} holds pictures of pages and no text (it was scanned); run text recognition on it first, or give the text.`,
    )
  }
  return text.join('\n\n')
}

const OPTIONS = { isEvalSupported: false, disableFontFace: true, verbosity: 0 }

async function pagesOf(bytes: Buffer, name: string): Promise<string[]> {
  const { getDocumentProxy, extractTextItems } = await import('unpdf')
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), OPTIONS)
    if (pdf.numPages > MAX_PAGES) return refuse(`${name} has ${pdf.numPages} pages; at most ${MAX_PAGES} can be read.`)
    return pdfPages((await extractTextItems(pdf)).items)
  } catch (error) {
    if (isAppError(error)) throw error
    if (error instanceof Error && error.name === 'PasswordException')
      return refuse(`${name} is protected by a password; save it without one.`)
    return refuse(`${name} is damaged and cannot be read as a PDF; save it again.`)
  }
}

import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAppError, refuse } from '../../errors.js'
import { STIMULUS_ENDINGS, type StimulusFile } from '../../ingest/check-stimulus-file.js'
import { type LinkedSheets, linkedSheets, MAX_SHEET } from '../../ingest/page/linked-sheets.js'
import type { Context } from '../context.js'

const ENDING_OF: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'application/xhtml+xml': '.html',
  'text/plain': '.txt',
  'text/markdown': '.md',
  'text/csv': '.csv',
  'application/pdf': '.pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
}

/** The document at an address, for a reader. Errors: `invalid_input`, with what to do instead. */
export async function documentAt(ctx: Pick<Context, 'fetchPage'>, link: string): Promise<Required<StimulusFile>> {
  const google = googleExport(link)
  const page = await ctx.fetchPage(google?.address ?? link).catch((error: unknown) => {
    if (google === null || !isAppError(error, 'invalid_input')) throw error
    return refuse(
      `The Google ${google.is} cannot be read: ${CLOSED.test(error.message) ? 'it is not open to everybody with its link' : 'Google did not give it'}. Share it as “Anyone with the link”, or download it (File > Download) and give the file.`,
    )
  })
  const { bytes, media_type, charset } = page
  const name = google === null ? page.address : link
  if (bytes.length === 0) refuse(`${name} is an empty page; paste its text instead.`)
  const ending = ENDING_OF[media_type] ?? endingIn(name) ?? (bytes.includes(0) ? '' : '.html')
  if (ending === '')
    refuse(`${name} is no page and no document that can be read (${media_type}); save it as PDF, or paste its text.`)
  const isPage = ending === '.html'
  const sheets = isPage ? await sheetsOf(ctx, Buffer.from(bytes).toString('latin1'), page.address) : NO_SHEETS
  return { name, bytes, link: { charset, ending, sheets } }
}

const NO_SHEETS: LinkedSheets = new Map()
/** How long a page waits for the style sheets that it links to. */
const SHEETS_MS = 5_000

/** The style sheets of a page that came in time; a page is read without those that did not. */
async function sheetsOf({ fetchPage }: Pick<Context, 'fetchPage'>, html: string, page: string): Promise<LinkedSheets> {
  const sheets = new Map<string, string>()
  const fetchSheet = async ([written, address]: readonly [string, string]): Promise<void> => {
    const { bytes, media_type } = await fetchPage(address)
    if (['text/css', ''].includes(media_type) && bytes.length <= MAX_SHEET)
      sheets.set(written, Buffer.from(bytes).toString('utf8'))
  }
  const fetched = Promise.allSettled([...linkedSheets(html, page)].map(fetchSheet))
  await Promise.race([fetched, sleep(SHEETS_MS, undefined, { ref: false })])
  return new Map(sheets)
}

const CLOSED = /login|HTTP 40[134]/

/** The ending of the address, for servers that label everything as bytes. */
function endingIn(address: string): string | null {
  const ending = extname(new URL(address).pathname).toLowerCase()
  return STIMULUS_ENDINGS.includes(ending) ? ending : null
}

const GOOGLE =
  /^https:\/\/docs\.google\.com\/(document|presentation|spreadsheets)\/(?:u\/\d+\/)?d\/([\w-]{20,})(?:\/|$|\?|#)/
const GOOGLE_EXPORTS: Readonly<Record<string, { readonly is: string; readonly path: string }>> = {
  document: { is: 'Doc', path: 'export?format=txt' },
  presentation: { is: 'Slides deck', path: 'export/txt' },
  spreadsheets: { is: 'Sheet', path: 'export?format=csv' },
}

/** The sheet that a link to a spreadsheet opens. */
const SHEET = /[?&#]gid=(\d+)/

/** The export address of a Google document as text; `null` for any other address. */
function googleExport(link: string): { readonly is: string; readonly address: string } | null {
  const [, kind = '', id] = GOOGLE.exec(link) ?? []
  const found = GOOGLE_EXPORTS[kind]
  if (!found) return null
  const sheet = kind === 'spreadsheets' ? SHEET.exec(link)?.[1] : undefined
  const path = sheet === undefined ? found.path : `${found.path}&gid=${sheet}`
  return { is: found.is, address: `https://docs.google.com/${kind}/d/${id}/${path}` }
}

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import { refuse } from '../../errors.js'
import { megabytes } from './megabytes.js'

const MOST_PAGES = 500
/** What one packed part, and all of them, may unpack to before the document is opened. */
const MOST_PART = 30_000_000
const MOST_PARTS = 150_000_000
/** Fewer letters on an average page than this: pictures of pages. */
const LEAST_PER_PAGE = 25
const MOST_SECONDS = 20
const MOST_MEMORY_MB = 400

/**
 * The text of a PDF, page by page. It is read by pdf.js in a thread of its own with a limit of memory and time, after its
 * packed parts were looked at under a cap: a document from a stranger must not take the program down. Errors:
 * `invalid_input`.
 */
export async function pdfText(bytes: Buffer, name: string): Promise<string> {
  if (!bytes.subarray(0, 1024).includes('%PDF-')) refuse(`${name} is no PDF, whatever its name says.`)
  refuseBombs(bytes, name)
  const pages = await readInThread(bytes, name)
  const text = pages.map((page) => page.trim()).filter(Boolean)
  const letters = text.reduce((sum, page) => sum + page.replace(/\s/g, '').length, 0)
  if (letters < LEAST_PER_PAGE * Math.max(1, pages.length)) {
    refuse(
      `${name} holds pictures of pages and no text (it was scanned); run text recognition on it first, or give the text.`,
    )
  }
  return text.join('\n\n')
}

/** Unpacks every deflated part under a cap and throws it away; pictures are left out, since nobody will unpack them. */
function refuseBombs(bytes: Buffer, name: string): void {
  let total = 0
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue
    const dictionary =
      bytes
        .toString('latin1', Math.max(0, at - 600), at)
        .split('endobj')
        .at(-1) ?? ''
    if (!/\/(?:FlateDecode|Fl)\b/.test(dictionary) || /\/Subtype\s*\/Image/.test(dictionary)) continue
    const start = at + 6 + (bytes[at + 6] === 13 ? 2 : 1)
    const end = bytes.indexOf('endstream', start)
    try {
      total += inflateSync(bytes.subarray(start, end < 0 ? undefined : end), { maxOutputLength: MOST_PART }).length
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') total = Number.POSITIVE_INFINITY
    }
    if (total > MOST_PARTS)
      refuse(
        `${name} would unpack to more than ${megabytes(MOST_PART)} in one part and is refused; no document does that.`,
      )
  }
}

/** A thread from source text: it runs the same from TypeScript and from the build. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.library).then(async ({ getDocumentProxy, extractText }) => {
  const pdf = await getDocumentProxy(new Uint8Array(workerData.bytes), { isEvalSupported: false, disableFontFace: true, verbosity: 0 })
  if (pdf.numPages > workerData.mostPages) return parentPort.postMessage({ pages: pdf.numPages, text: [] })
  const { text } = await extractText(pdf, { mergePages: false })
  parentPort.postMessage({ pages: pdf.numPages, text })
}).catch((error) => parentPort.postMessage({ problem: error.name + ': ' + error.message }))
`

function readInThread(bytes: Buffer, name: string): Promise<string[]> {
  const library = pathToFileURL(createRequire(import.meta.url).resolve('unpdf')).href
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: { library, bytes: new Uint8Array(bytes), mostPages: MOST_PAGES },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    stdout: true,
    stderr: true,
  })
  return new Promise<string[]>((resolve, reject) => {
    const no = (problem: string): void => {
      try {
        refuse(problem)
      } catch (error) {
        reject(error)
      }
    }
    const late = setTimeout(
      () => no(`${name} takes too long to read; split it, or save its text.`),
      MOST_SECONDS * 1_000,
    )
    worker.once('message', (said: { pages?: number; text?: string[]; problem?: string }) => {
      clearTimeout(late)
      if (said.problem?.startsWith('PasswordException')) no(`${name} is protected by a password; save it without one.`)
      else if (said.problem !== undefined) no(`${name} is damaged and cannot be read as a PDF; save it again.`)
      else if ((said.pages ?? 0) > MOST_PAGES) no(`${name} has ${said.pages} pages; at most ${MOST_PAGES} can be read.`)
      else resolve(said.text ?? [])
    })
    worker.once('error', () => {
      clearTimeout(late)
      no(`${name} needs more memory than a document should and is refused.`)
    })
  }).finally(() => void worker.terminate())
}

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { refuse } from '../../errors.js'

const MAX_PAGES = 500
/** What may be unpacked at one time. */
const MAX_UNPACKED_MB = 256
/** Fewer letters on an average page than this: pictures of pages. */
const MIN_LETTERS_PER_PAGE = 25
const MAX_SECONDS = 20
const MAX_MEMORY_MB = 400

/**
 * The text of a PDF, page by page. It is read by pdf.js in a thread of its own with limits of memory and time: a document
 * from a stranger must not take the program down. Errors: `invalid_input`.
 */
export async function pdfText(bytes: Buffer, name: string): Promise<string> {
  if (!bytes.subarray(0, 1024).includes('%PDF-')) refuse(`${name} is no PDF, whatever its name says.`)
  const pages = await readInThread(bytes, name)
  const text = pages.map((page) => page.trim()).filter(Boolean)
  const letters = text.reduce((sum, page) => sum + page.replace(/\s/g, '').length, 0)
  if (letters < MIN_LETTERS_PER_PAGE * Math.max(1, pages.length)) {
    refuse(
      `${name} holds pictures of pages and no text (it was scanned); run text recognition on it first, or give the text.`,
    )
  }
  return text.join('\n\n')
}

/**
 * A thread from source text: it runs the same from TypeScript and from the build. pdf.js knows no limit for what a part
 * unpacks to, and limits of a thread do not count typed arrays, in which every filter's output grows. So arrays are counted
 * where they are made and where Node hands them out, whatever the filters, their order and their spelling.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads')
let unseen = 0
const count = (bytes) => {
  unseen += bytes
  if (unseen < 1e6) return
  unseen = 0
  if (process.memoryUsage().arrayBuffers + bytes < workerData.maxUnpacked) return
  parentPort.postMessage({ problem: 'TooLarge' })
  throw new RangeError('too large')
}
const countMade = (array) => new Proxy(array, {
  construct(target, given, made) {
    if (typeof given[0] === 'number') count(given[0] * (target.BYTES_PER_ELEMENT ?? 1))
    return Reflect.construct(target, given, made)
  },
})
const ARRAYS = ['ArrayBuffer', 'Uint8Array', 'Uint8ClampedArray', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array']
for (const name of ARRAYS) globalThis[name] = countMade(globalThis[name])
const Unpacking = globalThis.DecompressionStream
globalThis.DecompressionStream = class {
  constructor(format) {
    const { readable, writable } = new Unpacking(format)
    const counted = { transform: (chunk, out) => (count(chunk.byteLength), out.enqueue(chunk)) }
    Object.assign(this, { writable, readable: readable.pipeThrough(new TransformStream(counted)) })
  }
}
import(workerData.library).then(async ({ getDocumentProxy, extractText }) => {
  const pdf = await getDocumentProxy(new Uint8Array(workerData.bytes), { isEvalSupported: false, disableFontFace: true, verbosity: 0 })
  if (pdf.numPages > workerData.maxPages) return parentPort.postMessage({ pages: pdf.numPages, text: [] })
  const { text } = await extractText(pdf, { mergePages: false })
  parentPort.postMessage({ pages: pdf.numPages, text })
}).catch((error) => parentPort.postMessage({ problem: error.name + ': ' + error.message }))
`

function readInThread(bytes: Buffer, name: string): Promise<string[]> {
  const library = pathToFileURL(createRequire(import.meta.url).resolve('unpdf')).href
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: {
      library,
      bytes: new Uint8Array(bytes),
      maxPages: MAX_PAGES,
      maxUnpacked: MAX_UNPACKED_MB * 1_000_000,
    },
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
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
      MAX_SECONDS * 1_000,
    )
    worker.once('message', (said: { pages?: number; text?: string[]; problem?: string }) => {
      clearTimeout(late)
      if (said.problem?.startsWith('PasswordException')) no(`${name} is protected by a password; save it without one.`)
      else if (said.problem === 'TooLarge')
        no(
          `${name} would unpack to more than ${MAX_UNPACKED_MB} MB, which no document does; save its text and give that.`,
        )
      else if (said.problem !== undefined) no(`${name} is damaged and cannot be read as a PDF; save it again.`)
      else if ((said.pages ?? 0) > MAX_PAGES) no(`${name} has ${said.pages} pages; at most ${MAX_PAGES} can be read.`)
      else resolve(said.text ?? [])
    })
    worker.once('error', () => {
      clearTimeout(late)
      no(`${name} needs more memory than a document should; save its text and give that.`)
    })
  }).finally(() => void worker.terminate())
}

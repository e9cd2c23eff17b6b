import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { refuse } from '../../errors.js'

const MAX_PAGES = 500
/** Unpacked data in memory at one time. */
const MAX_UNPACKED_MB = 256
/** A PDF with fewer letters per average page holds scanned pictures of pages. */
const MIN_LETTERS_PER_PAGE = 25
const MAX_SECONDS = 20
const MAX_MEMORY_MB = 400

/**
 * The text of a PDF, page by page. pdf.js reads it in a separate thread with limits of memory and time, since a malicious
 * document must not crash the program. Errors: `invalid_input`.
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
 * The thread's source text, which runs the same from TypeScript and from the build. pdf.js has no limit for unpacked data,
 * and a thread's resource limits do not count typed arrays, which hold every filter's output. So the thread counts arrays
 * where they are constructed and where Node returns them, whatever the filters and their order.
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
    const rejectWith = (problem: string): void => {
      try {
        refuse(problem)
      } catch (error) {
        reject(error)
      }
    }
    const timer = setTimeout(
      () => rejectWith(`${name} takes too long to read; split it, or save its text.`),
      MAX_SECONDS * 1_000,
    )
    worker.once('message', (result: { pages?: number; text?: string[]; problem?: string }) => {
      clearTimeout(timer)
      if (result.problem?.startsWith('PasswordException'))
        rejectWith(`${name} is protected by a password; save it without one.`)
      else if (result.problem === 'TooLarge')
        rejectWith(
          `${name} would unpack to more than ${MAX_UNPACKED_MB} MB, which no document does; save its text and give that.`,
        )
      else if (result.problem !== undefined)
        rejectWith(`${name} is damaged and cannot be read as a PDF; save it again.`)
      else if ((result.pages ?? 0) > MAX_PAGES)
        rejectWith(`${name} has ${result.pages} pages; at most ${MAX_PAGES} can be read.`)
      else resolve(result.text ?? [])
    })
    worker.once('error', () => {
      clearTimeout(timer)
      rejectWith(`${name} needs more memory than a document should; save its text and give that.`)
    })
  }).finally(() => void worker.terminate())
}

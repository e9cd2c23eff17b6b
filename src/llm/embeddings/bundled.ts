import { type AppError, isAppError } from '../../errors.js'
import { cancelReason, createCancellation } from '../cancellation.js'
import type { Embedder, Vector } from './embedder.js'
import { type EncoderThread, startEncoderThread, unloadable } from './encoder-thread.js'

/** Texts sent to the thread ahead of its answers, so that it never idles. All others can still be withdrawn. */
const MAX_IN_FLIGHT = 4
/** Embeddings kept in memory, about 4 kB each. */
const MAX_CACHED = 4_000
/** The encoder is trained on a sentence or two; further characters change nothing and cost time. */
const MAX_TEXT_LENGTH = 2_000

/** The state of one call of `embed`. */
type Call = { accept(text: string, vector: Vector): void; reject(error: Error): void }
type Wanted = { readonly text: string; readonly call: Call }

/**
 * One encoder for the whole process: one thread, one queue, and one cache, since anchors and common phrases recur in
 * every run.
 */
const encoder = createEncoder()
const cancellation = createCancellation()

/**
 * The sentence encoder that comes with the program (Universal Sentence Encoder Lite, English, 512 numbers): no network,
 * no key, about 16 ms a sentence in a thread of its own. The vector of a text depends on the text only.
 */
export function createBundledEmbedder(): Embedder {
  return {
    model: 'bundled-use-lite-en',
    async embed(texts, { signal, lane } = {}) {
      // An empty text cannot be embedded; a blank takes its place.
      const inputs = texts.map((text) => text.slice(0, MAX_TEXT_LENGTH) || ' ')
      const call = signal && cancellation.begin(signal)
      try {
        const vectors = await encoder.encode([...new Set(inputs)], lane, call?.signal)
        return inputs.map((text) => vectors.get(text) ?? [])
      } finally {
        call?.end()
      }
    },
    close: () => encoder.close(),
  }
}

function createEncoder() {
  const cache = new Map<string, Vector>()
  /** Queues of runs, served in turn, one text each: the first one has waited longest. */
  const runs = new Map<unknown, Wanted[]>()
  /** Queues of calls outside runs, such as interactive requests: they are served before those of runs. */
  const requests = new Map<unknown, Wanted[]>()
  /** Texts in flight, in the order in which they were sent. */
  const inFlight = new Map<string, Call[]>()
  /** Unsettled calls. Texts in flight of a withdrawn call do not keep the thread alive. */
  const calls = new Set<Call>()
  let thread: EncoderThread | null = null
  let closing = false

  const receive = (vector: Vector) => {
    const [sent] = inFlight
    if (!sent) return
    const [text, askers] = sent
    inFlight.delete(text)
    remember(cache, text, vector)
    for (const call of askers) call.accept(text, vector)
    sendNext()
  }
  const fail = (error: AppError) => {
    thread = null
    runs.clear()
    requests.clear()
    inFlight.clear()
    for (const call of calls) call.reject(error)
  }
  const sendNext = () => {
    while (inFlight.size < MAX_IN_FLIGHT) {
      const wanted = takeTurn(requests) ?? takeTurn(runs)
      if (!wanted) break
      const { text, call } = wanted
      const known = cache.get(text)
      const sent = inFlight.get(text)
      if (known) {
        remember(cache, text, known)
        call.accept(text, known)
      } else if (sent) sent.push(call)
      else {
        inFlight.set(text, [call])
        thread ??= startEncoderThread(receive, fail)
        thread.send(text)
      }
    }
    settleDown()
  }
  const settleDown = () => {
    thread?.keepAlive(calls.size > 0)
    if (closing && calls.size === 0) void end()
  }
  const end = async () => {
    const ending = thread
    thread = null
    inFlight.clear()
    await ending?.end()
  }

  return {
    /** Returns the vector of each text. Texts of a lane are encoded in their order. */
    encode(texts: readonly string[], run: string | undefined, signal: AbortSignal | undefined) {
      const [lanes, lane] = run === undefined ? [requests, Symbol('call')] : [runs, run]
      return new Promise<ReadonlyMap<string, Vector>>((resolve, reject) => {
        if (signal?.aborted) return reject(cancelReason(signal))
        if (texts.length === 0) return resolve(new Map())
        const found = new Map<string, Vector>()
        const call: Call = {
          accept(text, vector) {
            found.set(text, vector)
            if (found.size < texts.length) return
            calls.delete(call)
            resolve(found)
          },
          reject(error) {
            calls.delete(call)
            reject(error)
          },
        }
        signal?.addEventListener(
          'abort',
          () => {
            withdraw(lanes, lane, call)
            call.reject(cancelReason(signal))
            settleDown()
          },
          { once: true },
        )
        closing = false
        calls.add(call)
        lanes.set(lane, [...(lanes.get(lane) ?? []), ...texts.map((text) => ({ text, call }))])
        try {
          sendNext()
        } catch (error) {
          fail(isAppError(error) ? error : unloadable(error))
        }
      })
    },
    /** Ends the thread once no call waits for it; the next call starts another. */
    async close() {
      closing = true
      if (calls.size === 0) await end()
    },
  }
}

function takeTurn(lanes: Map<unknown, Wanted[]>): Wanted | undefined {
  for (const [lane, queue] of lanes) {
    const next = queue.shift()
    lanes.delete(lane)
    if (queue.length > 0) lanes.set(lane, queue)
    if (next) return next
  }
  return undefined
}

function withdraw(lanes: Map<unknown, Wanted[]>, lane: unknown, call: Call): void {
  const others = (lanes.get(lane) ?? []).filter((wanted) => wanted.call !== call)
  if (others.length > 0) lanes.set(lane, others)
  else lanes.delete(lane)
}

/** Keeps the least recently used embeddings first and drops those above the limit. */
function remember(cache: Map<string, Vector>, text: string, vector: Vector): void {
  cache.delete(text)
  cache.set(text, vector)
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) return
    cache.delete(oldest)
  }
}

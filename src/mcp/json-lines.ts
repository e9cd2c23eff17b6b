import { Transform, type TransformCallback } from 'node:stream'

const PARSE_ERROR = { code: -32_700, message: 'This line is not JSON; send one JSON-RPC message a line.' }
const INVALID_REQUEST = { code: -32_600, message: 'This is no JSON-RPC 2.0 message.' }
const NEWLINE = 0x0a
/** Bytes of either end of a line that is too long. */
const END = 256

type Answer = (message: object) => void

/**
 * Passes on the client's lines that are JSON-RPC messages, unchanged. Every other line is answered with an error here,
 * because the library ignores it. A line longer than `maxBytes` is not kept; it is answered at its end, where most clients
 * put the id.
 */
export function jsonRpcLines(maxBytes: number, answer: Answer): Transform {
  let chunks: Buffer[] = []
  let length = 0
  /** The ends of a line that is too long; null for any other. */
  let skipped: { head: string; tail: Buffer } | null = null
  const take = (): Buffer => {
    const taken = Buffer.concat(chunks)
    chunks = []
    length = 0
    return taken
  }
  const keep = (piece: Buffer): void => {
    if (skipped !== null) {
      skipped.tail = Buffer.concat([skipped.tail, piece.subarray(-END)]).subarray(-END)
      return
    }
    chunks.push(piece)
    length += piece.length
    if (length <= maxBytes) return
    const line = take()
    skipped = { head: line.toString('utf8', 0, END), tail: Buffer.from(line.subarray(-END)) }
  }
  const end = (): Buffer | null => {
    if (skipped !== null) {
      const { head, tail } = skipped
      skipped = null
      answer({ jsonrpc: '2.0', error: tooLong(maxBytes), id: idIn(head, tail.toString('utf8')) })
      return null
    }
    const line = take()
    const error = problemIn(line.toString('utf8').trim())
    if (error === null) return line
    answer({ jsonrpc: '2.0', ...error })
    return null
  }
  return new Transform({
    transform(this: Transform, chunk: Buffer, _: BufferEncoding, done: TransformCallback) {
      let start = 0
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
        keep(chunk.subarray(start, at + 1))
        const line = end()
        if (line !== null) this.push(line)
        start = at + 1
      }
      keep(chunk.subarray(start))
      done()
    },
  })
}

/** An error with the id of its message; null where the message has no usable id. */
type Refusal = { readonly error: typeof PARSE_ERROR; readonly id: string | number | null }

const tooLong = (maxBytes: number) => ({
  code: INVALID_REQUEST.code,
  message: `A line has at most ${Math.round(maxBytes / 1_048_576)} MB here; this one has more and was not read.`,
})

const [HEAD_ID, TAIL_ID] = [
  /^\s*\{"jsonrpc":\s*"2\.0",\s*"id":\s*(\d{1,15}|"[^"\\]{1,100}"),/,
  /"jsonrpc":\s*"2\.0",\s*"id":\s*(\d{1,15}|"[^"\\]{1,100}")\}\s*$/,
]

/** The id of a message that was not read, where it stands at one of its ends as clients write it. */
function idIn(head: string, tail: string): string | number | null {
  const id = HEAD_ID.exec(head)?.[1] ?? TAIL_ID.exec(tail)?.[1]
  return id === undefined ? null : JSON.parse(id)
}

/** The error of a line; null for a valid line and for an empty one. */
function problemIn(line: string): Refusal | null {
  if (line === '') return null
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return { error: PARSE_ERROR, id: null }
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return { error: INVALID_REQUEST, id: null }
  const { jsonrpc, id, method, result, error }: Record<string, unknown> = { ...message }
  // A response is never answered.
  if (method === undefined && (result ?? error) !== undefined) return null
  const isCall = typeof method === 'string' && (id === undefined || typeof id === 'string' || Number.isInteger(id))
  if (jsonrpc === '2.0' && isCall) return null
  return { error: INVALID_REQUEST, id: typeof id === 'string' || typeof id === 'number' ? id : null }
}

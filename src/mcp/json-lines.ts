import { Transform, type TransformCallback } from 'node:stream'

const PARSE_ERROR = { code: -32_700, message: 'This line is not JSON; send one JSON-RPC message a line.' }
const INVALID_REQUEST = { code: -32_600, message: 'This is no JSON-RPC 2.0 message.' }
const NEWLINE = 0x0a

type Answer = (message: object) => void

/**
 * Passes on the client's lines that are JSON-RPC messages, unchanged. Every other line is answered with an error here,
 * because the library ignores it. A line longer than `maxBytes` is passed on, and there ends the connection.
 */
export function jsonRpcLines(maxBytes: number, answer: Answer): Transform {
  let chunks: Buffer[] = []
  let length = 0
  const take = (): Buffer => {
    const taken = Buffer.concat(chunks)
    chunks = []
    length = 0
    return taken
  }
  return new Transform({
    transform(this: Transform, chunk: Buffer, _: BufferEncoding, done: TransformCallback) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        chunks.push(chunk.subarray(start, end + 1))
        const line = take()
        const error = problemIn(line.toString('utf8').trim())
        if (error === null) this.push(line)
        else answer({ jsonrpc: '2.0', ...error })
        start = end + 1
      }
      chunks.push(chunk.subarray(start))
      length += chunk.length - start
      if (length > maxBytes) this.push(take())
      done()
    },
  })
}

/** An error with the id of its message; null where the message has no usable id. */
type Refusal = { readonly error: typeof PARSE_ERROR; readonly id: string | number | null }

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

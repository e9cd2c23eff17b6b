import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createInflate } from 'node:zlib'
import { AgentError, networkError } from './agent-error.js'

/** Maximum size of a response in bytes: as received, and again after decompression. */
const MAX_BYTES = 1_048_576
export const ACCEPTED_ENCODINGS = 'gzip, deflate'
const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate } as const

/** The text of a response. Rejects with `AgentError` as soon as it is too long, cut off, or in an unknown content encoding. */
export async function readBody(response: IncomingMessage): Promise<string> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decoder = DECODERS[encoding as keyof typeof DECODERS]
  if (!decoder && encoding !== 'identity') {
    response.destroy()
    throw new AgentError(`Its answer is packed in a way nobody asked for; accepted: ${ACCEPTED_ENCODINGS} or none.`)
  }
  const chunks: Buffer[] = []
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk)
  }
  try {
    if (decoder) await pipeline(response, limitSize, decoder(), limitSize, collect)
    else await pipeline(response, limitSize, collect)
  } catch (error) {
    const isZlibError = (error as NodeJS.ErrnoException).code?.startsWith('Z_')
    if (isZlibError) throw new AgentError(`Its answer says ${encoding} and cannot be unpacked.`)
    throw networkError(error)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

async function* limitSize(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new AgentError('Its answer is longer than 1 MB; answer with what is said only.')
    yield chunk
  }
}

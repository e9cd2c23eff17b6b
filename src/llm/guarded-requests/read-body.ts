import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createInflate } from 'node:zlib'
import { AgentError, networkError } from './agent-error.js'

/** Maximum size of a response in bytes: as received, and again after decompression. */
const MAX_BYTES = 1_048_576
export const ACCEPTED_ENCODINGS = 'gzip, deflate'
const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate } as const

/** The text of a response. Rejects with `AgentError` as soon as it is too long, cut off, or in an unknown content encoding. */
export const readBody = async (response: IncomingMessage): Promise<string> =>
  new TextDecoder().decode(
    await readBytes(response, MAX_BYTES, 'Its answer is longer than 1 MB; answer with what is said only.'),
  )

/** Reads the bytes of a response, with a limit and the message for exceeding it. Rejects like `readBody`. */
export async function readBytes(response: IncomingMessage, maxBytes: number, tooLarge: string): Promise<Buffer> {
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
    if (decoder)
      await pipeline(response, limitSize(maxBytes, tooLarge), decoder(), limitSize(maxBytes, tooLarge), collect)
    else await pipeline(response, limitSize(maxBytes, tooLarge), collect)
  } catch (error) {
    const isZlibError = (error as NodeJS.ErrnoException).code?.startsWith('Z_')
    if (isZlibError) throw new AgentError(`Its answer says ${encoding} and cannot be unpacked.`)
    throw networkError(error)
  }
  return Buffer.concat(chunks)
}

const limitSize = (maxBytes: number, tooLarge: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new AgentError(tooLarge)
      yield chunk
    }
  }

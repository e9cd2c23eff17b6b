import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createInflate } from 'node:zlib'
import { AgentTrouble, networkTrouble } from './trouble.js'

/** Longest answer read, in bytes: as it comes over the wire, and again as it is unpacked. */
const MOST_BYTES = 1_048_576
export const ACCEPTED_ENCODINGS = 'gzip, deflate'
const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate } as const

/** The text of an answer. Rejects with `AgentTrouble` as soon as it is too long, cut, or packed in an unknown way. */
export async function readBody(response: IncomingMessage): Promise<string> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decoder = DECODERS[encoding as keyof typeof DECODERS]
  if (!decoder && encoding !== 'identity') {
    response.destroy()
    throw new AgentTrouble(`Its answer is packed in a way nobody asked for; accepted: ${ACCEPTED_ENCODINGS} or none.`)
  }
  const chunks: Buffer[] = []
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk)
  }
  try {
    if (decoder) await pipeline(response, counted, decoder(), counted, collect)
    else await pipeline(response, counted, collect)
  } catch (error) {
    const packing = (error as NodeJS.ErrnoException).code?.startsWith('Z_')
    throw packing ? new AgentTrouble(`Its answer says ${encoding} and cannot be unpacked.`) : networkTrouble(error)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

async function* counted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new AgentTrouble('Its answer is longer than 1 MB; answer with what is said only.')
    yield chunk
  }
}

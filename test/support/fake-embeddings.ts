import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Embedder } from '../../src/llm/embeddings/embedder.js'

/**
 * A server of OpenAI's embeddings API to which only equal texts are alike. For tests that need answers to be measured, not
 * how: the bundled encoder costs a process half a second and a sentence 10 ms of computing.
 */
export async function fakeEmbeddings(): Promise<{ readonly EMBEDDINGS_URL: string }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] }
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { EMBEDDINGS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The same for a pipeline in memory. */
export const fakeEmbedder: Embedder = {
  model: 'fake',
  embed: async (texts) => texts.map(vectorOf),
}

/** 64 numbers around 0 that follow from every letter of the text. */
const vectorOf = (text: string): number[] => [...createHash('sha512').update(text).digest()].map((byte) => byte - 127.5)

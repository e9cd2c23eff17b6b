import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { JUDGING } from '../../src/data/judging.js'
import { meanOf, rateBySimilarity } from '../../src/engine/panel/intent/ssr.js'
import { createBundledEmbedder } from '../../src/llm/embeddings/bundled.js'
import { createEndpointEmbedder } from '../../src/llm/embeddings/endpoint.js'

describe('the bundled encoder', () => {
  it('gives the same 512 numbers for the same words, in the order of the texts', async () => {
    const embedder = createBundledEmbedder()
    const texts = [
      'I would buy it.',
      '',
      'x'.repeat(10_000),
      '漢字',
      ...Array.from({ length: 70 }, (_, i) => `No. ${i}`),
    ]
    const [once, again] = [await embedder.embed(texts), await createBundledEmbedder().embed(texts)]
    expect(once.map(({ length }) => length)).toEqual(texts.map(() => 512))
    expect(again).toEqual(once)
    const [alone] = await embedder.embed(['No. 69'])
    for (const [i, value] of (alone ?? []).entries()) expect(once.at(-1)?.[i]).toBeCloseTo(value, 4)
  })

  it('tells by its anchors who would buy and who would not', async () => {
    const embedder = createBundledEmbedder()
    const sets = await Promise.all(JUDGING.intent_anchors().map((set) => embedder.embed(set)))
    const answers = [
      'I cannot see myself ever buying this, it is not for me.',
      'I am not sure, maybe I would try it once.',
      'Yes, I would love to buy this, I will get it on my next shop.',
    ]
    const intents = (await embedder.embed(answers)).map((vector) => meanOf(rateBySimilarity(vector, sets)))
    expect([...intents].sort((a, b) => a - b)).toEqual(intents)
    expect((intents[2] ?? 0) - (intents[0] ?? 0)).toBeGreaterThan(0.5)
  })

  it('stops when it is told to', async () => {
    const stop = new AbortController()
    stop.abort(new Error('no more'))
    await expect(createBundledEmbedder().embed(['a'], stop.signal)).rejects.toThrow('no more')
  })
})

type Reply = { status?: number; body?: unknown; hang?: boolean }

/** A server of OpenAI's embeddings API that answers as it is told, then in reverse order with true indices. */
async function fakeEmbeddings(replies: Reply[] = []) {
  const seen: { headers: IncomingMessage['headers']; body: { model: string; input: string[] } }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    seen.push({ headers: request.headers, body })
    const reply = replies.shift() ?? {}
    if (reply.hang) return
    const data = body.input.map((text: string, index: number) => ({ index, embedding: [text.length, 1] })).reverse()
    response
      .writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(reply.body ?? { data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`
  const embedder = createEndpointEmbedder({ url, apiKey: 'key', model: 'm', timeoutMs: 300, minPauseMs: 1 })
  return { embedder, seen }
}

describe('a configured server', () => {
  it('is asked with its key and model, a hundred texts at a time; its order does not matter', async () => {
    const { embedder, seen } = await fakeEmbeddings()
    const texts = Array.from({ length: 250 }, (_, i) => 'x'.repeat(i + 1))
    expect(await embedder.embed(texts)).toEqual(texts.map(({ length }) => [length, 1]))
    expect(seen.map(({ body }) => body.input.length)).toEqual([100, 100, 50])
    expect(seen[0]).toMatchObject({ headers: { authorization: 'Bearer key' }, body: { model: 'm' } })
  })

  it('is asked again after 429, 500 and silence, and given up in the end', async () => {
    const { embedder, seen } = await fakeEmbeddings([{ status: 429 }, { status: 500 }, { hang: true }])
    expect(await embedder.embed(['ab'])).toEqual([[2, 1]])
    expect(seen).toHaveLength(4)
    const down = await fakeEmbeddings(Array.from({ length: 9 }, () => ({ status: 503 })))
    await expect(down.embedder.embed(['ab'])).rejects.toMatchObject({ code: 'provider_down' })
    expect(down.seen).toHaveLength(4)
  })

  it.each([
    ['a refused key', { status: 401 }, /HTTP 401; check EMBEDDINGS_URL/],
    ['another shape', { body: { vectors: [] } }, /shape that is not understood/],
    ['too few vectors', { body: { data: [] } }, /shape that is not understood/],
  ])('is not asked again after %s', async (_, reply, sentence) => {
    const { embedder, seen } = await fakeEmbeddings([reply])
    await expect(embedder.embed(['ab'])).rejects.toMatchObject({
      code: 'provider_rejected',
      message: expect.stringMatching(sentence),
    })
    expect(seen).toHaveLength(1)
  })

  it('stops when it is told to', async () => {
    const { embedder } = await fakeEmbeddings([{ hang: true }])
    await expect(embedder.embed(['a'], AbortSignal.timeout(50))).rejects.toThrow(/aborted|timeout/)
  })
})

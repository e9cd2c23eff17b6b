import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ApiError, createClient, type FollowedEvent, verifySignature } from '../../src/client/client.js'
import { ALL_SCOPES } from '../../src/domain/workspace/token-scopes.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { createToken } from '../../src/service/workspace/tokens.js'
import { serveApi } from '../support/api.js'
import { OAT_DRINK, SOON, startApp, startWorkerIn } from '../support/app.js'
import { query } from '../support/database.js'
import { startReceiver } from '../support/webhook-receiver.js'

const TEST = {
  kind: 'pressure_test',
  request: { stimulus: OAT_DRINK, personas: 3, controls: false, assay: 'off' },
} as const

/** A client of a fresh app whose connection does what `through` makes of it. */
async function connected(
  through: (send: () => Promise<Response>, index: number) => Promise<Response> = (send) => send(),
) {
  const app = await startApp({ AGENT_HOSTS_ALLOWED: '127.0.0.1' })
  const baseUrl = await serveApi(app)
  const { token } = await createToken(app.local, { name: 'test', scopes: [...ALL_SCOPES] })
  let requests = 0
  const client = createClient({
    ...{ baseUrl: `${baseUrl}/`, token, maxRetries: 4 },
    fetch: (input, init) => through(() => fetch(input, init), requests++),
  })
  return { app, client, baseUrl, requests: () => requests }
}

describe('the client', () => {
  it('starts a run, waits for it and reads what its kind gives', async () => {
    const { app, client } = await connected()
    startWorkerIn(app)
    expect((await client.quotes.create(TEST)).model.mode).toBe('offline')
    const started = await client.runs.create(TEST)
    const run = await client.waitForRun(started.run_id)
    expect(run).toMatchObject({ run_id: started.run_id, status: 'completed', trust: { light: 'rehearsal' } })
    expect(run.kind === 'pressure_test' && run.result?.stimulus).toBe(OAT_DRINK)
    const events: FollowedEvent[] = []
    for await (const event of client.runs.events(run.run_id)) events.push(event)
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['stage', 'respondent_answered']))
    const last = events.at(-1)
    expect(last).toMatchObject({ type: 'end', data: { run_id: run.run_id, status: 'completed' } })
    for await (const event of client.runs.events(run.run_id, { after: last?.id ?? '' })) expect(event).toBeUndefined()
    expect(await client.runs.list({ limit: 1 })).toMatchObject({ runs: [{ run_id: run.run_id }], next_cursor: null })
    expect(await client.runs.cancel(run.run_id)).toMatchObject({ status: 'completed' })
  })

  it('starts one run though answers are lost, the server is busy and away', async () => {
    const answers = [
      async (send: () => Promise<Response>) => {
        await send()
        throw new TypeError('fetch failed')
      },
      async () => new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('terminated')) })),
      async () => new Response('busy', { status: 429, headers: { 'retry-after': '0' } }),
      async () => new Response('{}', { status: 503, headers: { 'retry-after': '0' } }),
    ]
    const { app, client, requests } = await connected((send, index) => answers[index]?.(send) ?? send())
    const { run_id } = await client.runs.create(TEST)
    expect(requests()).toBe(5)
    expect(await query(app.database.connectionString, 'select id::text as run_id from run')).toEqual([{ run_id }])
  })

  it('does not send again what might act twice, nor what was refused', async () => {
    const { client, requests } = await connected(async (send, index) => {
      if (index === 0) throw new TypeError('fetch failed')
      return send()
    })
    await expect(client.webhooks.create({ url: 'https://example.com/' })).rejects.toThrow(TypeError)
    expect(requests()).toBe(1)
    const refused: [() => Promise<unknown>, number, string][] = [
      [() => client.runs.get(randomUUID()), 404, 'NOT_FOUND'],
      [() => client.runs.get('../tokens'), 404, 'NOT_FOUND'],
      [() => client.webhooks.create({ url: 'http://10.0.0.1/' }), 400, 'INVALID_INPUT'],
      [
        () => client.runs.create({ kind: 'ask', request: { run_id: 'x', persona: 'p', question: '' } }),
        400,
        'INVALID_INPUT',
      ],
    ]
    for (const [request, status, code] of refused) {
      const error = await request().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ status, code, message: expect.any(String) })
    }
    expect(requests()).toBe(5)
  })

  it('keeps tests, simulations and what they are made of', async () => {
    const { app, client, baseUrl } = await connected()
    startWorkerIn(app)
    const { token, token_id } = await client.tokens.create({ name: 'another program' })
    const other = createClient({ baseUrl, token })
    const guest = { stimulus_content: OAT_DRINK, personas: 3, include_group_dynamics: false }
    const { testId } = (await other.tests.create({ name: 'Oat drink', ...guest })).data
    const { status, resultId } = (await other.tests.run(testId)).data
    expect({ status, resultId }).toEqual({ status: 'completed', resultId: expect.any(String) })
    await expect(other.tests.run(testId)).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
    expect((await client.tests.get(testId)).data).toMatchObject({ name: 'Oat drink', status: 'completed', resultId })
    expect((await client.tests.results(testId)).data.responses).toHaveLength(3)

    const product = readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')
    expect((await client.products.add(product)).version).toBe(1)
    expect((await client.products.put({ ...product, name: 'Slotwise anew' })).version).toBe(2)
    expect((await client.products.list()).products).toMatchObject([{ product_id: product.id, name: 'Slotwise anew' }])
    expect(await client.products.get(`${product.id}@1`)).toEqual(product)
    const simulation = await client.simulations.create({
      name: 'Pilot',
      product: product.id,
      num_personas: 4,
      num_sessions: 3,
    })
    const { job_id } = await client.simulations.start(simulation.simulation_id)
    await client.waitForRun(job_id)
    expect(await client.simulations.status(simulation.simulation_id)).toMatchObject({ status: 'completed', job_id })
    expect((await client.simulations.results(simulation.simulation_id)).total_users).toBe(4)
    expect(await client.products.delete(product.id)).toEqual({ versions: 2, drafts: 0 })
    expect((await client.products.list()).products).toEqual([])

    await client.tokens.revoke(token_id)
    await expect(other.products.list()).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect((await client.tokens.list()).tokens.find((one) => one.token_id === token_id)?.revoked_at).not.toBeNull()
  })

  it('gets a form without the personal data in its rows, and a transcript without its speakers', async () => {
    const { client } = await connected()
    const rows = [
      ['Name', 'Wanjiru Kamau'],
      ['Geburtsdatum', '12.08.1983'],
      ['Konto', '532013000'],
      ['Reisepass', 'C01X00T478'],
      ['Anschrift', 'Hinter dem Zwinger 3'],
    ]
    const page = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
    const form = await client.uploads.read(new File([`<table>${page}</table>`], 'form.html'))
    expect(form.text.split(/\n+/)).toEqual([
      ...['Name', 'Person A', 'Geburtsdatum', '[date]', 'Konto', '[number]', 'Reisepass', '[number]'],
      ...['Anschrift', '[address]'],
    ])
    expect(form.found.map(({ kind }) => kind)).toEqual(['name', 'date of birth', 'account', 'national id', 'address'])
    const said = '00:00:01.000 --> 00:00:04.000\n<v Chukwuemeka Obi>Call me chukwuemeka.</v>'
    const { text } = await client.uploads.read(new File([said], 'call.txt'))
    expect(text).toContain('<v Person A>Call me Person A.</v>')
  })

  it('makes people from a document, keeps them as a set, and pages through them', async () => {
    const { app, client } = await connected()
    startWorkerIn(app)
    const bytes = await readFile('bench/data/research/interviews.md')
    const { name, text } = await client.uploads.read(new File([bytes], 'interviews.md'))
    const kept = await client.uploads.keep(new File([bytes], 'interviews & more.md'))
    expect(kept).toMatchObject({
      upload: expect.stringMatching(/^upload:[0-9a-f-]{36}$/),
      name: 'interviews & more.md',
    })
    await client.uploads.delete(kept.upload)
    const notFound = { status: 404, code: 'NOT_FOUND' }
    await expect(client.uploads.delete(kept.upload)).rejects.toMatchObject(notFound)
    await expect(client.uploads.delete('interviews & more.md')).rejects.toMatchObject(notFound)
    const made = await client.personas.generate({ name: 'my-people', num_personas: 4, source_docs: [{ name, text }] })
    expect(made).toHaveLength(4)
    const set = await client.personas.getSet('my-people')
    expect((await client.personas.importSet({ name: 'copied', document: set })).size).toBe(4)
    expect((await client.personas.sets()).sets.map((one) => one.name)).toEqual(['copied', 'my-people'])
    const page = await client.personas.list({ set: 'copied', limit: 1, offset: 3 })
    expect(page.map(({ persona_set }) => persona_set)).toEqual([expect.stringContaining('copied')])
    await expect(client.personas.getSet('../sets')).rejects.toMatchObject(notFound)
  })

  it('gives up after its retries, and when its caller does', async () => {
    const { client, requests } = await connected(
      async () => new Response('{}', { status: 503, headers: { 'retry-after': '0' } }),
    )
    await expect(client.runs.list()).rejects.toMatchObject({ status: 503 })
    expect(requests()).toBe(5)
    const left = new AbortController()
    left.abort(new Error('enough'))
    await expect(client.waitForRun(randomUUID(), { signal: left.signal })).rejects.toThrow('enough')
  })

  it('manages webhooks and verifies what they send', async () => {
    const { app, client } = await connected()
    startWorkerIn(app, { ...SOON, webhooks: { pollMs: 50, timeoutMs: 5_000, leaseMs: 15_000, gapsMs: [100] } })
    const receiver = await startReceiver()
    const { webhook_id, secret } = await client.webhooks.create({ url: receiver.url, events: ['run.cancelled'] })
    const { delivery_id } = await client.webhooks.test(webhook_id)
    const deliveries = () => client.webhooks.deliveries(webhook_id)
    await expect.poll(deliveries, { timeout: 60_000 }).toMatchObject([{ delivery_id, status: 'delivered' }])
    await client.webhooks.redeliver(webhook_id, delivery_id)
    await expect.poll(() => receiver.arrivals.length, { timeout: 60_000 }).toBe(2)
    for (const { body, headers } of receiver.arrivals)
      expect(verifySignature({ secret, body, header: String(headers['pressure-test-signature']) })).toBe(true)
    expect((await client.webhooks.rotateSecret(webhook_id)).secret).not.toBe(secret)
    await client.webhooks.enable(webhook_id)
    expect(await client.webhooks.list()).toMatchObject([{ webhook_id, events: ['run.cancelled'] }])
    await client.webhooks.delete(webhook_id)
    expect(await client.webhooks.list()).toEqual([])
  })

  it('follows a stream of events over broken connections, each event once', async () => {
    const frame = (id: number) =>
      `id: ${id}\r\nevent: stage\r\ndata: ${JSON.stringify({ seq: id, at: '', type: 'stage', data: {} })}\r\n\r\n`
    const end = 'id: 4.end\nevent: end\ndata: {"run_id":"r","status":"completed",\ndata: "error":null}\n\n'
    const asked: (string | undefined)[] = []
    const stream = await startStream(({ headers }, response) => {
      asked.push(headers['last-event-id']?.toString())
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (asked.length === 1) {
        response.write(`retry: 2000\n\n: still there\n\n${frame(1)}${frame(2)}${frame(3).slice(0, 20)}`)
        setTimeout(() => response.destroy(), 50)
      } else if (asked.length === 2) response.end(`${frame(3)}event: state\ndata: {"run_id":"r","status":"paused"}\n\n`)
      else response.end(`${frame(4)}${end}${frame(5)}`)
    })
    const client = createClient({ baseUrl: stream, token: 'pt_x' })
    const events: FollowedEvent[] = []
    for await (const event of client.runs.events('r')) events.push(event)
    expect(events.map(({ id, type }) => `${type} ${id}`)).toEqual([
      ...['stage 1', 'stage 2', 'stage 3', 'state null', 'stage 4', 'end 4.end'],
    ])
    expect(events.at(-1)?.data).toEqual({ run_id: 'r', status: 'completed', error: null })
    expect(asked).toEqual([undefined, '2', '3'])
  })
})

async function startStream(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

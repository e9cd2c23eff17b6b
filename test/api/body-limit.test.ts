import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, it, onTestFinished } from 'vitest'
import { MAX_BYTES_OF } from '../../src/api/body-limit.js'
import { mcpMounts } from '../../src/api/mcp.js'
import { reportRoutes } from '../../src/api/reports.js'
import { ROUTES } from '../../src/api/routes.js'
import { createHttpApp, startHttpServer } from '../../src/api/server.js'
import { slackRoutes } from '../../src/api/slack.js'
import { createBodyReader, createReceiver } from '../../src/bot/inbound/http-receiver.js'
import { silentLog } from '../../src/log.js'
import { createMcpEndpoint } from '../../src/mcp/http.js'
import { USUAL_PACE } from '../../src/mcp/server.js'
import { createToken } from '../../src/service/workspace/tokens.js'
import { startApp } from '../support/app.js'
import { SIGNING_SECRET, sign } from '../support/slack-app.js'

const MB = 1_000_000
/** What a sender can push into sockets before the other side has to read. */
const SOCKETS_HOLD = 16 * MB

/** Every route there is, on a server of its own. */
async function served() {
  const app = await startApp()
  const taken: unknown[] = []
  const receiver = createReceiver({
    signingSecret: SIGNING_SECRET,
    dispatch: {
      init() {},
      async take(event) {
        taken.push(event)
        return { answer: null }
      },
    },
  })
  const mcp = createMcpEndpoint({
    ctx: app.local,
    addresses: { base: () => 'http://127.0.0.1', hosts: [] },
    version: '0',
    log: silentLog,
    pace: USUAL_PACE,
    confirmAboveUsd: 1,
  })
  onTestFinished(() => mcp.close())
  const server = await startHttpServer(
    {
      log: silentLog,
      version: '0',
      ctx: app.local,
      routes: ROUTES,
      health: async () => ({ ready: true, problems: [] }),
      mounts: [
        { path: '/reports', routes: reportRoutes(app.local) },
        ...mcpMounts({ fetch: mcp.fetch, metadata: () => new Response('{}') }),
        {
          path: '/slack',
          routes: slackRoutes({
            events: receiver.handle,
            install: async () => new Response(''),
            redirect: async () => new Response(''),
          }),
        },
      ],
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(() => server.stop())
  const { token } = await createToken(app.local, { name: 'test' })
  return { url: new URL(server.url), taken, token }
}

type Sent = { readonly head: string; readonly body: string; readonly bytes: number; readonly ended: boolean }

/** Sends a request byte by byte as `pieces` come, until the server has had enough; says what it answered and took. */
async function send(url: URL, line: string, headers: Record<string, string>, pieces: Iterable<Buffer>): Promise<Sent> {
  const socket = connect(Number(url.port), url.hostname)
  let answer = ''
  let ended = false
  socket.on('error', () => {})
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => {
      ended = true
      resolve()
    }),
  )
  const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  let bytes = 0
  for (const piece of pieces) {
    if (ended) break
    bytes += piece.length
    if (!socket.write(piece))
      await Promise.race([new Promise<void>((resolve) => socket.once('drain', () => resolve())), closed])
  }
  await Promise.race([closed, sleep(60_000)])
  socket.destroy()
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { head, body, bytes, ended }
}

const chunk = (size: number): Buffer => Buffer.from(`${size.toString(16)}\r\n${'a'.repeat(size)}\r\n`)
function* chunks(total: number): Generator<Buffer> {
  const piece = chunk(65_536)
  for (let sent = 0; sent < total; sent += 65_536) yield piece
}
/** One byte too many, and nothing after it: what stays unread when a server closes resets the connection. */
function* justOver(limit: number, size = 65_536): Generator<Buffer> {
  for (let sent = 0; sent < limit; sent += size) yield chunk(Math.min(size, limit - sent))
  yield chunk(1)
}
function* plain(total: number): Generator<Buffer> {
  for (let sent = 0; sent < total; sent += 65_536) yield Buffer.alloc(Math.min(65_536, total - sent), 97)
}

const CHUNKED = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }
const fresh = () => sign('something else').headers

it('takes no body that is too large on any route, and says so before it is there', async () => {
  const { url, token, taken } = await served()
  const bearer = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
  const routes: [line: string, most: string, headers: Record<string, string>, limit?: number][] = [
    ['POST /slack/events', '1 MB', fresh(), MB],
    ['POST /mcp', '4 MB', bearer, 4_194_304],
    ['POST /runs/x/marks', '2 MB', bearer, 2 * MB],
    ['POST /runs/x/marks', '2 MB', {}],
    ['POST /runs/x/cancel', '1 MB', bearer],
    ['GET /runs', '1 MB', bearer],
    ['POST /slack/oauth_redirect', '1 MB', {}],
    ['GET /health', '1 MB', {}],
    ['GET /reports/x?key=y', '1 MB', {}],
    ['GET /slack/install', '1 MB', {}],
    ['PUT /nothing', '1 MB', {}],
  ]
  for (const [line, most, headers, limit] of routes) {
    const declared = await send(url, line, { ...headers, 'content-length': String(400 * MB) }, plain(400 * MB))
    expect(declared.head, line).toMatch(/^HTTP\/1\.1 413 /)
    expect(declared.head, line).toMatch(/connection: close/i)
    expect(JSON.parse(declared.body).error, line).toEqual({
      code: 'TOO_LARGE',
      message: `The body is larger than ${most}; send less at once.`,
    })
    const counted = await send(url, line, { ...headers, ...CHUNKED }, chunks(100 * MB))
    for (const { bytes, ended } of [declared, counted]) {
      expect(ended, line).toBe(true)
      expect(bytes, line).toBeLessThan(SOCKETS_HOLD + 4 * MB)
    }
    if (limit === undefined) continue
    const answered = await send(url, line, { ...headers, ...CHUNKED }, justOver(limit))
    expect(answered.body, line).toContain(`The body is larger than ${most}; send less at once.`)
  }
  expect(taken).toEqual([])
})

it('counts what comes in many small parts', async () => {
  const { url } = await served()
  const counted = await send(url, 'POST /slack/events', { ...fresh(), ...CHUNKED }, justOver(MB, 1_024))
  expect(counted.head).toMatch(/^HTTP\/1\.1 413 /)
})

it('judges the headers of Slack before the body: nothing of an unsigned or old one is read', async () => {
  const { url } = await served()
  const old = sign('{}', { at: Math.floor(Date.now() / 1_000) - 301 }).headers
  for (const headers of [{}, old, { ...fresh(), 'x-slack-signature': 'v0=' }]) {
    // The body never ends: who waits for it waits for ever.
    const { head } = await send(url, 'POST /slack/events', { ...headers, ...CHUNKED }, [Buffer.from('5\r\nhello\r\n')])
    expect(head).toMatch(/^HTTP\/1\.1 401 /)
  }
})

it('goes on taking what is signed, as one piece or in parts, up to the limit', async () => {
  const { url, taken } = await served()
  const body = JSON.stringify({ type: 'event_callback', text: 'x'.repeat(900_000) })
  const { headers } = sign(body, { type: 'application/json' })
  const inParts = new Blob([body]).stream()
  for (const given of [body, inParts]) {
    const init = { method: 'POST', headers, body: given, duplex: 'half' }
    expect((await fetch(new URL('/slack/events', url), init as RequestInit)).status).toBe(200)
  }
  expect(taken).toEqual([JSON.parse(body), JSON.parse(body)])
})

const pathOf = (route: string): string => route.replace(/\{\w+\}/g, 'x')

it('has one table of the routes that take more, each of which there is', () => {
  const known = [...ROUTES.map(({ method, path }) => `${method.toUpperCase()} ${path}`), 'POST /mcp']
  expect(known).toEqual(expect.arrayContaining(Object.keys(MAX_BYTES_OF)))
})

it('reads nothing of a body, on any route that wants a token, before the token is known to be one', async () => {
  const { url } = await served()
  const routes = [
    ...ROUTES.filter(({ scope }) => scope !== null).map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    'POST /mcp',
  ]
  // The bodies never end: who waits for one waits for ever.
  const endless = [Buffer.from('5\r\nhello\r\n')]
  const heads = await Promise.all(
    routes.map(async (route) => ({ route, head: (await send(url, pathOf(route), CHUNKED, endless)).head })),
  )
  for (const { route, head } of heads) expect(head, route).toMatch(/^HTTP\/1\.1 401 /)
  for (const [route, maxBytes] of Object.entries(MAX_BYTES_OF)) {
    const { head, bytes } = await send(url, pathOf(route), { 'content-length': String(maxBytes) }, plain(maxBytes))
    expect(head, route).toMatch(/^HTTP\/1\.1 401 /)
    expect(bytes, route).toBeLessThan(SOCKETS_HOLD + 4 * MB)
  }
})

it('lets nobody past 1 MB without a token, also where a route reads first', async () => {
  const app = await startApp()
  const routes = new Hono()
  routes.post('/', async (c) => c.text(String((await c.req.text()).length)))
  const deps = {
    log: silentLog,
    version: '0',
    ctx: app.local,
    routes: [],
    health: async () => ({ ready: true, problems: [] }),
  }
  const http = createHttpApp({ ...deps, mounts: [{ path: '/mcp', routes }] })
  const { token } = await createToken(app.local, { name: 'test' })
  const post = (length: number, authorization: string) =>
    http.request('/mcp', {
      method: 'POST',
      body: 'a'.repeat(length),
      headers: { authorization, 'content-length': String(length) },
    })
  expect((await post(2 * MB, 'Bearer none')).status).toBe(413)
  expect((await post(MB, 'Bearer none')).status).toBe(200)
  expect(await (await post(2 * MB, `Bearer ${token}`)).text()).toBe(String(2 * MB))
})

it('holds so much of bodies that nobody has signed yet, and no longer than Slack takes to send one', async () => {
  const read = createBodyReader({ maxMs: 500, maxHeldBytes: 100_000 })
  const post = (body: BodyInit) => new Request('http://slack', { method: 'POST', body, duplex: 'half' } as RequestInit)
  const never = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(60_000)),
    })
  const slow = read(post(never()))
  expect(await read(post('a'.repeat(60_000)))).toBe(503)
  expect(await read(post('a'.repeat(30_000)))).toHaveLength(30_000)
  expect(await slow).toBe(408)
  expect(await read(post('a'.repeat(60_000)))).toHaveLength(60_000)
})

it('refuses a kept file by its name and declared size, before its bytes arrive', async () => {
  const { url, token } = await served()
  const answerTo = (name: string, length: number) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(url.port), url.hostname)
      const head = ['Host: 127.0.0.1', `Authorization: Bearer ${token}`, `Content-Length: ${length}`]
      socket.write(`PUT /uploads/${name} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
      socket.once('data', (data) => {
        socket.destroy()
        resolve(String(data))
      })
      socket.once('error', reject)
    })
  for (const [name, length] of [
    ['song.mp3', 15 * MB],
    ['deck.pdf', 20.5 * MB],
  ] as const)
    expect(await answerTo(name, length), name).toMatch(/^HTTP\/1\.1 400 /)
})

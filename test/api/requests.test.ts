import { expect, it, onTestFinished } from 'vitest'
import { documentRoutes } from '../../src/api/documents.js'
import { healthRoute } from '../../src/api/health.js'
import { ROUTES } from '../../src/api/routes.js'
import { startHttpServer } from '../../src/api/server.js'
import { silentLog } from '../../src/log.js'
import { createDraft } from '../../src/service/run/run-drafts.js'
import { clientOf, SMALL_TEST, serveApi } from '../support/api.js'
import { startApp, startWorkerIn } from '../support/app.js'
import { query, testDatabase } from '../support/database.js'
import { stranger } from '../support/mcp.js'

const UNKNOWN = '7b0f9d4e-6a4b-4a43-9a77-0a8f5f3d2c11'

async function served(env: Record<string, string> = {}) {
  const app = await startApp(env)
  const url = await serveApi(app)
  return { app, url, send: await clientOf(url, app.local) }
}

it('a request that is no request is refused with one sentence, never with 500', async () => {
  const { app, url, send } = await served({ AGENT_HOSTS_ALLOWED: '127.0.0.1' })
  const foreign = await startApp(app.env).then(async (other) => clientOf(url, await stranger(other)))
  const mine = await app.submit()
  const theirs = (await foreign('POST /runs', SMALL_TEST)).json.run_id
  const body = JSON.stringify(SMALL_TEST)
  const cases: [
    call: string,
    sent: string | object | undefined,
    headers: Record<string, string>,
    status: number,
    RegExp,
  ][] = [
    ['GET /personas/list?set=%00', undefined, {}, 400, /^set: It has a control character; leave it out\.$/],
    ['GET /runs?cursor=%1b', undefined, {}, 400, /^cursor: It has a control character/],
    ['GET /runs/%00', undefined, {}, 404, /nothing at this address/],
    ['GET /personas/sets/a%00', undefined, {}, 404, /nothing at this address/],
    ['GET /personas/list?set=No_Set', undefined, {}, 400, /^set: The name of a persona set has 2 to 40/],
    [
      'POST /runs',
      body.replace('Havn', '\\u0000Havn'),
      {},
      400,
      /^request\.stimulus: It has a character that is no text/,
    ],
    [
      'POST /runs',
      body.replace('Havn', '\\ud800Havn'),
      {},
      400,
      /^request\.stimulus: It has a character that is no text/,
    ],
    ['POST /runs', '{"\\u0000": 1}', {}, 400, /no text/],
    ['POST /webhooks', '{"url": "http://127.0.0.1/\\u0000"}', {}, 400, /^url: It has a character that is no text/],
    ['POST /webhooks', { url: 'http://u:p@127.0.0.1/' }, {}, 400, /^The address must hold no user name or password\.$/],
    ['POST /runs', body, { 'content-type': 'application/xml' }, 415, /application\/xml; send JSON/],
    ['POST /runs', SMALL_TEST, { 'idempotency-key': 'x y' }, 400, /^An Idempotency-Key has 1 to 200/],
    [
      'POST /api/tests',
      { stimulus_content: SMALL_TEST.request.stimulus },
      { 'idempotency-key': 'x' },
      400,
      /takes none/,
    ],
    ['POST /webhooks', { url: 'http://127.0.0.1/' }, { 'idempotency-key': 'x' }, 400, /takes none/],
    ['GET /runs?limit=abc', undefined, {}, 400, /^limit: Give a whole number from 1 to 100\.$/],
    ['GET /personas/list?offset=abc', undefined, {}, 400, /^offset: Give a whole number/],
    ...['x', UNKNOWN, theirs].map((cursor): (typeof cases)[number] => [
      `GET /runs?cursor=${cursor}`,
      undefined,
      {},
      400,
      /^There is no run .* that a page ended with/,
    ]),
    [`GET /runs/${mine}/events`, undefined, { 'last-event-id': '99' }, 400, /^That Last-Event-ID is none of this run/],
    [
      `GET /runs/${mine}/events`,
      undefined,
      { 'last-event-id': '3.end' },
      400,
      /^That Last-Event-ID is none of this run/,
    ],
  ]
  for (const [call, sent, headers, status, message] of cases) {
    const answer = await send(call, sent, headers)
    expect(answer, call).toMatchObject({ status, json: { error: { message: expect.stringMatching(message) } } })
  }
  const auth = (await send('POST /tokens', { name: 'bytes' })).json.token
  const bytes = await fetch(`${url}/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${auth}` },
    body: Buffer.from(body.replace('Havn', '\u00ff'), 'latin1'),
  })
  expect([bytes.status, (await bytes.json()).error.message]).toEqual([
    400,
    'The body is not UTF-8; send it in that encoding.',
  ])
  const form = new FormData()
  form.set('file', new File(['text'], ''))
  expect(await send('POST /uploads', form)).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringMatching(/file/) } },
  })

  expect((await send('POST /webhooks', { url: 'http://127.0.0.1/hook' })).status).toBe(201)
  expect(await send('POST /webhooks', { url: 'http://127.0.0.1/hook' })).toMatchObject({
    status: 409,
    json: { error: { message: 'There is a webhook of this address already; delete it first.' } },
  })
})

it('addresses say which methods they take, and take a slash at their end', async () => {
  const { send } = await served()
  const wrong = await send('PATCH /runs')
  expect(wrong).toMatchObject({ status: 405, json: { error: { code: 'WRONG_METHOD' } } })
  expect(wrong.headers.get('allow')).toBe('OPTIONS, POST, GET, HEAD')
  expect(wrong.json.error.message).toBe('This address does not take PATCH; it takes OPTIONS, POST, GET, HEAD.')
  expect((await send('PUT /health')).headers.get('allow')).toBe('OPTIONS, GET, HEAD')
  const options = await send('OPTIONS /personas/sets/nurses')
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'OPTIONS, GET, HEAD, DELETE'])
  expect((await send('GET /runs/')).json).toEqual({ runs: [], next_cursor: null })
  expect((await send('PATCH /nothing')).status).toBe(404)
})

it('routes without a token pass over words that monitors and balancers add to an address', async () => {
  const { url } = await served()
  const words = 'x=1&x=2&probe=%1b'
  for (const { method, path } of ROUTES.filter(({ scope }) => scope === null))
    expect((await fetch(`${url}${path}?${words}`, { method })).status, path).toBe(200)
})

it('the documents of the API are made once, however often they are asked for', async () => {
  let made = 0
  const counted = Object.defineProperty({ ...healthRoute }, 'summary', {
    get() {
      made += 1
      return 'Says how it is.'
    },
  })
  const app = await startApp()
  const server = await startHttpServer(
    { ctx: app.local, log: silentLog, version: '0', health: async () => HEALTHY, routes: documentRoutes([counted]) },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(() => server.stop())
  for (const path of ['/openapi.json', '/docs']) {
    const text = async () => (await fetch(`${server.url}${path}`)).text()
    const first = await text()
    expect(first).toContain('Says how it is.')
    const once = made
    expect(await text()).toBe(first)
    expect(made, path).toBe(once)
  }
})

const HEALTHY = { ready: true, problems: [] }

it('a body of more values than any request has is refused before anything is made of it', async () => {
  const { send } = await served()
  const marks = JSON.stringify({ marks: Array(500_000).fill(0) })
  expect(await send(`POST /runs/${UNKNOWN}/marks`, marks)).toMatchObject({
    status: 400,
    json: { error: { message: 'The body holds more than 500,000 values; send less at once.' } },
  })
  const deep = { ...SMALL_TEST, request: { ...SMALL_TEST.request, panel: ['a', 'b\0'] } }
  expect((await send('POST /runs', deep)).json.error.message).toMatch(/^request\.panel\.1: It has a character/)
})

it('an ETag is compared as RFC 9110 says', async () => {
  const { app, send } = await served()
  startWorkerIn(app)
  const test = await createDraft(app.local, 'pressure_test', { name: '', request: SMALL_TEST.request })
  const { resultId } = (await send(`POST /api/tests/${test}/run`)).json.data
  for (const call of [`GET /runs/${resultId}`, `GET /api/tests/${test}/results`, 'GET /openapi.json']) {
    const etag = (await send(call)).headers.get('etag') ?? ''
    expect(etag, call).toMatch(/^W\/"\w{32}"$/)
    for (const given of [etag, etag.slice(2), '*', `"a", ${etag},"b,c"`])
      expect(await send(call, undefined, { 'if-none-match': given }), given).toMatchObject({ status: 304, text: '' })
    for (const given of ['"a"', `W/"a", "b"`, etag.slice(0, -1), ''])
      expect((await send(call, undefined, { 'if-none-match': given })).status, given).toBe(200)
  }
})

it('a cost that is not known is null wherever it stands', async () => {
  const { app, send } = await served()
  startWorkerIn(app)
  const run = await app.submit()
  await app.until(run)
  await query(
    app.database.connectionString,
    `with told as (update run set model_mode = 'anthropic' where id = $1 returning id, workspace_id),
          call as (insert into model_call (id, workspace_id, run_id, epoch, step_key, input_hash, task, model, month)
                   select gen_random_uuid(), workspace_id, id, 1, 'k', 'h', 'respond', 'other', now() from told
                   returning id, workspace_id, run_id)
     insert into model_call_outcome (call_id, workspace_id, run_id, status, input_tokens, output_tokens, duration_ms)
     select id, workspace_id, run_id, 'answered', 10, 10, 5 from call`,
    [run],
  )
  expect((await send(`GET /runs/${run}`)).json.usage.cost_usd).toBeNull()
  expect((await send('GET /runs')).json.runs).toMatchObject([{ run_id: run, cost_usd: null }])
})

it('a database that takes no connections is away for a while: 503 with Retry-After', async () => {
  const connection = await testDatabase()
  const { send } = await served({ DATABASE_URL: connection })
  const name = new URL(connection).pathname.slice(1)
  const server = Object.assign(new URL(connection), { pathname: '/postgres' }).href
  expect((await send('GET /runs')).status).toBe(200)
  await query(server, `alter database ${name} allow_connections false`)
  await query(server, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  try {
    const away = await send('GET /runs')
    expect(away).toMatchObject({ status: 503, json: { error: { code: 'STORAGE_UNAVAILABLE' } } })
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
    const health = await send('GET /health')
    expect([health.status, Number(health.headers.get('retry-after'))]).toEqual([503, 5])
  } finally {
    await query(server, `alter database ${name} allow_connections true`)
  }
})

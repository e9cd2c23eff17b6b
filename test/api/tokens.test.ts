import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mcpMounts } from '../../src/api/mcp.js'
import { metricsRoutes } from '../../src/api/metrics.js'
import type { Route } from '../../src/api/route.js'
import { ROUTES } from '../../src/api/routes.js'
import { type Mount, startHttpServer } from '../../src/api/server.js'
import { appHealth } from '../../src/doctor.js'
import { ALL_SCOPES, type Scope } from '../../src/domain/workspace/token-scopes.js'
import { silentLog } from '../../src/log.js'
import { createMcpEndpoint } from '../../src/mcp/http.js'
import { USUAL_PACE } from '../../src/mcp/server.js'
import { TOOLS } from '../../src/mcp/tools.js'
import { deleteRun } from '../../src/service/run/delete-runs.js'
import { resumeRun } from '../../src/service/run/reopen-run.js'
import type { SurfaceContext } from '../../src/service/surface-context.js'
import { createTokenWatch } from '../../src/service/workspace/token-watch.js'
import { createToken, revokeToken } from '../../src/service/workspace/tokens.js'
import { createPrometheus } from '../../src/telemetry/prometheus.js'
import { serveApi } from '../support/api.js'
import { OAT_DRINK, startApp, startWorkerIn, type TestApp } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { connect, overHttp, serveMcpIn, stranger } from '../support/mcp.js'

const UNKNOWN = '7b0f9d4e-6a4b-4a43-9a77-0a8f5f3d2c11'
const PROTECTED = ROUTES.filter(({ scope }) => scope !== null)
/** Routes whose answers stay open; an id in them is a run's. */
const STREAMS = PROTECTED.filter(({ answers }) =>
  Object.values(answers).some(
    (content) => content !== null && 'type' in content && content.type === 'text/event-stream',
  ),
)
const without = (scope: Scope): Scope[] => ALL_SCOPES.filter((other) => other !== scope)

const BODIES: Readonly<Record<string, object>> = {
  marks: [{ case_id: 'a', trial: 1, passed: true }],
  outcome: { what: 'launch', result: 'worked' },
}

const made = (ctx: SurfaceContext, scopes: readonly Scope[], more: object = {}) =>
  createToken(ctx, { name: 'test', scopes: [...scopes], ...more })

const send = (url: string, token: string, { method, path }: Pick<Route, 'method' | 'path'>, body?: unknown) =>
  fetch(`${url}${path.replace(/\{\w+\}/g, UNKNOWN)}`, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

describe('a token', () => {
  it('without the scope of a route does nothing there, and says which it lacks', async () => {
    const app = await startApp()
    const url = await serveApi(app)
    const lacking = new Map<Scope, string>()
    for (const scope of ALL_SCOPES) lacking.set(scope, (await made(app.local, without(scope))).token)
    const before = await contentOf(app)
    for (const route of PROTECTED) {
      const scope = route.scope ?? 'read'
      const answer = await send(url, lacking.get(scope) ?? '', route)
      const { error } = (await answer.json()) as { error: { code: string; message: string } }
      expect([answer.status, error.code], `${route.method} ${route.path}`).toEqual([403, 'FORBIDDEN'])
      expect(error.message).toContain(`the scope ${scope} `)
    }
    expect(await contentOf(app)).toEqual(before)
  })

  it('that has expired or was revoked is none, on every route', async () => {
    const app = await startApp()
    const url = await serveApi(app)
    const expired = await made(app.local, ALL_SCOPES, { expires_in_days: 1 })
    await query(app.env.DATABASE_URL ?? '', `update api_token set expires_at = now() - interval '1 second'`)
    const revoked = await made(app.local, ALL_SCOPES)
    await revokeToken(app.local, revoked)
    for (const route of PROTECTED)
      for (const { token } of [expired, revoked])
        expect((await send(url, token, route)).status, `${route.method} ${route.path}`).toBe(401)
  })

  it('makes none that may do, spend or last more than itself', async () => {
    const app = await startApp()
    const url = await serveApi(app)
    const post = async (token: string, body: object) => {
      const answer = await send(url, token, { method: 'post', path: '/tokens' }, { name: 'child', ...body })
      return answer.status
    }
    const usual = await made(app.local, ['read', 'write', 'spend'])
    const reading = await made(app.local, ['read', 'admin'])
    const limited = await made(app.local, ALL_SCOPES, { max_usd: 5 })
    const short = await made(app.local, ALL_SCOPES, { expires_in_days: 2 })
    expect(await post(usual.token, {})).toBe(403)
    expect(await post(reading.token, { scopes: ['spend'] })).toBe(403)
    expect(await post(reading.token, {})).toBe(403)
    expect(await post(reading.token, { scopes: ['read'] })).toBe(201)
    expect(await post(limited.token, { scopes: ['spend'], max_usd: 1 })).toBe(403)
    expect(await post(limited.token, { scopes: ['read'] })).toBe(201)
    expect(await post(short.token, {})).toBe(403)
    expect(await post(short.token, { expires_in_days: 1 })).toBe(201)
  })

  it('spends no more than its limit in all, with many runs at once', async () => {
    const api = await fakeMessagesApi()
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    const url = await serveApi(app)
    const { token } = await made(app.local, ['read', 'spend'], { max_usd: 0.5 })
    const small = { stimulus: OAT, personas: 3, focus_group: 'off', controls: false, assay: 'off' }
    const submit = (budget_usd: number) =>
      send(url, token, { method: 'post', path: '/runs' }, { kind: 'pressure_test', request: small, budget_usd })
    const answers = await Promise.all(Array.from({ length: 12 }, () => submit(0.2)))
    const [run] = await query<{ caps: number; count: number }>(
      app.env.DATABASE_URL ?? '',
      'select sum(budget_usd)::float as caps, count(*)::int as count from run',
    )
    expect(run?.caps).toBeLessThanOrEqual(0.5 + 1e-9)
    expect(run?.count).toBeGreaterThanOrEqual(2)
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(12 - (run?.count ?? 0))
    const refused = (await answers.find(({ status }) => status === 402)?.json()) as
      | { error: { message: string } }
      | undefined
    expect(refused?.error.message).toMatch(
      /^This token may spend \$0\.50 in all, and \$[\d.]+ of that is left \(\$[\d.]+ is reserved for its runs that have not ended; /,
    )
    // Nor does it go on with what others pay for, above its limit.
    const theirs = await app.submit()
    await query(app.env.DATABASE_URL ?? '', `update run set status = 'failed' where id = '${theirs}'`)
    const retry = await send(url, token, { method: 'post', path: `/runs/${theirs}/retry` }, {})
    expect(retry.status).toBe(403)
    // Nor does it have more once its runs are deleted.
    const database = app.env.DATABASE_URL ?? ''
    const ended = await query<{ id: string }>(
      database,
      `update run set status = 'completed', spent_usd = budget_usd - 0.05, reserved_usd = 0.05 where status = 'queued' returning id`,
    )
    for (const { id } of ended) await deleteRun(app.local, { run_id: id })
    const again = (await (await submit(0.2)).json()) as { error?: { message: string } }
    expect(again.error?.message).toContain('and $0 of that is left; ')
  })

  it('starts nothing whose largest call has no room under its limit, and a run that waits for it names it', async () => {
    const api = await fakeMessagesApi()
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    const url = await serveApi(app)
    const { token } = await made(app.local, ['read', 'spend'], { max_usd: 0.08 })
    const small = { stimulus: OAT_DRINK, personas: 6, assay: 'off' }
    const submit = async () => {
      const answer = await send(
        url,
        token,
        { method: 'post', path: '/runs' },
        { kind: 'pressure_test', request: small },
      )
      return { status: answer.status, body: (await answer.json()) as { run_id: string; error?: { message: string } } }
    }
    const refused = await submit()
    expect(refused.status).toBe(402)
    expect(refused.body.error?.message).toMatch(
      /^This token may spend \$0\.08 in all, and \$0\.08 of that is left; .* hardly leaves room for its largest; it takes \$0\.\d\d, .* a token with a higher limit\.$/,
    )
    expect(await query(app.database.connectionString, 'select id from run')).toEqual([])
    // Its limit is lowered behind a run that was accepted.
    const database = app.database.connectionString
    await query(database, 'update api_token set max_usd = 0.5')
    const { run_id } = (await submit()).body
    await query(database, 'update api_token set max_usd = 0.03')
    await query(database, 'update run set budget_usd = 0.03')
    startWorkerIn(app)
    const { error } = await app.until(run_id, ['paused'])
    expect(error?.message).toMatch(
      /^The token that started this run may spend \$0\.03 in all, which leaves \$0\.03 to this run, .* without this token can let it go on: pressure-test runs resume \S+ --budget USD$/,
    )
    await resumeRun(app.local, { run_id, budget_usd: 2 })
    expect(await app.until(run_id)).toMatchObject({ status: 'completed' })
  })

  it('changes what a project may cost only where it may spend', async () => {
    const app = await startApp()
    const url = await serveApi(app)
    const writing = await made(app.local, ['read', 'write'])
    const spending = await made(app.local, ['read', 'write', 'spend'])
    const call = async (token: string, method: Route['method'], body?: object) =>
      (await send(url, token, { method, path: '/projects/oat' }, body)).status
    expect(
      (await send(url, writing.token, { method: 'post', path: '/projects' }, { name: 'oat', budget_usd: 1 })).status,
    ).toBe(201)
    expect(await call(writing.token, 'put', { product: 'Oat drink', budget_usd: 1 })).toBe(200)
    expect(await call(writing.token, 'put', { budget_usd: 2 })).toBe(403)
    expect(await call(writing.token, 'put', { budget_usd: null })).toBe(403)
    expect(await call(writing.token, 'delete')).toBe(403)
    expect(await call(spending.token, 'put', { budget_usd: null })).toBe(200)
    expect(await call(writing.token, 'delete')).toBe(204)
  })

  it('works in its own workspace alone, whichever that is', async () => {
    const app = await startApp()
    const url = await serveApi(app)
    const run_id = await app.submit()
    const { token } = await made(await stranger(app), ALL_SCOPES)
    for (const route of PROTECTED.filter(({ path }) => path.startsWith('/runs/{id}'))) {
      const path = route.path.replace('{id}', run_id)
      const body = BODIES[route.path.split('/').at(-1) ?? '']
      const { status } = await send(url, token, { method: route.method, path }, body)
      expect([404, 501], `${route.method} ${route.path}`).toContain(status)
    }
    const runs = (await (await send(url, token, { method: 'get', path: '/runs' })).json()) as { runs: unknown[] }
    expect(runs.runs).toEqual([])
  })
})

describe('an MCP tool', () => {
  it('is refused to a token without its scope, each of them', async () => {
    const app = await startApp()
    const url = await serveMcpIn(app)
    const before = await contentOf(app)
    for (const scope of ['read', 'write', 'spend'] as const) {
      const { token } = await made(app.local, without(scope))
      const client = await connect('v2', overHttp(url, token))
      for (const tool of TOOLS.filter((one) => one.scope === scope)) {
        const { reply } = await client.call(tool.name, argumentsOf(tool.name))
        expect(reply.error, tool.name).toMatchObject({ code: 'forbidden', message: expect.stringContaining(scope) })
      }
    }
    const { token } = await made(app.local, without('read'))
    const client = await connect('v2', overHttp(url, token))
    await expect(client.raw.listResources()).rejects.toThrow(/scope read/)
    await expect(client.raw.readResource({ uri: `pressure-test://runs/${UNKNOWN}` })).rejects.toThrow(/scope read/)
    expect(await contentOf(app)).toEqual(before)
  })

  it('that may not read is shown nothing of runs and people by requests that go on from them', async () => {
    const app = await startApp()
    startWorkerIn(app)
    const url = await serveApi(app)
    const run_id = await app.submit({ focus_group: 'off', controls: false })
    await app.until(run_id)
    const { token } = await made(app.local, without('read'))
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      return { status: answer.status, text: await answer.text() }
    }
    const requests = [
      ['ask', { run_id, persona: 'anybody', question: 'What would you change?' }],
      ['refinement', { run_id }],
      ['comparison', { propositions: [{ run_id }, { name: 'B', stimulus: OAT_DRINK }] }],
    ] as const
    for (const [kind, request] of requests) {
      const { status, text } = await post('/runs', { kind, request })
      expect(status, `${kind}: ${text}`).toBe(403)
      expect(text).toContain('scope read')
    }
    const recorded = await post(`/runs/${run_id}/outcome`, { what: 'launch', result: 'worked' })
    expect(recorded).toMatchObject({ status: 403, text: expect.stringContaining('scope read') })
    const set = { audience: 'Nurses in Berlin', num_personas: 3, name: 'nurses' }
    const { status, text } = await post('/personas/generate', set)
    expect(Object.keys(JSON.parse(text))).toEqual(['run_id', 'status'])
    expect(status).toBe(202)
  })

  it('that starts runs shows their ids to a token that may not read, and neither results nor prices', async () => {
    const app = await startApp()
    startWorkerIn(app)
    const url = await serveMcpIn(app)
    const { token } = await made(app.local, ['spend'])
    const run_id = await app.submit({ focus_group: 'off', controls: false })
    await app.until(run_id)
    const given = { proposition: OAT_DRINK, personas: 3, focus_group: 'off', idempotency_key: 'one' }
    for (const which of ['v1', 'v2'] as const) {
      const client = await connect(which, overHttp(url, token))
      const first = await client.call('run_pressure_test', given)
      const { run_id: started } = first.reply
      await app.until(started ?? '')
      const again = await client.call('run_pressure_test', given)
      expect(again.reply).toMatchObject({ run_id: started, status: 'completed', error: null })
      for (const { reply, text } of [first, again]) {
        expect(reply).toMatchObject({
          summary: null,
          section: null,
          price: null,
          read: null,
          progress: null,
          next: null,
        })
        expect(text).not.toMatch(/\/reports\/|\$\d|trust/i)
      }
      const refusals = [
        ['run_pressure_test', { ...given, dry_run: true }],
        ['run_focus_group', { subject: OAT_DRINK, topics: ['Price'], dry_run: true }],
        ['compare_runs', { propositions: [run_id, OAT_DRINK] }],
        ['compare_runs', { refine: run_id }],
        ['ask_persona', { run_id, persona: 'anybody', question: 'What would you change?' }],
      ] as const
      for (const [tool, args] of refusals) {
        const { reply } = await client.call(tool, args)
        expect(reply, tool).toMatchObject({ run_id: null, summary: null, price: null, error: { code: 'forbidden' } })
        expect(reply.error?.message, tool).toMatch(/scope read/)
      }
    }
    const reading = await connect('v2', overHttp(url, (await made(app.local, ['read', 'spend'])).token))
    expect((await reading.call('run_pressure_test', given)).reply.summary).not.toBeNull()
    expect((await reading.call('run_pressure_test', { ...given, dry_run: true })).reply.price).not.toBeNull()
  })
})

describe('what is open under a token', () => {
  const ENDS: readonly { how: string; end: (app: TestApp, token_id: string) => Promise<unknown> }[] = [
    { how: 'is revoked', end: (app, token_id) => revokeToken(app.local, { token_id }) },
    {
      how: 'expires',
      end: (app, token_id) =>
        query(app.env.DATABASE_URL ?? '', 'update api_token set expires_at = now() where id = $1', [token_id]),
    },
  ]

  it.each(ENDS)('ends once the token $how: every route that streams, and MCP', async ({ end }) => {
    const app = await startApp()
    const url = await serveApi(app)
    const mcp = `${await serveMcpIn(app)}/mcp`
    // Nobody works on it, so that its stream would stay open.
    const run_id = await app.submit()
    const { token, token_id } = await made(app.local, ALL_SCOPES)
    const other = await made(app.local, ALL_SCOPES)
    const open = (as: string) =>
      Promise.all(
        STREAMS.map(({ method, path }) => send(url, as, { method, path: path.replace('{id}', run_id) })).concat(
          openSession(mcp, as),
        ),
      )
    const followed = await open(token)
    const kept = await open(other.token)
    for (const answer of [...followed, ...kept])
      expect([answer.status, answer.headers.get('content-type')], answer.url).toEqual([200, 'text/event-stream'])
    const ended = Promise.all(followed.map((answer) => answer.text()))
    const others = Promise.race(kept.map((answer) => answer.text().then(() => answer.url)))
    await end(app, token_id)
    await ended
    expect(await Promise.race([others, sleep(100, 'open')])).toBe('open')
    expect((await send(url, token, { method: 'get', path: '/runs' })).status).toBe(401)
  })
})

describe('an export under way', () => {
  it('that fails leaves nothing to watch', async () => {
    const app = await startApp()
    const looked: string[][] = []
    const valid = async (token_ids: readonly string[]) => {
      looked.push([...token_ids])
      return new Set(token_ids)
    }
    const store = { ...app.store, tokens: { ...app.store.tokens, valid } }
    const watch = createTokenWatch({ store }, 10)
    const guard = (token_id: string, pull: (controller: ReadableStreamDefaultController) => void) => {
      const token = { token_id, expires_at: null, max_usd: null }
      return watch.guard(new Response(new ReadableStream({ pull })), { ...app.local.grant, token })
    }
    guard('kept', () => {})
    const failing = guard('failing', (controller) => controller.error(new Error('lost')))
    await expect(failing.text()).rejects.toThrow('lost')
    await expect.poll(() => looked.at(-1)).toEqual(['kept'])
  })

  it('breaks off once its token is revoked, and does not look whole', async () => {
    const app = await startApp()
    const url = await serveApi(app)
    // More than waits in sockets.
    await query(
      app.env.DATABASE_URL ?? '',
      `insert into actor (workspace_id, kind, external_id, display_name)
       select id, 'slack_user', n::text, repeat('x', 100000) from workspace, generate_series(1, 400) n`,
    )
    const unread = await made(app.local, ['admin'])
    const refused = await send(url, unread.token, { method: 'get', path: '/workspace/export' })
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('the scope read ')])
    const { token, token_id } = await made(app.local, ['read', 'admin'])
    const answer = await send(url, token, { method: 'get', path: '/workspace/export' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
    const reader = answer.body?.getReader()
    await reader?.read()
    await revokeToken(app.local, { token_id })
    await sleep(3_000)
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(rest()).rejects.toThrow()
  }, 30_000)
})

describe('requests', () => {
  const limited = async (
    app: TestApp,
    perMinute: number,
    behindProxy = false,
    mounts: readonly Mount[] = [],
  ): Promise<string> => {
    const server = await startHttpServer(
      {
        ctx: app.local,
        log: silentLog,
        version: '0',
        health: () => appHealth(app),
        routes: ROUTES,
        rateLimit: { perMinute, behindProxy },
        mounts,
      },
      { host: '127.0.0.1', port: 0 },
    )
    onTestFinished(() => server.stop())
    return server.url
  }
  const list = { method: 'get', path: '/runs' } as const

  it('are counted by token, and each answer says how many are left', async () => {
    const app = await startApp()
    const url = await limited(app, 20)
    const [one, two] = [await made(app.local, ['read']), await made(app.local, ['read'])]
    const answers = []
    for (let n = 0; n < 25; n++) answers.push(await send(url, one.token, list))
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), ...Array(5).fill(429)])
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"token";q=20;w=60')
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"token";r=19;t=\d+$/)
    const wait = Number(answers[24]?.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(answers[24]?.headers.get('ratelimit')).toMatch(/^"token";r=0;t=\d+$/)
    expect((await send(url, two.token, list)).status).toBe(200)
  })

  it('in a batch of MCP count one by one, and are worked on one after the other', async () => {
    const app = await startApp()
    const endpoint = createMcpEndpoint({
      ctx: app.local,
      addresses: { base: () => '', hosts: [] },
      version: '0',
      log: silentLog,
      pace: USUAL_PACE,
      confirmAboveUsd: 0.5,
    })
    onTestFinished(() => endpoint.close())
    const metadata = () => new Response()
    const url = await limited(app, 20, false, mcpMounts({ fetch: endpoint.fetch, metadata }))
    const { token } = await made(app.local, ['read'])
    const post = (body: unknown, session: Record<string, string> = {}) =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...session,
        },
        body: JSON.stringify(body),
      })
    const begun = await post({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    })
    await begun.text()
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
    const messages = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ jsonrpc: '2.0', id: index + 1, method: 'tools/list' }))
    const batch = await post(messages(10), session)
    expect(batch.headers.get('ratelimit')).toMatch(/^"token";r=9;/)
    const ids = [...(await batch.text()).matchAll(/"jsonrpc":"2.0","id":(\d+)|"id":(\d+),"jsonrpc"/g)]
    expect(ids.map(([, one, two]) => Number(one ?? two))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const longer = await post(messages(11), session)
    expect(longer.status).toBe(400)
    expect(await longer.json()).toMatchObject({
      error: { code: -32_600, message: expect.stringMatching(/at most 10/) },
    })
    const over = await post(messages(10), session)
    expect(over.status).toBe(429)
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
    await over.text()
  })

  it('with wrong tokens are refused after ten, few of them looked up; who has a valid one stays welcome', async () => {
    const app = await startApp()
    const url = await limited(app, 1_000)
    const { token } = await made(app.local, ['read'])
    expect((await send(url, token, list)).status).toBe(200)
    const statuses: Record<number, number> = {}
    for (let n = 0; n < 500; n++) {
      const { status } = await send(url, `pt_${String(n).padStart(43, 'x')}`, list)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    expect(statuses).toEqual({ 401: 10, 429: 490 })
    const refused = await send(url, `pt_${'y'.repeat(43)}`, list)
    expect(refused.status).toBe(429)
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': expect.stringMatching(/^\d+$/),
      'ratelimit-policy': '"wrong-tokens";q=10;w=60',
      ratelimit: expect.stringMatching(/^"wrong-tokens";r=0;t=\d+$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(refused.headers.has('www-authenticate')).toBe(false)
    expect((await send(url, token, list)).status).toBe(200)
    const unseen = await made(app.local, ['read'])
    await expect.poll(async () => (await send(url, unseen.token, list)).status, { timeout: 3_000 }).toBe(200)
    const flood = Array.from({ length: 200 }, (_, n) => send(url, `pt_${String(n).padStart(43, 'z')}`, list))
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([429]))
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  it('without a token are counted by address; behind a proxy by the one it names last', async () => {
    const app = await startApp()
    const ask = async (url: string, forwarded: string) =>
      (await fetch(`${url}/openapi.json`, { headers: { 'x-forwarded-for': forwarded } })).status
    const behind = await limited(app, 3, true)
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push(await ask(behind, `10.9.9.${n}, 203.0.113.7`))
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(await ask(behind, '203.0.113.8')).toBe(200)
    for (const port of [51234, 51235]) expect(await ask(behind, `203.0.113.7:${port}`)).toBe(429)
    const six = ['2001:db8::1', '[2001:db8::1]', '[2001:db8::1]:443', '[2001:db8::1]:444']
    expect(await Promise.all(six.map((address) => ask(behind, address)))).toContain(429)
    const open = await limited(app, 3)
    const forged = []
    for (let n = 0; n < 4; n++) forged.push(await ask(open, `203.0.113.${n}`))
    expect(forged).toEqual([200, 200, 200, 429])
  })

  it('with wrong tokens are noted with where they came from, on every way in, for who runs the installation', async () => {
    const app = await startApp()
    const ctx = { ...app.local, origin: 'mcp http' }
    const addresses = { base: () => 'http://127.0.0.1', hosts: [] }
    const mcp = createMcpEndpoint({
      ctx,
      addresses,
      version: '0',
      log: silentLog,
      pace: USUAL_PACE,
      confirmAboveUsd: 1,
    })
    onTestFinished(() => mcp.close())
    const metrics = { ctx: app.local, metrics: createPrometheus(), log: silentLog, behindProxy: true }
    const url = await limited(app, 1_000, true, [
      { path: '/metrics', routes: metricsRoutes(metrics) },
      ...mcpMounts({ fetch: mcp.fetch, metadata: () => new Response('{}') }, true),
    ])
    const authorization = `Bearer pt_${'x'.repeat(43)}`
    for (const [call, forwarded] of [
      ['GET /metrics', '203.0.113.1'],
      ['POST /mcp', '198.51.100.9, 203.0.113.2'],
      ['GET /runs', 'somebody <b>else</b>'],
    ]) {
      const [method = '', path = ''] = call?.split(' ') ?? []
      const headers = { authorization, 'x-forwarded-for': forwarded ?? '' }
      expect((await fetch(`${url}${path}`, { method, headers })).status, call).toBe(401)
    }
    const log = async () => (await runIn(app, ['workspace', 'log', '--all'])).stdout
    for (const origin of ['http 203.0.113.1', 'mcp http 203.0.113.2', 'http 127.0.0.1'])
      await expect.poll(log).toMatch(new RegExp(`-  authentication\\.failed +unknown {2}${origin} {2}1 times\\n`))
    expect((await runIn(app, ['workspace', 'log'])).stdout).not.toContain('authentication.failed')
    await made(app.local, ['read'])
    expect(await log()).toMatch(/Z {2}local {2}token\.created /)
  })

  it('with tokens that nobody looked up are counted by address, another one each time or not', async () => {
    const app = await startApp()
    const { token } = await made(app.local, ['read'])
    const docs = { method: 'get', path: '/docs' } as const
    const url = await limited(app, 4)
    const first = await send(url, token, list)
    const policies = [first.headers.get('ratelimit-policy')]
    const statuses = []
    for (let n = 0; n < 4; n++) {
      const answer = await send(url, `invented-${n}`, docs)
      policies.push(answer.headers.get('ratelimit-policy'))
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(policies).toEqual(['"token";q=4;w=60', ...Array(4).fill('"address";q=4;w=60')])
    // A token that was accepted is not held up by its address.
    expect((await send(url, token, docs)).status).toBe(200)
    expect((await send(url, 'invented-0', docs)).status).toBe(429)
  })

  it('about health are answered from one look at a time, and soon by another one', async () => {
    const app = await startApp()
    let looks = 0
    let ready = true
    const health = async () => {
      looks += 1
      return { ready, problems: [] }
    }
    const server = await startHttpServer(
      { ctx: app.local, log: silentLog, version: '0', health, routes: ROUTES },
      { host: '127.0.0.1', port: 0 },
    )
    onTestFinished(() => server.stop())
    const ask = async () => (await fetch(`${server.url}/health`)).status
    expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill(200))
    expect(looks).toBeLessThan(20)
    ready = false
    await expect.poll(ask, { timeout: 10_000 }).toBe(503)
  })
})

const OAT = 'Havn Oat: the oat drink that froths like milk. Made from Danish oats. Now €1.49 instead of €2.29.'

/** What a request may have changed. */
const contentOf = (app: TestApp) =>
  query(
    app.env.DATABASE_URL ?? '',
    `select (select count(*) from run) as runs, (select count(*) from run_draft) as drafts, (select count(*) from product) as products,
            (select count(*) from webhook) as webhooks, (select count(*) from persona_set) as sets,
            (select count(*) from api_token where name <> 'test') as tokens`,
  )

/** Arguments that a tool takes, so that it is its scope that is missing. */
function argumentsOf(tool: string): Record<string, unknown> {
  const all: Readonly<Record<string, Record<string, unknown>>> = {
    run_pressure_test: { proposition: OAT },
    run_focus_group: { subject: OAT, topics: ['the price'] },
    evaluate_agent: { agent_version_id: 'mira' },
    simulate_users: { product: 'slotwise' },
    compare_runs: { propositions: [OAT, `${OAT} Free.`] },
    generate_personas: { name: 'nurses', audience: 'Nurses in Germany' },
    ask_persona: { run_id: UNKNOWN, persona: 'Ana', question: 'Why?' },
    get_run: { run_id: UNKNOWN },
    get_minority_report: { run_id: UNKNOWN },
    cancel_run: { run_id: UNKNOWN },
    record_outcome: { run_id: UNKNOWN, what: 'launch', result: 'worked' },
  }
  return all[tool] ?? {}
}

/** The stream of news that a client of the older protocol keeps open. */
async function openSession(url: string, token: string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const begun = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  await begun.text()
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-06-18' }
  return fetch(url, { headers: { ...headers, ...session } })
}

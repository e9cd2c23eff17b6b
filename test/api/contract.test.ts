import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openApi } from '../../src/api/openapi.js'
import type { Route } from '../../src/api/route.js'
import { ROUTES } from '../../src/api/routes.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { createDraft } from '../../src/service/run/run-drafts.js'
import { createToken } from '../../src/service/workspace/tokens.js'
import { type ApiAnswer, type ApiClient, clientOf, SMALL_TEST, serveApi } from '../support/api.js'
import { startApp, type TestApp } from '../support/app.js'
import { testDatabase } from '../support/database.js'
import { spoilt, valuesOf } from '../support/json-schema-values.js'
import { stranger } from '../support/mcp.js'

/** Requests to each operation, as many again of spoilt ones. */
const REQUESTS = 8
const UNKNOWN = '7b0f9d4e-6a4b-4a43-9a77-0a8f5f3d2c11'
const NONSENSE = ['nonsense', '%00', '%F0%9F%92%A5', "';--", `${'a'.repeat(300)}`, '-1', '..%2f..', UNKNOWN]

type Operation = {
  readonly operationId: string
  readonly parameters: readonly { name: string; in: string; schema: object }[]
  readonly requestBody?: { content: Record<string, { schema: object }> }
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>>
}

const product = readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')

/** The API of an app with one of everything, and the id of each by the path that takes it. */
async function served() {
  const app = await startApp()
  const url = await serveApi(app, { waitMs: 50 })
  const send = await clientOf(url, app.local)
  const { json: document } = await send('GET /openapi.json')
  return { app, url, send, document, ids: await idsOf(app, send) }
}

async function idsOf(app: TestApp, send: ApiClient): Promise<(path: string) => string> {
  const ctx = app.local
  const run = await app.submit()
  const test = await createDraft(ctx, 'pressure_test', { name: '', request: SMALL_TEST.request })
  const simulation = await createDraft(ctx, 'simulation', { name: '', request: { product } })
  const { token_id } = await createToken(ctx, { name: 'spare' })
  const hook = { url: 'https://receiver.example/', events: ['run.completed'], max: 1 }
  const webhook = await app.store.webhooks.create({ ...ctx.actor, origin: 'test' }, hook)
  expect((await send('POST /products', product)).status).toBe(201)
  expect((await send('POST /projects', { name: 'own-project' })).status).toBe(201)
  const ids = {
    runs: run,
    api: test,
    simulations: simulation,
    tokens: token_id,
    products: product.id,
    projects: 'own-project',
    webhooks: typeof webhook === 'string' ? '' : webhook.webhook_id,
    personas: 'nobody',
    uploads: 'notes.txt',
  }
  return (path) => ids[path.split('/')[1] as keyof typeof ids] ?? ''
}

const fill = (path: string, id: string): string => path.replace(/\{\w+\}/, id)

describe('the OpenAPI document', () => {
  it('is one of version 3.1 in which every name is known', async () => {
    const { document, url } = await served()
    expect(document.openapi).toBe('3.1.0')
    const known = new Set(Object.keys(document.components.schemas))
    const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)]
    expect(names.map(([, name = '']) => name).filter((name) => !known.has(name))).toEqual([])
    const ids = ROUTES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const page = await fetch(`${url}/docs`)
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    const html = await page.text()
    expect(html).not.toMatch(/<script|https?:\/\//)
    for (const id of Object.values<object>(document.paths).flatMap((path) => Object.values(path)))
      expect(html).toContain(`id="${id.operationId}"`)
  })

  it('says of every list in a request how long it may be', () => {
    const bodies = operations().flatMap(({ operation }) => operation.requestBody?.content['application/json'] ?? [])
    expect(bodies.flatMap(({ schema }) => endlessLists(schema as Schema))).toEqual([])
  })

  it('is kept by every operation, whatever is sent', { timeout: 600_000 }, async () => {
    const sampled = operations().map((operation) => ({ ...operation, requests: requestsOf(operation) }))
    // What takes the ids of others away comes last.
    const deletes = ({ operation }: { operation: Operation }) =>
      Number(/^delete(?:Run|Project|Product)$/.test(operation.operationId))
    sampled.sort((a, b) => deletes(a) - deletes(b))
    const validators = validatorsOf()
    // From here on nothing takes long: a server closes connections that nobody uses.
    const { send, ids } = await served()
    const succeeded = new Set<string>()

    const check = ({ operationId, responses }: Operation, { status, text, json }: ApiAnswer, sent: string): void => {
      const documented = responses[status]
      expect(documented, `${sent}: ${status} ${text}`).toBeDefined()
      if (status === 501) expect(json.error.code, sent).toBe('NOT_IMPLEMENTED')
      else expect(status, `${sent}: ${text}`).toBeLessThan(500)
      if (status < 300) succeeded.add(operationId)
      if (status >= 400) expect(json.error.message, sent).toMatch(/^[^\n]*[.?!]$/)
      const ref = documented?.content?.['application/json']?.schema.$ref
      if (ref === undefined) return
      const valid = validators.get(ref)
      if (!valid?.(json)) throw new Error(`${sent}: ${status}: ${JSON.stringify(valid?.errors)}`)
    }

    for (const { path, method, operation, requests } of sampled) {
      // Its stream ends with its run; test/api/runs.test.ts reads it.
      if (operation.operationId === 'followRun') continue
      // Nothing is left after it; test/service/erasure.test.ts.
      if (operation.operationId === 'deleteWorkspace') continue
      for (const [id, asked, body] of requests) {
        const search = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
        const call = `${method} ${fill(path, id === OWN ? ids(path) : id)}${search.size > 0 ? `?${search}` : ''}`
        check(operation, await send(call, body), `${call} ${JSON.stringify(body)}`)
      }
    }
    const never = sampled
      .map(({ operation }) => operation)
      .filter(({ operationId, responses }) => !succeeded.has(operationId) && !responses[501])
    expect(never.map(({ operationId }) => operationId).sort()).toEqual(NEEDS_MORE)
  })
})

/** Stands for an id that there is. */
const OWN = 'own'
type Sampled = [id: string, query: Record<string, unknown>, body: unknown]

const DOCUMENT = openApi(ROUTES, '0')

const operations = () =>
  Object.entries(DOCUMENT.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )

type Schema = {
  readonly $ref?: string
  readonly type?: unknown
  readonly maxItems?: number
  readonly items?: Schema
  readonly [key: string]: unknown
}

/** Where a schema has lists of any length. What may be any JSON at all is bounded by the whole body alone. */
function endlessLists(schema: Schema, path = '', above: readonly Schema[] = []): string[] {
  const components = DOCUMENT.components.schemas as Record<string, Schema>
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return endlessLists(components[name] ?? {}, path === '' ? name : path, above)
  if (above.includes(schema)) return []
  const own = schema.type === 'array' && schema.maxItems === undefined && !isAnyJson(above.at(-1)) ? [path] : []
  const inner = Object.entries(schema).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? endlessLists(value as Schema, `${path}.${key}`, [...above, schema])
      : [],
  )
  return [...own, ...inner]
}

const isAnyJson = (schema: Schema | undefined): boolean =>
  Array.isArray(schema) && schema.some(({ type }) => type === 'null') && schema.some(({ type }) => type === 'boolean')

/** What tells whether an answer is as a schema of the document says, by its name. */
function validatorsOf(): Map<string, ValidateFunction> {
  const ajv = new Ajv2020({ strict: false })
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addSchema({ $id: 'api', ...DOCUMENT })
  const names = Object.keys(DOCUMENT.components.schemas).map((name) => `#/components/schemas/${name}`)
  return new Map(names.map((name) => [name, ajv.compile({ $ref: `api${name}` })]))
}

/** Requests as the document allows them, and as many that are spoilt. */
function requestsOf({ path, operation }: { path: string; operation: Operation }): Sampled[] {
  const components = DOCUMENT.components.schemas as Record<string, object>
  const params = path.includes('{') ? fc.constantFrom(OWN, OWN, OWN, ...NONSENSE) : fc.constant('')
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query')
  const fields = queries.map(({ name, schema }) => [name, valuesOf(schema, components)])
  const query = fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: [] })
  const schema = operation.requestBody?.content['application/json']?.schema
  const bodies = schema ? valuesOf(schema, components) : fc.constant(undefined)
  const requests: Sampled[] = [[OWN, {}, EXAMPLES[operation.operationId]]]
  requests.push(...fc.sample(fc.tuple(params, query, bodies), { numRuns: REQUESTS, seed: 1 }))
  if (schema) requests.push(...fc.sample(fc.tuple(params, query, spoilt(bodies)), { numRuns: REQUESTS, seed: 2 }))
  return requests
}

/** What succeeds only with a file, a stream, or something that a worker has finished. */
const NEEDS_MORE = [
  'createWebhook',
  'deletePersona',
  'deletePersonaSet',
  'deleteRespondent',
  // Names none of those in the pool: test/api/client.test.ts.
  'deleteUpload',
  'deleteWorkspace',
  // Of a webhook that this deletes before: test/api/webhooks.test.ts.
  'enableWebhook',
  'exportPersona',
  'exportRun',
  'exportRunTable',
  'followRun',
  'getPersonaSet',
  'getRunTrends',
  'getSimulationResults',
  'getTestResults',
  'getVersionChange',
  'keepUpload',
  'listWebhookDeliveries',
  'markConversations',
  'readUpload',
  'recordOutcome',
  'redeliverWebhook',
  'rotateWebhookSecret',
  'testWebhook',
]

const EXAMPLES: Readonly<Record<string, unknown>> = {
  startRun: SMALL_TEST,
  quoteRun: { kind: 'simulation', request: { product } },
  createTest: { stimulus_content: SMALL_TEST.request.stimulus },
  createSimulation: { product: product.id },
  generatePersonas: { audience: 'Nurses in Germany', num_personas: 5 },
  addProduct: product,
  putProduct: product,
  createProject: { name: 'oat-drink' },
  createToken: { name: 'CI' },
  importPersonaSet: { name: 'people', document: [{ id: 'ada', ...personOf() }] },
}

function personOf() {
  return {
    ...{ archetype: 'Planner', role: 'Ward manager', experience_level: 'Expert', company_size: 'SMB', tech_stack: [] },
    ...{ pain_points: [], goals: [], fears: [], values: [], evaluation_criteria: [], deal_breakers: [] },
    ...{ delight_triggers: [], referral_triggers: [], risk_tolerance: 0.5, patience_level: 0.5, typical_workflow: '' },
    ...{ tech_adoption: 'Laggard', learning_style: 'Video', time_availability: '', collaboration_style: 'Solo' },
  }
}

describe('every route', () => {
  it('wants a token, and finds nothing of another workspace', async () => {
    const { app, url, ids } = await served()
    const foreign = await clientOf(url, await stranger(app))
    // Bodies that are right, so that it is the id that is refused.
    const bodies: Readonly<Record<string, unknown>> = {
      markConversations: [{ case_id: 'a', trial: 1, passed: true }],
      recordOutcome: { what: 'launch', result: 'worked' },
    }
    const ask = async ({ method, path, id: operation }: Route, id: string) => {
      const { status, text } = await foreign(`${method.toUpperCase()} ${fill(path, id)}`, bodies[operation])
      return { status, text: text.replaceAll(id, 'ID') }
    }
    for (const route of ROUTES) {
      const { method, path, scope, fails, id } = route
      if (scope === null) continue
      const bare = await fetch(`${url}${fill(path, 'x')}`, { method: method.toUpperCase() })
      expect(bare.status, path).toBe(401)
      expect(bare.headers.get('www-authenticate'), path).toMatch(/^Bearer/)
      expect((await bare.json()).error.code, path).toBe('UNAUTHORIZED')
      // A product or a file is kept under the name in the address, in a workspace of its own.
      if (!path.includes('{') || fails?.includes('not_implemented') || id === 'putProduct' || id === 'keepUpload')
        continue
      const answer = await ask(route, ids(path))
      expect(answer, path).toEqual(await ask(route, path.startsWith('/products') ? 'unknown' : UNKNOWN))
      expect(answer.status, path).toBe(404)
      expect((await ask(route, 'nonsense')).status, path).toBe(404)
    }
  })

  it('says what is wrong with a request in one sentence that names the field', async () => {
    const { send } = await served()
    const { request } = SMALL_TEST
    const cases: [call: string, body: unknown, message: string][] = [
      ['POST /runs', '{', 'The body is not JSON.'],
      [
        'POST /runs',
        '['.repeat(100_000) + ']'.repeat(100_000),
        'The body is nested more than 64 levels deep; flatten it.',
      ],
      ['POST /runs', [], 'The request is not as expected: it has to be an object.'],
      ['POST /runs', { ...SMALL_TEST, request: { ...request, stimulus: 7 } }, 'request.stimulus: it has to be a text.'],
      [
        'POST /runs',
        { kind: 'poem', request: {} },
        expect.stringMatching(/^kind: it has to be one of pressure_test, focus_group, /),
      ],
      ['POST /runs', { kind: 'pressure_test', request: {} }, 'request.stimulus is missing.'],
      [
        'POST /runs',
        { ...SMALL_TEST, request: { ...request, wings: 2 } },
        'There is no field "wings" in request; leave it out.',
      ],
      ['POST /runs', { ...SMALL_TEST, wings: 2 }, 'There is no field "wings"; leave it out.'],
      [
        'POST /runs',
        { ...SMALL_TEST, request: { ...request, personas: 2 } },
        'request.personas: A panel needs at least 3 synthetic people.',
      ],
      [
        'POST /runs',
        { kind: 'comparison', request: { propositions: [{ name: 'a' }, { run_id: 'x' }] } },
        'request.propositions.0.stimulus is missing.',
      ],
      ['GET /runs?limit=x', undefined, 'limit: Give a whole number from 1 to 100.'],
      ['GET /runs?wings=2', undefined, 'There is no field "wings"; leave it out.'],
      ['GET /runs?limit=2&limit=3', undefined, 'limit: It stands in the address more than once; give it once.'],
      [`DELETE /runs/${UNKNOWN}?dry_run=1`, undefined, 'There is no field "dry_run"; leave it out.'],
      ['POST /uploads', 'text', 'Send the file as multipart/form-data, in a field called "file".'],
      ['POST /simulations/create', { product: 'nobody' }, ''],
    ]
    for (const [call, body, message] of cases) {
      const { status, json } = await send(call, body)
      if (message === '') expect(status).toBe(404)
      else expect({ status, message: json.error.message }).toEqual({ status: 400, message })
    }
    expect((await send('GET /nothing')).json.error.code).toBe('NOT_FOUND')
  })

  it('reads documents within their limits, and says what it left out', async () => {
    const { send } = await served()
    const upload = (name: string, content: BlobPart) => {
      const form = new FormData()
      form.set('file', new File([content], name))
      return send('POST /uploads', form)
    }
    expect(await upload('notes.md', '# Notes\r\n\r\n\r\n\r\nNobody asked me.')).toMatchObject({
      status: 200,
      json: { name: 'notes.md', text: '# Notes\n\nNobody asked me.', characters: 25, rows: 0, left_out: [] },
    })
    const rows = Array.from({ length: 12 }, (_, n) => `user${n}@example.com,${n % 2 ? 'nurse' : 'doctor'}`)
    const users = await upload('users.csv', `email,job\n${rows.join('\n')}\n`)
    const levels = ['doctor', 'nurse'].map((name) => ({ name, count: 6 }))
    const groups = [{ name: 'job', levels: expect.arrayContaining(levels) }]
    expect(users).toMatchObject({ status: 200, json: { rows: 12, left_out: [{ name: 'email' }], axes: groups } })
    expect(users.text).not.toContain('@example.com')
    const wrote = 'email,comment\n'.concat(
      ...[1, 2, 3].map((n) => `user${n}@example.com,I lose an hour a day copying names\n`),
    )
    expect((await upload('said.csv', wrote)).json.left_out).toEqual([
      { name: 'email', treatment: 'dropped', why: 'e-mail addresses' },
    ])
    expect((await upload('tune.mp3', 'x')).json.error.message).toMatch(/^tune\.mp3 is not one of \.md,/)
    expect((await upload('notes.md', 'x'.repeat(2_500_000))).status).toBe(400)
    expect((await upload('long.pdf', 'x'.repeat(22_000_000))).status).toBe(413)

    // A form is taken apart where its file is read: of very many parts, this process would answer nobody for a while.
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    const part = '--x\r\nContent-Disposition: form-data; name="a"; filename="a.md"\r\n\r\n\r\n'
    const parts = await send('POST /uploads', `${part.repeat(20_000_000 / part.length)}--x--\r\n`, multipart)
    expect(parts.json.error.message).toBe(
      'The upload needs more than 256 MB of memory to be read; give its text alone, or a part of it.',
    )
    const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\nwords\r\n'
    const two = await send('POST /uploads', `${file}${file}--x--\r\n`, multipart)
    expect(two.json.error.message).toBe('There is more than one field called "file"; send one file at a time.')
  })

  it('answers 503 with Retry-After while the database is away, and goes on when it is back', async () => {
    const cable = await cableTo(await testDatabase())
    const app = await startApp({ DATABASE_URL: cable.url })
    const url = await serveApi(app)
    const send = await clientOf(url, app.local)
    expect((await send('GET /runs')).status).toBe(200)
    await cable.cut()
    for (const call of ['GET /runs', `GET /runs/${UNKNOWN}/events`]) {
      const away = await send(call)
      expect(away).toMatchObject({ status: 503, json: { error: { code: 'STORAGE_UNAVAILABLE' } } })
      expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await send('GET /health')).json).toMatchObject({ status: 'unhealthy', ready: false })
    await cable.mend()
    await expect.poll(async () => (await send('GET /runs')).status, { timeout: 60_000 }).toBe(200)
    await expect
      .poll(async () => (await send('GET /health')).json, { timeout: 10_000 })
      .toMatchObject({
        status: 'healthy',
        ready: true,
        problems: [expect.stringMatching(/^In the last minute: .* go on by themselves\.$/)],
      })
  })
})

/** A connection to a database that can be cut: connections break off, and no new one is taken. */
async function cableTo(connectionString: string) {
  const to = new URL(connectionString)
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    for (const end of [near, far]) {
      ends.add(end)
      end.on('error', () => {}).on('close', () => ends.delete(end))
    }
    near.pipe(far).pipe(near)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const end of ends) end.destroy()
    await closed
  }
  onTestFinished(async () => {
    if (server.listening) await cut()
  })
  const url = new URL(connectionString)
  url.host = `127.0.0.1:${port}`
  return { url: url.href, cut, mend: () => listen(port) }
}

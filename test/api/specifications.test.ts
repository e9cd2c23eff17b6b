import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { createToken } from '../../src/service/workspace/tokens.js'
import { clientOf, SMALL_TEST, serveApi } from '../support/api.js'
import { startApp, startWorkerIn } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'
import { taskOf } from '../support/fake-answers.mjs'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'

const TEST = {
  stimulus_content: SMALL_TEST.request.stimulus,
  panel_config: { archetypes: [] },
  personas: 3,
  skepticism_calibration: 'high',
  include_group_dynamics: false,
}

describe('the routes of the test execution engine', () => {
  it('keep a test, run it once, and say where it stands', async () => {
    const app = await startApp()
    const send = await clientOf(await serveApi(app, { waitMs: 50 }), app.local)
    const unstarted = (await send('POST /api/tests', TEST)).json.data.testId
    expect((await send(`DELETE /runs/${unstarted}`)).json).toEqual({ run_ids: [unstarted], used_by: [] })
    for (const call of [`DELETE /runs/${unstarted}`, `POST /api/tests/${unstarted}/run`])
      expect((await send(call)).status, call).toBe(404)
    const other = (await send('POST /api/tests', TEST)).json.data.testId
    const deleted = await runIn(app, ['runs', 'delete', other, '--yes'])
    expect(deleted).toMatchObject({ code: 0, stdout: expect.stringContaining(`Deleted: ${other}.`) })
    const created = await send('POST /api/tests', { ...TEST, name: 'Oat drink' })
    expect(created).toMatchObject({ status: 201, json: { data: { status: 'draft' } } })
    const at = `/api/tests/${created.json.data.testId}`
    expect((await send(`GET ${at}/results`)).json.error.code).toBe('CONFLICT')

    // Drafts outlive the process that took them; several who start one at the same time start it once.
    const again = await startApp(app.env)
    const patient = await clientOf(await serveApi(again), again.local)
    const starts = await Promise.all([send(`POST ${at}/run`), send(`POST ${at}/run`), send(`POST ${at}/run`)])
    expect(starts.map(({ status }) => status).sort()).toEqual([202, 409, 409])
    const data = { testId: created.json.data.testId, resultId: expect.any(String), status: 'running' }
    expect(starts.find(({ status }) => status === 202)?.json).toEqual({ data })
    expect((await patient(`POST ${at}/run`)).json.error).toEqual({
      code: 'CONFLICT',
      message: 'It is already running.',
    })

    const { resultId } = (await send(`GET ${at}`)).json.data
    const fail = `update run set status = 'failed', reason_code = 'x', reason_message = 'Nobody came.' where id = $1`
    await query(app.database.connectionString, fail, [resultId])
    expect(await send(`GET ${at}/results`)).toMatchObject({
      status: 500,
      json: { error: { code: 'EXECUTION_FAILED', message: 'Nobody came.' } },
    })
    startWorkerIn(app)
    const ended = await patient(`POST ${at}/run`)
    expect(ended).toMatchObject({ status: 200, json: { data: { ...data, resultId, status: 'completed' } } })
    expect((await send(`GET ${at}`)).json.data).toMatchObject({ name: 'Oat drink', status: 'completed', resultId })
    expect(await patient(`POST ${at}/run`)).toMatchObject({
      status: 409,
      json: { error: { code: 'CONFLICT', message: 'It has already completed.' } },
    })
    const results = await send(`GET ${at}/results`)
    expect(results.json.data.responses).toHaveLength(3)
    expect(results.json.data).toMatchObject({ resultId, group_dynamics: null, trust: { light: 'rehearsal' } })
    const { analysis, analysis_missing, measured } = results.json.data
    expect(analysis_missing).toBeNull()
    expect(measured.pressure_score).toBe(analysis.pressure_score)
  })

  it('give the scores, and why it is missing, of a test whose analysis failed for good', async () => {
    const api = await fakeMessagesApi({
      fault: (body) => (taskOf(body.output_config?.format?.schema) === 'analyse' ? 'refusal' : null),
    })
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    startWorkerIn(app)
    const send = await clientOf(await serveApi(app, { waitMs: 100_000 }), app.local)
    const { testId } = (await send('POST /api/tests', TEST)).json.data
    expect((await send(`POST /api/tests/${testId}/run`)).status).toBe(200)
    const { data } = (await send(`GET /api/tests/${testId}/results`)).json
    expect(data).toMatchObject({
      ...{ analysis: null, analysis_missing: { code: 'model_refused' }, minority_report: null },
      measured: { pressure_score: expect.any(Number), intervals: expect.anything(), pressure_map: expect.any(Array) },
      ...{ intent: { method: 'coder' }, retry: { buys: 'analysis', cost_usd: expect.any(Number) } },
    })
  })

  it('answer to the curl lines of the README as it says', async () => {
    const app = await startApp()
    startWorkerIn(app)
    const url = await serveApi(app, { waitMs: 100_000 })
    const readme = await readFile('README.md', 'utf8')
    const lines = /<!-- curl -->\n```sh\n(.*?)```/s.exec(readme)?.[1] ?? ''
    const { token } = await createToken(app.local, { name: 'curl' })
    const env = { PATH: process.env.PATH ?? '', URL: url, AUTH: `Authorization: Bearer ${token}` }
    // Each answer is followed by its status.
    const script = `set -e\ncurl() { command curl -w '\\n%{http_code}\\n' "$@"; }\n${lines}`
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, maxBuffer: 64_000_000 })
    const answers = [...stdout.matchAll(/^(.*)\n(\d{3})\n/gm)].map(([, body = '', status]) => ({
      status: Number(status),
      body: JSON.parse(body),
    }))
    const told = [...lines.matchAll(/# (\d{3})(?: ([A-Z_]+))?/g)].map(([, status, code]) => ({
      status: Number(status),
      code,
    }))
    expect(told.length).toBeGreaterThan(8)
    expect(answers.map(({ status, body }) => ({ status, code: body.error?.code }))).toEqual(told)
    expect(answers[1]?.body.data).toMatchObject({ status: 'completed' })
  })
})

describe('the routes of the synthetic users', () => {
  it('keep a simulation, start it, and give its results', async () => {
    const app = await startApp()
    const url = await serveApi(app)
    const send = await clientOf(url, app.local)
    const product = readProductFile(await readFile('examples/products/slotwise.yaml', 'utf8'), 'slotwise.yaml')
    expect((await send('POST /products', product)).json).toMatchObject({ product_id: product.id, version: 1 })
    expect((await send('POST /products', product)).json.version).toBe(1)
    expect((await send(`GET /products/${product.id}@1`)).json).toEqual(product)
    const misspelled = {
      ...product,
      screens: { ...product.screens, signup: { ...product.screens.signup, deffects: [] } },
    }
    expect((await send('POST /products', misspelled)).json.error.message).toBe(
      'There is no field "deffects" in screens.signup; leave it out.',
    )
    const unknown = { kind: 'simulation', request: { product: product.id, features: { guided_conect: true } } }
    expect(await send('POST /quotes', unknown)).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringMatching(/guided_conect.*has no switch/) } },
    })
    const twice = { kind: 'simulation', request: { product: product.id, panel: ['skeptic', 'skeptic'] } }
    expect((await send('POST /quotes', twice)).json.error.message).toBe(
      'request.panel: A panel names each set or archetype once.',
    )
    const [state = ''] = Object.keys(product.states)
    const config = { name: 'Pilot', product: product.id, product_version: state, num_personas: 6, num_sessions: 4 }
    const { json, status } = await send('POST /simulations/create', config)
    expect({ status, json }).toMatchObject({ status: 201, json: { name: 'Pilot', status: 'created' } })
    const at = `/simulations/${json.simulation_id}`
    expect((await send(`GET ${at}/status`)).json).toMatchObject({ status: 'created', job_id: null, progress: null })
    expect((await send(`GET ${at}/results`)).status).toBe(409)
    const started = await send(`POST ${at}/start`)
    expect(started).toMatchObject({ status: 202, json: { simulation_id: json.simulation_id, status: 'queued' } })
    expect((await send(`POST ${at}/start`)).status).toBe(409)
    startWorkerIn(app)
    await app.until(started.json.job_id)
    expect((await send(`GET ${at}/status`)).json).toMatchObject({
      ...{ status: 'completed', job_id: started.json.job_id },
      progress: { percent: 100, stage: 'conclude', sentence: 'Completed' },
    })
    const { headers } = await send(`GET ${at}/results`)
    const tag = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await send(`GET ${at}/results`, undefined, tag)).status).toBe(304)
    expect((await send(`GET ${at}/results`)).json).toMatchObject({
      config_id: json.simulation_id,
      total_users: 6,
      days: 4,
      viral_coefficient: null,
      top_insights: expect.any(Array),
    })
    const people = {
      persona_ids: ['growth-manager'],
      num_sessions: 3,
      version: '1.0',
      features: { guided_connect: true },
    }
    const switched = await send('POST /simulations/create', { product: product.id, num_personas: 4, ...people })
    const { job_id } = (await send(`POST /simulations/${switched.json.simulation_id}/start`)).json
    await app.until(job_id)
    const { notes } = (await send(`GET /simulations/${switched.json.simulation_id}/results`)).json
    expect(notes).toContain('Switched for this run: guided_connect on.')
    expect(notes.join(' ')).toContain('The people come from growth-manager;')
    expect(notes.join(' ')).not.toContain('is stored as version')
    for (const [wrong, field] of [
      [{ product_version: 'none' }, 'product_version'],
      [{ features_enabled: { nothing: true } }, 'features_enabled.nothing'],
      [{ calibration_data: {} }, 'calibration_data'],
    ] as const) {
      const refused = await send('POST /simulations/create', { ...config, ...wrong })
      expect(refused.status).toBe(400)
      expect(refused.json.error.message).toMatch(new RegExp(`^${field}: `))
    }
  })
})

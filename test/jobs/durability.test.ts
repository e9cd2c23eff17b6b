import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { TIMES } from '../../src/jobs/worker-times.js'
import { MORTAL, OAT_DRINK, SOON, startApp, startWorkerIn } from '../support/app.js'
import { type Backend, backends } from '../support/backends.js'
import { query } from '../support/database.js'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { freshEnv, start, startWorkerProcess } from '../support/processes.js'

const fakeApi = async (options: Parameters<typeof fakeMessagesApi>[0] = {}) => {
  const api = await fakeMessagesApi(options)
  onTestFinished(() => api.close())
  return api
}

/** A discussion in one call and no controls: claims, answers, one character check, discussion, analysis. */
const QUICK = { focus_group: 'quick', controls: false } as const

const eventually = async (what: string, check: () => boolean | Promise<boolean>): Promise<void> => {
  for (let n = 0; n < 600; n++) {
    if (await check()) return
    await sleep(50)
  }
  throw new Error(`never happened: ${what}`)
}

/** An app that submits, with workers as processes of their own that can be killed. */
const scene = async (backend: Backend, options: Parameters<typeof fakeMessagesApi>[0] = {}) => {
  const api = await fakeApi(options)
  const queue = await backend.start()
  const app = await startApp({ ...queue.env, ...(await fakeEmbeddings()), ANTHROPIC_BASE_URL: api.url })
  const env = await freshEnv({ ...app.env, LOG_LEVEL: 'info' })
  return {
    api,
    app,
    queue,
    worker: () => startWorkerProcess(env, SOON),
    mortal: () => startWorkerProcess(env, MORTAL),
    commandLine: () => start(['worker'], env),
  }
}
const answeredKeys = (api: Awaited<ReturnType<typeof fakeApi>>) =>
  api.requests.filter(({ outcome }) => outcome === 'answered').map(({ key }) => key)

describe.each(backends)('durable runs on the $name queue', (backend) => {
  it('goes on after kill -9 without asking again for what is stored', { timeout: 90_000 }, async () => {
    const { api, app, worker, mortal } = await scene(backend, {
      latencyMs: (_body, index) => (index < 7 ? 200 : 3_000),
    })
    const first = await mortal()
    const run_id = await app.submit({ ...QUICK, personas: 12 })
    const url = app.database.connectionString
    const stored = async () =>
      (await query<{ input_hash: string }>(url, `select input_hash from run_step where key like 'respond:%'`)).length
    await eventually('six answers are stored', async () => (await stored()) >= 6)
    const inFlight = api.requests.filter(({ outcome }) => outcome === null).map(({ key }) => key)
    first.kill('SIGKILL')
    expect(inFlight.length).toBeGreaterThan(0)
    api.latencyMs = 50

    await worker()
    await eventually(
      'another worker claims it',
      async () => (await query<{ epoch: number }>(url, 'select epoch from run'))[0]?.epoch === 2,
    )
    const run = await app.until(run_id)
    expect(run).toMatchObject({ status: 'completed', trust: { respondents: { asked: 12, answered: 12 } } })
    expect(run.usage.possibly_paid).toBe(inFlight.length)
    const keys = answeredKeys(api)
    const twice = keys.filter((key, index) => keys.indexOf(key) !== index)
    expect(twice.filter((key) => !inFlight.includes(key))).toEqual([])
  })

  it('finishes waiting and running runs though the queue is emptied', { timeout: 90_000 }, async () => {
    const { app, queue, worker } = await scene(backend, { latencyMs: 500 })
    const waiting = [await app.submit(QUICK), await app.submit(QUICK)]
    await queue.flush(app.database.connectionString)
    await worker()
    const running = await app.submit(QUICK)
    await app.until(running, ['running', 'completed'])
    await queue.flush(app.database.connectionString)
    for (const run_id of [...waiting, running]) expect((await app.until(run_id)).status).toBe('completed')
  })
})

describe('durable runs, whatever the queue', () => {
  const [postgres] = backends as [Backend]

  it('are heard of within ten seconds when their worker dies', () => {
    expect(TIMES.leaseMs + TIMES.sweepMs).toBeLessThanOrEqual(10_000)
  })

  it('lets a zombie change nothing after its lease is gone', { timeout: 90_000 }, async () => {
    const { api, app, worker, mortal } = await scene(postgres, { latencyMs: 1_500 })
    const zombie = await mortal()
    const run_id = await app.submit(QUICK)
    await eventually('calls are in flight', () => api.inFlight >= 6)
    zombie.kill('SIGSTOP')
    await worker()
    const url = app.database.connectionString
    await eventually(
      'another worker claims it',
      async () => (await query<{ epoch: number }>(url, 'select epoch from run'))[0]?.epoch === 2,
    )
    zombie.kill('SIGCONT')
    const run = await app.until(run_id)
    expect(run.status).toBe('completed')
    await sleep(1_500)
    expect(await query(url, 'select epoch, status from run')).toEqual([{ epoch: 2, status: 'completed' }])
    const calls = await query<{ epoch: number; task: string }>(
      url,
      'select epoch, task from model_call order by opened_at',
    )
    const begun = ['claims', 'respond']
    expect(calls.filter(({ epoch }) => epoch === 1).every(({ task }) => begun.includes(task))).toBe(true)
    expect(calls.filter(({ task }) => !begun.includes(task)).map(({ epoch }) => epoch)).toEqual([2, 2, 2, 2])
  })

  it('asks nothing again that a zombie stores after its run was taken over', { timeout: 120_000 }, async () => {
    const { api, app, mortal } = await scene(postgres, { latencyMs: 1_500 })
    const zombie = await mortal()
    const run_id = await app.submit({ ...QUICK, personas: 24 })
    await eventually('every answer is under way', () => api.inFlight >= 24)
    zombie.kill('SIGSTOP')
    // Its answers arrive while it is stopped, and are stored when it goes on.
    await eventually('they are all given', () => api.inFlight === 0)
    await startWorkerProcess(await freshEnv({ ...app.env, MODEL_CONCURRENCY: '2', LOG_LEVEL: 'info' }), SOON)
    const url = app.database.connectionString
    await eventually(
      'another worker has begun to ask again',
      async () => (await query(url, 'select 1 from model_call where epoch = 2')).length > 0,
    )
    zombie.kill('SIGCONT')
    const run = await app.until(run_id)
    expect(run).toMatchObject({ status: 'completed', trust: { respondents: { answered: 24 } } })
    const keys = answeredKeys(api)
    const twice = keys.length - new Set(keys).size
    // Two at a time: those on their way when the zombie woke, and those that left before it had stored its answers.
    expect(twice).toBeGreaterThan(0)
    expect(twice).toBeLessThanOrEqual(8)
  })

  it('hands a run back on SIGTERM, with what was in flight stored', { timeout: 90_000 }, async () => {
    const { api, app, worker, commandLine } = await scene(postgres, { latencyMs: 1_000 })
    const first = commandLine()
    await first.said(/pressure-test worker/)
    const run_id = await app.submit(QUICK)
    await eventually('calls are in flight', () => api.inFlight >= 6)
    first.kill('SIGTERM')
    expect((await first.finished).code).toBe(0)
    expect(await app.until(run_id, ['queued'])).toMatchObject({ usage: { calls: 7, possibly_paid: 0 } })
    await worker()
    expect((await app.until(run_id)).status).toBe('completed')
    expect(api.requests).toHaveLength(11)
  })

  it('stops spending soon after a cancel, also in the middle of calls', async () => {
    const { api, app } = await scene(postgres, { latencyMs: (_body, index) => (index === 0 ? 20 : 20_000) })
    startWorkerIn(app)
    const run_id = await app.submit(QUICK)
    await eventually('calls are in flight', () => api.inFlight >= 6)
    const { cancelRun } = await import('../../src/service/run/cancel-run.js')
    await cancelRun(app.local, { run_id })
    const run = await app.until(run_id)
    expect(run).toMatchObject({
      status: 'cancelled',
      error: { code: 'cancelled' },
      result: null,
      usage: { calls: 7, possibly_paid: 6 },
    })
    await eventually('the sockets are closed', () => api.inFlight === 0)
    expect(api.requests).toHaveLength(7)
  })

  it('goes on with a discussion where it was killed, and says nothing twice', { timeout: 90_000 }, async () => {
    const { api, app, worker, mortal } = await scene(postgres, { latencyMs: 300 })
    const first = await mortal()
    const run_id = await app.submit()
    const url = app.database.connectionString
    const spoken = async () =>
      (await query<{ key: string }>(url, `select key from run_step where key like 'speak:%'`)).length
    await eventually('eight turns are stored', async () => (await spoken()) >= 8)
    first.kill('SIGKILL')
    api.latencyMs = 20
    await worker()
    const run = await app.until(run_id)
    expect(run).toMatchObject({ status: 'completed', result: { minority_report: { method: 'measured' } } })
    const keys = answeredKeys(api)
    const twice = keys.filter((key, index) => keys.indexOf(key) !== index)
    // At most a round of ballots was on its way, and whatever was asked again is shown.
    expect(run.usage.possibly_paid).toBeLessThanOrEqual(6)
    expect(twice.length).toBeLessThanOrEqual(run.usage.possibly_paid)
  })
})

describe('asking the provider', () => {
  it('has six calls in flight at once, structured, without a temperature, on one cached prefix', async () => {
    const api = await fakeApi({ latencyMs: 800, firstTokenMs: 50 })
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    startWorkerIn(app)
    const run = await app.until(await app.submit(QUICK))
    expect(run.status).toBe('completed')
    expect(api.maxInFlight).toBe(6)
    for (const { body } of api.requests) {
      expect(body.output_config.format).toMatchObject({ type: 'json_schema', schema: { additionalProperties: false } })
      expect(body).not.toHaveProperty('temperature')
    }
    const panel = api.requests.filter(({ body }) => JSON.stringify(body.messages).includes('React to the proposition'))
    expect(new Set(panel.map(({ body }) => JSON.stringify(body.system))).size).toBe(1)
    expect(panel[0]?.body.system.at(-1)).toMatchObject({
      cache_control: { type: 'ephemeral' },
      text: expect.stringContaining('Havn Oat'),
    })
    expect(panel.filter(({ usage }) => (usage?.cache_creation_input_tokens ?? 0) > 0)).toHaveLength(1)
    expect(panel.filter(({ usage }) => (usage?.cache_read_input_tokens ?? 0) > 0)).toHaveLength(5)
    expect(run.usage).toMatchObject({ calls: 11, possibly_paid: 0, cost_usd: expect.any(Number) })
  })
})

describe('a worker with another configuration', () => {
  it('answers an offline run offline, whatever model it has itself', async () => {
    const api = await fakeApi()
    const offline = await startApp()
    startWorkerIn(await startApp({ ...offline.env, ANTHROPIC_BASE_URL: api.url }))
    const run = await offline.until(await offline.submit())
    expect(run).toMatchObject({ status: 'completed', model: { mode: 'offline' }, usage: { calls: 0 } })
    expect(api.requests).toHaveLength(0)
  })

  it('leaves a run for a language model to a worker that has one, which asks the models of the run', {
    timeout: 120_000,
  }, async () => {
    const api = await fakeApi()
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url, PERSONA_MODEL: 'claude-opus-5-5' })
    const offline = await startApp({ DATABASE_URL: app.env.DATABASE_URL ?? '' })
    startWorkerIn(offline)
    const run_id = await app.submit()
    await sleep(2_000)
    expect((await offline.until(run_id, ['queued'])).usage.calls).toBe(0)
    startWorkerIn(await startApp({ ...app.env, PERSONA_MODEL: 'claude-sonnet-5-5' }))
    expect(await app.until(run_id)).toMatchObject({ status: 'completed', model: { persona: 'claude-opus-5-5' } })
    const asked = api.requests.filter(({ body }) => JSON.stringify(body.messages).includes('React to the proposition'))
    expect(new Set(asked.map(({ body }) => body.model))).toEqual(new Set(['claude-opus-5-5']))
  })
})

describe('provider trouble', () => {
  it('pauses on an outage and goes on by itself, buying nothing twice', { timeout: 120_000 }, async () => {
    let down = true
    const api = await fakeApi({ fault: (_body, index) => (down && index >= 3 ? { status: 529 } : null) })
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    startWorkerIn(app)
    const run_id = await app.submit()
    const paused = await app.until(run_id, ['paused'])
    expect(paused.error).toMatchObject({ code: 'provider_down' })
    down = false
    const run = await app.until(run_id)
    expect(run).toMatchObject({ status: 'completed', error: null, usage: { possibly_paid: 0 } })
    expect(api.duplicates()).toEqual([])
    expect(api.requests.some(({ status }) => status === 529)).toBe(true)
  })

  it('fails with the true reason for a key that is refused, and can be tried again', async () => {
    const api = await fakeApi({ fault: () => ({ status: 401 }) })
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    startWorkerIn(app)
    const run_id = await app.submit()
    expect(await app.until(run_id)).toMatchObject({ status: 'failed', error: { code: 'provider_rejected' } })
  })

  it('names a respondent who refuses, and fails when too few answer', async () => {
    const refuse = (count: number) => {
      const refused = new Set<string>()
      return (body: { system: unknown; messages: unknown }, _index: number) => {
        const own = JSON.stringify(body.messages)
        if (!own.includes('React to the proposition as')) return null
        if (refused.size < count) refused.add(own)
        return refused.has(own) ? ('refusal' as const) : null
      }
    }
    const api = await fakeApi({ fault: refuse(2) })
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    startWorkerIn(app)
    const run = await app.until(await app.submit())
    expect(run).toMatchObject({ status: 'completed', trust: { respondents: { asked: 6, answered: 4 } } })
    expect(run.trust?.respondents.failed).toHaveLength(2)
    expect(run.trust?.respondents.failed[0]).toMatchObject({ code: 'model_refused' })
    expect(run.trust?.sentence).toContain(run.trust?.respondents.failed[0]?.name)

    const strict = await fakeApi({ fault: refuse(4) })
    const second = await startApp({ ANTHROPIC_BASE_URL: strict.url })
    startWorkerIn(second)
    const failed = await second.until(await second.submit(QUICK))
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'too_few_answers' }, result: null })
    expect(failed.error?.message).toMatch(/Only 2 of 6/)
    expect(failed.usage).toMatchObject({ calls: 7 })
  })

  it('keeps every answer when a failed run is tried again', async () => {
    let broken = true
    // After what the text claims and six answers.
    const api = await fakeApi({ fault: (_body, index) => (broken && index >= 7 ? 'refusal' : null) })
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    startWorkerIn(app)
    const run_id = await app.submit(QUICK)
    expect(await app.until(run_id)).toMatchObject({ status: 'failed', error: { code: 'model_refused' } })
    expect(answeredKeys(api)).toHaveLength(7)
    broken = false
    const { retryRun } = await import('../../src/service/run/reopen-run.js')
    await retryRun(app.local, { run_id })
    expect((await app.until(run_id)).status).toBe('completed')
    expect(api.duplicates()).toEqual([])
    expect(api.requests.filter(({ body }) => JSON.stringify(body).includes('React to the proposition'))).toHaveLength(6)
  })

  it('gets through one fault in five calls of every kind', { timeout: 120_000 }, async () => {
    const faults = [
      { status: 429, retryAfter: 1 },
      { status: 529 },
      { status: 500 },
      'html',
      'cut_json',
      'drop_socket',
    ] as const
    let faulted = 0
    const api = await fakeApi({
      latencyMs: 20,
      fault: (_body, index) => (index % 5 === 2 ? (faults[faulted++ % faults.length] ?? null) : null),
    })
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    startWorkerIn(app)
    const runs = await Promise.all(
      Array.from({ length: 4 }, (_, seed) =>
        app.submit({ personas: 8, seed, stimulus: `${OAT_DRINK} Batch ${seed}.` }),
      ),
    )
    for (const run_id of runs) {
      const run = await app.until(run_id)
      expect(run, run.error?.message).toMatchObject({ status: 'completed', trust: { respondents: { answered: 8 } } })
    }
    expect(faulted).toBeGreaterThanOrEqual(faults.length)
    expect(api.duplicates()).toEqual([])
  })

  it('ends with the true reason or goes on when refusals are among the faults', { timeout: 120_000 }, async () => {
    const faults = [
      { status: 429, retryAfter: 1 },
      { status: 529 },
      { status: 500 },
      'html',
      'cut_json',
      'refusal',
      'drop_socket',
    ] as const
    let faulted = 0
    const api = await fakeApi({
      latencyMs: 20,
      fault: (_body, index) => (index % 5 === 0 ? (faults[faulted++ % faults.length] ?? null) : null),
    })
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    startWorkerIn(app)
    const runs = await Promise.all(Array.from({ length: 4 }, (_, seed) => app.submit({ ...QUICK, personas: 8, seed })))
    let refused = 0
    for (const run_id of runs) {
      const run = await app.until(run_id)
      const { failed, answered } = run.trust?.respondents ?? { failed: [], answered: 0 }
      refused += failed.length + (run.status === 'failed' ? 1 : 0)
      expect(failed.every(({ code }) => code === 'model_refused')).toBe(true)
      if (run.status === 'completed') expect(answered + failed.length).toBe(8)
      else expect(run).toMatchObject({ status: 'failed', error: { code: 'model_refused' } })
    }
    expect(faulted).toBeGreaterThanOrEqual(faults.length)
    expect(refused).toBeGreaterThan(0)
  })

  it('pauses for a person when the budget of the run is spent, and goes on with a higher one', async () => {
    const api = await fakeApi()
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    const run_id = await app.submit()
    await query(app.env.DATABASE_URL ?? '', `update run set budget_usd = 0.05`)
    startWorkerIn(app)
    const paused = await app.until(run_id, ['paused'])
    expect(paused.error).toMatchObject({ code: 'budget_exceeded' })
    expect(paused.usage.cost_usd).toBeLessThanOrEqual(0.05)
    const { resumeRun } = await import('../../src/service/run/reopen-run.js')
    await resumeRun(app.local, { run_id, budget_usd: 2 })
    expect((await app.until(run_id)).status).toBe('completed')
    expect(api.duplicates()).toEqual([])
  })
})

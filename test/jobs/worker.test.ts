import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { serve } from '../../src/api/main.js'
import { readConfig } from '../../src/config.js'
import type { NewRun } from '../../src/db/run/runs.js'
import { appHealth, diagnose } from '../../src/doctor.js'
import { work } from '../../src/jobs/main.js'
import { startSweeper } from '../../src/jobs/sweeper.js'
import { TIMES } from '../../src/jobs/worker-times.js'
import { silentLog } from '../../src/log.js'
import { openApp } from '../../src/main.js'
import { costOf } from '../../src/presentation/money.js'
import { cancelRun } from '../../src/service/run/cancel-run.js'
import { setBudgets } from '../../src/service/slack/slack-settings.js'
import { createPrometheus } from '../../src/telemetry/prometheus.js'
import { OAT_DRINK, SMALL, SOON, startApp, startWorkerIn, submitRequest, type TestApp, until } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { freshEnv, run } from '../support/processes.js'
import { freePort, redisAvailable, startRedis } from '../support/redis.js'

const MODEL = { mode: 'offline', persona: 'm', analysis: 'm', judge: 'm' } as const

/** A run as another version of the program may have stored it. */
const submitStored = async (app: TestApp, stored: Pick<NewRun, 'kind' | 'input'>): Promise<string> => {
  const wanted = { ...stored, seed: 1, model: MODEL, budget_usd: 1 }
  return (await app.store.runs.submit(app.local.actor, wanted)).run.run_id
}

/** A second process's view of the same database, opened by the code under test. */
const opening = (env: Record<string, string>) => {
  const said: string[] = []
  return {
    said,
    deps: {
      version: '0.0.0',
      metrics: createPrometheus(),
      say: (line: string) => void said.push(line),
      open: () => openApp(readConfig(env), silentLog),
    },
  }
}

describe('a worker', () => {
  it('drains what is waiting and then ends', async () => {
    const app = await startApp()
    const runs = [await app.submit({ ...SMALL, seed: 1 }), await app.submit({ ...SMALL, seed: 2 })]
    const { deps, said } = opening(app.env)
    await work(deps, { drain: true, concurrency: 1 })
    for (const run_id of runs) expect(await app.until(run_id)).toMatchObject({ status: 'completed', error: null })
    expect(said).toEqual([expect.stringMatching(/^pressure-test worker \S+ \(postgres queue, offline model\)$/)])
  })

  it('leaves what is enqueued while it stops to others', async () => {
    const app = await startApp()
    const holder = new pg.Client({ connectionString: app.database.connectionString })
    await holder.connect()
    onTestFinished(() => holder.end())
    // Whoever looks for events to archive waits, and with it whoever stops.
    await holder.query('begin; lock table simulation')
    const first = app.startWorker({ times: SOON })
    const other = app.startWorker({ times: { ...SOON, sweepMs: 3_600_000 } })
    onTestFinished(() => other.stop())
    expect(await app.until(await app.submit(SMALL))).toMatchObject({ status: 'completed' })
    const stopping = first.stop()
    const runs = await Promise.all(Array.from({ length: 6 }, (_, seed) => app.submit({ ...SMALL, seed })))
    for (const run_id of runs) expect(await app.until(run_id)).toMatchObject({ status: 'completed' })
    await holder.query('commit')
    await stopping
  })

  it('takes a run whose worker died before runs that nobody has begun', async () => {
    const app = await startApp()
    const submit = (seed: number) => app.submit({ ...SMALL, seed })
    const waiting = [await submit(1), await submit(2), await submit(3)]
    const abandoned = await submit(4)
    const gone = { worker_id: 'gone', isolation: 'shared', modes: ['offline'] } as const
    await app.store.leases.claim(abandoned, { ...gone, times: { ...TIMES, leaseMs: 1 } })
    const worker = app.startWorker({ times: SOON, concurrency: 1 })
    onTestFinished(() => worker.stop())
    for (const run_id of [...waiting, abandoned]) expect((await app.until(run_id)).status).toBe('completed')
    const ended = await query<{ id: string }>(app.database.connectionString, 'select id from run order by completed_at')
    // One may have been taken before it was seen that a worker is gone.
    expect(ended.findIndex(({ id }) => id === abandoned)).toBeLessThan(2)
  })

  it('serves and works until it is told to stop', async () => {
    const app = await startApp()
    const port = await freePort()
    const { deps, said } = opening(app.env)
    const served = serve({
      ...deps,
      config: readConfig({ ...app.env, PORT: String(port) }),
      log: silentLog,
      // Only beside Slack another process is started with it.
      program: '',
    })
    const run = await app.until(await app.submit(SMALL))
    expect(run.status).toBe('completed')
    expect(await (await fetch(`http://127.0.0.1:${port}/health`)).json()).toMatchObject({ live: true, ready: true })
    expect((await fetch(`http://127.0.0.1:${port}/reports`)).status).toBe(404)
    process.emit('SIGTERM')
    await served
    expect(said[0]).toContain(`http://127.0.0.1:${port}`)
  })

  it('leaves a run of a kind that only another version knows to its workers', async () => {
    const app = await startApp()
    const unknown = await submitStored(app, { kind: 'horoscope' as 'ask', input: {} })
    const known = await app.submit(SMALL)
    const worker = app.startWorker({ times: SOON, concurrency: 1 })
    onTestFinished(() => worker.stop())
    expect(await app.until(known)).toMatchObject({ status: 'completed' })
    const [row] = await query(app.database.connectionString, 'select status, epoch from run where id = $1', [unknown])
    expect(row).toEqual({ status: 'queued', epoch: 0 })
    expect(await app.store.leases.unfinished()).toBe(0)
  })

  it('leaves a run whose request only another version can read to its workers for a while', async () => {
    const app = await startApp()
    startWorkerIn(app, { ...SOON, pauseMs: 5_000 })
    const run_id = await submitStored(app, { kind: 'pressure_test', input: { stimulus: 'x', panel: 'not a list' } })
    const { error } = await app.until(run_id, ['paused'])
    expect(error).toEqual({
      code: 'not_implemented',
      message: 'This version cannot read the request of this run yet.',
    })
    // As another version reads it.
    const readable = await app.submit(SMALL)
    await query(
      app.database.connectionString,
      'update run set resume_at = now(), input = (select input from run where id = $2) where id = $1',
      [run_id, readable],
    )
    expect(await app.until(run_id)).toMatchObject({ status: 'completed', error: null })
  })

  it('fails a run whose request nobody can read in the end', async () => {
    const app = await startApp()
    startWorkerIn(app, { ...SOON, pauseMs: 1 })
    const run_id = await submitStored(app, { kind: 'pressure_test', input: { stimulus: 'x', panel: 'not a list' } })
    const { status, error } = await app.until(run_id)
    expect({ status, code: error?.code }).toEqual({ status: 'failed', code: 'not_implemented' })
  })

  it('holds more runs at once than Node expects listeners on a signal, without a warning', async () => {
    const api = await fakeMessagesApi({ fault: () => 'hang' })
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    const warnings: string[] = []
    const note = ({ name }: Error) => void warnings.push(name)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    startWorkerIn(app)
    const runs = await Promise.all(Array.from({ length: 12 }, (_, seed) => app.submit({ seed })))
    await Promise.all(runs.map((run_id) => app.until(run_id, ['running'])))
    await Promise.all(runs.map((run_id) => cancelRun(app.local, { run_id })))
    await Promise.all(runs.map((run_id) => app.until(run_id, ['cancelled'])))
    expect(warnings).toEqual([])
  })

  it('pauses a run until the next month, or until the cap is raised, when the budget of this one is spent', async () => {
    const api = await fakeMessagesApi()
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    const run_id = await app.submit()
    await setBudgets(app.local, { monthly_usd: 0.05 })
    startWorkerIn(app)
    const run = await app.until(run_id, ['paused'])
    expect(run.error).toMatchObject({
      code: 'budget_exceeded',
      message: expect.stringMatching(/for the month is spent/),
    })
    // The clock of the database alone says when that is: at the end of a month another one may be ahead.
    const [row] = await query<{ after: string }>(
      app.database.connectionString,
      `select (resume_at - (date_trunc('month', now() at time zone 'utc') + interval '1 month') at time zone 'utc')::text as after from run`,
    )
    expect(row).toEqual({ after: '00:00:05' })
    const [month] = await query<{ spent: number }>(
      app.database.connectionString,
      'select (spent_usd + reserved_usd)::float as spent from month_spend',
    )
    expect(month?.spent).toBeLessThanOrEqual(0.05)
    await setBudgets(app.local, { monthly_usd: 0.04 })
    const [waiting] = await query(app.database.connectionString, 'select resume_at > now() as waits from run')
    expect(waiting).toEqual({ waits: true })
    await setBudgets(app.local, { monthly_usd: 5 })
    expect(await app.until(run_id)).toMatchObject({ status: 'completed', error: null })
  })

  it('is not accepted in a month that has no room for its largest call', async () => {
    const app = await startApp({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', MONTHLY_BUDGET_USD: '5' })
    await app.submit()
    const { connectionString } = app.database
    const spend = (usd: number) =>
      query(
        connectionString,
        `insert into month_spend (workspace_id, month, spent_usd, reserved_usd)
         select id, date_trunc('month', now() at time zone 'utc')::date, ${usd}, 1 from workspace
         on conflict (workspace_id, month) do update set spent_usd = excluded.spent_usd`,
      )
    await spend(4.95)
    const asked = () => app.submit({ assay: 'off' })
    await expect(asked()).rejects.toMatchObject({
      code: 'budget_exceeded',
      message: expect.stringMatching(
        /hardly leaves room for its largest; .* This workspace may spend \$5(\.00)? a month, and \$0\.05 of that is left in this one\. .*MONTHLY_BUDGET_USD\.$/,
      ),
    })
    await setBudgets(app.local, { monthly_usd: 5 })
    await expect(asked()).rejects.toThrow(/a lead sets it in Slack with \/pressure-test budget\.$/)
    await spend(0)
    await asked()
  })

  it('follows a changed MONTHLY_BUDGET_USD in every workspace that has set no budget', async () => {
    const api = await fakeMessagesApi()
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url, MONTHLY_BUDGET_USD: '2' })
    const inTeam = async (workspace: string) => {
      const who = { workspace, workspace_name: workspace, external_id: 'U1', display_name: 'ada' }
      return { ...app.local, actor: await app.store.workspaces.actor({ ...who, kind: 'slack_user' }) }
    }
    const [one, two] = [await inTeam('slack:T1'), await inTeam('slack:T2')]
    await setBudgets(two, { monthly_usd: 0.04 })
    const { run_id } = await submitRequest(one, 'pressure_test', { stimulus: OAT_DRINK, assay: 'off' })
    await startApp({ ...app.env, MONTHLY_BUDGET_USD: '0.05' })
    startWorkerIn(app)
    const { error } = await until(one, run_id, ['paused'])
    expect(error?.message).toMatch(/with a higher MONTHLY_BUDGET_USD\.$/)
    await startApp({ ...app.env, MONTHLY_BUDGET_USD: '5' })
    expect(await until(one, run_id)).toMatchObject({ status: 'completed', error: null })
    const capOf = async ({ actor }: typeof one) => (await app.store.workspaces.monthSpend(actor.workspace_id)).cap_usd
    expect([await capOf(app.local), await capOf(one), await capOf(two)]).toEqual([5, 5, 0.04])
    // What was set before holds up to a ceiling that was lowered since.
    await startApp({ ...app.env, MONTHLY_BUDGET_USD: '0.01' })
    expect([await capOf(app.local), await capOf(one), await capOf(two)]).toEqual([0.01, 0.01, 0.01])
  })

  it('counts a call with the most it may have cost where its server does not say what it used, and says so', async () => {
    const api = await fakeMessagesApi({ fault: () => 'no_usage' })
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '20' })
    startWorkerIn(app)
    const run = await app.until(await app.submit())
    const { calls, cost_usd } = run.usage
    expect(run).toMatchObject({ status: 'completed', usage: { input_tokens: 0, without_usage: calls } })
    const [made] = await query<{ reserved: number; spent: number }>(
      app.database.connectionString,
      `select (select sum(reserved_usd)::float from model_call) as reserved, spent_usd::float as spent from month_spend`,
    )
    expect(cost_usd).toBeGreaterThan(0)
    expect(cost_usd).toBeCloseTo(made?.reserved ?? 0, 9)
    expect(cost_usd).toBeCloseTo(made?.spent ?? 0, 9)
    expect(costOf(run)).toMatch(/^at most \$\d+\.\d\d for \d+ calls; the server did not say what \d+ of them used$/)
  })
})

describe('runs that share the budget of a month', () => {
  it('all finish where it is enough for them, though their reservations together are above it', {
    timeout: 180_000,
  }, async () => {
    const api = await fakeMessagesApi({ latencyMs: 300 })
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    const url = app.database.connectionString
    startWorkerIn(app)
    const submit = (n: number) =>
      app.submit({ focus_group: 'quick', controls: false, stimulus: `${OAT_DRINK} Batch ${n}.` })
    const { cost_usd } = (await app.until(await submit(0))).usage
    // Room for what they cost and for the dearest reservation, while eight of those want to be made at once.
    const [dearest] = await query<{ usd: number }>(url, 'select max(reserved_usd)::float as usd from model_call')
    const budget = (cost_usd ?? 0) * 9 * 1.1 + (dearest?.usd ?? 0)
    await app.store.workspaces.setMonthlyBudget({ ...app.local.actor, origin: 'test' }, budget)
    const runs = await Promise.all(Array.from({ length: 8 }, (_, n) => submit(n + 1)))
    const untilEndOrNextMonth = async (run_id: string) => {
      for (;;) {
        const run = await app.until(run_id, ['completed', 'paused'])
        const [row] = await query<{ long: boolean }>(
          url,
          `select resume_at > now() + interval '1 hour' as long from run where id = $1`,
          [run_id],
        )
        if (run.status === 'completed' || row?.long) return run.error?.message ?? run.status
        await sleep(100)
      }
    }
    expect(await Promise.all(runs.map(untilEndOrNextMonth))).toEqual(runs.map(() => 'completed'))
    const [month] = await query<{ spent: number }>(url, 'select spent_usd::float as spent from month_spend')
    expect(month?.spent).toBeLessThanOrEqual(budget)
  })
})

/** Has the database refuse the first steps that are to be stored, each with its error, or `forGood` all. */
const refuseSteps = (url: string, states: readonly string[], { forGood = false } = {}) =>
  query(
    url,
    `create sequence refused;
     create function refuse_step() returns trigger language plpgsql security definer as $$
     declare
       states text[] := '{${states.join(',')}}';
       nth bigint := nextval('refused');
     begin
       if nth <= cardinality(states) or ${forGood} then
         raise exception 'refused by a test' using errcode = states[least(nth, cardinality(states))];
       end if;
       return null;
     end $$;
     create trigger refuse_step before insert on run_step for each statement execute function refuse_step()`,
  )

describe('a database that refuses to store a step', () => {
  it.each([
    ['no connection', ['08000', '08006']],
    ['rolled back', ['40001', '40P01']],
    ['no room', ['53100', '53200', '53300']],
    ['ended by somebody', ['57014', '57P01', '57P05']],
    ['a fault of its system', ['58000', '58030']],
    ['no writes', ['25006']],
    ['something of it was renamed or dropped', ['3F000', '42703', '42883', '42P01']],
  ])('is asked again: %s', async (_, states) => {
    const app = await startApp()
    await refuseSteps(app.database.connectionString, states)
    startWorkerIn(app)
    expect(await app.until(await app.submit(SMALL))).toMatchObject({ status: 'completed', error: null })
    const [refused] = await query<{ times: number }>(
      app.database.connectionString,
      'select last_value::int as times from refused',
    )
    expect(refused?.times).toBeGreaterThan(states.length)
  })

  it('pauses the run when its patience is over, says why, and goes on with it', async () => {
    const app = await startApp()
    await refuseSteps(app.database.connectionString, ['53100'], { forGood: true })
    startWorkerIn(app, { ...SOON, patienceMs: 1_000 })
    const run_id = await app.submit(SMALL)
    const paused = await app.until(run_id, ['paused'])
    expect(paused.error).toEqual({
      code: 'storage_unavailable',
      message: 'The disk of the database is full (53100); try again in a moment.',
    })
    await query(app.database.connectionString, 'drop trigger refuse_step on run_step')
    expect(await app.until(run_id)).toMatchObject({ status: 'completed', error: null })
  })

  it.each(['23505', '42804', '22012', 'XX000'])('fails the run where asking again is of no use: %s', async (state) => {
    const app = await startApp()
    await refuseSteps(app.database.connectionString, [state])
    startWorkerIn(app)
    const { status, error } = await app.until(await app.submit(SMALL))
    expect({ status, error }).toEqual({
      status: 'failed',
      // Never the error itself.
      error: {
        code: 'internal',
        message: expect.stringMatching(/^Something went wrong on our side\. Please quote error id [0-9a-f]{8}\.$/),
      },
    })
  })
})

describe('the sweeper', () => {
  it('finds what its worker may take behind more runs of another model than it looks at', async () => {
    const app = await startApp()
    const { run } = await app.store.runs.submit(app.local.actor, {
      kind: 'pressure_test',
      input: { stimulus: 'x' },
      seed: 1,
      model: { ...MODEL, mode: 'anthropic' },
      budget_usd: 1,
    })
    await query(
      app.database.connectionString,
      `insert into run select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
         from run r, generate_series(1, 210) where r.id = $1`,
      [run.run_id],
    )
    // Nobody is told of them: the sweeper has to find them.
    const unheard = { ...app.local, runQueue: { ...app.local.runQueue, enqueue: async () => true } }
    const later: string[] = []
    for (const seed of [1, 2, 3]) {
      const request = { ...SMALL, stimulus: OAT_DRINK, assay: 'off', seed } as const
      const { run_id } = await submitRequest(unheard, 'pressure_test', request)
      later.push(run_id)
    }
    startWorkerIn(app)
    for (const run_id of later) expect(await app.until(run_id)).toMatchObject({ status: 'completed' })
    expect((await app.until(run.run_id, ['queued'])).status).toBe('queued')
  })

  it('asks a queue that hangs once a sweep, has looked all the same, and stops at once', async () => {
    const runs = Array.from({ length: 200 }, (_, i) => ({ run_id: `${i}`, epoch: 1, is_new: false }))
    let asked = 0
    const enqueue = async () => {
      asked++
      await sleep(300)
      return asked > 1
    }
    const started = performance.now()
    const sweeper = startSweeper({
      store: { leases: { due: async () => ({ runs, next_in_ms: null }) } } as never,
      llmProviders: {} as never,
      runQueue: { enqueue } as never,
      ...{ worker_id: 'w', log: silentLog, times: { ...TIMES, sweepMs: 1_000 } },
    })
    await sleep(600)
    expect(asked).toBe(1)
    expect(sweeper.silentMs()).toBeGreaterThan(500)
    // The second sweep is answered, 300 ms a run: it is left between two of them.
    await sleep(700)
    expect(sweeper.silentMs()).toBeLessThan(500)
    await sweeper.stop()
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(asked).toBeLessThan(5)
  })

  it('looks when the lease of another worker ends and when a pause is over, not only at its usual times', async () => {
    const app = await startApp()
    const unheard = { ...app.local, runQueue: { ...app.local.runQueue, enqueue: async () => true } }
    const submit = async (seed: number) =>
      (await submitRequest(unheard, 'pressure_test', { ...SMALL, stimulus: OAT_DRINK, assay: 'off', seed })).run_id
    const [abandoned, paused] = [await submit(1), await submit(2)]
    const times = { ...TIMES, leaseMs: 2_000 }
    const dead = { worker_id: 'dead', isolation: 'shared', modes: ['offline'], times } as const
    await app.store.leases.claim(abandoned, dead)
    const held = await app.store.leases.claim(paused, dead)
    if (held === null || held === 'suspect') throw new Error('not claimed')
    const pause = { status: 'paused', code: 'provider_down', message: 'Busy.', resume_in_seconds: 3 } as const
    await app.store.leases.end(held, pause)
    startWorkerIn(app, { sweepMs: 3_600_000, leaseMs: 2_000 })
    for (const run_id of [abandoned, paused]) expect(await app.until(run_id)).toMatchObject({ status: 'completed' })
  })
})

describe('health', () => {
  it('says why the database cannot be used, and for a minute that it could not', async () => {
    const app = await startApp()
    const url = app.env.DATABASE_URL ?? ''
    const name = new URL(url).pathname.slice(1)
    const server = Object.assign(new URL(url), { pathname: '/postgres' }).href
    expect(await appHealth(app)).toEqual({ ready: true, problems: [] })
    await query(server, `alter database ${name} with allow_connections false`)
    await query(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    expect(await appHealth(app)).toEqual({
      ready: false,
      problems: [expect.stringMatching(/^The database takes no connections .* look at the server of DATABASE_URL\.$/)],
    })
    await query(server, `alter database ${name} with allow_connections true`)
    await app.store.database.acrossWorkspaces((tx) => tx.run.count(), { patienceMs: 30_000 })
    expect(await appHealth(app)).toEqual({
      ready: true,
      problems: [expect.stringMatching(/^In the last minute: The database takes no connections/)],
    })
  })
})

describe('a database that answers and takes nothing', () => {
  const alter = async (url: string, setting: string) => {
    await query(url, `alter database ${new URL(url).pathname.slice(1)} set ${setting}`)
    await query(
      url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }

  it.each([
    ['temp_file_limit = 0', '53400'],
    ['default_transaction_read_only = on', '25006'],
  ])('is said by /health and doctor: %s', async (setting, state) => {
    const app = await startApp()
    await alter(app.env.DATABASE_URL ?? '', setting)
    expect(await appHealth(app)).toEqual({
      ready: true,
      problems: [
        expect.stringMatching(new RegExp(`\\(${state}\\)\\. Nothing is lost, and runs wait; look at the server of`)),
      ],
    })
    const findings = await diagnose({ config: app.config, open: async () => ({ ...app, close: async () => {} }) })
    expect(findings.find(({ part }) => part === 'database')).toMatchObject({
      ok: false,
      finding: expect.stringMatching(new RegExp(`\\(${state}\\); runs wait, and nothing is lost: look at its server`)),
    })
  })

  it.each([
    ['default_transaction_read_only = on', /The database takes no writes at the moment \(25006\)/],
    ['statement_timeout = 1', /The database cancelled a statement, as its time limits do \(57014\)/],
  ])('is said by doctor, which opens it: %s', async (setting, said) => {
    const app = await startApp()
    await alter(app.env.DATABASE_URL ?? '', setting)
    const { code, stdout } = await run(['doctor'], await freshEnv({ DATABASE_URL: app.env.DATABASE_URL ?? '' }))
    expect(code).toBe(1)
    expect(stdout.split('\n').find((line) => line.startsWith('BAD  database'))).toMatch(said)
    expect(stdout).not.toMatch(/cannot be (used|opened)/)
  })

  it('is said by /health as long as a lock keeps answers from being stored', { timeout: 60_000 }, async () => {
    const app = await startApp()
    const locked = query(
      app.env.DATABASE_URL ?? '',
      'begin; lock table run_step in access exclusive mode; select pg_sleep(12); commit',
    )
    startWorkerIn(app)
    const run_id = await app.submit(SMALL)
    await expect
      .poll(async () => (await appHealth(app)).problems, { timeout: 11_000 })
      .toEqual([
        expect.stringMatching(/has kept this process waiting for \d+ s, .*; look at the server of DATABASE_URL\.$/),
      ])
    await locked
    expect(await app.until(run_id)).toMatchObject({ status: 'completed', error: null })
    expect((await appHealth(app)).problems).not.toEqual([expect.stringMatching(/waiting for/)])
  })
})

describe('health and doctor', () => {
  const modelFinding = async (app: TestApp) =>
    (await diagnose({ config: app.config, open: () => openApp(app.config, silentLog) })).filter(
      ({ part }) => part === 'model',
    )

  it('say that the provider gives no answer, while runs wait for it and while they try again', async () => {
    const api = await fakeMessagesApi({ fault: () => ({ status: 529 }) })
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    startWorkerIn(app)
    const run_id = await app.submit(SMALL)
    await app.until(run_id, ['paused'])
    const seen = new Set<string>()
    const problem = /^The model provider gave no answer when 1 run last asked it\. .* by themselves\.$/
    while (seen.size < 2) {
      expect(await appHealth(app)).toEqual({ ready: true, problems: [expect.stringMatching(problem)] })
      const [row] = await query<{ status: string }>(app.database.connectionString, 'select status from run')
      seen.add(row?.status ?? '')
    }
    // The run itself says so only while it waits.
    for (const status of ['running', 'paused'] as const) {
      const { error } = await app.until(run_id, [status])
      if (status === 'running') expect(error).toBeNull()
      else expect(error).toMatchObject({ code: 'provider_down' })
    }
    expect(await modelFinding(app)).toEqual([
      { part: 'model', ok: false, finding: expect.stringMatching(/ gave no answer .* The last reason: .*HTTP 529/) },
    ])
    api.fault = null
    await app.until(run_id, ['completed'])
    expect((await appHealth(app)).problems).toEqual([])
    expect(await modelFinding(app)).toEqual([expect.objectContaining({ ok: true })])
  })

  it('say so of answers that drip and never end after the first of them', { timeout: 120_000 }, async () => {
    const api = await fakeMessagesApi({ fault: () => 'drip' })
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url, MODEL_TIMEOUT_MS: '11000' })
    startWorkerIn(app)
    const run_id = await app.submit(SMALL)
    const problem = expect.stringMatching(/The model provider gave no answer when 1 run last asked it\./)
    await expect.poll(async () => (await appHealth(app)).problems, { timeout: 90_000 }).toEqual([problem])
    const [row] = await query<object>(app.database.connectionString, 'select status, pauses from run')
    expect(row).toEqual({ status: 'running', pauses: 0 })
    expect(await modelFinding(app)).toEqual([expect.objectContaining({ ok: false, finding: problem })])
    api.fault = null
    await app.until(run_id, ['completed'])
    expect((await appHealth(app)).problems).toEqual([])
  })

  it('say that the key is refused, until a run is completed again', async () => {
    const api = await fakeMessagesApi({ fault: () => ({ status: 401 }) })
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    startWorkerIn(app)
    for (const seed of [1, 2]) await app.until(await app.submit({ ...SMALL, seed }), ['failed'])
    expect(await appHealth(app)).toEqual({
      ready: true,
      problems: [
        expect.stringMatching(/^The model provider rejected 2 runs of the last 15 minutes.*ANTHROPIC_API_KEY/),
      ],
    })
    expect(await modelFinding(app)).toEqual([
      { part: 'model', ok: false, finding: expect.stringMatching(/ The last reason: .*the API key is not accepted/) },
    ])
    api.fault = null
    await app.until(await app.submit({ ...SMALL, seed: 3 }), ['completed'])
    expect((await appHealth(app)).problems).toEqual([])
  })

  it.each([
    [40 * 86_400_000, /^The clock of this process is 40 days ahead of the database’s; /],
    [-150_000, /^The clock of this process is [23] minutes behind the database’s; /],
    [20_000, null],
  ])('say that the clock is wrong by %i ms', async (ahead, said) => {
    const app = await startApp()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead })
    onTestFinished(() => void vi.useRealTimers())
    const { problems } = await appHealth(app)
    expect(problems).toEqual(said === null ? [] : [expect.stringMatching(said)])
    const found = await diagnose({ config: app.config, open: () => openApp(app.config, silentLog) })
    expect(found.filter(({ part }) => part === 'clock').map(({ ok }) => ok)).toEqual(said === null ? [] : [false])
  })
})

describe.skipIf(!redisAvailable)('with a Redis that can be read and not written', () => {
  it.each([
    [
      'is a replica',
      ['replicaof', '127.0.0.1', '1'],
      /^The redis queue can be read but not written: it is a replica; /,
    ],
    ['is full', ['config', 'set', 'maxmemory', '100kb'], /^The redis queue takes nothing more: its memory is full; /],
  ] as const)('that %s, every process and doctor say so', async (_, [command, ...given], said) => {
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const app = await startApp({ REDIS_URL: redis.url })
    const worker = startWorkerIn(app)
    expect((await appHealth(app)).problems).toEqual([])
    const client = new Redis(redis.url)
    await client.call(command, ...given)
    client.disconnect()
    for (const health of [await appHealth(app), await appHealth(app, worker)])
      expect(health).toEqual({ ready: true, problems: [expect.stringMatching(said)] })
    const found = await diagnose({ config: app.config, open: () => openApp(app.config, silentLog) })
    expect(found.filter(({ part }) => part === 'queue')).toEqual([expect.objectContaining({ ok: false })])
  })
})

describe.skipIf(!redisAvailable)('without Redis', () => {
  it('accepts runs at once, says what is wrong, and finishes them when Redis is back', {
    timeout: 120_000,
  }, async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const app = await startApp({ REDIS_URL: redis.url })
    startWorkerIn(app)
    expect((await app.until(await app.submit(SMALL))).status).toBe('completed')
    const back = redis.restart(2_500)
    const run_id = await app.submit({ ...SMALL, seed: 2 })
    expect((await app.until(run_id, ['queued'])).status).toBe('queued')
    expect(await appHealth(app)).toEqual({
      ready: true,
      problems: [expect.stringMatching(/redis queue does not answer/)],
    })
    await back
    expect((await app.until(run_id)).status).toBe('completed')
  })

  it('starts and accepts runs though Redis has never been there', async () => {
    const port = await freePort()
    const app = await startApp({ REDIS_URL: `redis://127.0.0.1:${port}` })
    const run_id = await app.submit()
    expect((await app.until(run_id, ['queued'])).status).toBe('queued')
    const waiting = await runIn(app, ['run', 'A quiet mug', 'that keeps tea warm for two hours.', '--max-wait', '6'])
    expect(waiting).toMatchObject({ code: 5, stderr: expect.stringContaining('The queue does not answer') })
  })
})

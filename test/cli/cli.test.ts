import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.js'
import { PressureTestResult } from '../../src/domain/panel/pressure-test.js'
import { Trust } from '../../src/domain/run/run.js'
import { RunDocument } from '../../src/domain/run/run-document.js'
import { OAT_DRINK, startApp } from '../support/app.js'
import { runIn, runUnopened } from '../support/cli.js'
import { query, testDatabase } from '../support/database.js'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { BIN, type Env, freshEnv, run, start, startCommand } from '../support/processes.js'
import { sharedApp } from '../support/shared-app.js'

/** For tests that are about something else than the answers. */
const QUICK = ['--focus-group', 'off', '--controls', 'off', '--personas', '3']

const machine = async (extra: Env = {}): Promise<Env> => freshEnv({ DATABASE_URL: await testDatabase(), ...extra })

/** For commands that do not mind the runs of others. */
const shared = sharedApp({ works: false })

/** The same for a process that is about something else than what the sentence encoder measures. */
const quickMachine = async (extra: Env = {}): Promise<Env> => machine({ ...(await fakeEmbeddings()), ...extra })

describe('pressure-test run', () => {
  it('prints exactly one document of the published shape, the same bytes for the same seed', async () => {
    const env = await machine()
    const first = await run(['run', OAT_DRINK, '--seed', '7', '--json'], env)
    const app = await startApp(env)
    const second = await runIn(app, ['run', OAT_DRINK, '--seed', '7', '--json', '--quiet'])
    expect(first.code, first.stderr).toBe(0)
    expect(second).toMatchObject({ code: 0, stderr: '' })
    const [a, b] = [JSON.parse(first.stdout), JSON.parse(second.stdout)]
    expect(RunDocument.parse(a)).toEqual(a)
    expect(PressureTestResult.parse(a.result)).toEqual(a.result)
    expect(JSON.stringify(b.result)).toBe(JSON.stringify(a.result))
    expect(JSON.stringify(b.trust)).toBe(JSON.stringify(a.trust))
    expect(b.run_id).not.toBe(a.run_id)
    const other = JSON.parse((await runIn(app, ['run', OAT_DRINK, '--seed', '8', '--json', '--quiet'])).stdout)
    expect(JSON.stringify(other.result)).not.toBe(JSON.stringify(a.result))
  })

  it('has every key that the interface promises, each part measured', async () => {
    const document = JSON.parse((await runIn(shared(), ['run', OAT_DRINK, '--json', '--quiet'])).stdout)
    expect(Object.keys(document)).toEqual([
      ...['run_id', 'kind', 'status', 'model', 'seed', 'result', 'trust', 'usage', 'error'],
      ...['started_at', 'completed_at', 'duration_ms', 'report_url'],
    ])
    expect(document.model).toEqual({ mode: 'offline', persona: expect.any(String), analysis: expect.any(String) })
    expect(document.usage).toMatchObject({ calls: 0, cost_usd: 0, possibly_paid: 0 })
    expect(Object.keys(document.result)).toEqual([
      ...['judged', 'stimulus', 'about', 'category', 'skepticism', 'scoring_version', 'claims', 'responses', 'intent'],
      ...['group_dynamics', 'analysis', 'minority_report', 'by_archetype'],
    ])
    expect(document.result.claims.length).toBeGreaterThan(2)
    expect(document.result.responses[0]).toMatchObject({ intent_method: 'graded', beliefs: expect.any(Array) })
    expect(document.result.responses[0].intent_pmf).toHaveLength(5)
    expect(document.result.group_dynamics).toMatchObject({ mode: 'live' })
    expect(document.result.group_dynamics.ballots.before).toHaveLength(6)
    expect(document.result.minority_report).toMatchObject({ method: 'measured', participation: expect.any(Object) })
    expect(Trust.parse(document.trust)).toMatchObject({
      synthetic: true,
      controls: { status: 'pass' },
      fidelity: { status: 'pass' },
      quotes: { dropped: 0 },
    })
    expect(document.trust.sentence).toMatch(
      /^Rehearsed by the offline behaviour model: no language model and no person was asked\./,
    )
    expect(document.trust.light).toBe('rehearsal')
  })

  it('prints a summary with its sources as plain text without a terminal', async () => {
    const { code, stdout, stderr } = await run(['run', OAT_DRINK], await quickMachine())
    expect(code).toBe(0)
    expect(stderr).toMatch(/Offline behaviour model, no language model is asked/)
    expect(stderr).not.toContain('\u001b')
    expect(stdout).toMatch(/^\nRehearsal, no judgement\nPressure \d+ of 100, a text-check figure\n/)
    expect(stdout).not.toMatch(/\b(flawed|weak|solid|strong|exceptional)\n/)
    for (const part of [
      'What broke',
      'Minority report',
      'Fix first',
      'no language model and no person was asked',
      'quotes stand word for word',
    ]) {
      expect(stdout.replace(/\s+/g, ' ')).toContain(part)
    }
    expect(stdout).toMatch(/\nReport {2}\/.*\.html\nRun {5}[\da-f-]{36}\n/)
  })

  it('leaves the discussion out when asked, and takes the record of dissent from individual answers', async () => {
    const { result } = JSON.parse(
      (await runIn(shared(), ['run', OAT_DRINK, '--focus-group', 'off', '--json', '--quiet'])).stdout,
    )
    expect(result.group_dynamics).toBeNull()
    expect(result.minority_report.method).toBe('individual')
  })

  it('seats the archetypes that were named, in that order', async () => {
    const { result } = JSON.parse(
      (
        await runIn(shared(), [
          ...['run', OAT_DRINK, '--panel', 'budget-planner, early-adopter', '--personas', '4', '--json', '--quiet'],
        ])
      ).stdout,
    )
    expect(result.responses.map(({ archetype }: { archetype: string }) => archetype)).toEqual([
      'budget-planner',
      'early-adopter',
      'budget-planner',
      'early-adopter',
    ])
  })

  it('fails every threshold with a rehearsal unless that is allowed', async () => {
    const under = async (score: string, ...more: string[]) => {
      const { code, stderr } = await runIn(shared(), [
        ...['run', OAT_DRINK, ...QUICK, '--quiet', '--fail-under', score, ...more],
      ])
      return { code, stderr }
    }
    expect(await under('1')).toEqual({ code: 3, stderr: expect.stringMatching(/^A rehearsal passes no threshold/) })
    expect(await under('1', '--allow-rehearsal')).toEqual({ code: 0, stderr: '' })
    expect(await under('100', '--allow-rehearsal')).toEqual({ code: 3, stderr: expect.stringMatching(/is under 100/) })
  })

  it('exits with 3 under a threshold and with 0 above it', async () => {
    const api = await fakeMessagesApi()
    onTestFinished(() => api.close())
    const env = await quickMachine({ ANTHROPIC_BASE_URL: api.url })
    expect(
      await run(['run', OAT_DRINK, ...QUICK, '--assay', 'off', '--quiet', '--fail-under', '100'], env),
    ).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/is under 100/),
    })
    const above = await runIn(await startApp(env), [
      'run',
      OAT_DRINK,
      ...QUICK,
      '--assay',
      'off',
      '--quiet',
      '--fail-under',
      '1',
    ])
    expect(above.code).toBe(0)
  })

  it('reaches no threshold with a panel that praises everything, the absurd concept among it', async () => {
    const api = await fakeMessagesApi()
    onTestFinished(() => api.close())
    api.answer = (_, task) =>
      task === 'react'
        ? {
            ...{ gut_sentiment: 'positive', considered_sentiment: 'positive', stance: 'believes' },
            ...{ purchase_statement: 'I would definitely buy it today.', obstacle: '' },
          }
        : undefined
    const app = await startApp(await quickMachine({ ANTHROPIC_BASE_URL: api.url }))
    const gated = (...gate: string[]) =>
      runIn(app, ['run', OAT_DRINK, '--focus-group', 'off', '--personas', '3', '--quiet', '--json', ...gate])
    const under = await gated('--fail-under', '1')
    expect(under).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^The trust light is red, so no threshold is reached\. .*Do not rely on it/),
    })
    const { run_id } = JSON.parse(under.stdout)
    expect(await gated('--no-worse-than', run_id)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^Not known: the trust light of this test is red\.$/m),
    })
  })

  it('works however slowly the backend of the sentence encoder starts', async () => {
    const slowBackend = `const { instantiate } = WebAssembly
      WebAssembly.instantiate = (...source) =>
        new Promise((resolve) => setTimeout(resolve, 1500)).then(() => instantiate(...source))`
    const env = await machine({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(slowBackend)}` })
    expect(await run(['run', OAT_DRINK, ...QUICK, '--json', '--quiet'], env)).toMatchObject({ code: 0, stderr: '' })
  })

  it('refuses an unusable proposition before anything is stored', async () => {
    const stored = async () => (await runIn(shared(), ['runs', 'list', '--json'])).stdout
    const before = await stored()
    const refusals: [string, RegExp][] = [
      [
        'http://127.0.0.1:9/landing-page',
        /^127\.0\.0\.1 cannot be read: 127\.0\.0\.1 is not called: its address is not public/,
      ],
      ['Oatly', /^This is too little to judge\. Send the sentence or the text/],
      ['Hafermilch ohne Zucker, jetzt im Angebot.', /^The offline model reads English only .* Send it in English/],
      ['Blorvin sketh quam dorpling ezz vendril.', /knows next to no word of this/],
    ]
    for (const [text, sentence] of refusals) {
      for (const options of [['--quiet'], ['--quote']]) {
        const { code, stdout, stderr } = await runIn(shared(), ['run', text, ...options])
        expect({ code, stdout }, `${text} ${options}`).toEqual({ code: 2, stdout: '' })
        expect(stderr).toMatch(sentence)
      }
    }
    expect(await stored()).toBe(before)
  })

  it('quotes price and time without opening the database', async () => {
    const env = await freshEnv({
      DATABASE_URL: 'postgres://u:p@127.0.0.1:1/none?application_name=me@home',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
    })
    const quote = JSON.parse((await run(['run', OAT_DRINK, '--quote', '--json'], env)).stdout)
    expect(quote).toMatchObject({ calls: 75, model: { mode: 'anthropic' } })
    expect(quote.cost_usd.low).toBeLessThan(quote.cost_usd.high)
    const { stdout } = await runUnopened({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' }, ['run', OAT_DRINK, '--quote'])
    expect(stdout).toMatch(/75 calls for about \$0\.\d+/)
    expect(stdout).toMatch(/^Tests \d+ words: “.+”$/m)
  })

  it('says of a database address how the password in it is written, without saying it', async () => {
    const advice = /^DATABASE_URL is "postgres:\/\/\*\*\*@h\/d"; accepted: .* written as %2F %3F %23 and %40\.$/m
    const withLogin = (login: string) => ({ DATABASE_URL: `postgres://${login}@h/d` })
    const { code, stderr } = await run(['runs', 'list'], await freshEnv(withLogin('u:12/34secret')))
    expect(code).toBe(2)
    expect(stderr).toMatch(advice)
    expect(stderr).not.toMatch(/secret|12/)
    for (const login of ['u:pa/secret', 'u:1?secret', 'u:a#secret']) {
      expect(() => readConfig(withLogin(login)), login).toThrow(advice)
      expect(() => readConfig(withLogin(login)), login).not.toThrow(/secret/)
    }
  })

  it('exits with 4 when the price is above the budget, before anything is spent', async () => {
    const api = await fakeMessagesApi()
    onTestFinished(() => api.close())
    const { code, stderr } = await run(
      ['run', OAT_DRINK, '--personas', '500', '--budget', '0.01'],
      await machine({ ANTHROPIC_BASE_URL: api.url }),
    )
    expect(code).toBe(4)
    expect(stderr).toMatch(/This would cost about \$\d/)
    expect(stderr).toMatch(/--budget USD/)
    expect(api.requests).toHaveLength(0)
  })

  it('exits with 4 at once when the budget of the month is spent, before the run begins and while it waits', async () => {
    const api = await fakeMessagesApi()
    onTestFinished(() => api.close())
    const app = await startApp(await quickMachine({ ANTHROPIC_BASE_URL: api.url, MONTHLY_BUDGET_USD: '0.0001' }))
    // It waits for longer than a test may take, and for less than a month.
    const refused = await runIn(app, ['run', OAT_DRINK, ...QUICK, '--quiet', '--max-wait', '900'])
    expect(refused.code).toBe(4)
    expect(refused.stderr).toMatch(
      /^This would cost about \$[\d.]+\. This workspace may spend \$0\.0001 a month, and \$0\.0001 of that is left in this one\. Ask for less, wait for the next month, or raise it: whoever runs this server sets MONTHLY_BUDGET_USD\.\n$/,
    )
    const running = await startApp({ ...app.env, MONTHLY_BUDGET_USD: '5' })
    const { run_id } = JSON.parse(
      (await runIn(running, ['run', OAT_DRINK, ...QUICK, '--json', '--max-wait', '0'])).stdout,
    )
    await startApp({ ...app.env, MONTHLY_BUDGET_USD: '0.0001' })
    const waits = await runIn(app, ['runs', 'resume', run_id, '--max-wait', '900'])
    expect(waits.code).toBe(4)
    expect(
      waits.stderr.match(/The run goes on when the next month begins, or with a higher MONTHLY_BUDGET_USD/g),
    ).toHaveLength(1)
    expect(api.requests).toHaveLength(0)
  })

  it('exits with 1 and the true reason when the provider refuses the key', async () => {
    const api = await fakeMessagesApi({ fault: () => ({ status: 401 }) })
    onTestFinished(() => api.close())
    const { code, stderr, stdout } = await run(
      ['run', OAT_DRINK, '--json', '--quiet'],
      await quickMachine({ ANTHROPIC_BASE_URL: api.url }),
    )
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', error: { code: 'provider_rejected' }, result: null })
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  it('exits with 5 after --max-wait, and the run continues in the background', { timeout: 90_000 }, async () => {
    const api = await fakeMessagesApi({ latencyMs: 1_500 })
    onTestFinished(() => api.close())
    const env = await quickMachine({ ANTHROPIC_BASE_URL: api.url })
    const { code, stderr } = await run(
      ['run', OAT_DRINK, '--focus-group', 'quick', '--assay', 'off', '--max-wait', '1'],
      env,
    )
    expect(code).toBe(5)
    const run_id = /runs resume (\S+)/.exec(stderr)?.[1] ?? ''
    // Nobody but the worker that was left behind works on it.
    const app = await startApp(env)
    expect((await app.until(run_id)).status).toBe('completed')
    expect(api.requests).toHaveLength(24)
    expect((await runIn(app, ['runs', 'resume', run_id, '--quiet'])).stdout).toMatch(/Pressure score/)
  })

  it('is said to have no worker where none works on it, and a later command says that it takes it up', async () => {
    const app = await startApp(await fakeEmbeddings())
    const run_id = await app.submit({ controls: false, focus_group: 'off', assay: 'off', personas: 3 })
    const leave = (state: string) => query(app.env.DATABASE_URL ?? '', `update run set ${state}`)
    for (const state of [
      "status = 'running', lease_until = now() - interval '1 minute'",
      "status = 'queued', lease_until = null, created_at = now() - interval '1 hour'",
    ]) {
      await leave(state)
      expect((await runIn(app, ['runs', 'list'])).stdout).toMatch(
        /no worker[\s\S]*1 run without a worker\. To go on: pressure-test runs resume \S+, or start a worker/,
      )
      const { stdout } = await runIn(app, ['runs', 'show', run_id])
      expect(stdout).toMatch(/^No worker works on the run now; it is kept\. To go on: pressure-test runs resume/)
      expect(stdout).not.toContain('The run is')
    }
    const { stderr } = await runIn(app, ['run', `${OAT_DRINK} Another.`, ...QUICK, '--assay', 'off'])
    expect(stderr).toContain(`Goes on with 1 earlier run that had no worker, too, within their budgets: ${run_id}`)
    expect((await app.until(run_id)).status).toBe('completed')
  })

  it('says until when a run pauses that outlasts --max-wait, and who has to be there then', async () => {
    const api = await fakeMessagesApi({ fault: () => ({ status: 429, retryAfter: 300 }) })
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    const { code, stderr } = await runIn(app, ['run', OAT_DRINK, '--max-wait', '60'])
    expect(code).toBe(5)
    expect(stderr).toMatch(
      /Paused until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC; a worker was left behind.*Where none runs any more: pressure-test runs resume \S+\n/,
    )
  })

  it('cancels on Ctrl-C and exits with 130', { timeout: 90_000 }, async () => {
    const api = await fakeMessagesApi({ latencyMs: (_, index) => (index === 0 ? 20 : 30_000) })
    onTestFinished(() => api.close())
    const env = await quickMachine({ ANTHROPIC_BASE_URL: api.url })
    const running = start(['run', OAT_DRINK, '--controls', 'off', '--json'], env)
    await running.said(/each alone/)
    while (api.inFlight < 6) await new Promise((resolve) => setTimeout(resolve, 20))
    running.kill('SIGINT')
    const { code, stdout } = await running.finished
    expect(code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'cancelled', usage: { possibly_paid: 6 } })
    expect(api.requests).toHaveLength(7)
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'lets calls in flight end and says how to go on when it gets %s',
    { timeout: 90_000 },
    async (signal) => {
      const api = await fakeMessagesApi({ latencyMs: (_, index) => (index === 0 ? 20 : 4_000) })
      onTestFinished(() => api.close())
      const env = await quickMachine({ ANTHROPIC_BASE_URL: api.url })
      const running = start(['run', OAT_DRINK, ...QUICK, '--assay', 'off'], env)
      await expect.poll(() => api.inFlight, { timeout: 60_000 }).toBeGreaterThan(1)
      running.kill(signal)
      await running.said(/Stopping: calls in flight end first.*runs resume \S+/)
      // As a closed terminal does, whose shell signals too.
      running.kill(signal)
      const asked = api.requests.length
      const { code, stderr } = await running.finished
      expect(code, stderr).toBe(5)
      expect(stderr).toMatch(/it waits for a worker\. To go on: pressure-test runs resume \S+\n/)
      const run_id = /runs resume (\S+)/.exec(stderr)?.[1] ?? ''
      const app = await startApp(env)
      expect(await app.store.runs.get(app.local.actor, run_id)).toMatchObject({ status: 'queued' })
      expect(api.requests).toHaveLength(asked)
      api.latencyMs = 0
      expect((await runIn(app, ['runs', 'resume', run_id, '--quiet'])).stdout).toMatch(/Pressure score/)
      expect(api.duplicates()).toEqual([])
    },
  )

  it('cancels a run on whose acceptance Ctrl-C came', { timeout: 90_000 }, async () => {
    const api = await fakeMessagesApi()
    onTestFinished(() => api.close())
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    const url = app.env.DATABASE_URL ?? ''
    const holder = new pg.Client(url)
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('begin; lock table run in exclusive mode')
    const running = start(['run', OAT_DRINK, '--json'], app.env)
    await expect
      .poll(() => query(url, "select from pg_locks where not granted and relation = 'run'::regclass"), {
        timeout: 60_000,
      })
      .not.toEqual([])
    running.kill('SIGINT')
    await running.said(/Cancelling once the run is accepted/)
    await holder.query('commit')
    const { code, stdout } = await running.finished
    expect(code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'cancelled' })
    expect(api.requests).toEqual([])
  })

  it('cancels on Ctrl-C also where the second one follows at once', { timeout: 90_000 }, async () => {
    const api = await fakeMessagesApi({ latencyMs: (_, index) => (index === 0 ? 20 : 30_000) })
    onTestFinished(() => api.close())
    const env = await quickMachine({ ANTHROPIC_BASE_URL: api.url })
    const running = start(['run', OAT_DRINK, '--controls', 'off', '--json'], env)
    await running.said(/each alone/)
    while (api.inFlight < 6) await new Promise((resolve) => setTimeout(resolve, 20))
    running.kill('SIGINT')
    await running.said(/Cancelling/)
    running.kill('SIGINT')
    const { code, stderr } = await running.finished
    expect(code).toBe(130)
    expect(stderr).not.toContain('was not cancelled')
    const app = await startApp(env)
    const [{ cancelled } = {}] = await query<{ cancelled: boolean }>(
      app.env.DATABASE_URL ?? '',
      "select cancel_requested or status = 'cancelled' as cancelled from run",
    )
    expect(cancelled).toBe(true)
  })
})

describe('input', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pt-input-'))
    await writeFile(
      join(folder, 'page.html'),
      '<html><head><title>x</title><style>p{}</style></head><body><h1>Havn Oat</h1><p>The best &amp; only oat drink.</p><script>alert(1)</script></body></html>',
    )
    await writeFile(join(folder, 'copy.md'), '# Havn Oat\n\nThe best oat drink, €1.49.')
    await writeFile(join(folder, 'empty.txt'), ' \n')
    await writeFile(join(folder, 'binary.txt'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]))
    await writeFile(join(folder, 'latin2.txt'), Buffer.from('w\xb3a\xb6nie', 'latin1'))
    await writeFile(join(folder, 'long.txt'), 'word '.repeat(5_000))
    await writeFile(join(folder, 'picture.png'), 'x')
    await writeFile(join(folder, 'plan.xlsx'), 'x')
    return () => rm(folder, { recursive: true, force: true })
  })
  it('that cannot be read is answered with one clear sentence and exit 2', async () => {
    const refusals: [string, RegExp][] = [
      ['empty.txt', /empty\.txt has no text in it; give the text itself, or a picture of it/],
      ['binary.txt', /binary\.txt is not text, whatever its name says; give the document itself\.$/],
      ['latin2.txt', /latin2\.txt is not UTF-8 text; save it as UTF-8 first\.$/],
      [
        'long.txt',
        /long\.txt has 24,999 characters of text; at most 20,000 can be tested at once: give the part that matters\.$/,
      ],
      ['picture.png', /picture\.png is a picture, which the offline model cannot see; give the words on it as text/],
      ['plan.xlsx', /plan\.xlsx cannot be read; save the sheet as \.csv\.$/],
      ['missing.txt', /There is no file .*missing\.txt\.$/],
      ['.', /is a folder; name a file inside it\.$/],
    ]
    for (const [name, sentence] of refusals) {
      const { code, stdout, stderr } = await runIn(shared(), ['run', join(folder, name), '--quiet'])
      expect({ code, stdout }, name).toEqual({ code: 2, stdout: '' })
      expect(stderr.trim()).toMatch(sentence)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
  })

  it('that is unusable is refused with exit 2', async () => {
    const refusals: [string[], RegExp][] = [
      [['run', '', '--quiet'], /^The proposition is empty/],
      [['run', '-', '--quiet'], /^standard input has no text in it\.$/],
      [['run', 'x', '--personas', '2', '--quiet'], /^A panel needs at least 3 synthetic people\.$/],
      [['run', 'x', '--personas', 'many'], /It must be a number/],
      [['run', 'An oat drink', '--panel', 'Nobody', '--quiet'], /^Unknown archetype: "Nobody"\. Known: /],
      [
        ['run', 'An oat drink', '--quiet'],
        /^“An oat drink” is only 3 words long\. Send the whole text, or tell beside it/,
      ],
      [['run', 'x', '--category', 'cars'], /Allowed choices are fmcg/],
      [['run', 'x', '--focus-group', 'loud'], /Allowed choices are off, quick, live/],
      [['run'], /missing required argument/],
      [['dance'], /unknown command/],
      [['schema', 'dance'], /^There is no schema "dance"/],
    ]
    for (const [args, sentence] of refusals) {
      const { code, stderr, stdout } = await runIn(shared(), args)
      expect(stderr.trim(), args.join(' ')).toMatch(sentence)
      expect({ code, stdout }, args.join(' ')).toEqual({ code: 2, stdout: '' })
    }
  })

  it('that is unusable is refused with exit 2 before a database is opened', async () => {
    const unopened = async (args: string[], sentence: RegExp) => {
      const { code, stderr, stdout } = await runUnopened({}, args)
      expect(stderr.trim(), args.join(' ')).toMatch(sentence)
      expect({ code, stdout }, args.join(' ')).toEqual({ code: 2, stdout: '' })
    }
    await unopened(['run', '', '--quiet'], /^The proposition is empty/)
    await unopened(['run', 'no-such-file.txt', '--quiet'], /^There is no file /)
    await unopened(['run', 'clip.mov', '--quiet'], /^There is no file clip\.mov\.$/m)
    await unopened(['run', 'ftp://a.example/offer.html', '--quiet'], /no address of a page: links begin with https:/)
    await unopened(['run', 'nowhere.example/pricing.html', '--quiet'], /^nowhere\.example cannot be read/)
    await unopened(['run', 'x', '--personas', '2', '--quiet'], /^A panel needs at least 3 synthetic people\.$/)
    await unopened(['dance'], /unknown command/)
    // The whole program, where there is none.
    const without = await freshEnv({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    expect(await run(['run', 'no-such-file.txt', '--quiet'], without)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^There is no file .*\n$/),
    })
  })

  it('reads the text of a page, of Markdown and of standard input', async () => {
    const stimulusOf = async (args: string[], stdin = '') =>
      JSON.parse((await runIn(shared(), ['run', ...args, ...QUICK, '--json', '--quiet'], stdin)).stdout).result.stimulus
    expect(await stimulusOf([join(folder, 'page.html')])).toBe('Havn Oat\n\nThe best & only oat drink.')
    expect(await stimulusOf([join(folder, 'copy.md')])).toBe('# Havn Oat\n\nThe best oat drink, €1.49.')
    expect(await stimulusOf(['-'], 'An oat drink for everybody.\n')).toBe('An oat drink for everybody.')
    const offer = '<nav>Shop</nav><h1>Havn Oat</h1><p>The best &amp; only oat drink.</p><p>http://127.0.0.1:9/x</p>'
    const read = 'Havn Oat\n\nThe best & only oat drink.\n\nhttp://127.0.0.1:9/x'
    for (const html of [
      `<!-- x --><!DOCTYPE html><html>${offer}</html>`,
      `\ufeff <table><tr><td>${offer}</td></tr></table>`,
    ])
      expect(await stimulusOf(['-'], html)).toBe(read)
    expect(await stimulusOf([`<body>${offer}</body>`])).toBe(read)
    // Markup is read by the limited process that reads files.
    const deep = await runIn(shared(), ['run', '-', '--quiet'], `<body>${'<div>'.repeat(300)}${offer}</body>`)
    expect(deep).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^standard input\.html has .* 200 deep; .*\n$/),
    })
    expect(await stimulusOf(['-'], '<table for two> is our new app.')).toBe('<table for two> is our new app.')
  })

  it('reports every wrong variable at once, one line each, without the secret', async () => {
    const env = await freshEnv({
      PORT: '99999',
      REDIS_URL: 'nonsense',
      SLACK_BOT_TOKEN: 'sk-very-secret',
      LOG_LEVEL: 'loud',
    })
    const { code, stderr } = await run(['runs', 'list'], env)
    expect(code).toBe(2)
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(['REDIS_URL', 'SLACK_BOT_TOKEN', 'PORT', 'LOG_LEVEL'])
    expect(stderr).not.toContain('secret')
  })
})

describe('the other commands', () => {
  it('lists, shows, cancels and retries runs', async () => {
    const app = await startApp()
    expect((await runIn(app, ['runs', 'list'])).stdout).toMatch(/No runs yet/)
    const { run_id } = JSON.parse((await runIn(app, ['run', OAT_DRINK, ...QUICK, '--json', '--quiet'])).stdout)
    expect((await runIn(app, ['runs', 'list'])).stdout).toContain(run_id)
    expect(JSON.parse((await runIn(app, ['runs', 'list', '--json'])).stdout)).toMatchObject([
      { run_id, status: 'completed' },
    ])
    expect((await runIn(app, ['runs', 'show', run_id])).stdout).toMatch(/Pressure \d+ of 100, a text-check/)
    const path = join(tmpdir(), `${run_id}.html`)
    const report = await runIn(app, ['runs', 'report', run_id, '--out', path, '--json'])
    expect(JSON.parse(report.stdout)).toEqual({ run_id, path })
    expect((await runIn(app, ['runs', 'cancel', run_id])).stdout).toMatch(/The run is completed/)
    expect(await runIn(app, ['runs', 'retry', run_id])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/only a failed, cancelled or paused run/),
    })
    expect(await run(['runs', 'show', 'nonsense', '--json'], await freshEnv(app.env))).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('not_found'),
    })
  })

  it('prints the schemas and diagnoses the installation', async () => {
    const env = await machine()
    const app = await startApp(env)
    const { input, result } = JSON.parse((await runIn(app, ['schema', 'pressure_test'])).stdout)
    expect(input.properties).toHaveProperty('stimulus')
    const [judged, notJudged] = result.oneOf
    expect(judged.properties).toHaveProperty('minority_report')
    expect(notJudged.properties).toHaveProperty('not_judged')
    expect(JSON.parse((await runIn(app, ['schema', 'run'])).stdout).properties).toHaveProperty('trust')
    const healthy = await run(['doctor'], env)
    expect(healthy.code, healthy.stdout).toBe(0)
    const ill = await run(['doctor', '--json'], { ...env, REDIS_URL: 'redis://127.0.0.1:1', SLACK_CLIENT_ID: 'x' })
    expect(ill.code).toBe(1)
    expect(
      JSON.parse(ill.stdout)
        .filter(({ ok }: { ok: boolean }) => !ok)
        .map(({ part }: { part: string }) => part),
    ).toEqual(['queue', 'slack'])
  })

  it('diagnoses a folder that takes no reports, and a database of a newer version', async () => {
    const env = await machine()
    await startApp(env)
    const url = env.DATABASE_URL ?? ''
    await query(
      url,
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values ('newer', '', '29990101000000_newer', now(), 1)`,
    )
    const { code, stdout } = await run(['doctor'], { ...env, REPORTS_OUTPUT_DIR: '/proc/version/reports' })
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /BAD {2}reports .*Cannot write to \/proc\/version \(ENOTDIR\).*; set REPORTS_OUTPUT_DIR to a folder you may/,
    )
    expect(stdout).toMatch(/ok {3}database .*migrated by a newer version of this program \(1 more migration\): update/)
  })

  it.skipIf(!existsSync('/dev/full'))(
    'fails where its output cannot be written, but not where `head` closes it',
    async () => {
      const env = await machine()
      const shell = async (line: string) => {
        const done = startCommand('sh', ['-c', line.replace('PT', `"${process.execPath}" "${BIN}"`)], env)
        return done.finished
      }
      expect(await shell('PT schema run > /dev/full')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^The output could not be written \(ENOSPC\)/),
      })
      expect(await shell('(PT schema run; echo $? >&2) | head -1')).toMatchObject({ code: 0, stderr: '0\n' })
    },
  )

  it('serves health, reports faults, says which address is taken, and hands runs back on SIGTERM', async () => {
    const env = await machine({ PORT: '0' })
    const server = start(['serve'], env)
    await server.said(/serves http/)
    const url = /http:\/\/[\d.:]+/.exec(server.output.stderr)?.[0]
    const health = await fetch(`${url}/health`)
    expect(health.status).toBe(200)
    expect(await health.json()).toEqual({
      status: 'healthy',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      live: true,
      ready: true,
      problems: [],
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
    expect((await fetch(`${url}/nowhere`)).status).toBe(404)
    const { port } = new URL(url ?? '')
    expect(await run(['serve'], { ...env, PORT: port })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/),
    })
    const app = await startApp({ DATABASE_URL: env.DATABASE_URL ?? '' })
    expect((await app.until(await app.submit())).status).toBe('completed')
    server.kill('SIGTERM')
    expect((await server.finished).code).toBe(0)
  })
})

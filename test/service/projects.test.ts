import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { csvOf } from '../../src/domain/text/csv.js'
import { actOnMinorityReport } from '../../src/service/panel/act-on-minority-report.js'
import { deleteRun } from '../../src/service/run/delete-runs.js'
import { clientOf, serveApi } from '../support/api.js'
import { OAT_DRINK, startApp, startWorkerIn, submitRequest, type TestApp } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { connect, inMemory, stranger } from '../support/mcp.js'

const QUICK = { focus_group: 'off', controls: false, assay: 'off' }
const MADE = ['--product', 'An oat drink at €1.49', '--category', 'food_drink', '--personas', '4']
const urlOf = (app: TestApp) => app.env.DATABASE_URL ?? ''

describe('tables of a run', () => {
  it('hold answers, findings and the desk, and nothing that a spreadsheet computes', async () => {
    const app = await startApp()
    startWorkerIn(app)
    const run_id = await app.submit({ personas: 3, controls: false })
    await app.until(run_id)
    const set = (path: string) =>
      query(urlOf(app), `update result set document = jsonb_set(document::jsonb, '{${path}}', $1::jsonb)::json`, [
        JSON.stringify('=1+1'),
      ])
    for (const [index, field] of ['gut_reaction', 'persona_name', 'private_thoughts'].entries())
      await set(`responses,${index},${field}`)
    await set('analysis,key_weaknesses,0,weakness')
    await set('minority_report,suppressed_views,0,view')
    await query(
      urlOf(app),
      `update result set document = jsonb_set(document::jsonb, '{minority_report,unclear_views}', $1::jsonb)::json`,
      [JSON.stringify([{ view: 'It ends too soon.', side: 'against', turns: [1], holders: [] }])],
    )
    const marked = {
      run_id,
      view_id: 'v1',
      action: 'assigned',
      by: 'UBOSS',
      assignee: 'UOWNER',
      due: '2027-03-01',
    } as const
    const given = { ...marked, reason: null, link: 'https://example.com/study', delivery: 'd1', shown_in_ms: 0 }
    await actOnMinorityReport(app.local, given)
    const send = await clientOf(await serveApi(app), app.local)
    for (const table of ['answers', 'findings', 'desk']) {
      const { stdout } = await runIn(app, ['runs', 'export', run_id, '--csv', table])
      const rows: string[][] = parse(stdout)
      expect(rows.length, table).toBeGreaterThan(1)
      expect(rows.flat().filter((cell) => /^[\s]*[=+@-]/.test(cell) && Number.isNaN(Number(cell)))).toEqual([])
      expect(rows.flat()).toContain("'=1+1")
      expect(new Set(rows.slice(1).map(([, people]) => people))).toEqual(new Set(['synthetic, offline rehearsal']))
      const sent = await send(`GET /runs/${run_id}/export.csv?table=${table}`)
      expect(sent).toMatchObject({ status: 200, text: expect.stringContaining(stdout) })
      expect(sent.headers.get('content-disposition')).toBe(`attachment; filename="pressure-test-${table}.csv"`)
      if (table === 'desk') {
        const unclear = { view_id: '', view: 'It ends too soon.', why_unheard: 'unclear', mark: '' }
        expect(parse(stdout, { columns: true }).at(-1)).toMatchObject(unclear)
        expect(parse(stdout, { columns: true })).toContainEqual(
          expect.objectContaining({
            view_id: 'v1',
            ...{ mark: 'assigned', assignee: 'UOWNER', due: '2027-03-01', link: 'https://example.com/study' },
          }),
        )
      }
    }
  })

  it('are read by a spreadsheet as what they say, at whatever sign it divides them', () => {
    const written = (text: string) => parse(csvOf(['x'], [[text]]))[1]?.[0]
    const safe = {
      '=1+1': "'=1+1",
      '+1': "'+1",
      '-1': "'-1",
      '@SUM(A1)': "'@SUM(A1)",
      ' =1': "' =1",
      '＝1': "'＝1",
      '\t=1': "'\t'=1",
      '\r=1': "'\n'=1",
      'a\n- b': "a\n'- b",
      'a; @b': "a; '@b",
      'a;b-c': 'a;b-c',
      'a,"b"\nc': 'a,"b"\nc',
    }
    for (const [text, cell] of Object.entries(safe)) expect(written(text)).toBe(cell)
    // Nothing steers a terminal or hides; joiners, accents and emoji stay.
    const unseen = {
      'a\u001b[31mRED\u001b]0;title\u0007': 'a[31mRED]0;title',
      'x\u009b2Jy\u0000\u0008\u007f': 'x2Jy',
      '\u202egnp.exe\u202c': 'gnp.exe',
      '\u200b=1+1': "'=1+1",
      'over\rwritten': 'over\nwritten',
      'a\u0085b\u2028c': 'a\nb\nc',
      'tag\u{e0041}ged': 'tagged',
      'a\tb\nc': 'a\tb\nc',
      '👩‍👩‍👧 ❤️': '👩‍👩‍👧 ❤️',
      می‌خواهم: 'می‌خواهم',
      'Zürich – “5 €” é': 'Zürich – “5 €” é',
      'שלום עולם': 'שלום עולם',
    }
    for (const [text, cell] of Object.entries(unseen)) expect(written(text)).toBe(cell)
    const blanks = ' \n'.repeat(50_000)
    expect(written(`a${blanks}b`)).toBe(`a${blanks}b`)
    expect(csvOf(['n'], [[-1.5, null, true]])).toBe('"n"\r\n-1.5,,true\r\n')
    // A spreadsheet that divides at semicolons or tabs, with and without regard for the quotes.
    const table = csvOf(
      ['a', 'b'],
      [
        ['x', 'a;=1'],
        ['x', 'a\t=1'],
        ['x', 'a;\u00a0+1'],
        ['x', 'a\n=1'],
        ['x', 'a;;-1'],
      ],
    )
    for (const piece of table.split(/[,;\t\r\n]/)) expect(piece.replace(/^[\s"]+/, '')).not.toMatch(/^[=+@-]/)
  })
})

describe('a project', () => {
  it('gives its runs what they do not say, on every surface, and lists them', async () => {
    const app = await startApp()
    expect(await runIn(app, ['projects', 'create', 'oat-drink', ...MADE])).toMatchObject({ code: 0 })
    expect(await runIn(app, ['projects', 'create', 'oat-drink'])).toMatchObject({ code: 2 })
    expect(await runIn(app, ['projects', 'create', 'No Name'])).toMatchObject({ code: 2 })
    const send = await clientOf(await serveApi(app), app.local)
    const client = await connect('v2', inMemory({ context: async () => app.local }))
    const plain = ['--focus-group', 'off', '--controls', 'off', '--assay', 'off', '--max-wait', '0', '--quiet']

    const typed = await runIn(app, ['run', OAT_DRINK, '--project', 'oat-drink', ...plain, '--json'])
    const started = await send('POST /runs', {
      kind: 'pressure_test',
      request: { stimulus: OAT_DRINK, ...QUICK, personas: 3 },
      project: 'oat-drink',
    })
    expect(started.status).toBe(201)
    const called = await client.call('run_pressure_test', {
      ...{ proposition: OAT_DRINK, focus_group: 'off', assay: 'off', project: 'oat-drink', wait_seconds: 0 },
    })
    expect(called.isError, called.text).toBe(false)
    await submitRequest(app.local, 'pressure_test', { stimulus: OAT_DRINK, ...QUICK })

    const rows = await query<{ id: string; input: Record<string, unknown> }>(urlOf(app), 'select id, input from run')
    const inputOf = (id: string) => rows.find((row) => row.id === id)?.input
    const given = { category: 'food_drink', about: 'An oat drink at €1.49', personas: 4 }
    expect(inputOf(JSON.parse(typed.stdout).run_id)).toMatchObject(given)
    expect(inputOf(started.json.run_id)).toMatchObject({ ...given, personas: 3 })
    expect(inputOf(String(called.reply.run_id))).toMatchObject(given)
    expect(rows.filter(({ input }) => input.category === 'fmcg')).toHaveLength(1)

    const listed = await send('GET /runs?project=oat-drink')
    expect(listed.json.runs.map(({ project }: { project: string }) => project)).toEqual(Array(3).fill('oat-drink'))
    expect((await client.call('list_runs', { project: 'oat-drink' })).reply.headline).toBe('3 runs.')
    expect(JSON.parse((await runIn(app, ['runs', 'list', '--project', 'oat-drink', '--json'])).stdout)).toHaveLength(3)
    for (const missing of [
      ['runs', 'list', '--project', 'oat'],
      ['run', OAT_DRINK, '--project', 'oat'],
    ])
      expect(await runIn(app, missing)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/no such project.*oat\./),
      })

    const foreign = await clientOf(await serveApi(app), await stranger(app))
    expect((await foreign('GET /projects')).json).toEqual({ projects: [] })
    expect((await foreign('GET /projects/oat-drink')).status).toBe(404)
    expect((await foreign('DELETE /projects/oat-drink')).status).toBe(404)

    expect((await send('PUT /projects/oat-drink', { category: 'beauty' })).json).toMatchObject({
      ...{ category: 'beauty', product: given.about, personas: 4 },
    })
    expect((await send('DELETE /projects/oat-drink')).status).toBe(204)
    expect((await send('GET /runs')).json.runs.map(({ project }: { project: unknown }) => project)).toEqual(
      Array(4).fill(null),
    )
  })

  it('refuses a run above its budget before anything is spent, also when several are submitted at once', async () => {
    const api = await fakeMessagesApi()
    const app = await startApp({ ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: api.url })
    const quoted = await runIn(app, ['run', OAT_DRINK, '--quote', '--json', '--focus-group', 'off', '--assay', 'off'])
    const price = JSON.parse(quoted.stdout).cost_usd.middle as number
    const least = JSON.parse(quoted.stdout).least_budget_usd as number
    await runIn(app, ['projects', 'create', 'small', '--budget', String(price / 2)])
    const run = ['run', OAT_DRINK, '--project', 'small', '--focus-group', 'off', '--assay', 'off', '--max-wait', '0']
    const refused = await runIn(app, run)
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringMatching(/of the project small .* is left/) })
    expect(api.requests).toHaveLength(0)

    // It is expected to cost less than that, but has no room for its largest call.
    await runIn(app, ['projects', 'change', 'small', '--budget', String(least * 0.9)])
    expect(await runIn(app, run)).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/hardly leaves room .*of the project small/),
    })

    // Open runs count with their caps, so one fits and not three.
    await runIn(app, ['projects', 'change', 'small', '--budget', String(least * 1.5)])
    const request = { stimulus: OAT_DRINK, ...QUICK, controls: true, project: 'small' }
    const submitted = await Promise.allSettled(
      [1, 2, 3].map((seed) => submitRequest(app.local, 'pressure_test', { ...request, seed })),
    )
    expect(submitted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [row] = await query<{ id: string; cap: number }>(urlOf(app), 'select id, budget_usd::float as cap from run')
    expect(row?.cap).toBeCloseTo(least * 1.5, 6)

    // What a run has cost stays spent when it is deleted.
    await query(urlOf(app), `update run set status = 'completed', spent_usd = budget_usd`)
    await deleteRun(app.local, { run_id: row?.id ?? '' })
    expect(await runIn(app, run)).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/of the project small \$0 is left/),
    })
    const [listed] = JSON.parse((await runIn(app, ['projects', 'list', '--json'])).stdout)
    expect(listed).toMatchObject({ runs: 0, committed_usd: expect.closeTo(least * 1.5, 6) })
  })

  it('is that of the run which another one follows', async () => {
    const app = await startApp()
    startWorkerIn(app)
    await runIn(app, ['projects', 'create', 'oat'])
    const first = await submitRequest(app.local, 'pressure_test', { stimulus: OAT_DRINK, ...QUICK, project: 'oat' })
    await app.until(first.run_id)
    const question = { run_id: first.run_id, persona: 'careful-parent-1', question: 'What would you need to see?' }
    expect((await submitRequest(app.local, 'ask', question)).project_id).toBe(first.project_id)
  })
})

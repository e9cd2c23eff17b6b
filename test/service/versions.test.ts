import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { exportFile } from '../../src/delivery/render-message.js'
import type { ObjectionRow } from '../../src/domain/panel/versions.js'
import { recordOutcome } from '../../src/service/panel/outcomes.js'
import { clientOf, serveApi } from '../support/api.js'
import { startApp, startWorkerIn, submitRequest, type TestApp } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'

const VERSIONS = await Promise.all(
  [1, 2, 3].map((version) => readFile(`examples/landing-page/version-${version}.md`, 'utf8')),
)
const [ONE = '', TWO = '', THREE = ''] = VERSIONS

async function tested(app: TestApp, stimulus: string, more: object = {}): Promise<string> {
  const request = { stimulus, controls: false, assay: 'quick', project: 'page', category: 'saas', ...more }
  const { run_id } = await submitRequest(app.local, 'pressure_test', request)
  expect((await app.until(run_id)).status).toBe('completed')
  return run_id
}

async function inProject(): Promise<TestApp> {
  const app = await startApp()
  startWorkerIn(app)
  await runIn(app, ['projects', 'create', 'page'])
  return app
}

describe('dissent that returns', () => {
  it('is one row over the versions of a project: what stayed, came back, is new and is gone', async () => {
    const app = await inProject()
    const ids: string[] = []
    for (const version of VERSIONS) ids.push(await tested(app, version))
    // Of another project, another form and unfinished ones nothing is counted.
    await submitRequest(app.local, 'pressure_test', { stimulus: ONE, assay: 'off' })
    const send = await clientOf(await serveApi(app), app.local)
    const { json } = await send('GET /projects/page/objections')
    expect(json.versions.map(({ run_id }: { run_id: string }) => run_id)).toEqual(ids)
    const rowOf = (text: string): ObjectionRow[] =>
      json.rows.filter(({ objection }: ObjectionRow) => objection.includes(text))
    const held = (row: ObjectionRow | undefined) => row?.runs.map(({ holders }) => holders > 0)
    for (const [text, state, holds] of [
      ['second year free', 'came_back', [true, false, true]],
      ['“€49” is a lot', 'stayed', [true, true, true]],
      ['Nurses are 60%', 'new', [false, false, true]],
      ['best rota planner', 'gone', [true, false, false]],
    ] as const) {
      const [row, ...others] = rowOf(text)
      expect(others, text).toEqual([])
      expect(row?.state, text).toBe(state)
      expect(held(row), text).toEqual(holds)
    }
    expect(json.caution).toMatch(/16 are taken for two/)

    const shown = await runIn(app, ['projects', 'show', 'page'])
    expect(shown.stdout).toMatch(/came back {2}6 of 6 +0 of 6 +6 of 6 +“Only today/)
    const change = await send(`GET /runs/${ids[2]}/changes`)
    expect(change.json).toMatchObject({
      ...{ before: ids[1], after: ids[2], objections: { versions: { length: 2 } } },
      // All of them object now, by the text check, which judges nothing.
      status: 'not_known',
      sentence: expect.stringMatching(
        /^By the text check the two versions lie [\d.]+ points apart\. A rehearsal does not say whether one is worse\.$/,
      ),
    })
    expect((await send(`GET /runs/${ids[2]}/changes?since=${ids[0]}`)).json).toMatchObject({ before: ids[0] })
    expect((await send(`GET /runs/${ids[0]}/changes`)).status).toBe(409)
    const { report_url } = (await send(`GET /runs/${ids[2]}`)).json
    const page = await (await fetch(report_url)).text()
    expect(page).toContain('Since the version before')
    expect(page).toContain(change.json.sentence)

    // A report shows nothing of runs that its readers do not see: not by its link, and not as a file in a channel.
    const [, , last = ''] = ids
    const othersIn = (html: string) =>
      ['Since the version before', 'Each outcome'].filter((words) => html.includes(words))
    const exported = async (target: string) =>
      othersIn((await exportFile(app.local, { run_id: last, target }, 'html')).content)
    const askedIn = (visibility: string) =>
      query(
        app.env.DATABASE_URL ?? '',
        `insert into slack_origin (run_id, workspace_id, team_id, channel_id, user_id, visibility)
         select id, workspace_id, 'T1', 'G1', 'U1', $2 from run where id = any($1::uuid[])
             on conflict (run_id) do update set visibility = excluded.visibility`,
        [ids.slice(0, 2), visibility],
      )
    await recordOutcome(app.local, { run_id: ids[0] ?? '', outcome: { what: 'launch', result: 'worked' } })
    expect(await exported('C1')).toHaveLength(2)
    await askedIn('private')
    expect(await exported('G1')).toHaveLength(2)
    expect(await exported('C1')).toEqual([])
    await askedIn('only_me')
    expect(await exported('G1')).toEqual([])
    const seen = await (await fetch(report_url)).text()
    expect(seen).toContain('Track record')
    expect(othersIn(seen)).toEqual([])

    // Without a ballot people were asked something else.
    await tested(app, THREE, { focus_group: 'off' })
    const other = await send('GET /projects/page/objections')
    expect(other.json).toMatchObject({ left_out: 3, versions: { length: 1 } })

    await query(app.env.DATABASE_URL ?? '', 'update api_token set revoked_at = now()')
    expect((await fetch(report_url)).status).toBe(401)
  })
})

describe('run --no-worse-than', () => {
  const args = (text: string, before: string, ...more: string[]) => [
    ...['run', text, '--category', 'saas', '--controls', 'off', '--quiet', '--no-worse-than', before, ...more],
  ]

  it('calls nothing worse that rewording brings, and worse what more people object to', async () => {
    const app = await inProject()
    const before = await tested(app, TWO)
    const reworded = TWO.replace(/(It reads wishes.*?passed over\.) (31 of 36.*?month\.)/, '$2 $1')
    expect(reworded).not.toBe(TWO)
    const same = await runIn(app, args(reworded, before, '--allow-rehearsal'))
    expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing worse seen') })
    const rehearsed = await runIn(app, args(reworded, before))
    expect(rehearsed).toMatchObject({ code: 3, stderr: expect.stringContaining('A rehearsal passes no threshold') })
    const worse = await runIn(app, args(THREE, before, '--allow-rehearsal'))
    expect(worse).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^Worse\. More of them object now: “Only today/m),
    })
    const unmeasured = await runIn(app, args(THREE, before, '--allow-rehearsal', '--assay', 'off'))
    expect(unmeasured).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/rewording alone brings was not measured/),
    })
  })

  it('is not known with so few people that no fall could show', async () => {
    const app = await inProject()
    const before = await tested(app, TWO, { personas: 5 })
    const worse = await runIn(app, args(THREE, before, '--personas', '5', '--allow-rehearsal'))
    expect(worse).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /^Not known: .* 5 synthetic people are too few to show any difference at all, ask at least 6\.$/m,
      ),
    })
  })

  it('refuses before anything is spent what could not be compared', async () => {
    const app = await inProject()
    const before = await tested(app, TWO)
    const runs = () => query(app.env.DATABASE_URL ?? '', 'select 1 from run')
    const known = await runs()
    for (const [options, problem] of [
      [['--personas', '7'], /asked with another personas,? ?/],
      [['--seed', '2', '--skepticism', 'high'], /another skepticism, seed/],
    ] as const)
      expect(await runIn(app, args(THREE, before, ...options))).toMatchObject({
        ...{ code: 2, stderr: expect.stringMatching(problem) },
      })
    expect(await runIn(app, args(THREE, '7b0f9d4e-6a4b-4a43-9a77-0a8f5f3d2c11'))).toMatchObject({ code: 2 })
    expect(await runs()).toEqual(known)
  })
})

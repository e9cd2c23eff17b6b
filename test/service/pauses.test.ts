import { describe, expect, it, onTestFinished } from 'vitest'
import { appHealth, diagnose } from '../../src/doctor.js'
import { ALL_SCOPES } from '../../src/domain/workspace/token-scopes.js'
import { requireArchetypes } from '../../src/engine/personas/archetypes.js'
import { createToken } from '../../src/service/workspace/tokens.js'
import { serveApi } from '../support/api.js'
import { OAT_DRINK, startApp, startWorkerIn, type TestApp } from '../support/app.js'
import { profileOfArchetype } from '../support/archetype-profile.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { fakeSlack } from '../support/fake-slack.js'
import { connect, inMemory } from '../support/mcp.js'
import { makeQuick, readBack, startSlackApp } from '../support/slack-app.js'

const fakeApi = async (options: Parameters<typeof fakeMessagesApi>[0] = {}) => {
  const api = await fakeMessagesApi(options)
  onTestFinished(() => api.close())
  return api
}

/** Numbers of the first of the next month. */
const nextMonth = (): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}

it('a run that waits for the budget of the month says why and until when on every surface', async () => {
  const api = await fakeApi()
  const slack = await fakeSlack()
  const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url, MONTHLY_BUDGET_USD: '5' }
  const app = await startSlackApp(slack, { worker: false, env })
  expect((await appHealth(app)).problems.join()).not.toContain('budget')
  await makeQuick(app)
  await app.command(OAT_DRINK)
  const run_id = await app.submit()
  await startApp({ ...app.env, MONTHLY_BUDGET_USD: '0.0001' })
  startWorkerIn(app)
  await app.until(run_id, ['paused'])
  await expect
    .poll(() => query(app.env.DATABASE_URL ?? '', `select 1 from run where status = 'paused'`), { timeout: 60_000 })
    .toHaveLength(2)

  const shown = await runIn(app, ['runs', 'show', run_id])
  expect(shown.stdout).toMatch(
    new RegExp(
      `^Paused, until ${nextMonth()} 00:00:0\\d UTC, and goes on by itself then\\. This workspace's budget of`,
    ),
  )
  expect(shown.stdout).toContain('The run goes on when the next month begins, or with a higher MONTHLY_BUDGET_USD. ')
  const client = await connect('v2', inMemory({ context: async () => app.local }))
  const { text } = await client.call('get_run', { run_id, wait_seconds: 0 })
  expect(text).toMatch(/with a higher MONTHLY_BUDGET_USD\./)
  expect(text).toMatch(new RegExp(`It waits until ${nextMonth()} 00:00:0\\d UTC, and goes on by itself then`))
  const status = await readBack(slack, (await app.command('status')).text)
  expect(status).toMatch(/This workspace's budget of \$0\.0001 for the month is spent/)
  expect(status).toContain(`${nextMonth()} 00:00 UTC`)

  const problem = `2 runs wait for the budget of the month, until ${nextMonth()} (UTC), or until it is higher: MONTHLY_BUDGET_USD, or for a workspace of Slack /pressure-test budget.`
  expect(await appHealth(app)).toMatchObject({ ready: true, problems: expect.arrayContaining([problem]) })
  const findings = await diagnose({ config: app.config, open: async () => ({ ...app, close: async () => {} }) })
  expect(findings).toContainEqual({ part: 'budget', ok: false, finding: problem })
})

it('a run that waits for a person says so over MCP', async () => {
  const api = await fakeApi()
  const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
  const run_id = await app.submit()
  expect((await runIn(app, ['runs', 'pause', run_id])).code).toBe(0)
  const client = await connect('v2', inMemory({ context: async () => app.local }))
  const { text } = await client.call('get_run', { run_id, wait_seconds: 0 })
  expect(text).toContain('It waits until a person resumes it')
  expect(text).not.toContain('goes on by itself')
})

describe('progress', () => {
  const eventsOf = (app: TestApp, run_id: string) =>
    query<{ type: string; data: object }>(
      app.database.connectionString,
      'select type, data from run_event where run_id = $1::uuid order by type, data::text',
      [run_id],
    )

  it('is told once though the run is taken up again and again', async () => {
    const api = await fakeApi()
    const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
    startWorkerIn(app)
    const request = { focus_group: 'live', controls: false, seed: 7 } as const
    const undisturbed = await app.submit(request)
    await app.until(undisturbed)
    const asked = api.requests.length
    let allowed = 0
    api.reset()
    api.fault = () =>
      api.requests.filter(({ outcome }) => outcome === 'answered').length >= allowed ? { status: 529 } : null
    const run_id = await app.submit(request)
    for (allowed = 4; allowed < asked; allowed += 6) {
      await app.until(run_id, ['paused', 'completed'])
      await expect
        .poll(() => api.requests.filter(({ outcome }) => outcome === 'answered').length, { timeout: 60_000 })
        .toBeGreaterThanOrEqual(Math.min(allowed, asked))
    }
    api.fault = undefined
    await app.until(run_id)
    const [row] = await query<{ epoch: number }>(app.database.connectionString, 'select epoch from run where id = $1', [
      run_id,
    ])
    expect(row?.epoch).toBeGreaterThan(2)
    expect(await eventsOf(app, run_id)).toEqual(await eventsOf(app, undisturbed))
  })
})

/** An app with a completed run and a saved set, on a database that takes no writes any more. */
async function startReadOnly() {
  const first = await startApp()
  startWorkerIn(first)
  const run_id = await first.submit({ personas: 3, focus_group: 'off', controls: false })
  await first.until(run_id)
  const [archetype] = requireArchetypes(['growth-manager'])
  if (archetype === undefined) throw new Error('there is a growth manager')
  await first.store.personaSets.save(first.local.actor, {
    ...{ name: 'managers', run_id: null, origin: 'test', passages: [] },
    personas: [{ ...profileOfArchetype(archetype), id: 'manager-1' }],
  })
  const { token } = await createToken(first.local, { name: 'reader', scopes: [...ALL_SCOPES] })
  const url = first.database.connectionString
  await query(url, `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
  return { app: await startApp({ ...first.env }), run_id, token }
}

it('a database that takes no writes lets read, and everything else says so in a sentence', async () => {
  const { app, run_id } = await startReadOnly()
  for (const command of [
    ['runs', 'list'],
    ['runs', 'show', run_id],
    ['runs', 'report', run_id],
    ['personas', 'list'],
    ['projects', 'list'],
  ]) {
    const { code, stdout, stderr } = await runIn(app, command)
    expect({ code, stderr }, command.join(' ')).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toBe('')
  }
  for (const command of [
    ['run', OAT_DRINK, '--quiet'],
    ['runs', 'delete', run_id, '--yes'],
    ['projects', 'create', 'oat'],
  ]) {
    const { code, stderr } = await runIn(app, command)
    expect({ code, stderr }, command.join(' ')).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The database takes no writes at the moment \(25006\)[^\n]*\n$/),
    })
  }
})

it('an export that the security log cannot note goes out to the operator with a line in the process log', {
  timeout: 60_000,
}, async () => {
  const { app, run_id } = await startReadOnly()
  const logged: object[] = []
  const local = { ...app.local, warn: (facts: object) => void logged.push(facts) }
  for (const [action, command] of [
    ['run.exported', ['runs', 'export', run_id]],
    ['run.exported', ['runs', 'export', run_id, '--csv', 'answers']],
    ['persona_set.exported', ['personas', 'export', 'managers']],
    ['persona.exported', ['personas', 'export', 'managers', 'manager-1']],
    ['workspace.exported', ['workspace', 'export', '/dev/null']],
  ] as const) {
    const { code, stderr } = await runIn({ ...app, local }, [...command])
    expect(code, stderr).toBe(0)
    expect(logged.splice(0), command.join(' ')).toEqual([
      expect.objectContaining({ action, origin: 'cli', error: expect.stringContaining('takes no writes') }),
    ])
  }
})

it('over HTTP a database that takes no writes lets read, and an export is refused for its cause', {
  timeout: 60_000,
}, async () => {
  const { app, run_id, token } = await startReadOnly()
  const url = await serveApi(app)
  const get = (path: string) => fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect((await get(`/runs/${run_id}`)).status).toBe(200)
  for (const path of [
    `/runs/${run_id}/export`,
    '/personas/sets/managers',
    '/personas/manager-1',
    '/workspace/export',
  ]) {
    const refused = await get(path)
    expect(refused.status, path).toBe(503)
    expect(await refused.text(), path).toMatch(
      /Exports are noted in the security log, which cannot be written now, so nothing was exported\. The database takes no writes at the moment \(25006\); try again in a moment\./,
    )
  }
})

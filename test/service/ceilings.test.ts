import { describe, expect, it } from 'vitest'
import { ACTIONS } from '../../src/bot/blocks/action-ids.js'
import { writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { readConfig } from '../../src/config.js'
import { resumeRun } from '../../src/service/run/reopen-run.js'
import { setBudgets } from '../../src/service/slack/slack-settings.js'
import { withToken } from '../../src/service/workspace/tokens.js'
import { OAT_DRINK, startApp, submitRequest } from '../support/app.js'
import { runIn } from '../support/cli.js'
import { query } from '../support/database.js'
import { fakeSlack } from '../support/fake-slack.js'
import { ADMIN, chooseSettings, readBack, runs, startSlackApp } from '../support/slack-app.js'

const request = { stimulus: OAT_DRINK, assay: 'off' }

describe('ceilings', () => {
  it('are confirmed away by nobody: a budget, of a new run or of one that goes on', async () => {
    const app = await startApp({ MAX_RUN_BUDGET_USD: '5' })
    const problem =
      /^A run may cost \$5\.00 at most here, and \$100000\.00 was asked for; ask for less.*MAX_RUN_BUDGET_USD\.$/
    const submit = (budget_usd: number) => submitRequest(app.local, 'pressure_test', request, { budget_usd })
    await expect(submit(100_000)).rejects.toMatchObject({
      code: 'budget_exceeded',
      message: expect.stringMatching(problem),
    })
    const run = await submit(5)
    await query(app.env.DATABASE_URL ?? '', `update run set status = 'paused'`)
    const resumed = resumeRun(app.local, { run_id: run.run_id, budget_usd: 100_000 })
    await expect(resumed).rejects.toMatchObject({ code: 'budget_exceeded', message: expect.stringMatching(problem) })
    expect(await runIn(app, ['run', OAT_DRINK, '--budget', '100000'])).toMatchObject({ code: 4 })
  })

  it('are said, and nothing is changed, where a run goes on with more than its project leaves', async () => {
    const app = await startApp({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' })
    await runIn(app, ['projects', 'create', 'small', '--budget', '5'])
    const project = { ...request, project: 'small' }
    const { run_id } = await submitRequest(app.local, 'pressure_test', project, { budget_usd: 1 })
    const capOf = () => query(app.env.DATABASE_URL ?? '', 'select budget_usd::float as cap from run')
    for (const status of ['queued', 'paused']) {
      await query(app.env.DATABASE_URL ?? '', `update run set status = '${status}'`)
      const refused = await runIn(app, ['runs', 'resume', run_id, '--budget', '50'])
      expect(refused).toMatchObject({
        code: 4,
        stderr: expect.stringMatching(
          /^A budget of \$50\.00 was asked for, and the budget of its project leaves \$5\.00/,
        ),
      })
      expect(await capOf()).toEqual([{ cap: 1 }])
    }
  })

  it('are confirmed away by nobody: a panel, also where only its price is asked', async () => {
    const app = await startApp({ MAX_PANEL_SIZE: '20' })
    const problem = expect.stringMatching(
      /^A panel has at most 20 people here, and 21 were asked for; .*MAX_PANEL_SIZE\.$/,
    )
    await expect(submitRequest(app.local, 'pressure_test', { ...request, personas: 21 })).rejects.toMatchObject({
      code: 'invalid_input',
      message: problem,
    })
    const quoted = await runIn(app, ['run', OAT_DRINK, '--personas', '21', '--quote'])
    expect(quoted).toMatchObject({ code: 2, stderr: expect.stringContaining('MAX_PANEL_SIZE') })
    expect(await query(app.env.DATABASE_URL ?? '', 'select 1 from run')).toEqual([])
  })

  it('are confirmed away by nobody: the budget of a month, but of this machine', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false, env: { MONTHLY_BUDGET_USD: '20' } })
    const budget = async (text: string) => readBack(slack, (await app.command(`budget ${text}`)).text)
    expect(await budget('100000')).toContain(
      'A workspace may spend $20.00 a month at most here, and $100000.00 was asked for; ask for less.',
    )
    expect(await budget('12')).toContain('$12.00 left this month')
    const noted = await query(
      app.env.DATABASE_URL ?? '',
      `select actor, target, origin from security_event where action = 'month_budget.set'`,
    )
    expect(noted).toEqual([{ actor: `slack_user:${ADMIN}`, target: '12', origin: 'slack' }])
    await setBudgets(app.local, { monthly_usd: 100_000 })
    expect(await app.store.workspaces.monthSpend(app.local.actor.workspace_id)).toMatchObject({ cap_usd: 100_000 })
    expect(readConfig({ MAX_MONTHLY_BUDGET_USD: '80' })).toMatchObject({
      monthlyBudgetUsd: 50,
      ceilings: { month_usd: 80 },
    })
    expect(() => readConfig({ MONTHLY_BUDGET_USD: '50', MAX_MONTHLY_BUDGET_USD: '20' })).toThrow(
      /^MONTHLY_BUDGET_USD is 50; accepted: at most MAX_MONTHLY_BUDGET_USD/,
    )
  })

  it('are passed in Slack with the yes of another lead, and by nobody alone', async () => {
    const slack = await fakeSlack()
    const app = await startSlackApp(slack, { worker: false, env: { MAX_RUN_BUDGET_USD: '5', MAX_PANEL_SIZE: '5' } })
    const url = app.env.DATABASE_URL ?? ''
    await chooseSettings(app, { personas: 6, budgetUsd: 9 }, 'UOTHER')
    const ask = async () =>
      readBack(slack, (await app.command(OAT_DRINK, { user_id: 'UOTHER', user_name: 'eve' })).text)
    const above =
      'A panel has at most 5 people here, and 6 were asked for. A run may cost $5.00 at most here, and $9.00 was asked for'
    expect(await ask()).toContain(
      `${above}, so another person, who is a lead, starts it, and nobody else is named a lead`,
    )
    await query(
      url,
      `insert into slack_user (workspace_id, user_id, lead) select id, unnest(array['${ADMIN}', 'UOTHER']), true from workspace
        where slug = 'slack:T000000001' on conflict (workspace_id, user_id) do update set lead = true`,
    )
    const told = await ask()
    expect(told).toContain('Waiting for a lead')
    expect(told).toContain(above)
    const [draft] = await query<{ id: string }>(url, 'select id::text from slack_draft')
    const yes = { action_id: ACTIONS.confirmRun, value: writeActionPayload({ pending: draft?.id ?? '' }) }
    await app.press(yes, { user: { id: 'UOTHER', name: 'eve', team_id: 'T000000001' } })
    expect(JSON.stringify(slack.responses.at(-1))).toContain('is started by another lead')
    expect(await runs(app)).toEqual([])
    await app.press(yes)
    expect(await runs(app)).toMatchObject([{ input: { personas: 6 } }])
    expect(await query(url, 'select budget_usd::float as usd from run')).toEqual([{ usd: 9 }])
  })

  it('are those of the month where none is set, and a month has 50 dollars', async () => {
    expect(readConfig({})).toMatchObject({ monthlyBudgetUsd: 50, ceilings: { run_usd: 50 } })
    expect(readConfig({ RUN_BUDGET_USD: '80' })).toMatchObject({ ceilings: { run_usd: 80 } })
    expect(() => readConfig({ RUN_BUDGET_USD: '8', MAX_RUN_BUDGET_USD: '5' })).toThrow(/^RUN_BUDGET_USD is 8;/)
    const app = await startApp()
    expect((await app.store.workspaces.monthSpend(app.local.actor.workspace_id)).cap_usd).toBe(50)
  })

  it('of a run leave it no more than they say where no cap of a run is set', () => {
    expect(readConfig({ MAX_RUN_BUDGET_USD: '1' })).toMatchObject({ runBudgetUsd: 1, ceilings: { run_usd: 1 } })
    expect(readConfig({ MAX_RUN_BUDGET_USD: '5' })).toMatchObject({ runBudgetUsd: 2 })
  })

  it('of a month stay as configured, whatever process without them opens the app, until one sets others', async () => {
    const app = await startApp({ MONTHLY_BUDGET_USD: '7', MAX_MONTHLY_BUDGET_USD: '9' })
    const capOf = async (own: number | null) => {
      await setBudgets(inTeam, { monthly_usd: own })
      return (await app.store.workspaces.monthSpend(inTeam.actor.workspace_id)).cap_usd
    }
    const who = { workspace: 'slack:T1', workspace_name: 'One', external_id: 'U1', display_name: 'ada' }
    const inTeam = { ...app.local, actor: await app.store.workspaces.actor({ ...who, kind: 'slack_user' }) }
    const url = app.env.DATABASE_URL ?? ''
    await startApp({ DATABASE_URL: url })
    expect([await capOf(null), await capOf(8)]).toEqual([7, 8])
    // What a process of the version before reads and writes.
    expect(await query(url, `select monthly_budget_usd::int as usd from workspace where slug = 'slack:T1'`)).toEqual([
      { usd: 8 },
    ])
    await query(url, `update workspace set monthly_budget_usd = 3`)
    const other = await startApp({ DATABASE_URL: url })
    expect([await capOf(null), await capOf(8), other.local.ceilings.run_usd]).toEqual([7, 8, 7])
    await startApp({ DATABASE_URL: url, MAX_MONTHLY_BUDGET_USD: '80' })
    expect([await capOf(null), await capOf(60)]).toEqual([7, 60])
    await startApp({ DATABASE_URL: url, MAX_MONTHLY_BUDGET_USD: '5' })
    expect(await capOf(null)).toBe(5)
    await expect(capOf(8)).rejects.toThrow('A workspace may spend $5.00 a month at most here')
    // The lowered ceiling caps the usual budget and does not replace it, on this machine, too.
    const local = app.local.actor.workspace_id
    expect((await app.store.workspaces.monthSpend(local)).cap_usd).toBe(5)
    await startApp({ DATABASE_URL: url, MAX_MONTHLY_BUDGET_USD: '80' })
    expect([await capOf(null), (await app.store.workspaces.monthSpend(local)).cap_usd]).toEqual([7, 7])
    await startApp({ DATABASE_URL: url, MONTHLY_BUDGET_USD: '6' })
    expect([await capOf(null), await capOf(6)]).toEqual([6, 6])
    await expect(capOf(8)).rejects.toThrow('A workspace may spend $6.00 a month at most here')
  })
})

describe('token create', () => {
  it('makes a token of a named workspace with what it may do, spend and last', async () => {
    const app = await startApp()
    const command = ['token', 'create', '--name', 'CI', '--workspace', 'acme', '--scope', 'read, spend']
    const made = await runIn(app, [...command, '--max-usd', '3', '--expires', '7'])
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('The workspace acme is new.') })
    const { actor, grant } = await withToken(app.local, made.stdout.trim())
    expect(actor.workspace_id).not.toBe(app.local.actor.workspace_id)
    expect(grant).toMatchObject({ scopes: ['read', 'spend'], token: { max_usd: 3, expires_at: expect.any(Date) } })
    const cap = async () => (await app.store.workspaces.monthSpend(actor.workspace_id)).cap_usd
    expect(await cap()).toBe(50)
    const listed = await runIn(app, ['token', 'list', '--workspace', 'acme'])
    expect(listed.stdout).toMatch(/^\S{36} {2}.* until .* last used .* {2}read,spend {2}up to \$3\.00 {2}CI\n$/)
    expect((await runIn(app, ['token', 'list'])).stdout).toMatch(/^No tokens\./)
    await setBudgets({ ...app.local, actor }, { monthly_usd: 7 })
    expect(await cap()).toBe(7)
    await setBudgets({ ...app.local, actor }, { monthly_usd: null })
    expect(await runIn(app, command)).toMatchObject({ code: 0 })
    expect(await cap()).toBe(50)
  })

  it('may read, write and spend and is called token unless told otherwise, and is refused what is no scope or no name', async () => {
    const app = await startApp()
    const usual = await runIn(app, ['token', 'create'])
    expect((await withToken(app.local, usual.stdout.trim())).grant.scopes).toEqual(['read', 'write', 'spend'])
    expect((await runIn(app, ['token', 'list'])).stdout).toMatch(/ {2}token\n$/)
    for (const wrong of [
      ['--scope', 'everything'],
      ['--workspace', 'No Name'],
      ['--workspace', 'slack:T1'],
      ['--max-usd', '-1'],
    ])
      expect(await runIn(app, ['token', 'create', '--name', 'CI', ...wrong]), wrong.join(' ')).toMatchObject({
        code: 2,
      })
    expect(await query(app.env.DATABASE_URL ?? '', 'select 1 from workspace')).toHaveLength(1)
  })
})

import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ACTIONS, type ActionId } from '../../src/bot/blocks/action-ids.js'
import { writeActionPayload } from '../../src/bot/blocks/action-payload.js'
import { archetypes } from '../../src/data/archetypes.js'
import type { Database } from '../../src/db/connection/client.js'
import type { Tx } from '../../src/db/connection/transaction.js'
import { createWorkspaceExport } from '../../src/db/workspace/workspace-export.js'
import { SlackOrigin } from '../../src/domain/workspace/slack-origin.js'
import { readProductFile } from '../../src/ingest/product-files/read-product-file.js'
import { auditActor, type Context } from '../../src/service/context.js'
import { exportPerson } from '../../src/service/personas/export-person.js'
import { importPersonas } from '../../src/service/personas/import-personas.js'
import { listPersonaSets } from '../../src/service/personas/persona-sets.js'
import { keepUpload } from '../../src/service/requests/uploads.js'
import { cancelRun } from '../../src/service/run/cancel-run.js'
import { deleteRun } from '../../src/service/run/delete-runs.js'
import { createDraft } from '../../src/service/run/run-drafts.js'
import { prepareRun, type RequestOf, submitRun } from '../../src/service/run/submit-run.js'
import { deleteProduct, saveProduct } from '../../src/service/simulation/products.js'
import { saveLongText, startOrConfirm } from '../../src/service/slack/slack-drafts.js'
import { nameLeads, setBudgets } from '../../src/service/slack/slack-settings.js'
import { createProject, deleteProject } from '../../src/service/workspace/projects.js'
import { createToken, revokeToken } from '../../src/service/workspace/tokens.js'
import { createWebhook } from '../../src/service/workspace/webhooks.js'
import { deleteWorkspace, exportWorkspace } from '../../src/service/workspace/workspace-data.js'
import { clientOf, serveApi } from '../support/api.js'
import { OAT_DRINK, startApp, startWorkerIn, submitRequest } from '../support/app.js'
import { profileOfArchetype } from '../support/archetype-profile.js'
import { backends } from '../support/backends.js'
import { findEverywhere, plantEverywhere } from '../support/canary.js'
import { runIn } from '../support/cli.js'
import { query, testDatabase } from '../support/database.js'
import { fakeSlack } from '../support/fake-slack.js'
import { freshEnv, start } from '../support/processes.js'
import { ADMIN, readBack, runs, type SlackApp, startSlackApp } from '../support/slack-app.js'

const TEXT = (canary: string) =>
  `${canary} oat drink that froths like milk, made from Danish oats with 40% less sugar. Now €1.49 instead of €2.29.`
const SMALL = { personas: 3, focus_group: 'off', controls: false, assay: 'off' } as const
const RESEARCH = (canary: string) => `## Interview 1: Ward manager, surgical ward

I lose two evenings a month to the plan of ${canary}. I am afraid that a machine destroys the peace on my ward. I want a plan that respects who asked first. Before I adopt anything I check whether I can undo it.

## Interview 2: Night nurse, intensive care

I cannot plan a single birthday with ${canary}. I love it when somebody explains a decision. If the app tracked me I would delete it at once.
`

describe.each(backends)('on the $name queue', ({ start: startQueue }) => {
  it('after deletion nothing is left: database, files, queue, logs', { timeout: 240_000 }, async () => {
    const { env: queueEnv } = await startQueue()
    const url = await testDatabase()
    const env = await freshEnv({ DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'trace', ...queueEnv })
    const folder = env.HOME ?? ''
    const places = { url, folder, redisUrl: queueEnv.REDIS_URL }
    const server = start(['serve'], env)
    await server.said(/serves http/)
    const base = /http:\/\/[\d.:]+/.exec(server.output.stderr)?.[0] ?? ''
    const app = await startApp({ ...env, LOG_LEVEL: 'silent' })
    const { token } = await createToken(app.local, {
      name: 'Tokanary',
      scopes: ['read', 'write', 'spend', 'admin'],
    })
    const send = async (call: string, body?: object) => {
      const [method = '', path = ''] = call.split(' ')
      const init = body ? { body: JSON.stringify(body) } : {}
      const answer = await fetch(`${base}${path}`, { method, headers: { authorization: `Bearer ${token}` }, ...init })
      const text = await answer.text()
      return {
        status: answer.status,
        text,
        json: text.startsWith('{"') && !text.includes('\n') ? JSON.parse(text) : null,
      }
    }
    const run = async (kind: string, request: object): Promise<string> => {
      const { json, text } = await send('POST /runs', { kind, request })
      expect(json?.run_id, text).toBeDefined()
      expect((await app.until(json.run_id)).error).toBeNull()
      return json.run_id
    }

    const deleted = await run('pressure_test', { stimulus: TEXT('Runanary'), about: 'Runanary', ...SMALL })
    const kept = await run('pressure_test', { stimulus: TEXT('Stayanary'), ...SMALL })
    const [persona] = await query<{ persona_id: string }>(url, 'select persona_id from response where run_id = $1', [
      deleted,
    ])
    const question = { run_id: deleted, persona: persona?.persona_id, question: 'What of Runanary puts you off?' }
    const asked = await run('ask', question)
    await runIn(app, ['runs', 'report', deleted])
    await runIn(app, ['runs', 'report', kept])
    const planted = await plantEverywhere(url, 'Runanary', {
      workspace_id: app.local.actor.workspace_id,
      run_id: deleted,
    })
    expect(planted.length).toBeGreaterThan(12)
    expect((await findEverywhere('Runanary', places)).length).toBeGreaterThan(planted.length)
    const answer = await send(`DELETE /runs/${deleted}`)
    expect(answer.json, answer.text).toEqual({ run_ids: expect.arrayContaining([deleted, asked]), used_by: [] })
    expect(await findEverywhere('Runanary', places)).toEqual([])
    expect(await findEverywhere(deleted, places)).toEqual(['public.security_event.target'])
    expect((await send(`GET /runs/${deleted}`)).status).toBe(404)
    expect((await send(`GET /runs/${kept}`)).json).toMatchObject({ status: 'completed' })
    expect(await readdir(join(folder, 'data', 'reports'))).toEqual([`${kept}.html`])

    const files = [{ name: 'notes.md', text: RESEARCH('Setanary') }]
    const made = await run('persona_generation', { name: 'clinic', files, count: 4 })
    const seated = await run('pressure_test', { stimulus: TEXT('Plain'), panel: ['clinic'], ...SMALL })
    const [member] = await query<{ id: string }>(url, 'select persona_id as id from response where run_id = $1', [
      seated,
    ])
    const id = member?.id.replace('clinic-', '') ?? ''
    const { json: stored } = await send(`GET /personas/${id}`)
    expect(stored).toMatchObject({ persona_set: 'clinic', versions: [{ version: 1, profile: { id } }] })
    const cited = stored.versions[0].profile.sources.map(({ passage_id }: { passage_id: string }) => passage_id)
    expect(stored.passages.map(({ passage_id }: { passage_id: string }) => passage_id).sort()).toEqual(
      [...new Set(cited)].filter((id) => id !== null).sort(),
    )
    expect(stored.used_by).toEqual([seated])
    expect(stored.memories).toContainEqual(expect.objectContaining({ run_id: seated, text: expect.any(String) }))
    expect((await send(`GET /personas/${id}?set=others`)).status).toBe(404)
    const written = await runIn(app, ['personas', 'export', 'clinic', id])
    expect(JSON.parse(written.stdout)).toEqual(stored)
    const person = await send('DELETE /personas/p1?set=clinic')
    expect(person.json, person.text).toMatchObject({ set: 'clinic', run_ids: [made], drafts: 0, used_by: [seated] })
    expect((await send('GET /personas/sets/clinic')).json.personas).toHaveLength(3)
    expect(JSON.parse((await runIn(app, ['personas', 'export', 'clinic'])).stdout).personas).toHaveLength(3)
    await send(`DELETE /runs/${seated}`)
    const gone = { versions: 1, run_ids: [], drafts: 0, used_by: [] }
    expect((await send('DELETE /personas/sets/clinic')).json).toEqual(gone)
    expect(await findEverywhere('Setanary', places)).toEqual([])

    const everywhere = await plantEverywhere(url, 'Allanary', { workspace_id: app.local.actor.workspace_id })
    expect(everywhere.length).toBeGreaterThan(25)
    const exported = await send('GET /workspace/export')
    for (const table of everywhere) expect(exported.text.includes(`"table":"${table}"`), table).toBe(true)
    expect(exported.text).not.toMatch(/"(?:hash|refresh_token)":/)
    const page = await readFile(join(folder, 'data', 'reports', `${kept}.html`), 'utf8')
    const file = { file: `${kept}.html`, run_id: kept, sha256: createHash('sha256').update(page).digest('hex') }
    expect(JSON.parse(exported.text.trimEnd().split('\n').at(-1) ?? '')).toEqual({ ...file, content: page })
    expect((await send('DELETE /workspace')).status).toBe(400)
    expect((await send('DELETE /workspace?confirm=everything')).json).toMatchObject({ runs: expect.any(Number) })
    expect((await send(`GET /runs/${kept}`)).status).toBe(401)
    for (const canary of ['Allanary', 'Stayanary', 'Tokanary']) expect(await findEverywhere(canary, places)).toEqual([])
    expect(`${server.output.stderr}${server.output.stdout}`).not.toMatch(/(?:Run|Stay|Set|All|Tok)anary/)

    const { stdout } = await runIn(app, ['workspace', 'log', '--json'])
    const log: { action: string; actor: string; origin: string; target: string }[] = JSON.parse(stdout)
    const actions = log.map(({ action }) => action)
    for (const action of [
      'token.created',
      'run.deleted',
      'persona.deleted',
      'persona.exported',
      'persona_set.deleted',
      'workspace.deleted',
    ])
      expect(actions).toContain(action)
    const targetsOf = (wanted: string) => log.filter(({ action }) => action === wanted).map(({ target }) => target)
    expect(targetsOf('persona.exported')).toEqual([`clinic/${id}`, `clinic/${id}`])
    expect(targetsOf('persona.deleted')).toEqual(['clinic/p1'])
    expect(targetsOf('persona_set.exported')).toEqual(['clinic', 'clinic'])
    expect(targetsOf('persona_set.deleted')).toEqual(['clinic'])
    expect(log.find(({ target }) => target === deleted)).toMatchObject({
      actor: expect.stringMatching(/^api_token:/),
      origin: expect.stringMatching(/^http .*127\.0\.0\.1$/),
    })
    server.kill('SIGTERM')
    await server.finished
  })
})

/** The context of somebody in the workspace of the Slack team. */
async function inSlack({ local, store }: SlackApp) {
  const actor = await store.workspaces.actor({
    workspace: 'slack:T000000001',
    workspace_name: 'One',
    kind: 'slack_user',
    external_id: ADMIN,
    display_name: 'ada',
  })
  return { ...local, actor }
}

it('a run confirmed in Slack leaves no draft behind, and what nobody confirmed ends after a day', async () => {
  const slack = await fakeSlack()
  const app = await startSlackApp(slack, { worker: false, env: await freshEnv() })
  const url = app.env.DATABASE_URL ?? ''
  const places = { url, folder: app.env.HOME ?? '' }
  const ctx = await inSlack(app)
  /** Three words are asked about first. */
  const ask = async (canary: string): Promise<string> => {
    const asked = await readBack(slack, (await app.command(`${canary} drink sale`)).text)
    return /\\"pending\\":\\"([^\\"]+)/.exec(asked)?.[1] ?? ''
  }
  const press = async (action_id: ActionId, pending: string): Promise<string> => {
    await app.press({ action_id, value: writeActionPayload({ pending }) })
    return JSON.stringify(slack.responses.at(-1))
  }
  const pending = await ask('Draftanary')
  let exported = ''
  for await (const text of await exportWorkspace(ctx)) exported += text
  expect(exported).toContain('Draftanary')
  expect(exported).not.toContain('response_url')

  expect(await press(ACTIONS.confirmRun, pending)).toContain('Started')
  expect(await query(url, 'select 1 from slack_draft')).toEqual([])
  for (const again of [ACTIONS.confirmRun, ACTIONS.discardRun])
    expect(await press(again, pending)).toContain('does not wait any more')
  const started = await runs(app)
  expect(started).toMatchObject([{ status: 'queued', input: { stimulus: 'Draftanary drink sale' } }])
  await deleteRun(ctx, { run_id: started[0]?.id ?? '' })
  expect(await findEverywhere('Draftanary', places)).toEqual([])
  expect(await press(ACTIONS.confirmRun, pending)).toContain('does not wait any more')
  expect(await runs(app)).toEqual([])

  const old = await ask('Oldanary')
  await saveLongText(ctx, ADMIN, 'Oldanary, a text that is too long for its field.')
  await query(url, `update slack_draft set created_at = now() - interval '25 hours'`)
  await ask('Younganary')
  startWorkerIn(app)
  while ((await findEverywhere('Oldanary', places)).length > 0) await sleep(50)
  expect(await findEverywhere('Younganary', places)).toEqual(['public.slack_draft.submission'])
  expect(await press(ACTIONS.confirmRun, old)).toContain('does not wait any more')
  expect(await runs(app)).toEqual([])
})

it('a draft that was deleted meanwhile is not said to have been started', async () => {
  const app = await startApp()
  const request = { stimulus: OAT_DRINK, ...SMALL }
  const draft_id = await createDraft(app.local, 'pressure_test', { name: 'later', request })
  await deleteRun(app.local, { run_id: draft_id })
  const prepared = await prepareRun(app.local, 'pressure_test', request)
  await expect(submitRun(app.local, prepared, { draft_id })).rejects.toMatchObject({
    code: 'conflict',
    message: 'It was started or deleted already.',
  })
})

it('of the runs with people of a set the oldest are named first', async () => {
  const app = await startApp()
  const [parent] = archetypes()
  if (!parent) throw new Error('there are archetypes')
  const person = profileOfArchetype(parent)
  await importPersonas(app.local, { name: 'clinic', document: [person] })
  const submit = async () =>
    (await submitRequest(app.local, 'pressure_test', { stimulus: OAT_DRINK, panel: ['clinic'], ...SMALL })).run_id
  const runs = [await submit(), await submit()]
  await query(app.env.DATABASE_URL ?? '', `update run set created_at = now() - interval '1 day' where id = $1`, [
    runs[1],
  ])
  expect((await exportPerson(app.local, { persona_id: person.id })).used_by).toEqual(runs.toReversed())
})

/** Keeps a run that was not started, once as the API does and once as Slack does that asks first. */
async function keepDrafts<K extends 'pressure_test' | 'evaluation' | 'simulation'>(
  ctx: Context,
  kind: K,
  request: RequestOf[K],
): Promise<void> {
  await createDraft(ctx, kind, { name: 'later', request })
  const origin = SlackOrigin.parse({ team_id: 'T000000001', channel_id: 'C000000001', user_id: ADMIN })
  const waiting = await startOrConfirm(ctx, { ...(await prepareRun(ctx, kind, request)), doubt: 'Meant?' }, { origin })
  expect(waiting).not.toBeNull()
}

it('with a set go the research of runs that never made it, and the drafts that carry it', async () => {
  const url = await testDatabase()
  const env = await freshEnv({ DATABASE_URL: url })
  const app = await startApp(env)
  const places = { url, folder: env.HOME ?? '' }
  const generate = async (name: string, canary: string): Promise<string> => {
    const files = [{ name: 'notes.md', bytes: Buffer.from(RESEARCH(canary)) }]
    return (await submitRequest(app.local, 'persona_generation', { name, files, count: 4 })).run_id
  }
  const cancelled = [await generate('clinic', 'Wardanary'), await generate('ward', 'Wardanary')]
  for (const run_id of cancelled) await cancelRun(app.local, { run_id })
  const [nurse] = archetypes()
  if (!nurse) throw new Error('there are archetypes')
  const document = [{ ...profileOfArchetype(nurse), pain_points: ['Wardanary'] }]
  await importPersonas(app.local, { name: 'clinic', document })
  await keepDrafts(app.local, 'pressure_test', { stimulus: OAT_DRINK, panel: ['clinic'], ...SMALL })
  await createDraft(app.local, 'pressure_test', { name: 'stays', request: { stimulus: TEXT('Draftanary'), ...SMALL } })
  await generate('clinic', 'Wardanary')
  const other = await generate('others', 'Otheranary')

  const deleted = await runIn(app, ['personas', 'delete', 'clinic', '--yes'])
  expect(deleted).toMatchObject({ code: 0, stdout: 'Deleted: 1 versions, 2 runs and 2 drafts.\n' })
  const never = await runIn(app, ['personas', 'delete', 'ward', '--yes'])
  expect(never).toMatchObject({ code: 0, stdout: 'Deleted: 0 versions, 1 runs and 0 drafts.\n' })
  expect(await findEverywhere('Wardanary', places)).toEqual([])
  expect(await findEverywhere('Draftanary', places)).toEqual(['public.run_draft.input'])
  expect((await runIn(app, ['personas', 'delete', 'ward', '--yes'])).code).toBe(2)
  startWorkerIn(app)
  expect((await app.until(other)).error).toBeNull()
  expect((await listPersonaSets(app.local)).map(({ name }) => name)).toEqual(['others'])
})

it('an agent and a product go by themselves, and runs keep their copies', async () => {
  const url = await testDatabase()
  const env = await freshEnv({ DATABASE_URL: url })
  const app = await startApp(env)
  const places = { url, folder: env.HOME ?? '' }
  const agent = { agent_version_id: 'scout-1', name: 'Scout', system_prompt: 'Sell Agentanary.' }
  const evaluation = { of: { agent }, trials: 1 }
  const judged = await submitRequest(app.local, 'evaluation', evaluation)
  await keepDrafts(app.local, 'evaluation', evaluation)
  const file = await readFile('examples/products/slotwise.yaml', 'utf8')
  const product = { ...readProductFile(file, 'slotwise.yaml'), name: 'Productanary' }
  await saveProduct(app.local, product)
  await saveProduct(app.local, { ...product, summary: 'Productanary anew' })
  await keepDrafts(app.local, 'simulation', { product: product.id, personas: 10, days: 2 })

  const refused = await runIn(app, ['agents', 'delete', 'scout-1'])
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Runs that evaluated it keep their own copy/),
  })
  expect(await runIn(app, ['agents', 'delete', 'scout-1', '--yes'])).toMatchObject({ code: 0, stdout: 'Deleted.\n' })
  expect((await runIn(app, ['agents', 'show', 'scout-1'])).code).toBe(2)
  expect((await runIn(app, ['agents', 'delete', 'scout-1', '--yes'])).code).toBe(2)
  expect(await findEverywhere('Agentanary', places)).toEqual(['public.run.input'])
  await deleteRun(app.local, { run_id: judged.run_id })
  expect(await findEverywhere('Agentanary', places)).toEqual([])

  expect(await deleteProduct(app.local, { product: product.id })).toEqual({ versions: 2, drafts: 2 })
  expect(await findEverywhere('Productanary', places)).toEqual([])
  const unknown = { code: 'not_found' }
  await expect(deleteProduct(app.local, { product: product.id })).rejects.toMatchObject(unknown)
})

it('a deleted run says which others keep copies of what it tested', async () => {
  const app = await startApp(await freshEnv({ DATABASE_URL: await testDatabase() }))
  const test = (canary: string) =>
    submitRequest(app.local, 'pressure_test', { stimulus: TEXT(canary), ...SMALL }).then(({ run_id }) => run_id)
  const worker = app.startWorker()
  const run_id = await test('Copied')
  await app.until(run_id)
  await worker.stop()
  const compared = await submitRequest(app.local, 'comparison', {
    propositions: [{ run_id }, { name: 'B', stimulus: TEXT('Other') }],
    ...SMALL,
  })
  const again = await test('Copied')
  await test('Unrelated')
  const { stdout } = await runIn(app, ['runs', 'delete', run_id, '--yes'])
  const copies = `${compared.run_id}, ${again}`
  expect(stdout).toContain(`These runs keep copies of what it tested; delete them with \`runs delete\`: ${copies}.`)
  const agent = { agent_version_id: 'scout-1', name: 'Scout', system_prompt: 'Sell.' }
  const judged = await submitRequest(app.local, 'evaluation', { of: { agent }, trials: 1 })
  expect(await deleteRun(app.local, judged)).toEqual({ run_ids: [judged.run_id], used_by: [] })
})

it('a run is deleted though it takes too long to look for copies of it', async () => {
  const app = await startApp(await freshEnv())
  const { run_id } = await submitRequest(app.local, 'pressure_test', { stimulus: TEXT('Slow'), ...SMALL })
  const holding = new pg.Client({ connectionString: app.env.DATABASE_URL })
  await holding.connect()
  onTestFinished(() => holding.end())
  await holding.query('begin; lock table slack_origin in access exclusive mode')
  const unknown = await app.store.erasure.copiesOf(app.local.actor, [run_id])
  await holding.query('commit')
  expect(unknown).toBeNull()
  expect(app.store.database.recentTrouble()).toBeNull()
  const erasure = { ...app.store.erasure, copiesOf: async () => unknown }
  const ctx = { ...app.local, store: { ...app.store, erasure } }
  expect(await deleteRun(ctx, { run_id })).toEqual({ run_ids: [run_id], used_by: null })
})

it('the export of a person has no memories of another whose id looks like a second seat', async () => {
  const app = await startApp(await freshEnv())
  const [one] = archetypes()
  if (!one) throw new Error('no archetype')
  const people = ['mira', 'mira-2'].map((id) => ({ ...profileOfArchetype(one), id }))
  await importPersonas(app.local, { name: 'clinic', document: people })
  const request = { stimulus: TEXT('Seat'), panel: ['clinic'], ...SMALL }
  const { run_id } = await submitRequest(app.local, 'pressure_test', request)
  await query(
    app.env.DATABASE_URL ?? '',
    `with seated as (
       insert into persona (workspace_id, run_id, persona_id, name, archetype, profile)
       select workspace_id, id, seat, seat, 'a', '{}' from run, unnest(array['clinic-mira', 'clinic-mira-2', 'clinic-mira-3']) as seat
        where id = $1 returning id, workspace_id, persona_id)
     insert into persona_memory (workspace_id, persona_uuid, memory_id, category, text, valence, cues)
     select workspace_id, id, 'm', 'c', persona_id, 0, '{}' from seated`,
    [run_id],
  )
  const texts = async (persona_id: string) =>
    (await exportPerson(app.local, { set: 'clinic', persona_id })).memories.map(({ text }) => text)
  expect(await texts('mira')).toEqual(['clinic-mira', 'clinic-mira-3'])
  expect(await texts('mira-2')).toEqual(['clinic-mira-2'])
})

it('nothing is added to a workspace that was deleted, by whoever still knows it', async () => {
  const slack = await fakeSlack()
  const app = await startSlackApp(slack, { worker: false, env: await freshEnv() })
  const url = app.env.DATABASE_URL ?? ''
  const rowsOf = async ({ actor }: Context): Promise<string[]> => {
    const tables = await query<{ name: string }>(
      url,
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'workspace_id'`,
    )
    const found: string[] = []
    for (const { name } of tables.filter((table) => table.name !== 'security_event')) {
      const rows = await query(url, `select from "${name}" where workspace_id = $1`, [actor.workspace_id])
      if (rows.length > 0) found.push(name)
    }
    return found
  }
  // From now on Slack's user is known here, whatever other processes do.
  await app.command(OAT_DRINK)
  const ctx = await inSlack(app)
  expect(await rowsOf(ctx)).toContain('run')
  await deleteWorkspace(ctx)
  const told = await readBack(slack, (await app.command(OAT_DRINK)).text)
  expect(told).toContain('This workspace was deleted, so nothing was stored.')

  const file = await readFile('examples/products/slotwise.yaml', 'utf8')
  const test = { stimulus: OAT_DRINK, ...SMALL }
  const agent = { agent_version_id: 'scout-1', name: 'Scout', system_prompt: 'Sell.' }
  const [nurse] = archetypes()
  if (!nurse) throw new Error('there are archetypes')
  const additions = [
    () => submitRequest(ctx, 'pressure_test', test),
    () => submitRequest(ctx, 'pressure_test', test, { delivery: { source: 'http', key: 'k' } }),
    () => submitRequest(ctx, 'evaluation', { of: { agent }, trials: 1 }),
    () => createDraft(ctx, 'pressure_test', { name: 'later', request: test }),
    () => saveLongText(ctx, ADMIN, OAT_DRINK),
    () => importPersonas(ctx, { name: 'nurses', document: [profileOfArchetype(nurse)] }),
    () => saveProduct(ctx, readProductFile(file, 'slotwise.yaml')),
    () => createProject(ctx, { name: 'oat-drink' }),
    () => createToken(ctx, { name: 'ci' }),
  ]
  const gone = { code: 'not_found', message: 'This workspace was deleted, so nothing was stored.' }
  for (const add of additions) await expect(add(), String(add)).rejects.toMatchObject(gone)
  expect(await rowsOf(ctx)).toEqual([])

  const other = await inSlack(app)
  const submit = (_: unknown, n: number) =>
    submitRequest(other, 'pressure_test', test, n % 2 ? { delivery: { source: 'http', key: `k${n}` } } : {})
  const [before, after] = [Array.from({ length: 6 }, submit), deleteWorkspace(other)]
  await Promise.allSettled([...before, ...Array.from({ length: 12 }, submit)])
  await after
  expect(await rowsOf(other)).toEqual([])
})

it('what a workspace has spent this month outlives it, and no longer than the month', async () => {
  const app = await startApp({ DATABASE_URL: await testDatabase() })
  const url = app.env.DATABASE_URL ?? ''
  await query(
    url,
    `insert into month_spend select id, date_trunc('month', now() at time zone 'utc') - make_interval(months => ago), 1.5, 7 - ago
       from workspace, unnest(array[0, 1]) as ago where slug = 'local'`,
  )
  const spent = async () => (await app.store.workspaces.monthSpend(app.local.actor.workspace_id)).spent_usd
  for (let times = 0; times < 2; times++) {
    await deleteWorkspace(app.local)
    expect(await spent()).toBe(8.5)
  }
  const kept = await query<{ workspace_hash: string }>(url, 'select workspace_hash from deleted_month_spend')
  expect(kept).toEqual([{ workspace_hash: createHash('sha256').update('local').digest('hex') }])
  await query(url, `update deleted_month_spend set month = month - interval '1 month'`)
  await app.store.erasure.deleteOldMonthSpend()
  expect(await query(url, 'select 1 from deleted_month_spend')).toEqual([])
})

it('RETENTION_DAYS deletes old runs with their reports on every machine, and no younger ones', async () => {
  const url = await testDatabase()
  const env = await freshEnv({ DATABASE_URL: url, RETENTION_DAYS: '30' })
  const app = await startApp(env)
  const worker = app.startWorker()
  const old = await submitRequest(app.local, 'pressure_test', { stimulus: TEXT('Oldanary'), ...SMALL })
  const young = await submitRequest(app.local, 'pressure_test', { stimulus: TEXT('Younganary'), ...SMALL })
  for (const { run_id } of [old, young]) {
    await app.until(run_id)
    await runIn(app, ['runs', 'report', run_id])
  }
  await worker.stop()
  await query(url, `update run set created_at = now() - interval '31 days' where id = $1`, [old.run_id])
  await query(url, `update run set created_at = now() - interval '29 days' where id = $1`, [young.run_id])
  const elsewhere = await freshEnv({ DATABASE_URL: url })
  const reports = join(elsewhere.PRESSURE_TEST_HOME ?? '', 'reports')
  await mkdir(reports, { recursive: true })
  await writeFile(join(reports, `${old.run_id}.html`), 'Oldanary')
  await writeFile(
    join(reports, 'report_mira_20261101_101500.html'),
    `Oldanary <dt dir="auto">Run</dt><dd dir="auto">${old.run_id}</dd>`,
  )
  // An agent may say the id of any run.
  const said = `${old.run_id} &lt;dt dir="auto">Run&lt;/dt> <dt dir="auto">Run</dt><dd dir="auto">${young.run_id}</dd>`
  await writeFile(join(reports, 'report_other_20261101_101500.html'), said)
  await writeFile(join(reports, 'notes.html'), 'of somebody else')

  startWorkerIn(app)
  const places = { url, folder: env.HOME ?? '' }
  while ((await findEverywhere('Oldanary', places)).length > 0) await sleep(50)
  expect((await findEverywhere('Younganary', places)).length).toBeGreaterThan(2)
  startWorkerIn(await startApp(elsewhere))
  while ((await readdir(reports)).length > 2) await sleep(50)
  expect(await readdir(reports)).toEqual(['notes.html', 'report_other_20261101_101500.html'])
  const log = await query(url, `select actor, origin from security_event where target = $1`, [old.run_id])
  expect(log).toEqual([{ actor: 'system', origin: 'RETENTION_DAYS=30' }])
})

it('an upload goes with the run that was read from it, with its workspace, and after a day', async () => {
  const app = await startApp(await freshEnv())
  const url = app.env.DATABASE_URL ?? ''
  const uploads = () => query<{ name: string }>(url, 'select name from upload order by name')
  const keep = async (name: string) => (await keepUpload(app.local, { name, bytes: Buffer.from(TEXT(name)) })).upload
  const request = { attachments: [{ upload: await keep('read.md') }], ...SMALL }
  const { run_id } = await submitRequest(app.local, 'pressure_test', request)
  await keep('young.md')
  await keep('old.md')
  let exported = ''
  for await (const text of await exportWorkspace(app.local)) exported += text
  expect(exported).toContain('"name":"young.md"')

  await deleteRun(app.local, { run_id })
  expect(await uploads()).toEqual([{ name: 'old.md' }, { name: 'young.md' }])
  await query(url, `update upload set created_at = now() - interval '25 hours' where name = 'old.md'`)
  startWorkerIn(app)
  await expect.poll(uploads, { timeout: 20_000 }).toEqual([{ name: 'young.md' }])
  await deleteWorkspace(app.local)
  expect(await uploads()).toEqual([])
})

it('old messages without a run and rate limits that hold nobody up are deleted, whatever is kept of runs', async () => {
  const url = await testDatabase()
  const app = await startApp(await freshEnv({ DATABASE_URL: url }))
  const run_id = await app.submit()
  const add = (dedupe_key: string, status: string, days: number, of: string | null = null) =>
    query(
      url,
      `insert into outbox (workspace_id, run_id, topic, dedupe_key, payload, status, created_at, delivered_at)
       select id, $4::uuid, 'slack', $1, '{}', $2, at, at from workspace, (select now() - make_interval(days => $3::int) as at) as sent
        where slug = 'local'`,
      [dedupe_key, status, days, of],
    )
  await add('desk:old', 'done', 31)
  await add('digest:old', 'dead', 31)
  await add('notice:young', 'done', 29)
  await add('notice:due', 'due', 31)
  await add('welcome', 'done', 31)
  await add('run', 'done', 31, run_id)
  await query(url, `insert into slack_pace values ('old', now() - interval '25 h'), ('young', now() - interval '23 h')`)
  startWorkerIn(app)
  const kept = async () => (await query<{ key: string }>(url, 'select key from slack_pace')).map(({ key }) => key)
  await expect.poll(kept, { timeout: 20_000 }).toEqual(['young'])
  const left = await query<{ dedupe_key: string }>(url, 'select dedupe_key from outbox order by dedupe_key')
  expect(left.map(({ dedupe_key }) => dedupe_key)).toEqual(['notice:due', 'notice:young', 'run', 'welcome'])
})

it('the command line asks before it deletes, and writes exports that only their owner reads', async () => {
  const app = await startApp(await freshEnv({ DATABASE_URL: await testDatabase() }))
  const worker = app.startWorker()
  const run_id = await app.submit({ personas: 3 })
  await app.until(run_id)
  await worker.stop()
  const refused = await runIn(app, ['runs', 'delete', run_id])
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/cannot be undone; add --yes/) })
  const file = join(app.config.home, 'export.ndjson')
  await mkdir(app.config.home, { recursive: true })
  expect((await runIn(app, ['workspace', 'export', file])).code).toBe(0)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await runIn(app, ['runs', 'delete', run_id, '--yes'])).toMatchObject({
    code: 0,
    stdout: `Deleted: ${run_id}.\n`,
  })
  expect((await runIn(app, ['runs', 'show', run_id])).code).not.toBe(0)
  expect(await runIn(app, ['workspace', 'delete', '--yes'])).toMatchObject({ code: 0 })
})

it('an export shows one moment, and nobody waits for whoever reads it', async () => {
  const app = await startApp(await freshEnv({ DATABASE_URL: await testDatabase() }))
  const url = app.env.DATABASE_URL ?? ''
  await query(
    url,
    `insert into actor (workspace_id, kind, external_id, display_name)
     select id, 'slack_user', n::text, 'before' from workspace, generate_series(1, 1200) n`,
  )
  const slow = (await exportWorkspace(app.local))[Symbol.asyncIterator]()
  let text = (await slow.next()).value
  await query(
    url,
    `set lock_timeout = '1s'; alter table actor add column more text; update actor set display_name = 'after'`,
  )
  for (let read = await slow.next(); !read.done; read = await slow.next()) text += read.value
  expect(text.match(/"before"/g)).toHaveLength(1_200)
  expect(text).not.toContain('"after"')
  expect(await readdir(app.config.home)).toEqual([])
})

it('an export keeps its file as long as somebody reads, a workspace has one, and the next follows when it is closed', async () => {
  const app = await startApp(await freshEnv({ DATABASE_URL: await testDatabase() }))
  await query(
    app.env.DATABASE_URL ?? '',
    `insert into actor (workspace_id, kind, external_id, display_name)
     select w.id, 'slack_user', n::text, (select string_agg(md5((m * n)::text), '') from generate_series(1, 8000) m)
       from workspace w, generate_series(1, 8) n`,
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const another = () => exportWorkspace(app.local)
  const refused = { code: 'too_many_requests', message: expect.stringContaining('written or read here') }
  const minutes = (n: number) => vi.advanceTimersByTime(n * 60_000)

  const slow = (await another())[Symbol.asyncIterator]()
  let chunks = 0
  for (let read = await slow.next(); !read.done; read = await slow.next()) {
    minutes(4)
    chunks++
    if (chunks === 2) await expect(another()).rejects.toMatchObject(refused)
  }
  expect(chunks).toBeGreaterThan(5)

  const left = (await another())[Symbol.asyncIterator]()
  await left.next()
  await left.return?.()
  const opensAgain = async () => (await another().catch(() => null)) !== null
  await vi.waitUntil(opensAgain, { timeout: 20_000 })
  // Of that one nothing is read.
  await expect(another()).rejects.toMatchObject(refused)
  minutes(6)
  const last = await vi.waitUntil(() => another().catch(() => null))
  for await (const _ of last) break
})

it('an export beside another of the same workspace is refused before it is answered and logged', async () => {
  const app = await startApp(await freshEnv({ DATABASE_URL: await testDatabase() }))
  const url = app.env.DATABASE_URL ?? ''
  const send = await clientOf(await serveApi(app), app.local)
  const holding = new pg.Client({ connectionString: url })
  await holding.connect()
  onTestFinished(() => holding.end())
  await holding.query('begin; lock table upload in access exclusive mode')
  const asked = [send('GET /workspace/export'), send('GET /workspace/export')]
  const refused = await Promise.race(asked)
  expect(refused).toMatchObject({ status: 429, json: { error: { code: 'TOO_MANY_REQUESTS' } } })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(app.store.database.oldestWaitMs()).toBe(0)
  await holding.query('commit')
  expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 429])
  expect(await query(url, `select 1 from security_event where action = 'workspace.exported'`)).toHaveLength(1)
})

it('an export reads large rows a few at a time', async () => {
  const app = await startApp(await freshEnv({ DATABASE_URL: await testDatabase() }))
  const url = app.env.DATABASE_URL ?? ''
  await query(
    url,
    `insert into actor (workspace_id, kind, external_id, display_name)
     select w.id, 'slack_user', n::text, (select string_agg(md5((m * n)::text), '') from generate_series(1, 62500) m)
       from workspace w, generate_series(1, 5) n`,
  )
  const { database } = app.store
  const pages: number[] = []
  const counting = (tx: Tx): Tx => ({
    ...tx,
    $queryRaw: tx.$queryRaw,
    $queryPrepared: async <Row>(...asked: Parameters<Tx['$queryPrepared']>) => {
      const rows = await tx.$queryPrepared<Row>(...asked)
      if (asked[0].name === 'export actor') pages.push(rows.length)
      return rows
    },
  })
  const db: Database = {
    ...database,
    inWorkspace: (of, work, how) => database.inWorkspace(of, (tx) => work(counting(tx)), how),
  }
  const file = await app.local.files.temporary()
  await createWorkspaceExport(db).write(app.local.actor, file)
  expect((await file.stat()).size).toBeGreaterThan(10_000_000)
  expect(pages).toEqual([3, 2, 1])
  await file.close()
})

it('the command line works in a named workspace, and makes none by that', async () => {
  const app = await startApp(await freshEnv({ DATABASE_URL: await testDatabase() }))
  const file = join(app.config.home, 'acme.ndjson')
  await mkdir(app.config.home, { recursive: true })
  const there = ['--workspace', 'acme']
  for (const command of [['export', file], ['delete', '--yes'], ['log']])
    expect(await runIn(app, ['workspace', ...command, ...there])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no workspace "acme" here'),
    })
  await runIn(app, ['token', 'create', '--name', 'CI', ...there])
  expect(await runIn(app, ['workspace', 'export', file, ...there])).toMatchObject({ code: 0 })
  expect(await readFile(file, 'utf8')).toContain('"table":"api_token"')
  expect((await runIn(app, ['workspace', 'log', ...there])).stdout).toContain('workspace.exported')
  expect(await runIn(app, ['workspace', 'delete', '--yes', ...there])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/The security log stays: pressure-test workspace log --all\n$/),
  })
  expect((await runIn(app, ['workspace', 'log', '--all'])).stdout).toContain('workspace.deleted')
  const left = await query<{ slug: string }>(app.env.DATABASE_URL ?? '', 'select slug from workspace')
  expect(left.map(({ slug }) => slug)).toEqual(['local'])
})

it('what the security log cannot take is not done', async () => {
  const url = await testDatabase()
  const app = await startApp({ DATABASE_URL: url })
  const ctx: Context = { ...app.local, webhooks: { ...app.local.webhooks, refuse: async () => null } }
  const { token_id } = await createToken(ctx, { name: 'ci' })
  const project = { name: 'havn', settings: { budget_usd: 5 } }
  await createProject(ctx, project)
  await deleteProject(ctx, { name: 'havn' })
  const run_id = await app.submit()
  const log = await query<{ action: string }>(url, 'select action from security_event order by at')
  expect(log.map(({ action }) => action)).toEqual(['token.created', 'project_budget.set', 'project.deleted'])
  await query(url, 'alter table security_event add constraint full_of_it check (false) not valid')
  for (const act of [
    () => createToken(ctx, { name: 'another' }),
    () => revokeToken(ctx, { token_id }),
    () => createWebhook(ctx, { url: 'https://example.com/' }),
    () => createProject(ctx, project),
    () => setBudgets(ctx, { monthly_usd: 3 }),
    () => setBudgets(ctx, { confirm_above_usd: 3 }),
    () => nameLeads(ctx, { by: ADMIN, users: [ADMIN] }),
    () => app.store.reviews.decide(auditActor(ctx), run_id, 'd1', { decision: 'approved', reason: null, by: ADMIN }),
  ])
    await expect(act(), String(act)).rejects.toThrow(/full_of_it/)
  expect(await query(url, 'select name, revoked_at from api_token')).toEqual([{ name: 'ci', revoked_at: null }])
  for (const table of ['webhook', 'project', 'slack_workspace', 'slack_user', 'agent_decision'])
    expect(await query(url, `select from ${table}`), table).toEqual([])
  expect(await query(url, 'select from workspace where own_month_budget_usd is not null')).toEqual([])
})

it('nobody changes the security log, whoever owns it', async () => {
  const url = await testDatabase()
  const app = await startApp({ DATABASE_URL: url })
  await createToken(app.local, { name: 'ci' })
  for (const change of [
    'update security_event set actor = null',
    'delete from security_event',
    'truncate security_event',
  ])
    await expect(query(url, change)).rejects.toThrow(/append-only/)
  const [row] = await query<{ action: string }>(url, 'select action from security_event')
  expect(row?.action).toBe('token.created')
})

import { expect, it } from 'vitest'
import { exportPersonaSet, getPersonaSet } from '../../src/service/personas/persona-sets.js'
import { clientOf, serveApi } from '../support/api.js'
import { OAT_DRINK, startApp, startWorkerIn, submitRequest, type TestApp } from '../support/app.js'
import { findEverywhere } from '../support/canary.js'
import { runIn } from '../support/cli.js'
import { query, testDatabase } from '../support/database.js'
import { freshEnv } from '../support/processes.js'

/** Two of one kind, so that the first one's sentence is the source of it in people who stand for the other. */
const WARDS = {
  name: 'wards.md',
  text: `## Interview 1: Night nurse, geriatrics

My son has coeliacanary disease, so I never eat in the canteen. I read every plan on the bus before I sign it.

## Interview 2: Night nurse, surgery

I swap a shift by telephone because the list is always out of date. I want to know who agreed to what.

## Interview 3: Head of planning

I write the plan on Sundays and I have to change it on Mondays. I fear every message that begins with “sorry”.
`,
}
const OFFICE = {
  name: 'office.md',
  text: `## Interview 1: Clerk

I enter each change twice, which costs me an hour a day. I would rather go home at four.
`,
}

async function scene() {
  const url = await testDatabase()
  const env = await freshEnv({ DATABASE_URL: url })
  const app = await startApp(env)
  startWorkerIn(app)
  const base = await serveApi(app)
  const send = await clientOf(base, app.local)
  const places = { url, folder: env.HOME ?? '' }
  return { app, url, base, send, canary: () => findEverywhere('coeliacanary', places) }
}

async function generate(
  app: TestApp,
  files: readonly { name: string; text: string }[],
  name = 'wards',
): Promise<string> {
  const read = files.map((file) => ({ name: file.name, bytes: Buffer.from(file.text) }))
  const { run_id } = await submitRequest(app.local, 'persona_generation', { name, files: read, count: 5 })
  expect((await app.until(run_id)).error).toBeNull()
  return run_id
}

const inSet = async (app: TestApp, set: string, words: string) => {
  const { passages, personas } = await getPersonaSet(app.local, { set })
  const holding = (text: unknown) => JSON.stringify(text).includes(words)
  return { passages: passages.filter(holding), personas: personas.filter(holding) }
}

const standsForHer = ({ own_words }: { readonly own_words: readonly string[] }): boolean =>
  own_words.join().includes('coeliacanary')

it('deleting a person says which words of the respondent stay, and where', async () => {
  const { app, send } = await scene()
  await generate(app, [WARDS])
  const { personas, passages } = await inSet(app, 'wards', 'coeliacanary')
  const [gone] = personas.filter(standsForHer).map(({ id }) => id)
  const others = personas.map(({ id }) => id).filter((id) => id !== gone)
  expect(others.length).toBeGreaterThan(1)
  const { json } = await send(`DELETE /personas/${gone}?set=wards`)
  const stays = [{ respondent: 'd1-r1', passages: passages.map(({ passage_id }) => passage_id), personas: others }]
  expect(json).toMatchObject({ set: 'wards', stays })
  expect((await inSet(app, 'wards', 'coeliacanary')).personas.map(({ id }) => id)).toEqual(others)

  const uninvolved = (await getPersonaSet(app.local, { set: 'wards' })).personas.find(({ id }) => !others.includes(id))
  const planner = await send(`DELETE /personas/${uninvolved?.id}?set=wards`)
  expect(JSON.stringify(planner.json.stays)).not.toContain('d1-r1')
  const [again] = (await inSet(app, 'wards', 'coeliacanary')).personas.filter(standsForHer)
  const said = await runIn(app, ['personas', 'delete', 'wards', again?.id ?? '', '--yes'])
  expect(said.stdout).toMatch(/What respondent d1-r1 said stays .+ personas delete wards --respondent d1-r1\n/)
})

it('a respondent goes from every version of a set, under whatever number, and from nobody else', async () => {
  const { app, url, send, canary } = await scene()
  const runs = [await generate(app, [WARDS]), await generate(app, [OFFICE, WARDS])]
  const [respondent] = (await inSet(app, 'wards', 'coeliacanary')).passages.map((passage) => passage.respondent)
  expect(respondent).toBe('d2-r1')
  const before = await inSet(app, 'wards', 'coeliacanary')
  const drawn = before.personas.filter((person) => !standsForHer(person))
  expect(drawn.length).toBeGreaterThan(0)
  const copy = await exportPersonaSet(app.local, { set: 'wards' })
  await send('POST /personas/sets', { name: 'copied', document: { ...copy } })
  const request = { stimulus: OAT_DRINK, panel: ['wards'], personas: 3, focus_group: 'off', controls: false } as const
  const used = await submitRequest(app.local, 'pressure_test', { ...request, assay: 'off' })
  await app.until(used.run_id)

  const shown = await runIn(app, ['personas', 'show', 'wards', before.personas[0]?.id ?? ''])
  expect(shown.stdout).toMatch(/Own words of respondent d2-r\d/)
  expect((await send('DELETE /personas/sets/wards/respondents/d9-r9')).status).toBe(404)
  const { json, text } = await send(`DELETE /personas/sets/wards/respondents/${respondent}`)
  const gone = before.personas.filter((person) => !drawn.includes(person)).map(({ id }) => id)
  expect(json, text).toEqual({
    personas: expect.arrayContaining(gone),
    run_ids: expect.arrayContaining(runs),
    drafts: 0,
    also_in: ['copied'],
    used_by: [used.run_id],
  })
  for (const set of ['wards', 'wards@1'])
    expect(await inSet(app, set, 'coeliacanary'), set).toEqual({ passages: [], personas: [] })

  const newest = await getPersonaSet(app.local, { set: 'wards' })
  expect(newest.personas.map(({ id }) => id)).toEqual(
    copy.personas.map(({ id }) => id).filter((id) => !gone.includes(id)),
  )
  const [changed] = newest.personas.filter(({ id }) => id === drawn[0]?.id)
  expect(changed?.sources).toContainEqual({ field: 'archetype', basis: 'assumed', passage_id: null, quote: '' })
  expect(changed?.own_words).toEqual(drawn[0]?.own_words)
  // The number was another one's in the first version.
  expect((await inSet(app, 'wards@1', 'out of date')).passages).toHaveLength(1)
  expect((await inSet(app, 'wards', 'an hour a day')).passages).toHaveLength(1)

  const asked = await runIn(app, ['personas', 'delete', 'copied', '--respondent', 'd2-r1'])
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringMatching(/said \(“My son has coeliacanary/) })
  const both = await runIn(app, ['personas', 'delete', 'copied', 'p1', '--respondent', 'd2-r1', '--yes'])
  expect(both.code).toBe(2)
  const deleted = await runIn(app, ['personas', 'delete', 'copied', '--respondent', 'd2-r1', '--yes'])
  expect(deleted).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Deleted: d2-r1 with p\d.*, 0 runs and 0/) })
  await send(`DELETE /runs/${used.run_id}`)
  expect(await canary()).toEqual([])
  const log = await query(
    url,
    `select target, origin from security_event where action = 'respondent.deleted' order by at`,
  )
  expect(log).toMatchObject([
    { target: 'wards/d2-r1', origin: expect.stringMatching(/^http/) },
    { target: 'copied/d2-r1' },
  ])
})

it('a set of one respondent is empty afterwards, and no panel is drawn from it', async () => {
  const { app, send, canary } = await scene()
  const text = WARDS.text.split('## Interview 2')[0] ?? ''
  await generate(app, [{ name: 'her.md', text }], 'her')
  const { json } = await send('DELETE /personas/sets/her/respondents/d1-r1')
  expect(json.personas).toHaveLength(5)
  expect((await send('GET /personas/sets/her')).json).toMatchObject({ personas: [], passages: [] })
  expect(await canary()).toEqual([])
  const refused = await send('POST /quotes', {
    kind: 'pressure_test',
    request: { stimulus: OAT_DRINK, panel: ['her'] },
  })
  expect(refused.json.error.message).toBe('Nobody is left in the persona set "her"; name another one.')
})

it('a token that may not write takes out nobody', async () => {
  const { app, base } = await scene()
  await generate(app, [WARDS])
  const reader = await clientOf(base, app.local, ['read'])
  const refused = await reader('DELETE /personas/sets/wards/respondents/d1-r1')
  expect(refused.status).toBe(403)
  expect((await inSet(app, 'wards', 'coeliacanary')).passages).toHaveLength(1)
})

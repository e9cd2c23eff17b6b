import { describe, expect, it } from 'vitest'
import { archetypes } from '../../src/data/archetypes.js'
import type { Archetype } from '../../src/domain/personas/persona.js'
import type { PersonaSetDocument } from '../../src/domain/personas/persona-set.js'
import type { Context } from '../../src/service/context.js'
import { importPersonas } from '../../src/service/personas/import-personas.js'
import { getPersonaSet, listPersonaSets } from '../../src/service/personas/persona-sets.js'
import { startApp, startWorkerIn, submitRequest, type TestApp } from '../support/app.js'
import { profileOfArchetype } from '../support/archetype-profile.js'
import { query } from '../support/database.js'

const NOTES = `## Interview 1: Ward manager, surgical ward

I lose two evenings a month to the plan. I am afraid that a machine destroys the peace on my ward. I want a plan that respects who asked first. Before I adopt anything I check whether I can undo it.

## Interview 2: Night nurse, intensive care

I cannot plan a single birthday. I love it when somebody explains a decision. If the app tracked me I would delete it at once.
`
const notes = { name: 'notes.md', bytes: Buffer.from(NOTES) }

async function made(app: TestApp, name = 'clinic', count = 6): Promise<string> {
  const { run_id } = await submitRequest(app.local, 'persona_generation', { name, files: [notes], count })
  const run = await app.until(run_id)
  expect(run.error).toBeNull()
  return run_id
}

const elsewhere = async (app: TestApp): Promise<Context> => ({
  ...app.local,
  actor: await app.store.workspaces.actor({
    workspace: 'other',
    workspace_name: 'Other',
    kind: 'local',
    external_id: 'b',
    display_name: 'B',
  }),
})

describe('saved sets', () => {
  it('are there when their run is completed: listed, shown, in versions, in their own workspace', async () => {
    const app = await startApp()
    startWorkerIn(app)
    const first = await made(app)
    const second = await made(app)
    expect(await listPersonaSets(app.local)).toMatchObject([
      { name: 'clinic', version: 2, size: 6, run_id: second, synthetic: true },
    ])
    expect(await getPersonaSet(app.local, { set: 'clinic@1' })).toMatchObject({ version: 1, run_id: first })
    expect((await getPersonaSet(app.local, { set: 'clinic' })).personas.map(({ id }) => id)).toEqual([
      'p1',
      'p2',
      'p3',
      'p4',
      'p5',
      'p6',
    ])
    const other = await elsewhere(app)
    expect(await listPersonaSets(other)).toEqual([])
    await expect(getPersonaSet(other, { set: 'clinic' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(getPersonaSet(app.local, { set: 'clinic@3' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(getPersonaSet(app.local, { set: "x' or 1=1" })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('come back from an export as they were, and a source that leads nowhere is none', async () => {
    const app = await startApp()
    startWorkerIn(app)
    await made(app)
    const document = await getPersonaSet(app.local, { set: 'clinic' })
    expect(await importPersonas(app.local, { document: JSON.parse(JSON.stringify(document)), name: 'copy' })).toEqual({
      name: 'copy',
      version: 1,
      size: 6,
      contradictions: [],
    })
    const copy = await getPersonaSet(app.local, { set: 'copy' })
    expect(copy.personas).toEqual(document.personas)
    expect(copy.passages).toEqual(document.passages)
    const torn: PersonaSetDocument = { ...document, passages: [] }
    await importPersonas(app.local, { document: torn, name: 'torn' })
    const [member] = (await getPersonaSet(app.local, { set: 'torn' })).personas
    expect(member?.sources.every(({ passage_id }) => passage_id === null)).toBe(true)
    expect(member?.confidence_score).toBe(0)
  })

  it('take profiles of the SUTS specification, and archetypes as profiles', async () => {
    const app = await startApp()
    const {
      name: _,
      age: __,
      variation: ___,
      edge_case: ____,
      context: _____,
      calibration: ______,
      sources: _______,
      ...specified
    } = profileOfArchetype(archetypes()[0] as Archetype)
    expect(
      await importPersonas(app.local, { document: [{ ...specified, last_updated: '2025-11-10' }], name: 'suts' }),
    ).toMatchObject({ size: 1 })
    const [told] = (
      await importPersonas(app.local, { document: [{ ...specified, role: 'Retired buyer', age: 24 }], name: 'odd' })
    ).contradictions
    expect(told).toEqual({ id: 'careful-parent', why: 'retired at 24' })
    const [member] = (await getPersonaSet(app.local, { set: 'suts' })).personas
    expect(member).toMatchObject({ role: specified.role, age: 40 })
    expect(member?.sources).toContainEqual({ field: 'age', basis: 'assumed', passage_id: null, quote: '' })
    expect(member?.sources).toContainEqual({ field: 'values.0', basis: 'given', passage_id: null, quote: '' })
  })

  it.each([
    ['nothing', null],
    ['a text', 'x'],
    ['an empty list', []],
    ['half a profile', [{ id: 'a', role: 'x' }]],
    ['a number out of range', [{ ...profileOfArchetype(archetypes()[1] as Archetype), risk_tolerance: 7 }]],
    ['two of one id', [0, 1].map(() => profileOfArchetype(archetypes()[1] as Archetype))],
  ])('refuse %s in one sentence, and nothing is stored', async (_, document) => {
    const app = await startApp()
    const error = await importPersonas(app.local, { document, name: 'bad' }).catch((reason: Error) => reason)
    expect(error).toMatchObject({ code: 'invalid_input' })
    expect((error as Error).message).not.toMatch(/\n|undefined:/)
    expect(await query(app.database.connectionString, 'select name from persona_set')).toEqual([])
  })

  it('keep nothing of a file that cannot be read', async () => {
    const app = await startApp()
    const bad = { name: 'tool.txt', bytes: Buffer.from([0x7f, 0x45, 0, 0]) }
    await expect(
      submitRequest(app.local, 'persona_generation', { name: 'bad', files: [notes, bad] }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    })
    for (const table of ['run', 'persona', 'persona_set', 'run_step'])
      expect(await query(app.database.connectionString, `select 1 from ${table}`)).toEqual([])
  })

  it('never store what identifies real users', async () => {
    const app = await startApp()
    startWorkerIn(app)
    const rows = Array.from(
      { length: 12 },
      (_, i) => `u-77${i}x,person${i}@firm.example,${i % 2 === 0 ? 'free' : 'team'},${i < 6 ? 'north' : 'south'}`,
    )
    const bytes = Buffer.from(`customer_id,email,plan,region\n${rows.join('\n')}\n`)
    const { run_id } = await submitRequest(app.local, 'persona_generation', {
      name: 'users',
      files: [{ name: 'users.csv', bytes }],
      count: 6,
      diversity: 0.5,
    })
    const run = await app.until(run_id)
    expect(run.error).toBeNull()
    for (const table of ['run', 'run_step', 'result', 'persona', 'persona_set', 'run_event']) {
      const stored = await query<{ row: string }>(
        app.database.connectionString,
        `select to_json(t)::text as row from ${table} t`,
      )
      for (const { row } of stored) expect(row, table).not.toMatch(/@firm\.example|u-77\d/)
    }
    expect(run.result).toMatchObject({
      records: [
        {
          columns: [
            { name: 'customer_id', treatment: 'hashed' },
            { name: 'email', treatment: 'dropped' },
            { treatment: 'axis' },
            { treatment: 'axis' },
          ],
        },
      ],
    })
  })
})

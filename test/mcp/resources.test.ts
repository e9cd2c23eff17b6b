import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { archetypes } from '../../src/data/archetypes.js'
import { createRunEnds } from '../../src/db/run/run-ends.js'
import { createStore } from '../../src/db/store.js'
import { importPersonas } from '../../src/service/personas/import-personas.js'
import { cancelRun } from '../../src/service/run/cancel-run.js'
import { retryRun } from '../../src/service/run/reopen-run.js'
import { startWorkerIn, submitInput } from '../support/app.js'
import { profileOfArchetype } from '../support/archetype-profile.js'
import { connect, inMemory, stranger } from '../support/mcp.js'
import { inWorkspace, sharedApp } from '../support/shared-app.js'

const shared = sharedApp({ works: false })

async function opened() {
  const app = await inWorkspace(shared())
  const client = await connect('v1', inMemory({ context: async () => app.local }))
  return { app, raw: client.raw as ClientV1 }
}

describe('resources', () => {
  it('are runs and their reports, listed, completed by id and read', async () => {
    const { app, raw } = await opened()
    startWorkerIn(app)
    const run_id = await app.submit({ focus_group: 'off', controls: false })
    await app.until(run_id)
    const uri = `pressure-test://runs/${run_id}`
    const { resources } = await raw.listResources()
    expect(resources.map((one) => one.uri)).toEqual(expect.arrayContaining([uri, `${uri}/report`]))
    const { resourceTemplates } = await raw.listResourceTemplates()
    const ref = { type: 'ref/resource' as const, uri: resourceTemplates[0]?.uriTemplate ?? '' }
    const { completion } = await raw.complete({ ref, argument: { name: 'run_id', value: run_id.slice(0, 4) } })
    expect(completion.values).toContain(run_id)
    const [text] = (await raw.readResource({ uri })).contents
    expect(text).toMatchObject({
      mimeType: 'text/plain',
      text: expect.stringMatching(/^Rehearsal, no judgement\. Pressure \d+ of 100, a text-check figure/),
    })
    const result = await raw.callTool({ name: 'get_run', arguments: { run_id } })
    expect(result.content).toContainEqual(
      expect.objectContaining({ type: 'resource_link', uri: `${uri}/report`, mimeType: 'text/html' }),
    )
    const [report] = (await raw.readResource({ uri: `${uri}/report` })).contents
    expect(report).toMatchObject({ mimeType: 'text/html', text: expect.stringMatching(/^<!doctype html>/i) })
  })

  it('notify a subscriber once when a run has ended, and no client that has unsubscribed', async () => {
    const { app, raw } = await opened()
    const told: string[] = []
    raw.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      told.push(params.uri)
    })
    const [first, second] = [await app.submit({ focus_group: 'off' }), await app.submit({ focus_group: 'off' })]
    const uri = (id: string) => `pressure-test://runs/${id}`
    for (const id of [first, second]) await raw.subscribeResource({ uri: uri(id) })
    await raw.unsubscribeResource({ uri: uri(second) })
    startWorkerIn(app)
    await Promise.all([app.until(first), app.until(second)])
    await expect.poll(() => told, { timeout: 10_000 }).toEqual([uri(first)])
  })

  it('notify with one look at a run that has ended, however many sessions and workspaces listen', async () => {
    const app = await inWorkspace(shared())
    const run_id = await app.submit()
    const uri = `pressure-test://runs/${run_id}`
    const { database } = app.store
    let looks = 0
    const counted = <Ask extends (...given: never[]) => unknown>(ask: Ask): Ask =>
      ((...given) => {
        looks++
        return ask(...given)
      }) as Ask
    const store = createStore({
      ...database,
      inWorkspace: counted(database.inWorkspace),
      acrossWorkspaces: counted(database.acrossWorkspaces),
      queryInWorkspace: counted(database.queryInWorkspace),
      queryAcrossWorkspaces: counted(database.queryAcrossWorkspaces),
    })
    const told: string[] = []
    const other = await stranger(app)
    for (const ctx of [app.local, app.local, other, other]) {
      const client = await connect('v1', inMemory({ context: async () => ({ ...ctx, store: store as never }) }))
      const raw = client.raw as ClientV1
      raw.setNotificationHandler(ResourceUpdatedNotificationSchema, () => {
        told.push(ctx.actor.workspace_id)
      })
      await raw.subscribeResource({ uri })
    }
    looks = 0
    await cancelRun(app.local, { run_id })
    const { workspace_id } = app.local.actor
    await expect.poll(() => told, { timeout: 10_000 }).toEqual([workspace_id, workspace_id])
    expect(looks).toBe(1)
  })

  it('notify though the first look fails, and once though the run changes after its end', async () => {
    const app = await inWorkspace(shared())
    const { database } = app.store
    let looks = 0
    const queryAcrossWorkspaces: typeof database.queryAcrossWorkspaces = async (...asked) => {
      if (++looks === 1) throw new Error('The connection is lost.')
      return database.queryAcrossWorkspaces(...asked)
    }
    const ends = createRunEnds({ ...database, queryAcrossWorkspaces })
    const told: string[] = []
    onTestFinished(ends.subscribe(app.local.actor, ({ run_id }) => told.push(run_id)))
    const run_id = await app.submit()
    await cancelRun(app.local, { run_id })
    await expect.poll(() => told, { timeout: 10_000 }).toEqual([run_id])
    database.changes.announce(run_id)
    await expect.poll(() => looks, { timeout: 10_000 }).toBe(3)
    expect(told).toEqual([run_id])
    await retryRun(app.local, { run_id })
    await cancelRun(app.local, { run_id })
    await expect.poll(() => told, { timeout: 10_000 }).toEqual([run_id, run_id])
  })

  it('are followed by a session up to 200 at a time', async () => {
    const { raw } = await opened()
    const uri = (n: number) => `pressure-test://runs/${n}`
    for (let n = 0; n < 200; n++) await raw.subscribeResource({ uri: uri(n) })
    await raw.subscribeResource({ uri: uri(0) })
    await expect(raw.subscribeResource({ uri: uri(200) })).rejects.toThrow(/at most 200 resources; unsubscribe/)
    await raw.unsubscribeResource({ uri: uri(0) })
    await raw.subscribeResource({ uri: uri(200) })
  })

  it('of an unfinished run include no report', async () => {
    const { app, raw } = await opened()
    const run_id = await app.submit()
    await expect(raw.readResource({ uri: `pressure-test://runs/${run_id}/report` })).rejects.toThrow(/queued/)
  })
})

describe('people of saved sets', () => {
  it('are found by set and id within their workspace only', async () => {
    const { app, raw } = await opened()
    startWorkerIn(app)
    const input = { name: 'my-people', archetypes: ['careful-parent'], count: 3 }
    const { run_id } = await submitInput(app.local, 'persona_generation', input)
    await app.until(run_id)
    const ref = { type: 'ref/resource' as const, uri: 'pressure-test://personas/{persona_id}' }
    const complete = async (value: string) =>
      (await raw.complete({ ref, argument: { name: 'persona_id', value } })).completion.values
    expect(await complete('my')).toEqual(['my-people.'])
    const ids = await complete('my-people.')
    expect(ids).toHaveLength(3)
    const uri = `pressure-test://personas/${ids[0]}`
    const [said] = (await raw.readResource({ uri })).contents
    expect(said).toMatchObject({ text: expect.stringContaining('A synthetic person of the set my-people') })
    // What tools say of a person has the address.
    const client = await connect('v2', inMemory({ context: async () => app.local }))
    for (const { reply } of [
      await client.call('list_personas', { set: 'my-people' }),
      await client.call('get_run', { run_id, section: 'people' }),
    ])
      expect(reply.section?.rows.map(({ facts }) => facts.uri)).toContain(uri)
    const foreign = await connect('v1', inMemory({ context: () => stranger(app) }))
    await expect(foreign.raw.readResource({ uri })).rejects.toThrow(/not found/i)
  })
})

describe('a person by its id alone', () => {
  it('is found where one saved set has it, and else is told to be asked for with its set', async () => {
    const { app, raw } = await opened()
    const [parent] = archetypes()
    if (!parent) throw new Error('there are archetypes')
    const person = profileOfArchetype(parent)
    const document = [person]
    await importPersonas(app.local, { name: 'one-set', document })
    const read = (id: string) => raw.readResource({ uri: `pressure-test://personas/${id}` })
    const [alone] = (await read(person.id)).contents
    expect(alone).toMatchObject({ text: expect.stringContaining('of the set one-set') })
    const [withItsSet] = (await read(`one-set.${person.id}`)).contents
    expect(withItsSet).toMatchObject({ text: expect.stringContaining('of the set one-set') })
    await expect(read('nobody')).rejects.toThrow(/not found/i)
    await importPersonas(app.local, { name: 'another-set', document })
    await expect(read(person.id)).rejects.toThrow(/Several sets have a person .* set\.id/)
    expect((await read(`another-set.${person.id}`)).contents).toHaveLength(1)
  })
})

describe('prompts', () => {
  it('tell a model what to call, with the ids there are', async () => {
    const { app, raw } = await opened()
    const run_id = await app.submit()
    const { prompts } = await raw.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['pressure_test_copy', 'review_minority_report'])
    const copy = await raw.getPrompt({ name: 'pressure_test_copy', arguments: { text: 'Buy now', category: 'saas' } })
    expect(JSON.stringify(copy.messages)).toMatch(/run_pressure_test.*saas.*get_minority_report.*Buy now/s)
    const { completion } = await raw.complete({
      ref: { type: 'ref/prompt', name: 'review_minority_report' },
      argument: { name: 'run_id', value: run_id.slice(0, 3) },
    })
    expect(completion.values).toEqual([run_id])
  })
})

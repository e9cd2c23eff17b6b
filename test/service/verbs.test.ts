import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { RunDocument } from '../../src/domain/run-document.js'
import { cancelRun } from '../../src/service/cancel-run.js'
import type { Context } from '../../src/service/context.js'
import { followRun, runEvents } from '../../src/service/follow-run.js'
import { getRun } from '../../src/service/get-run.js'
import { listRuns } from '../../src/service/list-runs.js'
import { resumeRun, retryRun } from '../../src/service/reopen-run.js'
import { submitRun } from '../../src/service/submit-run.js'
import { OAT_DRINK, startApp, startWorkerIn } from '../support/app.js'

const neighbour = async (ctx: Context): Promise<Context> => ({
  ...ctx,
  actor: await ctx.store.workspaces.actor({
    workspace: 'neighbour',
    workspace_name: 'Neighbour',
    kind: 'api_token',
    external_id: 'token',
    display_name: 'Token',
  }),
})

const VERBS: Record<string, (ctx: Context, run_id: string) => Promise<unknown>> = {
  getRun: (ctx, run_id) => getRun(ctx, { run_id }),
  cancelRun: (ctx, run_id) => cancelRun(ctx, { run_id }),
  retryRun: (ctx, run_id) => retryRun(ctx, { run_id }),
  resumeRun: (ctx, run_id) => resumeRun(ctx, { run_id }),
  runEvents: (ctx, run_id) => runEvents(ctx, { run_id }),
  followRun: (ctx, run_id) => followRun(ctx, { run_id }).next(),
}

describe('the verbs', () => {
  it.each(Object.keys(VERBS))(
    '%s answers not_found for a foreign, an unknown and a malformed run id, in the same words',
    async (name) => {
      const app = await startApp()
      const run_id = await app.submit()
      const foreign = await neighbour(app.local)
      for (const id of [run_id, randomUUID(), 'nonsense', "'; drop table run; --"]) {
        await expect(VERBS[name]?.(foreign, id)).rejects.toMatchObject({
          code: 'not_found',
          message: `There is no such run in this workspace: ${id}.`,
        })
      }
      expect((await getRun(app.local, { run_id })).status).toBe('queued')
    },
  )

  it('lists only the runs of the workspace, newest first and page by page', async () => {
    const app = await startApp()
    const ids: string[] = []
    for (let seed = 0; seed < 5; seed++) ids.unshift(await app.submit({ seed }))
    const page = await listRuns(app.local, { limit: 3 })
    const rest = await listRuns(app.local, { limit: 3, before: page.at(-1)?.run_id })
    expect([...page, ...rest].map((run) => run.run_id)).toEqual(ids)
    expect(await listRuns(await neighbour(app.local))).toEqual([])
    await expect(listRuns(app.local, { limit: 0 })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('tells the story of a run in order, and gives the document that the schema describes', async () => {
    const app = await startApp()
    startWorkerIn(app)
    const run_id = await app.submit()
    const events: string[] = []
    const states: string[] = []
    for await (const news of followRun(app.local, { run_id })) {
      states.push(news.run.status)
      events.push(...news.events.map(({ type }) => type))
    }
    expect(states.at(-1)).toBe('completed')
    expect(events.filter((type) => type === 'respondent_answered')).toHaveLength(6)
    expect(events[0]).toBe('stage')
    const document = await getRun(app.local, { run_id })
    expect(RunDocument.parse(document)).toEqual(document)
    expect((await runEvents(app.local, { run_id })).map(({ type }) => type)).toEqual(events)
    expect(await runEvents(app.local, { run_id, after: events.length })).toEqual([])
  })

  it('accepts the same delivery once', async () => {
    const app = await startApp()
    const submission = {
      kind: 'pressure_test' as const,
      input: { stimulus: OAT_DRINK },
      delivery: { source: 'http', key: 'k' },
    }
    const [first, second] = [await submitRun(app.local, submission), await submitRun(app.local, submission)]
    expect(second.run_id).toBe(first.run_id)
    const other = await submitRun(await neighbour(app.local), submission)
    expect(other.run_id).not.toBe(first.run_id)
  })

  it.each([
    [{ stimulus: '' }, 'The proposition is empty; give a text of at least one word.'],
    [{ stimulus: ' \n\t ' }, 'The proposition is empty; give a text of at least one word.'],
    [{ stimulus: 'x'.repeat(20_001) }, 'The proposition is longer than 20,000 characters; shorten it.'],
    [{ stimulus: 'An oat drink', personas: 2 }, 'A panel needs at least 3 synthetic people.'],
    [{ stimulus: 'An oat drink', panel: ['nobody-known'] }, /^Unknown archetype: "nobody-known"\. Known: /],
    [{}, /^stimulus: /],
    [{ stimulus: 'An oat drink', seed: -1 }, /^seed: /],
    [
      { stimulus: 'See https://example.com/landing-page?a=b' },
      /^This is only a link, and the page behind it is not read/,
    ],
    [{ stimulus: '<https://example.com> example.com/pricing' }, /^This is only a link/],
    [{ stimulus: 'Oatly 2.0!' }, /^This is too little to judge\. Send the sentence or the text/],
  ])('refuses %j with one sentence and stores nothing', async (input, sentence) => {
    const app = await startApp()
    const refused = submitRun(app.local, { kind: 'pressure_test', input })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(sentence) })
    expect(await listRuns(app.local)).toEqual([])
  })

  it('refuses a run above its budget before anything is spent', async () => {
    const app = await startApp({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' })
    const refused = submitRun(app.local, {
      kind: 'pressure_test',
      input: { stimulus: OAT_DRINK, personas: 1_000 },
      budget_usd: 0.05,
    })
    await expect(refused).rejects.toMatchObject({
      code: 'budget_exceeded',
      message: expect.stringMatching(/about \$\d/),
    })
    expect(await listRuns(app.local)).toEqual([])
  })

  it('cancels a waiting run at once, leaves an ended one alone, and reopens it on request', async () => {
    const app = await startApp()
    const run_id = await app.submit()
    expect(await cancelRun(app.local, { run_id })).toMatchObject({ status: 'cancelled' })
    expect(await cancelRun(app.local, { run_id })).toMatchObject({ status: 'cancelled' })
    expect(await resumeRun(app.local, { run_id })).toMatchObject({ status: 'cancelled' })
    expect(await retryRun(app.local, { run_id })).toMatchObject({ status: 'queued' })
    await expect(retryRun(app.local, { run_id })).rejects.toMatchObject({ code: 'conflict' })
    startWorkerIn(app)
    expect((await app.until(run_id)).status).toBe('completed')
    await expect(retryRun(app.local, { run_id })).rejects.toMatchObject({ code: 'conflict' })
  })
})

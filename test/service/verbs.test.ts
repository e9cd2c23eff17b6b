import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RunDocument } from '../../src/domain/run/run-document.js'
import type { Context } from '../../src/service/context.js'
import { cancelRun } from '../../src/service/run/cancel-run.js'
import { followRun, runEvents } from '../../src/service/run/follow-run.js'
import { getRun } from '../../src/service/run/get-run.js'
import { listRuns } from '../../src/service/run/list-runs.js'
import { resumeRun, retryRun } from '../../src/service/run/reopen-run.js'
import { OAT_DRINK, startApp, startWorkerIn, submitRequest } from '../support/app.js'

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

const SERVICE = new URL('../../src/service/', import.meta.url)
type Verb = (ctx: Context, input: unknown) => unknown
type Found = { readonly verb: Verb; readonly alone: boolean }

/** What stands in the parentheses that open at `start`. */
function parenthesised(source: string, start: number): string {
  let depth = 0
  for (let at = start; at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')' && --depth === 0) return source.slice(start, at)
  }
  throw new Error('a parenthesis is not closed')
}

/** The parameters with the types of the same file that they name. */
function spelledOut(source: string, text: string, seen = new Set<string>()): string {
  const named = [...text.matchAll(/\b[A-Z]\w+/g)].map(([name]) => name).filter((name) => !seen.has(name))
  const types = named.map((name) => {
    seen.add(name)
    const type = new RegExp(`^(?:export )?(?:const|type|interface) ${name}\\b[^]*?\\n(?=\\n|export )`, 'm').exec(
      source,
    )?.[0]
    return type ? spelledOut(source, type, seen) : ''
  })
  return [text, ...types].join('\n')
}

/** Every verb of the folder whose parameters have a `run_id`, by name; `alone` where that is the second parameter itself. */
async function verbsOnRuns(): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  for (const file of readdirSync(SERVICE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )) {
    const source = readFileSync(new URL(file, SERVICE), 'utf8')
    for (const match of source.matchAll(
      /^export (?:async )?(?:function\*?|const) (\w+)(?:<[^(]*>)?(?: = (?:async )?)?\(/gm,
    )) {
      const [head, name = ''] = match
      const parameters = parenthesised(source, match.index + head.length - 1)
      if (!/^\(\s*ctx: /.test(parameters) || !/\brun_id\b/.test(spelledOut(source, parameters))) continue
      const module = (await import(new URL(file, SERVICE).href)) as Record<string, Verb>
      const verb = module[name]
      if (verb) found.set(name, { verb, alone: /^\(\s*ctx: \w+,\s*run_id\b/.test(parameters) })
    }
  }
  return found
}

/** What verbs want beside the id of a run. */
const BESIDE: Record<string, object> = {
  requireReach: { user_id: 'U1', channel_id: null },
  actOnMinorityReport: { view_id: null, action: 'acknowledged', by: 'U1', delivery: 'd1' },
  decideOnAgent: { decision: 'approved', by: 'U1', delivery: 'd1' },
  markConversations: { marks: [] },
  recordReport: { url: 'https://example.com' },
  openReport: { key: 'k' },
  resolveQuestion: { persona: 'p', question: 'Why?' },
  voteOnSection: { section: 'analysis', vote: 'up', by: 'U1' },
}
/** Verbs in another form than `(ctx, run_id)` and `(ctx, { run_id, … })`. */
const comparing = (id: string) => ({ propositions: [{ run_id: id }, { name: 'b', stimulus: OAT_DRINK }] })
const FORMS: Record<string, (id: string) => unknown> = { resolveComparison: comparing }
/** Their callers hold a run that was looked up, so they find nothing; `test/db` proves that tables are closed to others. */
const FIND_NOTHING: Record<string, unknown> = {
  readDissent: [],
  readDecision: null,
  readMarks: [],
  recordReport: undefined,
  originOf: null,
  messageOf: null,
}
/** They take a result, or a message, of a run that was looked up, or hear of every run of their workspace. */
const TAKE_MORE_THAN_AN_ID = ['currentTrust', 'unkeptMarks', 'sendRunNotice', 'isAssignedTo', 'watchEndedRuns']

describe('the verbs', () => {
  it('that take the id of a run answer not_found for a foreign, an unknown and a malformed one', async () => {
    const app = await startApp()
    const run_id = await app.submit()
    const foreign = await neighbour(app.local)
    const before = await getRun(app.local, { run_id })
    const verbs = await verbsOnRuns()
    const expected = (name: string, id: string): unknown => {
      if (name === 'openReport') return { message: expect.stringMatching(/^This link does not open a report: /) }
      return { code: 'not_found', message: `There is no such run in this workspace: ${id}.` }
    }
    expect([...verbs.keys()]).toEqual(expect.arrayContaining(['getRun', 'followRun', 'exportRun', 'resolveComparison']))
    for (const name of [...Object.keys({ ...BESIDE, ...FORMS, ...FIND_NOTHING }), ...TAKE_MORE_THAN_AN_ID])
      expect(verbs.has(name), `there is a verb ${name}`).toBe(true)

    for (const [name, { verb, alone }] of verbs) {
      if (TAKE_MORE_THAN_AN_ID.includes(name)) continue
      const outcome = async (id: string): Promise<unknown> => {
        const said = verb(foreign, FORMS[name]?.(id) ?? (alone ? id : { run_id: id, ...BESIDE[name] }))
        return said && typeof said === 'object' && 'next' in said ? (said as AsyncGenerator).next() : said
      }
      if (name in FIND_NOTHING) {
        for (const id of [run_id, randomUUID()]) expect(await outcome(id), name).toEqual(FIND_NOTHING[name])
        continue
      }
      for (const id of [run_id, randomUUID(), 'nonsense', "'; drop table run; --"])
        await expect(outcome(id), `${name} of ${id}`).rejects.toMatchObject(expected(name, id) as object)
    }
    expect(await getRun(app.local, { run_id })).toEqual(before)
  })

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
    const submit = (ctx: Context) =>
      submitRequest(ctx, 'pressure_test', { stimulus: OAT_DRINK }, { delivery: { source: 'http', key: 'k' } })
    const [first, second] = [await submit(app.local), await submit(app.local)]
    expect(second.run_id).toBe(first.run_id)
    const other = await submit(await neighbour(app.local))
    expect(other.run_id).not.toBe(first.run_id)
  })

  it('refuse with one sentence and store nothing', async () => {
    const app = await startApp()
    const refusals: [Record<string, unknown>, string | RegExp][] = [
      [{ stimulus: '' }, 'The proposition is empty; give a text of at least one word.'],
      [{ stimulus: ' \n\t ' }, 'The proposition is empty; give a text of at least one word.'],
      [{ stimulus: 'x'.repeat(20_001) }, 'The proposition is longer than 20,000 characters; shorten it.'],
      [{ stimulus: 'An oat drink', personas: 2 }, 'A panel needs at least 3 synthetic people.'],
      [{ stimulus: 'An oat drink', panel: ['nobody-known'] }, /^Unknown archetype: "nobody-known"\. Known: /],
      [{}, /^stimulus: /],
      [{ stimulus: 'An oat drink', seed: -1 }, /^A seed is a whole number/],
      [
        { stimulus: 'See http://127.0.0.1:9/landing-page?a=b' },
        /^127\.0\.0\.1 cannot be read: .*its address is not public/,
      ],
      [{ stimulus: '<http://127.0.0.1:9> example.com/pricing' }, /^127\.0\.0\.1 cannot be read: /],
      [{ stimulus: 'See havn.invalid.example.com/landing-page' }, /^havn\.\S+ cannot be read: /],
      [{ stimulus: 'Please look at havn.invalid.example.com/3xYzAbC, thanks' }, /^havn\.\S+ cannot be read: /],
      [{ stimulus: '[our page](http://127.0.0.1:9/a)' }, /^127\.0\.0\.1 cannot be read: /],
      [{ stimulus: 'Oatly 2.0!' }, /^This is too little to judge\. Send the sentence or the text/],
    ]
    for (const [input, sentence] of refusals) {
      const refused = submitRequest(app.local, 'pressure_test', input)
      await expect(refused, JSON.stringify(input)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(sentence),
      })
    }
    expect(await listRuns(app.local)).toEqual([])
  })

  it('refuses a run above its budget before anything is spent', async () => {
    const app = await startApp({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' })
    const request = { stimulus: OAT_DRINK, personas: 1_000 }
    const refused = submitRequest(app.local, 'pressure_test', request, { budget_usd: 0.05 })
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
    const late = [{ budget_usd: 7 }, { fallback: 'offline' }] as const
    for (const change of late)
      await expect(resumeRun(app.local, { run_id, ...change })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/^The run is cancelled; .* pressure-test runs retry/),
      })
    expect(await retryRun(app.local, { run_id })).toMatchObject({ status: 'queued' })
    await expect(retryRun(app.local, { run_id })).rejects.toMatchObject({ code: 'conflict' })
    // After its worker was killed a run still counts as running: whoever resumes it means the budget they give.
    expect(await resumeRun(app.local, { run_id, budget_usd: 7 })).toMatchObject({ status: 'queued', budget_usd: 7 })
    const withFallback = resumeRun(app.local, { run_id, fallback: 'offline' })
    await expect(withFallback).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('queued') })
    startWorkerIn(app)
    expect((await app.until(run_id)).status).toBe('completed')
    await expect(retryRun(app.local, { run_id })).rejects.toMatchObject({ code: 'conflict' })
    await expect(resumeRun(app.local, { run_id, budget_usd: 9 })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^The run is completed; it spends nothing any more/),
    })
  })
})

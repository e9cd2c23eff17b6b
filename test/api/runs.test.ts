import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createToken } from '../../src/service/workspace/tokens.js'
import { type ApiAnswer, type ApiClient, clientOf, serveApi, SMALL_TEST as TEST } from '../support/api.js'
import { startApp, startWorkerIn, type TestApp } from '../support/app.js'
import { stranger } from '../support/mcp.js'

async function served(app?: TestApp) {
  const own = app ?? (await startApp())
  const url = await serveApi(own)
  return { app: own, url, send: await clientOf(url, own.local), foreign: await clientOf(url, await stranger(own)) }
}

type SentEvent = { id: string | undefined; event: string | undefined; data: { seq?: number; status?: string } }

/** The events of an answer that has ended. */
const eventsOf = ({ text }: ApiAnswer): SentEvent[] =>
  text
    .split('\n\n')
    .filter((frame) => frame.includes('data: '))
    .map((frame) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
      return { id: field('id'), event: field('event'), data: JSON.parse(field('data') ?? '') }
    })

describe('runs over HTTP', () => {
  it('are priced, started, followed at any process, read and listed', async () => {
    const { app, send } = await served()
    const quote = await send('POST /quotes', TEST)
    expect(quote).toMatchObject({ status: 200, json: { model: { mode: 'offline' }, cost_usd: { middle: 0 } } })
    const text =
      'I lose two evenings a month to the plan. I am afraid that a machine destroys the peace on my ward. I want a plan that respects who asked first. Write to mara.holm@example.org.'
    const files = [{ name: 'notes.md', text }]
    const research = { kind: 'persona_generation', request: { name: 'nurses', files, count: 3 } }
    const notes = (await send('POST /quotes', research)).json.notes
    expect(notes).toContainEqual(expect.stringMatching(/^Read notes\.md\. Taken out .*e-mail 1×/))
    expect((await send('GET /runs')).json).toEqual({ runs: [], next_cursor: null })
    const started = await send('POST /runs', TEST)
    expect(started).toMatchObject({ status: 201, json: { kind: 'pressure_test', result: null } })
    const { run_id } = started.json
    expect(started.headers.get('location')).toBe(`/runs/${run_id}`)

    // It is followed from before its beginning to its end.
    const following = send(`GET /runs/${run_id}/events`)
    startWorkerIn(app)
    const all = eventsOf(await following)
    expect(all.at(-1)).toMatchObject({ event: 'end', data: { run_id, status: 'completed', error: null } })
    const numbered = all.filter(({ data }) => data.seq !== undefined)
    expect(numbered.map(({ id }) => id)).toEqual(numbered.map((_, index) => String(index + 1)))
    expect(numbered.map(({ event }) => event)).toContain('respondent_answered')

    const other = await served(await startApp(app.env))
    const [, second, ...later] = numbered
    const rest = await other.send(`GET /runs/${run_id}/events`, undefined, { 'last-event-id': second?.id ?? '' })
    expect(rest.headers.get('content-type')).toBe('text/event-stream')
    expect(eventsOf(rest).slice(0, -1)).toEqual(later)
    const last = { 'last-event-id': all.at(-1)?.id ?? '' }
    expect(await other.send(`GET /runs/${run_id}/events`, undefined, last)).toMatchObject({ status: 204, text: '' })
    expect((await send(`GET /runs/${run_id}/events`, undefined, { 'last-event-id': 'x' })).status).toBe(400)

    const done = await send(`GET /runs/${run_id}`)
    expect(done.json).toMatchObject({ status: 'completed', result: { judged: true }, trust: { light: 'rehearsal' } })
    expect((await fetch(done.json.report_url)).status).toBe(200)
    const etag = done.headers.get('etag') ?? ''
    expect(await other.send(`GET /runs/${run_id}`, undefined, { 'if-none-match': etag })).toMatchObject({ status: 304 })
    expect((await send(`GET /runs/${run_id}`, undefined, { 'if-none-match': 'W/"other"' })).status).toBe(200)
    expect((await send('GET /runs')).json.runs).toMatchObject([{ run_id, status: 'completed', rehearsal: true }])
    expect((await send(`GET /runs/${run_id}/export`)).json).toMatchObject({ run: { run_id } })
    expect((await send(`POST /runs/${run_id}/retry`)).json.error.code).toBe('CONFLICT')
    expect((await send(`POST /runs/${run_id}/resume`)).json.status).toBe('completed')
  })

  it('are started once for an Idempotency-Key, which stands for one request', async () => {
    const { send, foreign } = await served()
    const key = { 'idempotency-key': randomUUID() }
    const both = await Promise.all([send('POST /runs', TEST, key), send('POST /runs', TEST, key)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(both[0]?.json.run_id).toBe(both[1]?.json.run_id)
    expect(await send('POST /runs', { ...TEST, budget_usd: 1 }, key)).toMatchObject({
      status: 409,
      json: {
        error: { code: 'CONFLICT', message: expect.stringMatching(/^This idempotency key belongs to another request/) },
      },
    })
    expect((await foreign('POST /runs', TEST, key)).status).toBe(201)
    expect((await send('POST /runs', TEST, { 'idempotency-key': 'x y' })).status).toBe(400)
    expect((await send('GET /runs')).json.runs).toHaveLength(1)
    const [run] = both
    expect((await send(`POST /runs/${run?.json.run_id}/cancel`)).json.status).toBe('cancelled')
  })

  it('are listed page by page, the same while others come', async () => {
    const { app, send } = await served()
    for (let n = 0; n < 5; n++) await app.submit()
    const whole = (await send('GET /runs')).json.runs.map(({ run_id }: { run_id: string }) => run_id)
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json } = await send(`GET /runs?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...json.runs.map(({ run_id }: { run_id: string }) => run_id))
      cursor = json.next_cursor
      await app.submit()
    }
    expect(seen).toEqual(whole)
    expect((await send('GET /runs?kind=ask')).json.runs).toEqual([])
    expect((await send('GET /runs?cursor=nonsense')).status).toBe(400)
  })

  it('show their results to a token that may read, whatever else it does with them', async () => {
    const { app, url, send } = await served()
    const key = { 'idempotency-key': 'one' }
    const { run_id } = (await send('POST /runs', TEST, key)).json
    startWorkerIn(app)
    await app.until(run_id)
    const calls: Parameters<ApiClient>[] = [
      ...['cancel', 'pause', 'resume'].map((verb): Parameters<ApiClient> => [`POST /runs/${run_id}/${verb}`, {}]),
      ['POST /runs', TEST, key],
    ]
    const blind = await clientOf(url, app.local, ['write', 'spend'])
    for (const call of calls)
      expect(await blind(...call), call[0]).toMatchObject({
        status: 200,
        json: { run_id, status: 'completed', result: null, trust: null, report_url: null },
      })
    for (const call of calls)
      expect(await send(...call), call[0]).toMatchObject({
        status: 200,
        json: { run_id, result: { judged: true }, report_url: expect.stringContaining('/reports/') },
      })
  })

  it('have no more than so many readers at once', async () => {
    const { app, url, send, foreign } = await served()
    const run_id = await app.submit()
    const { token } = await createToken(app.local, { name: 'reader' })
    // Whoever asks for the headers alone reads nothing.
    for (let n = 0; n < 60; n++)
      expect(await send(`HEAD /runs/${run_id}/events`)).toMatchObject({ status: 200, text: '' })
    const leave = new AbortController()
    const streams = await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(`${url}/runs/${run_id}/events`, { headers: { authorization: `Bearer ${token}` }, signal: leave.signal }),
      ),
    )
    expect(streams.every(({ status }) => status === 200)).toBe(true)
    const refused = await send(`GET /runs/${run_id}/events`)
    expect(refused).toMatchObject({ status: 429, json: { error: { code: 'TOO_MANY_REQUESTS' } } })
    expect(refused.headers.get('retry-after')).not.toBeNull()
    expect((await foreign(`GET /runs/${run_id}/events`)).status).toBe(404)
    leave.abort()
    await send(`POST /runs/${run_id}/cancel`)
    await expect.poll(async () => (await send(`GET /runs/${run_id}/events`)).status, { timeout: 60_000 }).toBe(200)
  })
})

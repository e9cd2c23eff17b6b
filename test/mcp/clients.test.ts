import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { OAT_DRINK, startApp, startWorkerIn } from '../support/app.js'
import { testDatabase } from '../support/database.js'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { CLIENTS, connect, overHttp, overStdio, type Progressed, serveMcpIn, tokenOf } from '../support/mcp.js'
import { type Env, freshEnv } from '../support/processes.js'

const TOOLS = [
  'run_pressure_test',
  'run_focus_group',
  'evaluate_agent',
  'simulate_users',
  'compare_runs',
  'generate_personas',
  'list_personas',
  'ask_persona',
  'get_run',
  'get_minority_report',
  'list_runs',
  'cancel_run',
  'record_outcome',
]

/** The sentence encoder works in a process of the MCP server in `processes.test.ts`. */
const machine = async (): Promise<Env> =>
  freshEnv({ ...(await fakeEmbeddings()), DATABASE_URL: await testDatabase(), LOG_LEVEL: 'silent' })

const surfaces = {
  stdio: async () => overStdio(await machine()),
  http: async () => {
    const app = await startApp()
    startWorkerIn(app)
    return overHttp(await serveMcpIn(app), await tokenOf(app.local))
  },
}

describe.each(Object.keys(surfaces) as (keyof typeof surfaces)[])('over %s', (surface) => {
  describe.each(CLIENTS)('a %s client', (which) => {
    it('lists the tools, runs a test to its end with progress, reads it again, and cancels another', async () => {
      const client = await connect(which, await surfaces[surface]())
      const { tools } = await client.raw.listTools()
      expect(tools.map(({ name }) => name)).toEqual(TOOLS)
      const heard: Progressed[] = []
      const { reply, text } = await client.call(
        'run_pressure_test',
        { proposition: OAT_DRINK, focus_group: 'quick' },
        { onprogress: (one) => heard.push(one), timeout: 50_000 },
      )
      expect(reply).toMatchObject({ status: 'completed', kind: 'pressure_test', next: { tool: 'get_minority_report' } })
      expect(text).toContain(`Run id: ${reply.run_id}`)
      expect(heard.length).toBeGreaterThan(0)
      const figures = heard.map(({ progress }) => progress)
      expect(figures).toEqual([...figures].sort((a, b) => a - b))
      const again = await client.call('get_run', { run_id: reply.run_id })
      expect(again.reply.summary).toEqual(reply.summary)
      const listed = await client.call('list_runs')
      expect(listed.reply.section?.rows[0]?.facts.run_id).toBe(reply.run_id)

      const long = { proposition: OAT_DRINK, personas: 40, stability: 4, wait_seconds: 0 }
      const { run_id, next } = (await client.call('run_pressure_test', long)).reply
      expect(next).toMatchObject({ tool: 'get_run', arguments: { run_id } })
      await client.call('cancel_run', { run_id })
      await expect
        .poll(async () => (await client.call('get_run', { run_id, wait_seconds: 2 })).reply.status, { timeout: 60_000 })
        .toBe('cancelled')
    })
  })
})

describe('a client that stops waiting', () => {
  /** Every call to the model takes this long: a run of six takes several times as much. */
  const SLOW_MS = 700

  it.each(CLIENTS)('does not end its run: get_run of a %s client returns it later', async (which) => {
    const api = await fakeMessagesApi({ latencyMs: SLOW_MS })
    onTestFinished(() => api.close())
    const env = { ...(await machine()), ANTHROPIC_BASE_URL: api.url, MCP_CONFIRM_ABOVE_USD: '5' }
    const client = await connect(which, overStdio(env))
    expect((await client.call('list_runs')).reply.section?.rows).toEqual([])
    const given = { proposition: OAT_DRINK, idempotency_key: 'one order' }
    const patience = new AbortController()
    const waiting = client.call('run_pressure_test', given, { signal: patience.signal })
    const gaveUp = expect(waiting).rejects.toBeDefined()
    await expect.poll(() => api.stats().requests, { timeout: 60_000 }).toBeGreaterThan(0)
    patience.abort(new Error('given up'))
    await gaveUp
    const { reply } = await client.call('list_runs')
    const run_id = reply.section?.rows[0]?.facts.run_id
    expect(reply.section?.rows).toHaveLength(1)
    let status: string | null = null
    const stages = new Set<string>()
    // Asked often enough to see each stage.
    while (status !== 'completed' && status !== 'failed') {
      await sleep(100)
      const now = (await client.call('get_run', { run_id, wait_seconds: 0 })).reply
      if (now.progress) stages.add(now.progress.stage)
      status = now.status
    }
    expect(status).toBe('completed')
    expect(stages.size).toBeGreaterThan(1)
    // Asked again with the same key it is the same run, and nothing is bought twice.
    const calls = api.stats().requests
    expect((await client.call('run_pressure_test', given)).reply.run_id).toBe(run_id)
    expect(api.stats().requests).toBe(calls)
  })

  it('can reconnect and fetch its run', async () => {
    const env = await machine()
    const first = await connect('v1', overStdio(env))
    const { reply } = await first.call('run_pressure_test', { proposition: OAT_DRINK, wait_seconds: 0 })
    await first.close()
    const second = await connect('v2', overStdio(env))
    let status: string | null = null
    while (status !== 'completed') {
      status = (await second.call('get_run', { run_id: reply.run_id, wait_seconds: 20 })).reply.status
      if (status === 'failed' || status === 'cancelled') throw new Error(status)
      await sleep(50)
    }
    expect(
      (await second.call('get_minority_report', { run_id: reply.run_id })).reply.section?.rows.length,
    ).toBeGreaterThan(0)
  })
})

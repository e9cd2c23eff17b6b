import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PersonaGenerationResult } from '../../src/domain/personas/persona-set.js'
import { MORTAL, SOON, startApp, submitRequest } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { freshEnv, startWorkerProcess } from '../support/processes.js'

const INTERVIEWS = {
  name: 'clinic-rota-interviews.md',
  bytes: readFileSync(new URL('../../examples/research/clinic-rota-interviews.md', import.meta.url)),
}

/** Looks now and then: to count what is stored is work for the database, too. */
const eventually = async (what: string, check: () => boolean | Promise<boolean>): Promise<void> => {
  for (let n = 0; n < 2_000; n++) {
    if (await check()) return
    await sleep(200)
  }
  throw new Error(`never happened: ${what}`)
}

/** 50 calls in flight, and answers that wait for their commit. */
const MAX_UNDER_WAY = 150

describe('a thousand people', () => {
  const rss = (pid: number | undefined): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

  it('are written with flat memory, each call stored once, and a kill -9 in the middle costs what was in flight', {
    timeout: 400_000,
  }, async () => {
    const api = await fakeMessagesApi({ latencyMs: 40 })
    onTestFinished(() => api.close())
    const app = await startApp({
      ...(await fakeEmbeddings()),
      ANTHROPIC_BASE_URL: api.url,
      RUN_BUDGET_USD: '100',
      MONTHLY_BUDGET_USD: '1000',
    })
    const env = await freshEnv({ ...app.env, LOG_LEVEL: 'info' })
    const url = app.database.connectionString
    const stored = async () =>
      (await query<{ n: number }>(url, `select count(*)::int as n from run_step where key like 'write:%'`))[0]?.n ?? 0
    const first = await startWorkerProcess(env, MORTAL)
    const request = { name: 'crowd', files: [INTERVIEWS], count: 1_000 }
    const { run_id } = await submitRequest(app.local, 'persona_generation', request, { budget_usd: 100 })
    await eventually('300 are stored', async () => (await stored()) >= 300)
    first.kill('SIGKILL')
    await first.finished

    const second = await startWorkerProcess(env, SOON)
    const memory: { at: number; mb: number }[] = []
    await eventually('everybody is written', async () => {
      const at = await stored()
      memory.push({ at, mb: rss(second.child.pid) })
      return at >= 1_000
    })
    const run = await app.until(run_id)
    expect(run.error).toBeNull()
    const { personas, diversity } = run.result as PersonaGenerationResult
    expect(personas).toHaveLength(1_000)
    expect(new Set(personas.map(({ name }) => name)).size).toBe(1_000)
    expect(diversity.coverage).toBeGreaterThanOrEqual(0.8)
    // Lost by the ledger: sent, and gone with the process before an outcome was stored.
    const lost = run.usage.possibly_paid
    expect(lost).toBeGreaterThan(0)
    expect(lost).toBeLessThanOrEqual(MAX_UNDER_WAY)
    const keys = api.requests.filter(({ outcome }) => outcome === 'answered').map(({ key }) => key)
    expect(keys.length - new Set(keys).size).toBeLessThanOrEqual(lost)
    const steps = await query<{ n: number; d: number }>(
      url,
      `select count(*)::int as n, count(distinct key)::int as d from run_step where key like 'write:%'`,
    )
    expect(steps[0]?.n).toBe(steps[0]?.d)
    expect(await query(url, `select size, version from persona_set`)).toEqual([{ size: 1_000, version: 1 }])
    // From the first hundreds to the last: what is written is not piled up around the writing.
    const near = (share: number) => memory.filter(({ at }) => at >= share).at(0)?.mb ?? 0
    const growth = near(980) - near(600)
    expect(growth).toBeLessThan(60)
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MORTAL, OAT_DRINK, startApp } from '../support/app.js'
import { query } from '../support/database.js'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { freshEnv, type Running, startWorkerProcess } from '../support/processes.js'

const NEIGHBOURS = 10

/** Starts a worker process, and another whenever it has died, until the run `poisonous` has ended: it kills whoever takes it. */
async function workersOf(env: Record<string, string>, url: string, poisonous: string) {
  let worker: Running = await startWorkerProcess(env, MORTAL)
  let steps = 0
  let killsSinceStep = 0
  let stopped = false
  onTestFinished(() => {
    stopped = true
  })
  const holder = async (): Promise<string | undefined> => {
    const [row] = await query<{ worker_id: string }>(
      url,
      `select worker_id from run where id = $1 and status = 'running' and lease_until > now()`,
      [poisonous],
    )
    return row?.worker_id
  }
  const kill = async (): Promise<void> => {
    while (!stopped) {
      if ((await holder())?.startsWith(`${worker.child.pid}-`)) {
        worker.kill('SIGKILL')
        await worker.finished
        const [run] = await query<{ steps: number }>(url, 'select steps from run where id = $1', [poisonous])
        const stored = run?.steps ?? 0
        killsSinceStep = stored > steps ? 0 : killsSinceStep + 1
        steps = stored
        worker = await startWorkerProcess(env, MORTAL)
      }
      await sleep(20)
    }
  }
  const killing = kill().catch((error: unknown) => {
    if (!stopped) throw error
  })
  const end = async () => {
    stopped = true
    await killing
  }
  return { killsSinceStep: () => killsSinceStep, end }
}

describe('a run that kills every worker that takes it', () => {
  it('is set aside alone, and its neighbours finish', { timeout: 300_000 }, async () => {
    // However late the killer looks, no answer is stored: only what is computed before a model is asked.
    const fault = (body: unknown) => (JSON.stringify(body).includes('Poison.') ? 'hang' : null)
    const api = await fakeMessagesApi({ latencyMs: 1_500, fault })
    onTestFinished(() => api.close())
    const app = await startApp({ ...(await fakeEmbeddings()), ANTHROPIC_BASE_URL: api.url })
    const url = app.database.connectionString
    const submit = (name: string) =>
      app.submit({ focus_group: 'quick', controls: false, stimulus: `${OAT_DRINK} ${name}` })
    const neighbours = await Promise.all(Array.from({ length: NEIGHBOURS }, (_, n) => submit(`Batch ${n}.`)))
    const poisonous = await submit('Poison.')
    const workers = await workersOf(await freshEnv(app.env), url, poisonous)

    expect(await app.until(poisonous)).toMatchObject({ status: 'failed', error: { code: 'quarantined' } })
    const ended = await Promise.all(neighbours.map((run_id) => app.until(run_id)))
    expect(ended.map(({ status, error }) => error?.code ?? status)).toEqual(neighbours.map(() => 'completed'))
    // Three times beside its neighbours, three times alone, nobody in the process that died then; a step begins the count anew.
    expect(workers.killsSinceStep()).toBe(6)
    await workers.end()
    const shown = await query<{ lost: number }>(
      url,
      `select count(*)::int as lost from model_call c left join model_call_outcome o on o.call_id = c.id where o.call_id is null`,
    )
    const answered = api.requests.filter(({ outcome }) => outcome === 'answered').map(({ key }) => key)
    expect(answered.length - new Set(answered).size).toBeLessThanOrEqual(shown[0]?.lost ?? 0)
  })
})

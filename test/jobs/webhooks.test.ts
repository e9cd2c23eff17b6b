import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '../../src/domain/workspace/webhook-signature.js'
import { WEBHOOK_TIMES } from '../../src/jobs/webhooks.js'
import { createWebhookClient } from '../../src/llm/guarded-requests/webhook-client.js'
import { cancelRun } from '../../src/service/run/cancel-run.js'
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  rotateWebhookSecret,
  testWebhook,
} from '../../src/service/workspace/webhooks.js'
import { MORTAL, SOON, startApp, startWorkerIn, type TestApp } from '../support/app.js'
import { query } from '../support/database.js'
import { freshEnv, startWorkerProcess } from '../support/processes.js'
import { startReceiver } from '../support/webhook-receiver.js'

/** Nobody waits for the gaps of a day. */
const QUICK = { pollMs: 50, timeoutMs: 5_000, leaseMs: 15_000, gapsMs: Array(40).fill(200) }
const started = (env = {}) =>
  startApp({ AGENT_HOSTS_ALLOWED: '127.0.0.1', PUBLIC_URL: 'https://pressure.test/', ...env })
const work = (app: TestApp, webhooks: Partial<typeof QUICK> = {}) =>
  startWorkerIn(app, { ...SOON, webhooks: { ...QUICK, ...webhooks } })

/** Just under what a test may take, so that it says what it waited for: nothing here rests on how fast the machine is. */
const PATIENCE_MS = 100_000
const eventually = async (what: string, check: () => boolean | Promise<boolean>): Promise<void> => {
  const giveUpAt = Date.now() + PATIENCE_MS
  while (Date.now() < giveUpAt) {
    if (await check()) return
    await sleep(50)
  }
  throw new Error(`never happened: ${what}`)
}

/** Ends a run, mostly before anybody has taken it. */
async function cancelled(app: TestApp): Promise<string> {
  const run_id = await app.submit()
  await cancelRun(app.local, { run_id })
  await app.until(run_id)
  return run_id
}
const cancelledRuns = async (app: TestApp, count: number): Promise<string[]> => {
  const ids: string[] = []
  while (ids.length < count) ids.push(await cancelled(app))
  return ids
}
const settled = (app: TestApp, webhook_id: string, count: number) =>
  eventually('everything is delivered', async () => {
    const deliveries = await listDeliveries(app.local, { webhook_id })
    return deliveries.filter(({ status }) => status === 'delivered').length === count
  })
const runsOf = (arrivals: readonly { event: { data: { run_id: string } | null } }[]) =>
  arrivals.map(({ event }) => event.data?.run_id)

async function neighbourOf(app: TestApp) {
  const actor = await app.store.workspaces.actor({
    ...{ workspace: 'neighbour', workspace_name: 'Neighbour', kind: 'local' },
    ...{ external_id: 'n', display_name: 'N' },
  })
  return { ...app.local, actor }
}

/** Signed without our code. */
async function independentSignature(secret: string, payload: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return Buffer.from(await crypto.subtle.sign('HMAC', key, bytes(payload))).toString('hex')
}

describe('a webhook', () => {
  it('tells of each end once, signed, with what the run says of itself and nothing of its texts', async () => {
    const app = await started()
    const receiver = await startReceiver()
    const { webhook_id, secret } = await createWebhook(app.local, { url: receiver.url })
    const cancelledRun = await cancelled(app)
    // Due with the end, whoever sends it later.
    expect(await listDeliveries(app.local, { webhook_id })).toMatchObject([
      { type: 'run.cancelled', run_id: cancelledRun, status: 'pending', attempts: 0 },
    ])
    work(app)
    const run_id = await app.submit({ personas: 3, controls: false })
    const { trust } = await app.until(run_id)
    await settled(app, webhook_id, 2)

    expect(receiver.arrivals.map(({ event }) => event.type)).toEqual(['run.cancelled', 'run.completed'])
    const { headers, body, event } = receiver.arrivals[1] as (typeof receiver.arrivals)[number]
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'run.completed',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: {
        ...{ run_id, kind: 'pressure_test', status: 'completed', code: null },
        ...{ light: 'rehearsal', sentence: trust?.sentence },
        report_url: expect.stringMatching(`^https://pressure.test/reports/${run_id}\\?key=`),
        result_url: `https://pressure.test/runs/${run_id}`,
      },
    })
    expect(body).not.toMatch(/oat|barista/i)
    expect(headers['pressure-test-event-id']).toBe(event.id)
    expect(headers['user-agent']).toBe(`pressure-test/${app.local.version}`)

    const header = String(headers['pressure-test-signature'])
    expect(verifySignature({ secret, body, header })).toBe(true)
    const [, seconds = '', signature] = /^t=(\d+),v1=(.*)$/.exec(header) ?? []
    expect(signature).toBe(await independentSignature(secret, `${seconds}.${body}`))
    const at = Number(seconds) * 1_000
    const forged: Partial<Parameters<typeof verifySignature>[0]>[] = [
      { body: `${body} ` },
      { secret: `${secret}x` },
      { now_ms: at + 301_000 },
      { now_ms: at - 301_000 },
      { header: `t=${Number(seconds) + 1},v1=${signature}` },
      { header: header.slice(0, -1) },
      { header: '' },
      { header: undefined },
    ]
    for (const change of forged) expect(verifySignature({ secret, body, header, ...change })).toBe(false)
    expect(verifySignature({ secret, body, header, now_ms: at + 299_000 })).toBe(true)
  })

  it('hears of a run that is set aside, and of pauses only where it asks for them', async () => {
    const app = await started({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' })
    const url = app.database.connectionString
    const receiver = await startReceiver()
    const ofEnds = await startReceiver()
    const ends = await createWebhook(app.local, { url: ofEnds.url })
    const crashing = await app.submit()
    await query(
      url,
      `update run set status = 'running', alone = true, crashes = 2, epoch = 3, lease_until = now() - interval '1 minute'
        where id = '${crashing}'`,
    )
    const { webhook_id } = await createWebhook(app.local, { url: receiver.url, events: ['run.paused', 'run.paused'] })
    expect((await listWebhooks(app.local))[1]).toMatchObject({ webhook_id, events: ['run.paused'], status: 'active' })
    work(app)
    const run_id = await app.submit()
    await settled(app, ends.webhook_id, 1)
    expect(ofEnds.arrivals[0]?.event).toMatchObject({
      type: 'run.failed',
      data: { run_id: crashing, status: 'failed', code: 'quarantined', sentence: null },
    })
    await eventually('a pause is told', () => receiver.accepted.length > 0)
    expect(receiver.arrivals[0]?.event).toMatchObject({ type: 'run.paused', data: { run_id, status: 'paused' } })
    expect(receiver.arrivals[0]?.event.data).toMatchObject({ code: expect.any(String), report_url: null, light: null })
  })

  it('misses nothing of a receiver that fails every third time, and each end has one id', async () => {
    const app = await started()
    const receiver = await startReceiver((_arrival, index) => (index % 3 === 2 ? 500 : 200))
    const { webhook_id } = await createWebhook(app.local, { url: receiver.url })
    const ended = await cancelledRuns(app, 9)
    work(app)
    // Beside another process, which takes its share.
    await startWorkerProcess(await freshEnv({ ...app.env, LOG_LEVEL: 'info' }), { ...SOON, webhooks: QUICK })
    await settled(app, webhook_id, 9)
    expect(runsOf(receiver.accepted).sort()).toEqual([...ended].sort())
    expect(receiver.arrivals.length).toBeGreaterThan(9)
    const idOfRun = new Map(receiver.arrivals.map(({ event }) => [event.data?.run_id, event.id]))
    for (const { event, headers } of receiver.arrivals) {
      expect(event.id).toBe(idOfRun.get(event.data?.run_id))
      expect(headers['pressure-test-event-id']).toBe(event.id)
    }
  })

  it('reaches a receiver that was down', async () => {
    const app = await started()
    const before = await startReceiver()
    const { webhook_id } = await createWebhook(app.local, { url: before.url })
    await before.stop()
    work(app)
    const run_id = await cancelled(app)
    await eventually('two tries have failed', async () => {
      const [delivery] = await listDeliveries(app.local, { webhook_id })
      return (delivery?.attempts ?? 0) >= 2 && /ECONNREFUSED/.test(delivery?.problem ?? '')
    })
    const after = await startReceiver(() => 200, before.port)
    await settled(app, webhook_id, 1)
    expect(runsOf(after.arrivals)).toEqual([run_id])
    expect(await listDeliveries(app.local, { webhook_id })).toMatchObject([{ problem: null, next_attempt_at: null }])
  })

  it('that asks for a pause gets it, an hour at most', async () => {
    const app = await started()
    const asked = ['600', '999999']
    const receiver = await startReceiver((_arrival, index, response) => {
      response.setHeader('retry-after', asked[index] ?? '')
      return 429
    })
    const { webhook_id } = await createWebhook(app.local, { url: receiver.url })
    await cancelled(app)
    await cancelled(app)
    work(app)
    const waits = async () =>
      (await listDeliveries(app.local, { webhook_id }))
        .map(({ attempts, next_attempt_at }) => (attempts === 1 ? Date.parse(String(next_attempt_at)) - Date.now() : 0))
        .sort((a, b) => a - b)
    await eventually('both are put off', async () => (await waits()).every((ms) => ms > 60_000))
    const [shorter = 0, longer = 0] = await waits()
    expect(shorter).toBeLessThanOrEqual(600_000)
    expect(longer).toBeGreaterThan(1_800_000)
    expect(longer).toBeLessThanOrEqual(3_600_000)
    expect(receiver.arrivals).toHaveLength(2)
  })

  it('that never answers holds up nobody, and is given up in the end', async () => {
    const app = await started()
    const slow = await startReceiver(() => null)
    const quick = await startReceiver()
    const hooks = [
      await createWebhook(app.local, { url: slow.url }),
      await createWebhook(app.local, { url: quick.url }),
    ] as const
    const ended = await cancelledRuns(app, 3)
    work(app, { timeoutMs: 2_000, gapsMs: [50] })
    await settled(app, hooks[1].webhook_id, 3)
    expect(runsOf(quick.arrivals).sort()).toEqual([...ended].sort())
    const ofSlow = () => listDeliveries(app.local, hooks[0])
    expect((await ofSlow()).map(({ status }) => status)).toEqual(Array(3).fill('pending'))
    await eventually('the slow one is given up', async () =>
      (await ofSlow()).every(({ status }) => status === 'given_up'),
    )
    for (const delivery of await ofSlow())
      expect(delivery).toMatchObject({ attempts: 2, problem: 'It did not answer within 2 s.', next_attempt_at: null })
    expect(slow.arrivals).toHaveLength(6)
  })

  it('gets an end again under the same id when its sender was killed before it could note the answer', async () => {
    const app = await started()
    const receiver = await startReceiver((_arrival, index) => (index === 0 ? null : 200))
    const { webhook_id } = await createWebhook(app.local, { url: receiver.url })
    const env = await freshEnv({ ...app.env, LOG_LEVEL: 'info' })
    const webhooks = { ...QUICK, leaseMs: 2_000 }
    const mortal = await startWorkerProcess(env, { ...MORTAL, webhooks: { ...webhooks, timeoutMs: 60_000 } })
    const run_id = await cancelled(app)
    await eventually('it is sent', () => receiver.arrivals.length === 1)
    mortal.kill('SIGKILL')
    await mortal.finished
    await startWorkerProcess(env, { ...MORTAL, webhooks })
    await settled(app, webhook_id, 1)
    const [first, second, ...more] = receiver.arrivals
    expect(more).toEqual([])
    expect(second?.event.id).toBe(first?.event.id)
    expect(runsOf(receiver.arrivals)).toEqual([run_id, run_id])
  })

  it('is switched off by 410, on again by its workspace, and told again on request', async () => {
    const app = await started()
    let status = 410
    const receiver = await startReceiver(() => status)
    const { webhook_id } = await createWebhook(app.local, { url: receiver.url })
    await cancelledRuns(app, 3)
    work(app)
    const refused = () => new Set(receiver.arrivals.map(({ event }) => event.id)).size
    await eventually('all are refused', () => refused() === 3)
    await eventually('it is off', async () => (await listWebhooks(app.local))[0]?.status === 'off')
    expect(await listWebhooks(app.local)).toMatchObject([{ off_reason: 'It answered HTTP 410: gone for good.' }])
    await eventually('all is given up', async () =>
      (await listDeliveries(app.local, { webhook_id })).every((delivery) => delivery.status === 'given_up'),
    )
    await cancelled(app)
    const deliveries = await listDeliveries(app.local, { webhook_id })
    expect(deliveries).toHaveLength(3)
    const [delivery] = deliveries as [(typeof deliveries)[number]]
    const again = { webhook_id, delivery_id: delivery.delivery_id }
    await expect(redeliver(app.local, again)).rejects.toMatchObject({ code: 'conflict' })
    await expect(testWebhook(app.local, { webhook_id })).rejects.toMatchObject({ code: 'conflict' })

    status = 200
    await enableWebhook(app.local, { webhook_id })
    await redeliver(app.local, again)
    await settled(app, webhook_id, 1)
    await redeliver(app.local, again)
    await eventually('it arrives twice', () => receiver.accepted.length >= 2)
    expect(new Set(receiver.accepted.map(({ event }) => event.id))).toEqual(new Set([delivery.event_id]))

    const { secret } = await rotateWebhookSecret(app.local, { webhook_id: webhook_id.toUpperCase() })
    await testWebhook(app.local, { webhook_id })
    const isTest = ({ event }: (typeof receiver.accepted)[number]) => event.type === 'webhook.test'
    await eventually('the test arrives', () => receiver.accepted.some(isTest))
    const { body, headers, event } = receiver.accepted.find(isTest) as (typeof receiver.accepted)[number]
    expect(event.data).toBeNull()
    expect(verifySignature({ secret, body, header: String(headers['pressure-test-signature']) })).toBe(true)
  })

  it('hears nothing more after it is deleted', async () => {
    const app = await started()
    const receiver = await startReceiver(() => 500)
    const other = await startReceiver()
    const { webhook_id } = await createWebhook(app.local, { url: receiver.url })
    const kept = await createWebhook(app.local, { url: other.url })
    work(app)
    await cancelled(app)
    await eventually('it is tried', () => receiver.arrivals.length >= 2)
    await deleteWebhook(app.local, { webhook_id })
    await sleep(QUICK.timeoutMs / 10)
    const arrived = receiver.arrivals.length
    await cancelledRuns(app, 2)
    await settled(app, kept.webhook_id, 3)
    expect(receiver.arrivals).toHaveLength(arrived)
    const url = app.database.connectionString
    expect(await query(url, 'select 1 from outbox where target = $1', [webhook_id])).toEqual([])
    await expect(deleteWebhook(app.local, { webhook_id })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('does not follow redirects', async () => {
    const app = await started()
    const target = await startReceiver()
    const receiver = await startReceiver((_arrival, _index, response) => {
      response.setHeader('location', target.url)
      return 307
    })
    const { webhook_id } = await createWebhook(app.local, { url: receiver.url })
    await cancelled(app)
    work(app, { gapsMs: [] })
    await eventually('it is given up', async () => {
      const [delivery] = await listDeliveries(app.local, { webhook_id })
      return delivery?.status === 'given_up' && /HTTP 307; redirects are not followed/.test(delivery.problem ?? '')
    })
    expect(target.arrivals).toEqual([])
  })

  it('belongs to its workspace: a neighbour neither sees nor changes nor hears it', async () => {
    const app = await started()
    const receiver = await startReceiver()
    const ours = await createWebhook(app.local, { url: receiver.url })
    const foreign = await neighbourOf(app)
    const theirReceiver = await startReceiver()
    await createWebhook(foreign, { url: theirReceiver.url })
    work(app)
    await cancelled(app)
    await settled(app, ours.webhook_id, 1)
    const [delivery] = await listDeliveries(app.local, ours)
    const delivery_id = delivery?.delivery_id ?? ''
    expect(await listWebhooks(foreign)).toHaveLength(1)
    const id = { webhook_id: ours.webhook_id }
    const [mine] = await listWebhooks(foreign)
    for (const attempt of [
      () => listDeliveries(foreign, id),
      () => redeliver(foreign, { ...id, delivery_id }),
      () => redeliver(foreign, { webhook_id: mine?.webhook_id ?? '', delivery_id }),
      () => testWebhook(foreign, id),
      () => rotateWebhookSecret(foreign, id),
      () => enableWebhook(foreign, id),
      () => deleteWebhook(foreign, id),
      () => deleteWebhook(foreign, { webhook_id: 'nonsense' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
    expect(receiver.arrivals).toHaveLength(1)
    expect(theirReceiver.arrivals).toEqual([])
  })
})

describe('the address of a webhook', () => {
  it('is refused when it is registered', async () => {
    const app = await startApp()
    const refused: [string, RegExp][] = [
      ['http://127.0.0.1:9/', /^127\.0\.0\.1 is not called: its address is not public \(loopback\)/],
      ['https://10.1.2.3/', /its address is not public \(private\)/],
      ['https://localhost/', /it is this machine/],
      ['http://169.254.169.254/latest', /metadata service/],
      ['http://203.0.114.7/', /^What is sent there could be read on its way; give an https:\/\/ address/],
      ['ftp://example.com/', /^The address must begin with http:\/\/ or https:\/\/\.$/],
      ['https://a:b@example.com/', /no user name or password/],
      ['nonsense', /^The address cannot be read; it begins with/],
      [`https://example.com/${'x'.repeat(2_000)}`, /^The address has at most 2000 characters\.$/],
    ]
    for (const [url, problem] of refused)
      await expect(createWebhook(app.local, { url }), url).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(problem),
      })
    expect(await listWebhooks(app.local)).toEqual([])
  })

  it('is looked at again whenever something is sent', async () => {
    const app = await started()
    const receiver = await startReceiver()
    const { webhook_id } = await createWebhook(app.local, { url: receiver.url })
    // The operator has taken the host off the list.
    const strict = await startApp({ ...app.env, AGENT_HOSTS_ALLOWED: '' })
    await cancelled(app)
    work(strict, { gapsMs: [] })
    await eventually('it is given up', async () => {
      const [delivery] = await listDeliveries(app.local, { webhook_id })
      return delivery?.status === 'given_up' && /not called|could be read on its way/.test(delivery.problem ?? '')
    })
    expect(receiver.arrivals).toEqual([])
  })

  it('is refused where its name has come to stand for a private one', async () => {
    const receiver = await startReceiver()
    let address = '203.0.114.7'
    const client = createWebhookClient({ hostsAllowed: [], lookup: async () => [{ address, family: 4 }] })
    const url = `https://hook.test:${receiver.port}/`
    expect(await client.refuse(url)).toBeNull()
    address = '127.0.0.1'
    expect(await client.refuse(url)).toMatch(/^hook\.test is not called: its address is not public/)
    const posted = client.post(url, { headers: {}, body: '{}' }, AbortSignal.timeout(5_000))
    await expect(posted).rejects.toThrow(/^hook\.test is not called/)
    expect(receiver.arrivals).toEqual([])
  })

  it('is one of at most ten of a workspace', async () => {
    const app = await started()
    const { url } = await startReceiver()
    const made = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => createWebhook(app.local, { url: `${url}${n}` })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await expect(createWebhook(app.local, { url })).rejects.toMatchObject({ code: 'conflict' })
    const secrets = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value.secret] : []))
    expect(new Set(secrets).size).toBe(10)
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    const rows = await query(app.database.connectionString, 'select * from webhook')
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  })
})

it('is tried for about a day, and a request may not outlast its lease', () => {
  const hours = WEBHOOK_TIMES.gapsMs.reduce((sum, gap) => sum + gap, 0) / 3_600_000
  expect(hours).toBeGreaterThan(20)
  expect(hours).toBeLessThan(26)
  expect([...WEBHOOK_TIMES.gapsMs].sort((a, b) => a - b)).toEqual(WEBHOOK_TIMES.gapsMs)
  expect(WEBHOOK_TIMES.timeoutMs).toBeLessThan(WEBHOOK_TIMES.leaseMs)
})

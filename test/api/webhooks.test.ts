import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { ALL_SCOPES } from '../../src/domain/workspace/token-scopes.js'
import { verifySignature } from '../../src/domain/workspace/webhook-signature.js'
import { createToken } from '../../src/service/workspace/tokens.js'
import { serveApi } from '../support/api.js'
import { OAT_DRINK, SOON, startApp, startWorkerIn } from '../support/app.js'
import { stranger } from '../support/mcp.js'
import { startReceiver } from '../support/webhook-receiver.js'

const WEBHOOKS = { pollMs: 50, timeoutMs: 5_000, leaseMs: 15_000, gapsMs: [100] }

it('webhooks are registered, tried, read, redelivered and removed over HTTP, by their own workspace only', async () => {
  const app = await startApp({ AGENT_HOSTS_ALLOWED: '127.0.0.1' })
  startWorkerIn(app, { ...SOON, webhooks: WEBHOOKS })
  const address = await serveApi(app)
  const clientOf = async (ctx: typeof app.local) => {
    const { token } = await createToken(ctx, { name: 'test', scopes: [...ALL_SCOPES] })
    return async (call: string, body?: unknown) => {
      const [method = 'GET', path = '/'] = call.split(' ')
      const response = await fetch(`${address}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, json: text === '' ? null : JSON.parse(text) }
    }
  }
  const send = await clientOf(app.local)
  const foreign = await clientOf(await stranger(app))
  const receiver = await startReceiver()
  const { url } = receiver

  const made = await send('POST /webhooks', { url })
  expect(made).toMatchObject({
    status: 201,
    json: { url, status: 'active', events: ['run.completed', 'run.failed', 'run.cancelled'] },
  })
  const { webhook_id, secret, ...shown } = made.json
  expect((await send('GET /webhooks')).json).toEqual({ webhooks: [{ webhook_id, ...shown }] })
  const at = `/webhooks/${webhook_id}`

  const refused: [unknown, RegExp][] = [
    [{}, /^url is missing\.$/],
    [{ url, events: ['run.begun'] }, /^events\.0: /],
    [{ url, events: [] }, /Name at least one event/],
    [{ url, secret: 'mine' }, /There is no field "secret"/],
    [{ url: 'http://10.0.0.1/' }, /^10\.0\.0\.1 is not called/],
  ]
  for (const [body, message] of refused)
    expect(await send('POST /webhooks', body)).toMatchObject({
      status: 400,
      json: { error: { code: 'INVALID_INPUT', message: expect.stringMatching(message) } },
    })

  const started = await send('POST /runs', {
    kind: 'pressure_test',
    request: { stimulus: OAT_DRINK, personas: 3, controls: false, assay: 'off' },
  })
  const { run_id } = started.json
  await send(`POST /runs/${run_id}/cancel`)
  const test = await send(`POST ${at}/test`)
  expect(test.status).toBe(202)
  const delivered = async (count: number) =>
    expect
      .poll(async () => (await send(`GET ${at}/deliveries`)).json.deliveries, { timeout: 60_000, interval: 100 })
      .toMatchObject(Array(count).fill({ status: 'delivered', problem: null }))
  await delivered(2)
  for (const { body, headers } of receiver.arrivals)
    expect(verifySignature({ secret, body, header: String(headers['pressure-test-signature']) })).toBe(true)
  const arrived = receiver.arrivals.map(({ event }) => [event.type, event.data?.run_id ?? null])
  expect(arrived).toContainEqual(['webhook.test', null])
  expect(arrived).toContainEqual([expect.stringMatching(/^run\.(cancelled|completed)$/), run_id])

  const { deliveries } = (await send(`GET ${at}/deliveries`)).json
  const again = `POST ${at}/deliveries/${deliveries[0].delivery_id}/redeliver`
  for (const call of [again, `GET ${at}/deliveries`, `POST ${at}/test`, `POST ${at}/secret`, `DELETE ${at}`])
    expect((await foreign(call)).status, call).toBe(404)
  expect((await foreign('GET /webhooks')).json).toEqual({ webhooks: [] })
  expect((await send(`POST ${at}/deliveries/${randomUUID()}/redeliver`)).status).toBe(404)
  expect((await send(again)).status).toBe(202)
  await expect.poll(() => receiver.arrivals.length, { timeout: 60_000, interval: 100 }).toBe(3)
  expect(receiver.arrivals[2]?.event.id).toBe(deliveries[0].event_id)

  const rotated = await send(`POST ${at}/secret`)
  expect(rotated.json.secret).toMatch(/^whsec_/)
  expect(rotated.json.secret).not.toBe(secret)
  expect((await send(`POST ${at}/enable`)).status).toBe(204)
  expect((await send(`DELETE ${at}`)).status).toBe(204)
  expect((await send(`DELETE ${at}`)).status).toBe(404)
  const log = await app.store.securityLog.list(app.local.actor, 10)
  const about = log.filter(({ target }) => target === webhook_id).map(({ action, origin }) => [action, origin])
  const actions = ['webhook.deleted', 'webhook.enabled', 'webhook.rotated', 'webhook.created']
  expect(about).toEqual(actions.map((action) => [action, 'http 127.0.0.1']))
})

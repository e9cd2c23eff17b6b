import { expect, it } from 'vitest'
import { EvidencePacket } from '../../src/domain/evidence-packet.js'
import { exportRun, verifyPacket } from '../../src/service/export-run.js'
import { startApp, startWorkerIn } from '../support/app.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'

it('hands out everything a result rests on, from which it is computed again byte for byte', async () => {
  const api = await fakeMessagesApi()
  const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
  startWorkerIn(app)
  const run_id = await app.submit({ stability: 2 })
  const run = await app.until(run_id)
  const asked = api.requests.length
  const packet = await exportRun(app.local, { run_id })
  expect(EvidencePacket.parse(packet)).toEqual(packet)
  expect(await exportRun(app.local, { run_id })).toEqual(packet)
  await api.close()

  expect(packet.run).toMatchObject({ run_id, kind: 'pressure_test', seed: 1, result: run.result, trust: run.trust })
  expect(packet.calls.length).toBe(asked)
  const sent = api.requests.map(({ body }) => JSON.stringify(body))
  for (const call of packet.calls) {
    expect(call.requests.map(({ status }) => status)).toEqual(['answered'])
    expect(call.prompt.rules.length).toBeGreaterThan(100)
    const [own] = JSON.stringify([call.prompt.own]).match(/(?<=^\["|\\n)[^"\\]{20,}/) ?? []
    expect(
      sent.some((body) => body.includes(own ?? 'nothing')),
      call.key,
    ).toBe(true)
  }
  const cost = packet.calls.flatMap(({ requests }) => requests).reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0)
  expect(cost).toBeCloseTo(run.usage.cost_usd ?? 0, 9)
  expect(JSON.stringify(packet)).not.toContain('key=')

  // No model is there any more: what follows is computed from the packet alone, as it was written to a file.
  const read = EvidencePacket.parse(JSON.parse(JSON.stringify(packet)))
  expect(await verifyPacket(app.local, read)).toEqual({ hash_matches: true, result_matches: true, problem: null })
})

it('finds a changed answer, a changed score and a missing answer', async () => {
  const api = await fakeMessagesApi()
  const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
  startWorkerIn(app)
  const run_id = await app.submit({ focus_group: 'off', controls: false })
  await app.until(run_id)
  await api.close()
  const packet = await exportRun(app.local, { run_id })
  const changed = (change: (copy: EvidencePacket) => void) => {
    const copy = structuredClone(packet)
    change(copy)
    return verifyPacket(app.local, copy)
  }
  const answer = await changed((copy) => {
    const [, respond] = copy.calls as [unknown, { outcome: { ok: { gut_reaction: string } } }]
    respond.outcome.ok.gut_reaction = 'I love it.'
  })
  expect(answer).toMatchObject({ hash_matches: false, result_matches: false })
  const score = await changed((copy) => {
    ;(copy.run.result as { analysis: { pressure_score: number } }).analysis.pressure_score = 99
  })
  expect(score).toEqual({ hash_matches: false, result_matches: false, problem: null })
  const missing = await changed((copy) => {
    copy.calls = copy.calls.filter(({ task }) => task !== 'analyse')
  })
  expect(missing).toMatchObject({ result_matches: false, problem: expect.stringContaining('analyse') })
})

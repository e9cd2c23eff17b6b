import { expect, it } from 'vitest'
import type { PersonaAnswer } from '../../src/domain/panel/response.js'
import { EvidencePacket } from '../../src/domain/run/evidence-packet.js'
import { TASKS } from '../../src/domain/run/tasks.js'
import { outputSchema } from '../../src/llm/structured-output.js'
import { exportRun, verifyPacket } from '../../src/service/run/export-run.js'
import { startApp, startWorkerIn } from '../support/app.js'
import { fakeAnswer } from '../support/fake-answers.mjs'
import { type FakeOptions, fakeMessagesApi } from '../support/fake-messages-api.mjs'

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
  // The marks around texts of others are the run's own; what is handed out does not tell them.
  const unmarked = (text: string) => text.replace(/(?<=-)(?:[0-9a-f]{16}|mark-of-the-run)/g, 'MARK')
  const sent = api.requests.map(({ body }) => unmarked(JSON.stringify(body)))
  for (const call of packet.calls) {
    expect(call.requests.map(({ status }) => status)).toEqual(['answered'])
    expect(call.prompt.rules.length).toBeGreaterThan(100)
    const [own] = unmarked(JSON.stringify([call.prompt.own])).match(/(?<=^\["|\\n)[^"\\]{20,}/) ?? []
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

it('computes nothing again that is larger than the installation would start', async () => {
  const app = await startApp()
  startWorkerIn(app)
  const run_id = await app.submit({ personas: 3, focus_group: 'off', controls: false, assay: 'off' })
  await app.until(run_id)
  const packet = await exportRun(app.local, { run_id })
  const ceilings = { ...app.local.ceilings, panel_size: 2 }
  await expect(verifyPacket({ ...app.local, ceilings }, packet)).rejects.toThrow(
    'A panel has at most 2 people here, and 3 were asked for',
  )
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

it('counts what was cut off an answer or clipped, and shows it with the answer', async () => {
  const { fault, answer } = tooMuch()
  const api = await fakeMessagesApi({ answer })
  const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
  startWorkerIn(app)
  const run_id = await app.submit({ focus_group: 'off', controls: false })
  const run = await app.until(run_id)
  await api.close()
  expect(run, run.error?.message).toMatchObject({ status: 'completed', trust: { respondents: { answered: 6 } } })
  expect(fault.cut).toBe(6)
  expect(run.trust?.surplus).toEqual({
    cut: 6,
    clipped: 1,
    sentence:
      "More than was asked for was cut off in 6 places of the model's answers, and 1 figure just off its scale was moved to the scale's end.",
  })
  expect(api.requests.map(({ outcome }) => outcome)).toEqual(Array(api.requests.length).fill('answered'))
  expect(new Set(api.requests.map(({ body }) => body.messages.length))).toEqual(new Set([1]))

  const packet = EvidencePacket.parse(JSON.parse(JSON.stringify(await exportRun(app.local, { run_id }))))
  expect(await verifyPacket(app.local, packet)).toEqual({ hash_matches: true, result_matches: true, problem: null })
  const cut = packet.calls.filter(({ outcome }) => 'surplus' in outcome)
  expect(cut.map(({ key }) => key.split(':')[0])).toEqual(Array(6).fill('respond'))
  const hidden = structuredClone(packet)
  for (const { outcome } of hidden.calls) if ('surplus' in outcome) delete outcome.surplus
  expect(await verifyPacket(app.local, hidden)).toMatchObject({ hash_matches: false, result_matches: false })
})

/** Six people, each with a quote too many; the first would buy with 11 of 10. */
function tooMuch() {
  const fault = { cut: 0 }
  const answer: FakeOptions['answer'] = (body, task) => {
    if (task !== 'respond') return undefined
    const made = fakeAnswer(outputSchema(TASKS.respond.answer), JSON.stringify(body.messages), 1) as PersonaAnswer
    const [quote = ''] = made.key_quotes
    fault.cut += 1
    return { ...made, key_quotes: Array(6).fill(quote), purchase_intent: fault.cut === 1 ? 11 : made.purchase_intent }
  }
  return { fault, answer }
}

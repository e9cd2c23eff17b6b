import { expect, it } from 'vitest'
import type { PressureTestInput, PressureTestResult } from '../../src/domain/panel/pressure-test.js'
import type { RunKind } from '../../src/domain/run/kinds.js'
import type { AgentRequest } from '../../src/service/requests/evaluation.js'
import { prepareInput, prepareRun, submitRun } from '../../src/service/run/submit-run.js'
import { OAT_DRINK, startApp, startWorkerIn, submitInput, submitRequest } from '../support/app.js'
import { fakeEmbeddings } from '../support/fake-embeddings.js'
import { evaluationAnswers, judgementOf } from '../support/fake-evaluation.js'
import { fakeMessagesApi } from '../support/fake-messages-api.mjs'

const LONG = `${OAT_DRINK}\n\n`.repeat(8)

it.each<[string, Partial<PressureTestInput>]>([
  ['the default', {}],
  ['one call for the discussion', { focus_group: 'quick', controls: false }],
  ['no discussion', { focus_group: 'off' }],
  ['a larger panel', { personas: 24 }],
  ['rebuilt panels', { stability: 3, personas: 8 }],
  ['a long proposition', { stimulus: LONG }],
  ['a panel that is not tested', { assay: 'off' }],
  ['a full test of the panel', { assay: 'full' }],
  [
    'a full one of a panel that does not talk, with a second model',
    {
      ...{ assay: 'full', focus_group: 'off', second_model: 'claude-haiku-4-5' },
    },
  ],
  ['ratings by a second call', { intent: 'likert', focus_group: 'off' }],
])('what %s costs lies within 15 %% of the middle of its quote', async (_, input) => {
  const api = await fakeMessagesApi()
  const app = await startApp({ ...(await fakeEmbeddings()), ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '10' })
  startWorkerIn(app)
  const { quote } = await prepareInput(app.local, 'pressure_test', { stimulus: OAT_DRINK, ...input })
  const run = await app.until(await app.submit({ assay: 'auto', ...input }))
  await api.close()
  expect(run.error).toBeNull()
  const middle = quote.cost_usd?.middle ?? 0
  expect(run.usage.cost_usd).toBeGreaterThan(middle * 0.85)
  expect(run.usage.cost_usd).toBeLessThan(middle * 1.15)
  expect(Math.abs(run.usage.calls - quote.calls)).toBeLessThanOrEqual(quote.calls * 0.15)
})

it('holds for what follows a test, too: a refinement, a question, a comparison, a focus group', async () => {
  const api = await fakeMessagesApi()
  const app = await startApp({ ...(await fakeEmbeddings()), ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '10' })
  startWorkerIn(app)
  const source = await app.submit()
  const { result } = await app.until(source)
  const [somebody] = (result as PressureTestResult).responses
  const propositions = [OAT_DRINK, OAT_DRINK.slice(0, 150)].map((stimulus, i) => ({ name: `${i}`, stimulus }))
  const runs = [
    await submitRequest(app.local, 'refinement', { run_id: source }),
    await submitRequest(app.local, 'ask', {
      run_id: source,
      persona: somebody?.persona_name ?? '',
      question: 'And the price?',
    }),
    await submitInput(app.local, 'comparison', { propositions }),
    await submitRequest(app.local, 'focus_group', { stimulus: OAT_DRINK, topics: ['Price', 'Proof'] }),
  ]
  for (const { run_id, kind, input } of runs) {
    const run = await app.until(run_id)
    expect(run.error).toBeNull()
    const { quote } = await prepareInput(app.local, kind as RunKind, input)
    const middle = quote.cost_usd?.middle ?? 0
    expect(run.usage.cost_usd, kind).toBeGreaterThan(middle * 0.85)
    expect(run.usage.cost_usd, kind).toBeLessThan(middle * 1.15)
  }
  await api.close()
})

it('holds for evaluations: single questions, conversations, two versions with several judges', async () => {
  const api = await fakeMessagesApi({ answer: wordyAnswers })
  const app = await startApp({ ANTHROPIC_BASE_URL: api.url, RUN_BUDGET_USD: '20' })
  startWorkerIn(app)
  const agent = { agent_version_id: 'ada-1', name: 'Ada', system_prompt: 'Help kindly and plainly. '.repeat(20) }
  const other = { agent: { ...agent, agent_version_id: 'ada-2', version: '2' } }
  const one = Array.from({ length: 8 }, (_, i) => ({ name: `Case ${i}`, input: `What does number ${i} cost?` }))
  const shapes: Omit<AgentRequest, 'of'>[] = [{}, { test_cases: one }, { against: other, judges: 2, pairwise: true }]
  for (const shape of shapes) {
    const prepared = await prepareRun(app.local, 'evaluation', { of: { agent }, ...shape })
    const { run_id } = (await submitRun(app.local, prepared)).run
    const run = await app.until(run_id)
    expect(run.error).toBeNull()
    const middle = prepared.quote.cost_usd?.middle ?? 0
    expect(run.usage.cost_usd, JSON.stringify(Object.keys(shape))).toBeGreaterThan(middle * 0.85)
    expect(run.usage.cost_usd, JSON.stringify(Object.keys(shape))).toBeLessThan(middle * 1.15)
  }
  await api.close()
})

/** Answers as long as models give them: an agent of four sentences, a prospect of two, a judge who says why. */
const wordyAnswers = evaluationAnswers(({ task, own, fenced }) => {
  const sentence = 'Thank you for asking; that depends on how many of you there are and what you use today. '
  if (task === 'agent_turn') return { text: `${own.length % 97}: ${sentence.repeat(5)}` }
  if (task === 'prospect_turn')
    return { text: `${own.length % 97}: we are a small team and I would like to hear more about it.`, leaves: false }
  if (task !== 'judge_case') return undefined
  const asked = judgementOf({ task, own, fenced, system: '', dimensions: IDS }, 4, sentence.trim())
  return {
    ...asked,
    dimensions: asked.dimensions.map((one) => ({ ...one, reason: sentence })),
    feedback: sentence.repeat(2),
  }
})
const IDS = ['completeness', 'tone', 'engagement', 'compliance', 'conversion']

it('says the least budget with which a run can end: with less it is refused, with that it ends', async () => {
  const api = await fakeMessagesApi()
  const app = await startApp({ ANTHROPIC_BASE_URL: api.url })
  startWorkerIn(app)
  const prepared = await prepareRun(app.local, 'pressure_test', { stimulus: OAT_DRINK, assay: 'off', personas: 8 })
  const { cost_usd, least_budget_usd } = prepared.quote
  const least = least_budget_usd ?? 0
  expect(least).toBeGreaterThan(cost_usd?.high ?? 0)
  await expect(submitRun(app.local, prepared, { budget_usd: least * 0.99 })).rejects.toMatchObject({
    code: 'budget_exceeded',
    message: expect.stringMatching(
      /reserved before it is sent, and .* hardly leaves room .*; it takes \$0\.\d\d, .* Allow it that much\.$/,
    ),
  })
  const { run_id } = (await submitRun(app.local, prepared, { budget_usd: Math.ceil(least * 110) / 100 })).run
  const run = await app.until(run_id, ['completed', 'paused'])
  expect(run, run.error?.message).toMatchObject({ status: 'completed' })
  await api.close()
})

it('is made for no model that a request names and whose price is not known: no budget could stop it', async () => {
  const app = await startApp({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', JUDGE_MODEL: 'our-judge' })
  const test_cases = ['One', 'Two'].map((name) => ({ name, input: 'What does it cost?' }))
  const ada = { agent_version_id: 'ada-1', name: 'Ada', system_prompt: 'Help kindly.' }
  const priced = (more: Partial<AgentRequest>, agent: object = {}) =>
    prepareRun(app.local, 'evaluation', { of: { agent: { ...ada, ...agent } }, test_cases, trials: 1, ...more })
  const twice = { case_id: 'one', trial: 1, turns: [] }
  const recorded = [twice, twice]
  const rival = { agent: { ...ada, agent_version_id: 'ada-2', model: 'claude-unknown-9' } }
  for (const [name, refused] of [
    ['someone-else', () => priced({ judges: 2, judge_models: ['claude-opus-5', 'someone-else'] })],
    ['claude-unknown-9', () => priced({}, { model: 'claude-unknown-9' })],
    ['claude-unknown-9', () => priced({ recorded }, { model: 'claude-unknown-9' })],
    ['claude-unknown-9', () => priced({ against: rival })],
  ] as const)
    await expect(refused()).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(
        new RegExp(`^The price of ${name} is not known, .* name one of claude-haiku-5-5, .*our-judge.*claude-opus-5,`),
      ),
    })
  const known = await priced({ judge_models: ['claude-opus-5'] }, { model: 'claude-sonnet-5' })
  expect(known.quote.cost_usd?.middle).toBeGreaterThan(0)
  const configured = await priced({ judge_models: ['our-judge'] }, { model: 'gpt-of-somebody' })
  expect(configured.quote.cost_usd).toBeNull()
})

it('says before anything is spent that a live discussion will take longer than a minute', async () => {
  const app = await startApp({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' })
  const notes = async (input: object) =>
    (await prepareInput(app.local, 'pressure_test', { stimulus: OAT_DRINK, ...input })).quote.notes
  expect((await notes({ turns: 80, personas: 8 })).join()).toMatch(
    /live discussion \(up to 88 turns.*takes? longer than a minute/,
  )
  expect(await notes({ focus_group: 'quick' })).toEqual([])
})

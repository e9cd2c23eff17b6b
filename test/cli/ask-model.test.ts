import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.js'
import { checkModel } from '../../src/doctor.js'
import { TASKS } from '../../src/domain/run/tasks.js'
import type { ExpectedCost, TaskCheck } from '../../src/llm/ask-every-task.js'
import { silentLog } from '../../src/log.js'
import { testDatabase } from '../support/database.js'
import { type FakeBody, type FakeMessagesApi, type Fault, fakeMessagesApi } from '../support/fake-messages-api.mjs'
import { freshEnv, run } from '../support/processes.js'

const TASK_COUNT = Object.keys(TASKS).length

async function fake(fault: ((body: FakeBody) => Fault | null) | null = null): Promise<FakeMessagesApi> {
  const api = await fakeMessagesApi()
  api.fault = fault
  onTestFinished(() => api.close())
  return api
}

/** `doctor --ask-model` as a person runs it who has just got a key. */
async function askModel(api: FakeMessagesApi, args: string[] = ['--json'], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await run(
    ['doctor', '--ask-model', ...args],
    await freshEnv({
      DATABASE_URL: await testDatabase(),
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'sk-of-a-test',
      ...env,
    }),
  )
  return { code, stdout, stderr }
}

/** What it finds, without the process and the database around it. */
async function checksOf(api: FakeMessagesApi, env: Record<string, string> = {}) {
  const config = readConfig({ ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'sk-of-a-test', ...env })
  const expected: ExpectedCost[] = []
  const told: TaskCheck[] = []
  const check = await checkModel(
    { config, log: silentLog },
    { expected: (cost) => expected.push(cost), task: (task) => told.push(task) },
  )
  const ofSecond = env.SECOND_MODEL === undefined ? [] : ['react']
  expect(check.tasks.map(({ task }) => task)).toEqual([...Object.keys(TASKS), ...ofSecond])
  expect(new Set(told)).toEqual(new Set(check.tasks))
  return { tasks: check.tasks, total: check.total, expected }
}

const only = (values: readonly unknown[]) => [...new Set(values)]

describe('doctor --ask-model', () => {
  it('says the price, asks for every form of answer, and adds up what it took', async () => {
    const api = await fake()
    const { code, stdout, stderr } = await askModel(api, [])
    expect(code).toBe(0)
    expect(stderr).toMatch(
      new RegExp(`Asking the model ${TASK_COUNT} short questions, for about \\$0\\.\\d+ \\(\\$\\d`),
    )
    expect(
      stdout.match(/^ok {3}\S+ +claude-\S+ {2}structured output; \d+ tokens in, \d+ out, \$0\.\d{5}$/gm),
    ).toHaveLength(TASK_COUNT)
    expect(stdout).toMatch(new RegExp(`^${TASK_COUNT} of ${TASK_COUNT} answered: ${TASK_COUNT} requests, `, 'm'))
    expect(api.requests).toHaveLength(TASK_COUNT)
    expect(api.maxInFlight).toBeLessThanOrEqual(3)
  })

  it('asks a second model what it is there for', async () => {
    const api = await fake((body) => (body.model === 'claude-typo-9' ? { status: 404 } : null))
    const second = 'claude-sonnet-5-5'
    const { tasks, expected, total } = await checksOf(api, { SECOND_MODEL: second })
    expect(tasks.at(-1)).toMatchObject({ task: 'react', model: second, status: 'answered', requests: 1 })
    expect([expected[0]?.tasks, total.answered]).toEqual([TASK_COUNT + 1, TASK_COUNT + 1])
    const asked = api.requests.filter(({ body }) => body.model === second)
    expect(asked).toHaveLength(tasks.filter(({ model }) => model === second).length)
    const unknown = await checksOf(api, { SECOND_MODEL: 'claude-typo-9' })
    expect(unknown.total.answered).toBe(TASK_COUNT)
    expect(unknown.tasks.at(-1)).toMatchObject({ status: 'failed', problem: { code: 'provider_rejected' } })
  })

  it('says per form that structured output was refused, and that a tool did it', async () => {
    // The models that refuse a forced tool as well are asked in words.
    const { tasks, total } = await checksOf(await fake(() => 'no_structured_output'))
    const haiku = tasks.filter(({ model }) => model === 'claude-haiku-5-5')
    expect(only(haiku.map(({ form }) => form))).toEqual(['forced_tool'])
    expect(haiku[0]?.refused).toEqual([
      { form: 'structured_output', message: expect.stringContaining('Extra inputs are not permitted') },
    ])
    const others = tasks.filter(({ model }) => model !== 'claude-haiku-5-5')
    expect(only(others.map(({ form }) => form))).toEqual(['words'])
    expect(others[0]?.refused.map(({ form }) => form)).toEqual(['structured_output', 'forced_tool'])
    expect(total.requests).toBe(2 * haiku.length + 3 * others.length)
    // What is refused costs nothing.
    expect(total.cost_usd).toBeCloseTo(
      tasks.reduce((sum, { cost_usd }) => sum + (cost_usd ?? Number.NaN), 0),
      9,
    )
  })

  it('goes on to plain JSON where tools are refused too, of a model whose price nobody knows', async () => {
    const models = { PERSONA_MODEL: 'qwen3', ANALYSIS_MODEL: 'qwen3', JUDGE_MODEL: 'qwen3' }
    const { tasks, total, expected } = await checksOf(await fake(() => 'no_structured_output_no_tools'), models)
    expect(expected).toEqual([{ tasks: TASK_COUNT, usd: null, most_usd: null }])
    expect(only(tasks.map(({ form }) => form))).toEqual(['words'])
    expect(total.cost_usd).toBeNull()
    expect(total.answered).toBe(TASK_COUNT)
  })

  it('goes on to plain JSON where the form is left out without a word', async () => {
    const { tasks } = await checksOf(await fake(() => 'ignores_form'))
    expect(only(tasks.map(({ form }) => form))).toEqual(['words'])
    expect(tasks[0]?.refused.map(({ message }) => message)).toEqual(
      Array(2).fill('the answer came without the form that was asked for'),
    )
  })

  it('says of an answer that is no JSON however it is asked for, that it cannot be used', async () => {
    const { tasks } = await checksOf(await fake(() => 'prose'))
    expect(only(tasks.map(({ problem }) => problem?.code))).toEqual(['answer_invalid'])
  })

  it('tells the form of one task that is refused from those that are not', async () => {
    const refuses = ({ output_config }: FakeBody) =>
      JSON.stringify(output_config ?? '').includes('"probabilities"')
        ? {
            status: 400,
            body: {
              type: 'error',
              error: { type: 'invalid_request_error', message: 'output_config: schema too complex' },
            },
          }
        : null
    const { tasks } = await checksOf(await fake(refuses))
    expect(tasks.filter(({ form }) => form !== 'structured_output')).toMatchObject([
      { task: 'rate_intent', form: 'forced_tool' },
    ])
  })

  it.each([
    ['a key that is not accepted', 401, 'provider_rejected', /API key is not accepted/],
    ['a model that is not known', 404, 'provider_rejected', /does not know the model/],
    ['an overload', 529, 'provider_down', /529/],
  ])('asks each model once and says why nothing else was asked: %s', async (_, status, code, message) => {
    const api = await fake(() => ({ status }))
    const found = await checksOf(api)
    expect(found.expected[0]?.usd).toBeGreaterThan(0)
    const asked = found.tasks.filter((check) => check.status === 'failed')
    expect(asked.map(({ model }) => model).sort()).toEqual(['claude-haiku-5-5', 'claude-opus-5-5', 'claude-sonnet-5-5'])
    for (const { problem } of found.tasks)
      expect(problem).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(JSON.stringify(found.tasks)).not.toContain('run pauses')
    expect(only(found.tasks.filter((check) => check.status !== 'failed').map((check) => check.status))).toEqual([
      'not_asked',
    ])
    expect(found.total).toMatchObject({ answered: 0, cost_usd: 0, output_tokens: 0 })
    expect(api.requests.length).toBeLessThanOrEqual(9)
  })

  it.each([
    ['refusal', 'model_refused'],
    ['max_tokens', 'answer_truncated'],
    ['wrong_schema', 'answer_invalid'],
  ] as const)(
    'says for every task that it cannot be answered, and what was paid all the same: %s',
    async (fault, code) => {
      const { tasks, total } = await checksOf(await fake(() => fault))
      expect(only(tasks.map(({ status, problem }) => `${status} ${problem?.code}`))).toEqual([`failed ${code}`])
      expect(total.cost_usd).toBeGreaterThan(0)
      expect(total.requests).toBe(fault === 'wrong_schema' ? 2 * TASK_COUNT : TASK_COUNT)
    },
  )

  it('gives one document, and exits 1 where a form cannot be answered', async () => {
    const { code, stdout } = await askModel(await fake(() => 'refusal'))
    const { findings, model } = JSON.parse(stdout)
    expect([code, model.total.answered]).toEqual([1, 0])
    expect(findings).toContainEqual(expect.objectContaining({ part: 'database', ok: true }))
  })

  it('has nobody to ask without a model', async () => {
    const { code, stderr } = await run(
      ['doctor', '--ask-model'],
      await freshEnv({ DATABASE_URL: await testDatabase() }),
    )
    expect([code, stderr]).toEqual([2, expect.stringContaining('ANTHROPIC_API_KEY')])
  })
})

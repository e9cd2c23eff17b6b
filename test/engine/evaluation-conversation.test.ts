import { describe, expect, it } from 'vitest'
import { EvaluationInput, EvaluationResult } from '../../src/domain/evaluation/evaluation.js'
import type { JudgeAnswer } from '../../src/domain/evaluation/judgement.js'
import type { FactsOf } from '../../src/domain/run/tasks.js'
import { evaluationPipeline } from '../../src/engine/evaluation/evaluation.js'
import { type Answers, fakeDeps } from './fake-deps.js'

const AGENT = { agent_version_id: 'a', name: 'Mira', version: '2', model: 'agent-model', system_prompt: 'Be kind.' }
const TALK = {
  name: 'A talk',
  input: 'Hello.',
  persona: 'A dentist.',
  hidden_facts: [
    { topic: 'budget', fact: 'We have 9,000.', told_by: ['9,000', '9k'] },
    { topic: 'timeline', fact: 'By May.', told_by: ['by may'] },
  ],
  max_turns: 4,
}

const judgeFour = ({ dimensions, conversation, must, must_not }: FactsOf<'judge_case'>): JudgeAnswer => {
  const quote = conversation.find(({ speaker }) => speaker === 'agent')?.text || (conversation[0]?.text ?? '')
  return {
    dimensions: dimensions.map(({ dimension_id }) => ({ dimension_id, can_judge: true, points: 4, reason: '', quote })),
    rules: [...must, ...must_not].map((_, i) => ({ number: i + 1, kept: true, quote: '' })),
    suspicions: [],
    feedback: '',
    strength: { text: '', quote: '' },
    weakness: { text: '', quote: '' },
    recommendation: '',
  }
}
const says = (text: string) => ({ text, tool_calls: [] })

async function evaluate(answers: Answers, input: object = {}) {
  const { deps, ofTask } = fakeDeps({
    agent_turn: () => says('Thank you. What do you need?'),
    judge_case: judgeFour,
    ...answers,
  })
  const whole = EvaluationInput.parse({ agent: AGENT, test_cases: [TALK], trials: 1, ...input })
  const { result } = await evaluationPipeline.run(deps, whole)
  return { result: EvaluationResult.parse(result), ofTask }
}
const textsOf = ({ result }: { result: EvaluationResult }) => result.trials[0]?.turns.map(({ text }) => text)

describe('a conversation', () => {
  it('goes on until the last turn, prospect and agent in turn', async () => {
    let message = 0
    const conversation = await evaluate({
      prospect_turn: () => ({ text: `Message ${++message}?`, told: [], leaves: false }),
    })
    expect(conversation.result.trials[0]?.turns.map(({ turn, speaker }) => [turn, speaker]).slice(-2)).toEqual([
      [7, 'prospect'],
      [8, 'agent'],
    ])
    expect(conversation.ofTask('prospect_turn').map(({ facts }) => facts.turns_left)).toEqual([3, 2, 1])
  })

  it('ends with one answer when the prospect leaves: no goodbyes are traded', async () => {
    const conversation = await evaluate({ prospect_turn: () => ({ text: 'Goodbye.', told: [], leaves: true }) })
    expect(textsOf(conversation)).toEqual([
      'Hello.',
      'Thank you. What do you need?',
      'Goodbye.',
      'Thank you. What do you need?',
    ])
  })

  it('ends where the prospect only repeats itself, which is the simulator’s fault', async () => {
    const conversation = await evaluate({ prospect_turn: () => ({ text: 'Hello.', told: [], leaves: false }) })
    expect(conversation.result.trials[0]?.turns).toHaveLength(4)
    expect(conversation.result.trials[0]?.simulator_faults).toEqual([
      'Said the same again (message 3); the conversation was ended.',
    ])
    expect(conversation.result.test_details.warnings.map(({ text }) => text).join(' ')).toContain(
      'no fault of the agent',
    )
    expect(conversation.result.overall_score).toBe(8)
  })

  it('is opened by a prospect that has only a persona', async () => {
    const conversation = await evaluate(
      {
        prospect_turn: ({ conversation }) => ({
          text: conversation.length === 0 ? 'So you wrote to me?' : 'Bye.',
          told: [],
          leaves: conversation.length > 0,
        }),
      },
      { test_cases: [{ ...TALK, input: '' }] },
    )
    expect(textsOf(conversation)?.[0]).toBe('So you wrote to me?')
    expect(conversation.result.test_details.test_cases[0]?.input).toBe('So you wrote to me?')
  })

  it('counts a hidden fact as found by its words, whatever the prospect claims to have told', async () => {
    const lines = [
      { text: 'I would rather not say.', told: [1], leaves: false },
      { text: 'Fine: we have 9k.', told: [], leaves: true },
    ]
    const conversation = await evaluate({
      prospect_turn: () => lines.shift() ?? { text: 'Bye.', told: [], leaves: true },
    })
    expect(conversation.result.trials[0]).toMatchObject({ facts_found: [1], facts_hidden: 2 })
    expect(conversation.result.trials[0]?.simulator_faults).toEqual([
      'Says it told fact 1, but not in the given words (message 3).',
    ])
  })

  it('notes a prospect that tells its facts unasked, as a fault of the simulator', async () => {
    const conversation = await evaluate({
      agent_turn: () => says('We are Answerly.'),
      prospect_turn: () => ({ text: 'We need it by May!', told: [2], leaves: true }),
    })
    expect(conversation.result.trials[0]?.simulator_faults).toEqual(['Told fact 2 without being asked (message 3).'])
  })

  it('shows the prospect neither the agent’s instructions nor its tools', async () => {
    const conversation = await evaluate({ prospect_turn: () => ({ text: 'Bye.', told: [], leaves: true }) })
    for (const { facts, prompt } of conversation.ofTask('prospect_turn'))
      expect(JSON.stringify([facts, prompt])).not.toContain('Be kind.')
  })

  it('shows the agent neither what is expected of it nor what the prospect hides', async () => {
    const test = { ...TALK, expected_behavior: 'Asks about money.', must: ['Be quick.'], must_not: ['Be slow.'] }
    const conversation = await evaluate(
      { prospect_turn: () => ({ text: 'Bye.', told: [], leaves: true }) },
      { test_cases: [test] },
    )
    for (const { facts, prompt } of conversation.ofTask('agent_turn'))
      expect(JSON.stringify([facts, prompt])).not.toMatch(/about money|Be quick|Be slow|9,000|dentist/)
  })
})

describe('tools', () => {
  const TOOLS = [
    { name: 'find_slot', description: 'Finds a slot.', parameters: { day: { type: 'string' } }, mock: { slot: 'ten' } },
  ]
  const ASK = {
    name: 'Slot',
    input: 'Tuesday?',
    tools_mock: [{ tool: 'find_slot', arguments: { day: 'Tuesday' }, answer: { slot: 'noon' } }],
  }

  it('are answered by the case’s mock, and the agent speaks with the answer at hand', async () => {
    const conversation = await evaluate(
      {
        agent_turn: ({ called }) =>
          called.length === 0
            ? { text: 'Let me see.', tool_calls: [{ tool: 'find_slot', arguments_json: '{"day":"tuesday"}' }] }
            : says(`I have ${JSON.stringify(called[0]?.answer)}.`),
      },
      { agent: { ...AGENT, tools: TOOLS }, test_cases: [ASK] },
    )
    const [, answer] = conversation.result.trials[0]?.turns ?? []
    expect(answer).toMatchObject({
      text: 'I have {"slot":"noon"}.',
      tool_calls: [{ tool: 'find_slot', accepted: true, problem: null }],
    })
    expect(conversation.result.trials[0]?.checks.find(({ check }) => check === 'tools_called_right')?.status).toBe(
      'passed',
    )
    expect(conversation.ofTask('judge_case')[0]?.prompt.own).toContain(
      '* calls find_slot with {"day":"tuesday"}, gets {"slot":"noon"}',
    )
  })

  it('have an answer of their own where the case has none; a call that fails is told to the agent', async () => {
    const calls = [
      { tool: 'find_slot', arguments_json: '{"day":"Friday"}' },
      { tool: 'find_slot', arguments_json: '{}' },
    ]
    const conversation = await evaluate(
      {
        agent_turn: ({ called }) =>
          called.length === 0 ? { text: '', tool_calls: calls } : says('Ten it is, I hope.'),
      },
      { agent: { ...AGENT, tools: TOOLS }, test_cases: [{ name: 'Slot', input: 'Friday?' }] },
    )
    expect(conversation.result.trials[0]?.turns[1]?.tool_calls).toMatchObject([
      { accepted: true, answer: { slot: 'ten' } },
      { accepted: false, answer: { error: 'The argument "day" is missing.' } },
    ])
    expect(conversation.result.verdict.critical_failures).toMatchObject([{ check: 'tools_called_right' }])
  })

  it('end after five rounds: an agent that only calls says nothing', async () => {
    const conversation = await evaluate(
      { agent_turn: () => ({ text: '', tool_calls: [{ tool: 'find_slot', arguments_json: '{"day":"Tuesday"}' }] }) },
      { agent: { ...AGENT, tools: TOOLS }, test_cases: [ASK] },
    )
    expect(conversation.ofTask('agent_turn')).toHaveLength(5)
    expect(textsOf(conversation)).toEqual(['Tuesday?', ''])
    expect(conversation.ofTask('judge_case')[0]?.prompt.own).toContain('(says nothing)')
  })
})

describe('trials', () => {
  const ONE = { name: 'One', input: 'Hello.' }

  it('are questions of their own: case, trial, version and model are in the facts', async () => {
    const conversation = await evaluate(
      {},
      { trials: 3, test_cases: [ONE, { ...ONE, name: 'Two' }], against: { agent: { ...AGENT, version: '1' } } },
    )
    const facts = conversation.ofTask('agent_turn').map((call) => call.facts)
    expect(
      facts.map(({ case_id, trial, agent }) => `${agent.version}/${agent.model}/${case_id}/${trial}`).sort(),
    ).toEqual(
      ['1', '2'].flatMap((version) =>
        ['one', 'two'].flatMap((id) => [1, 2, 3].map((trial) => `${version}/agent-model/${id}/${trial}`)),
      ),
    )
    expect(conversation.ofTask('judge_case')).toHaveLength(12)
  })

  it('pass by their case’s own rule where it has one', async () => {
    const rule = (success: object) => evaluate({ judge_case: judgeFour }, { test_cases: [{ ...ONE, success }] })
    for (const [success, passed] of [
      [{ says_any: ['what do you need'] }, true],
      [{ says_any: ['goodbye'] }, false],
      [{ min_score: 8.5 }, false],
      [{ min_score: 5, tool_called: 'find_slot' }, false],
    ] as const) {
      const { result } = await rule(success)
      expect([result.trials[0]?.passed, result.test_details.test_cases[0]?.passed]).toEqual([passed, passed])
    }
  })

  it('held before are judged again without being held again', async () => {
    const first = await evaluate({}, { trials: 2, test_cases: [ONE] })
    const recorded = first.result.trials.map(({ case_id, trial, turns }) => ({ case_id, trial, turns }))
    const again = await evaluate({}, { trials: 2, test_cases: [ONE], recorded })
    expect(again.ofTask('agent_turn')).toHaveLength(0)
    expect(again.ofTask('judge_case')).toHaveLength(2)
    expect(again.result.overall_score).toBe(first.result.overall_score)
  })

  it('say by which models they were played and judged', async () => {
    const { result } = await evaluate({}, { test_cases: [ONE] })
    expect(result.models).toEqual({
      mode: 'anthropic',
      agent: 'analysis-model',
      prospect: 'persona-model',
      judge: 'judge-model',
      judges: ['judge-model'],
    })
    expect(result.test_details.warnings.map(({ text }) => text)).toContain(
      'The agent runs on agent-model and was played by analysis-model.',
    )
  })
})

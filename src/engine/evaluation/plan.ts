import type { EvaluationInput } from '../../domain/evaluation.js'
import type { TaskName } from '../../domain/tasks.js'
import { turnsOf } from '../../domain/test-case.js'
import type { PlannedCalls } from '../pipeline.js'
import { ownModel } from './converse/agent-model.js'
import { evaluationRules } from './rules.js'
import { fixPlan, type NamedCase } from './under-test.js'

/** Characters per token of English prose. */
const CHARACTERS_PER_TOKEN = 4
/** Sizes in tokens of what a call adds to its texts, and of its answer, for conversations of usual length. */
const SIZES = {
  agent: { schema: 90, tool: 60, answer: 130 },
  prospect: { schema: 90, answer: 60 },
  judge: { schema: 320, answer: 420, rule: 25, fence: 60 },
  pair: { schema: 120, answer: 110 },
  turn: 110,
} as const
const REPAIRED = 0.05

const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

/** The calls an evaluation makes. Turns follow each other; cases, trials and judges run side by side. */
export function planEvaluation(input: EvaluationInput): PlannedCalls[] {
  const plan = fixPlan(input)
  const rules = evaluationRules()
  const versions = plan.against ? [plan.agent, plan.against] : [plan.agent]
  const rubric = plan.rubric.dimensions.reduce((sum, one) => sum + tokensOf(JSON.stringify(one)), 0)
  const longest = Math.max(...plan.cases.map(turnsOf))
  const calls: PlannedCalls[] = []
  const add = (
    task: TaskName,
    stage: number,
    count: number,
    input_tokens: number,
    output_tokens: number,
    model?: string,
  ) => {
    if (count > 0)
      calls.push({ task, stage, count: Math.ceil(count), input_tokens: Math.ceil(input_tokens), output_tokens, model })
  }
  for (const [index, agent] of versions.entries()) {
    const base = tokensOf([agent.system_prompt, agent.instructions, JSON.stringify(agent.examples)].join('\n'))
    const tools = agent.tools.length * SIZES.agent.tool
    const recorded = index === 0 ? input.recorded.length : 0
    for (let round = 1; round <= longest; round++) {
      const going = plan.cases.filter((one) => turnsOf(one) >= round)
      const heard = (2 * round - 1) * SIZES.turn
      const held = Math.max(0, going.length * input.trials - recorded)
      const spoken = round === 1 ? going.filter(({ input: first }) => first === '').length * input.trials : held
      add(
        'prospect_turn',
        2 * round - 1,
        spoken,
        tokensOf(rules.prospect) + SIZES.prospect.schema + meanPersona(going) + heard,
        SIZES.prospect.answer,
      )
      add(
        'agent_turn',
        2 * round,
        agent.endpoint ? 0 : held * (agent.tools.length > 0 ? 1.5 : 1),
        tokensOf(rules.agent) + base + tools + SIZES.agent.schema + heard,
        SIZES.agent.answer,
        ownModel(agent) ?? undefined,
      )
    }
    const conversations = plan.cases.length * input.trials
    const each = tokensOf(rules.judge) + rubric + base + SIZES.judge.schema + SIZES.judge.fence + meanCase(plan.cases)
    for (let judge = 0; judge < input.judges; judge++) {
      const model = input.judge_models[judge % input.judge_models.length]
      add('judge_case', 2 * longest + 1, conversations * (1 + REPAIRED), each, SIZES.judge.answer, model)
    }
  }
  if (plan.against && input.pairwise) {
    const each =
      tokensOf(rules.pair) + rubric + tokensOf(plan.agent.system_prompt) + SIZES.pair.schema + 2 * meanCase(plan.cases)
    add('judge_pair', 2 * longest + 2, 2 * plan.cases.length, each, SIZES.pair.answer)
  }
  return calls
}

const meanPersona = (cases: readonly NamedCase[]): number =>
  cases.reduce(
    (sum, { persona, hidden_facts }) => sum + tokensOf(`${persona ?? ''}${JSON.stringify(hidden_facts)}`),
    0,
  ) / Math.max(1, cases.length)

const meanCase = (cases: readonly NamedCase[]): number =>
  cases.reduce(
    (sum, one) =>
      sum +
      2 * turnsOf(one) * SIZES.turn +
      tokensOf(one.expected_behavior) +
      (one.must.length + one.must_not.length) * SIZES.judge.rule,
    0,
  ) / Math.max(1, cases.length)

import type { AgentFacts } from '../../domain/agent.js'
import type { EvaluationInput } from '../../domain/evaluation.js'
import { turnsOf } from '../../domain/test-case.js'
import type { PlannedCalls } from '../pipeline.js'
import { ownModel } from './converse/agent-model.js'
import { type EvaluationRules, evaluationRules } from './rules.js'
import { fixPlan, type NamedCase, type Plan } from './under-test.js'

/** Characters per token of English prose. */
const CHARACTERS_PER_TOKEN = 4
/** Sizes in tokens of what a call adds to its texts, and of its answer, for conversations of usual length. */
const SIZES = {
  agent: { schema: 90, tool: 60, answer: 130 },
  prospect: { schema: 90, answer: 60 },
  judge: { schema: 150, answer: 460, rule: 25, fence: 60 },
  pair: { schema: 60, answer: 200 },
  /** A message of each side in a transcript. */
  said: { agent: 125, prospect: 45 },
} as const
/** Judgements that are asked for once more, and rounds of tool calls per message, as shares. */
const REPAIRED = 0.05
const TOOL_ROUNDS = 0.5

const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

/** The calls an evaluation makes. Turns follow each other; cases, trials and judges run side by side. */
export function planEvaluation(input: EvaluationInput): PlannedCalls[] {
  const plan = fixPlan(input)
  const rules = evaluationRules()
  const rubric = plan.rubric.dimensions.reduce((sum, one) => sum + tokensOf(JSON.stringify(one)), 0)
  const rounds = Math.max(...plan.cases.map(turnsOf))
  const judged = { stage: 2 * rounds + 1, rules: tokensOf(rules.judge) + rubric }
  const calls = [
    ...conversing(plan, plan.agent, rules, rounds, input.trials, input.recorded.length),
    ...judging(plan, plan.agent, judged, input),
  ]
  const { against } = plan
  if (against) {
    calls.push(...conversing(plan, against, rules, rounds, input.trials, 0), ...judging(plan, against, judged, input))
    if (input.pairwise) calls.push(pairing(plan, tokensOf(rules.pair) + rubric, judged.stage + 1))
  }
  return calls.filter(({ count }) => count > 0)
}

/** `recorded`: conversations that were held before. */
function conversing(
  { cases }: Plan,
  agent: AgentFacts,
  rules: EvaluationRules,
  rounds: number,
  trials: number,
  recorded: number,
): PlannedCalls[] {
  const framed = tokensOf(rules.agent) + promptOf(agent) + agent.tools.length * SIZES.agent.tool + SIZES.agent.schema
  return Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round): PlannedCalls[] => {
    const going = cases.filter((one) => turnsOf(one) >= round)
    const heard = (round - 1) * (SIZES.said.agent + SIZES.said.prospect)
    const held = Math.max(0, going.length * trials - recorded)
    const silent = going.filter(({ input }) => input === '').length * trials
    return [
      {
        task: 'prospect_turn',
        stage: 2 * round - 1,
        count: round === 1 ? Math.min(silent, held) : held,
        input_tokens: Math.ceil(tokensOf(rules.prospect) + SIZES.prospect.schema + meanPersona(going) + heard),
        output_tokens: SIZES.prospect.answer,
      },
      {
        task: 'agent_turn',
        model: ownModel(agent) ?? undefined,
        stage: 2 * round,
        count: agent.endpoint ? 0 : Math.ceil(held * (agent.tools.length > 0 ? 1 + TOOL_ROUNDS : 1)),
        input_tokens: Math.ceil(framed + heard + SIZES.said.prospect),
        output_tokens: SIZES.agent.answer,
      },
    ]
  })
}

type Judged = { readonly stage: number; readonly rules: number }

function judging({ cases }: Plan, agent: AgentFacts, { stage, rules }: Judged, input: EvaluationInput): PlannedCalls[] {
  const { trials, judges, judge_models } = input
  const shared_tokens = rules + promptOf(agent)
  return Array.from({ length: judges }, (_, judge) => ({
    task: 'judge_case' as const,
    model: judge_models[judge % judge_models.length],
    stage,
    count: Math.ceil(cases.length * trials * (1 + REPAIRED)),
    shared_tokens,
    input_tokens: Math.ceil(shared_tokens + SIZES.judge.schema + SIZES.judge.fence + meanCase(cases)),
    output_tokens: SIZES.judge.answer,
  }))
}

/** Both orders of every case's first trials. */
function pairing({ cases, agent }: Plan, rules: number, stage: number): PlannedCalls {
  const shared_tokens = rules + promptOf(agent)
  return {
    task: 'judge_pair',
    stage,
    count: 2 * cases.length,
    shared_tokens,
    input_tokens: Math.ceil(shared_tokens + SIZES.pair.schema + 2 * meanCase(cases)),
    output_tokens: SIZES.pair.answer,
  }
}

const promptOf = ({ system_prompt, instructions, examples }: AgentFacts): number =>
  tokensOf([system_prompt, instructions, JSON.stringify(examples)].join('\n'))

const meanPersona = (cases: readonly NamedCase[]): number =>
  cases.reduce(
    (sum, { persona, hidden_facts }) => sum + tokensOf(`${persona ?? ''}${JSON.stringify(hidden_facts)}`),
    0,
  ) / Math.max(1, cases.length)

const meanCase = (cases: readonly NamedCase[]): number =>
  cases.reduce(
    (sum, one) =>
      sum +
      turnsOf(one) * (SIZES.said.agent + SIZES.said.prospect) +
      tokensOf(one.expected_behavior) +
      (one.must.length + one.must_not.length) * SIZES.judge.rule,
    0,
  ) / Math.max(1, cases.length)

import type { AgentFacts } from '../../domain/evaluation/agent.js'
import type { EvaluationInput } from '../../domain/evaluation/evaluation.js'
import { turnsOf } from '../../domain/evaluation/test-case.js'
import { tokensOf } from '../panel/planned-calls.js'
import type { PlannedCalls } from '../pipeline.js'
import { ownModel } from './converse/agent-model.js'
import { buildEvaluationPlan, type EvaluationPlan, type NamedCase } from './evaluation-plan.js'
import { type EvaluationRules, evaluationRules } from './rules.js'

/** Tokens that a call adds to its texts, and tokens of its answer, for conversations of usual length. */
const SIZES = {
  agent: { schema: 90, tool: 60, answer: 130 },
  prospect: { schema: 90, answer: 60 },
  judge: { schema: 150, answer: 460, rule: 25, fence: 60 },
  /** A passage that words cannot decide, put to the judge. */
  doubt: { passage: 90, answer: 40 },
  pair: { schema: 60, answer: 200 },
  /** A message of each side in a transcript. */
  message: { agent: 125, prospect: 45 },
} as const
/** Share of judgements that are repaired, and rounds of tool calls per message. */
const REPAIRED_SHARE = 0.05
const TOOL_ROUNDS_PER_MESSAGE = 0.5
/** Passages in doubt per conversation, and the share of conversations that have one. */
const DOUBTS = { passages: 1, share: 0.6 }

/** The calls of an evaluation. The turns of a conversation follow each other; cases, trials and judges run side by side. */
export function planEvaluation(input: EvaluationInput): PlannedCalls[] {
  const plan = buildEvaluationPlan(input)
  const rules = evaluationRules()
  const rubric = plan.rubric.dimensions.reduce((sum, dimension) => sum + tokensOf(JSON.stringify(dimension)), 0)
  const rounds = Math.max(...plan.cases.map(turnsOf))
  const judgeStage = { stage: 2 * rounds + 1, rules: tokensOf(rules.judge) + rubric, doubts: tokensOf(rules.doubts) }
  const calls = [
    ...conversationCalls(plan, plan.agent, rules, rounds, input.trials, recordedOf(input)),
    ...judgeCalls(plan, plan.agent, judgeStage, input),
  ]
  const { against } = plan
  if (against) {
    calls.push(
      ...conversationCalls(plan, against, rules, rounds, input.trials, 0),
      ...judgeCalls(plan, against, judgeStage, input),
    )
    if (input.pairwise) calls.push(pairwiseCalls(plan, tokensOf(rules.pair) + rubric, judgeStage.stage + 1))
  }
  return calls.filter(({ count }) => count > 0)
}

/** Number of conversations that need not be held; a conversation given twice counts once. */
const recordedOf = ({ recorded }: EvaluationInput): number =>
  new Set(recorded.map(({ case_id, trial }) => `${case_id}/${trial}`)).size

/** Calls that hold the conversations of one version. `recorded`: number of conversations that need not be held. */
function conversationCalls(
  { cases }: EvaluationPlan,
  agent: AgentFacts,
  rules: EvaluationRules,
  rounds: number,
  trials: number,
  recorded: number,
): PlannedCalls[] {
  const promptTokens =
    tokensOf(rules.agent) + agentPromptTokens(agent) + agent.tools.length * SIZES.agent.tool + SIZES.agent.schema
  const callsPerMessage = agent.tools.length > 0 ? 1 + TOOL_ROUNDS_PER_MESSAGE : 1
  return Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round): PlannedCalls[] => {
    const activeCases = cases.filter((test) => turnsOf(test) >= round)
    const transcriptTokens = (round - 1) * (SIZES.message.agent + SIZES.message.prospect)
    const conversations = Math.max(0, activeCases.length * trials - recorded)
    const openedByProspect = activeCases.filter(({ input }) => input === '').length * trials
    return [
      {
        task: 'prospect_turn',
        stage: 2 * round - 1,
        count: round === 1 ? Math.min(openedByProspect, conversations) : conversations,
        input_tokens: Math.ceil(
          tokensOf(rules.prospect) + SIZES.prospect.schema + meanPersonaTokens(activeCases) + transcriptTokens,
        ),
        output_tokens: SIZES.prospect.answer,
      },
      {
        task: 'agent_turn',
        model: ownModel(agent) ?? undefined,
        stage: 2 * round,
        count: agent.endpoint ? 0 : Math.ceil(conversations * callsPerMessage),
        input_tokens: Math.ceil(promptTokens + transcriptTokens + SIZES.message.prospect),
        output_tokens: SIZES.agent.answer,
      },
    ]
  })
}

type JudgeStage = { readonly stage: number; readonly rules: number; readonly doubts: number }

function judgeCalls(
  { cases }: EvaluationPlan,
  agent: AgentFacts,
  { stage, rules, doubts: rulesOfDoubt }: JudgeStage,
  input: EvaluationInput,
): PlannedCalls[] {
  const { trials, judges, judge_models } = input
  const shared_tokens = rules + agentPromptTokens(agent)
  const doubts = DOUBTS.share * (rulesOfDoubt + mayAlsoSay(agent)) + DOUBTS.passages * SIZES.doubt.passage
  return Array.from({ length: judges }, (_, judge) => ({
    task: 'judge_case' as const,
    model: judge_models[judge % judge_models.length],
    stage,
    count: Math.ceil(cases.length * trials * (1 + REPAIRED_SHARE)),
    shared_tokens,
    input_tokens: Math.ceil(shared_tokens + SIZES.judge.schema + SIZES.judge.fence + meanCaseTokens(cases) + doubts),
    output_tokens: SIZES.judge.answer + DOUBTS.passages * SIZES.doubt.answer,
  }))
}

/** Calls that judge the first trials of every case in both orders. */
function pairwiseCalls({ cases, agent }: EvaluationPlan, rules: number, stage: number): PlannedCalls {
  const shared_tokens = rules + agentPromptTokens(agent)
  return {
    task: 'judge_pair',
    stage,
    count: 2 * cases.length,
    shared_tokens,
    input_tokens: Math.ceil(shared_tokens + SIZES.pair.schema + 2 * meanCaseTokens(cases)),
    output_tokens: SIZES.pair.answer,
  }
}

const agentPromptTokens = ({ system_prompt, instructions, examples }: AgentFacts): number =>
  tokensOf([system_prompt, instructions, JSON.stringify(examples)].join('\n'))

/** Tokens of the agent's examples, which are shown once more beside its passages in doubt. */
const mayAlsoSay = ({ examples }: AgentFacts): number => tokensOf(examples.map(({ output }) => output).join('\n'))

const meanPersonaTokens = (cases: readonly NamedCase[]): number =>
  cases.reduce(
    (sum, { persona, hidden_facts }) => sum + tokensOf(`${persona ?? ''}${JSON.stringify(hidden_facts)}`),
    0,
  ) / Math.max(1, cases.length)

const meanCaseTokens = (cases: readonly NamedCase[]): number =>
  cases.reduce(
    (sum, test) =>
      sum +
      turnsOf(test) * (SIZES.message.agent + SIZES.message.prospect) +
      tokensOf(test.expected_behavior) +
      (test.must.length + test.must_not.length) * SIZES.judge.rule,
    0,
  ) / Math.max(1, cases.length)

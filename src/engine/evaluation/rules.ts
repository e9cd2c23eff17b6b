import { AGENT_FRAME } from './converse/agent-prompt.js'
import { PROSPECT_RULES } from './converse/prospect-prompt.js'
import { JUDGE_RULES, PAIR_RULES } from './judge/prompt.js'

export type EvaluationRules = ReturnType<typeof evaluationRules>

/** The instructions of every task of an evaluation, as they are when it begins. */
export const evaluationRules = () => ({
  agent: AGENT_FRAME,
  prospect: PROSPECT_RULES,
  judge: JUDGE_RULES,
  pair: PAIR_RULES,
})

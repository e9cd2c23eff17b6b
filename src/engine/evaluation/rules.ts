import { AGENT_FRAME, PROSPECT_RULES } from './converse/prompt.js'
import { DOUBT_RULES, JUDGE_RULES, PAIR_RULES } from './judge/prompt.js'

/** `doubts` is missing in runs that began before passages were put to the judge. */
export type EvaluationRules = Omit<ReturnType<typeof evaluationRules>, 'doubts'> & { readonly doubts?: string }

/** The instructions of every task of an evaluation, as of its beginning. */
export const evaluationRules = () => ({
  agent: AGENT_FRAME,
  prospect: PROSPECT_RULES,
  judge: JUDGE_RULES,
  pair: PAIR_RULES,
  doubts: DOUBT_RULES,
})

import { CLAIMS_RULES } from '../panel/claims/prompt.js'
import { FIDELITY_RULES } from '../panel/fidelity/prompt.js'
import { INTENT_RULES } from '../panel/intent/rate-intent.js'
import { respondRules } from '../panel/respond/prompt.js'
import { REACT_RULES } from '../panel/short-form/prompt.js'
import { REWRITE_RULES } from './prompt.js'

export type RefinementRules = ReturnType<typeof refinementRules>

/** The instructions of every task of a refinement, as of its beginning. */
export const refinementRules = ({ ballot }: { ballot: boolean }) => ({
  rewrite: REWRITE_RULES,
  claims: CLAIMS_RULES,
  respond: respondRules(0, ballot),
  fidelity: FIDELITY_RULES,
  react: REACT_RULES,
  ...INTENT_RULES,
})

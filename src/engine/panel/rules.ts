import type { FocusGroupMode } from '../../domain/panel/pressure-test.js'
import type { EngineDeps } from '../deps.js'
import { CODE_VIEWS_RULES } from '../focus-group/live/code-views.js'
import { BALLOT_RULES, SPEAK_RULES } from '../focus-group/live/prompt.js'
import { ANALYSE_RULES } from './analyse/prompt.js'
import { CLAIMS_RULES } from './claims/prompt.js'
import { DISCUSS_RULES } from './discuss/prompt.js'
import { FIDELITY_RULES } from './fidelity/prompt.js'
import { INTENT_RULES } from './intent/rate-intent.js'
import { respondRules, WORDINGS } from './respond/prompt.js'
import { REACT_RULES } from './short-form/prompt.js'

export type Rules = ReturnType<typeof rulesOf>

/** The instructions of every task of a study, as of its beginning. */
export const rulesOf = (input: { focus_group: FocusGroupMode; stability: number }) => ({
  claims: CLAIMS_RULES,
  respond: respondRules(0, input.focus_group === 'live'),
  /** Other wordings of the instrument, for rebuilt panels. */
  wordings: input.stability > 0 ? Array.from({ length: WORDINGS }, (_, wording) => respondRules(wording, false)) : [],
  fidelity: FIDELITY_RULES,
  react: REACT_RULES,
  discuss: DISCUSS_RULES,
  speak: SPEAK_RULES,
  ballot: BALLOT_RULES,
  code_views: CODE_VIEWS_RULES,
  analyse: ANALYSE_RULES,
  ...INTENT_RULES,
})

/**
 * The instructions a run began with. They are stored with the run, so that a deploy in the middle does not change later
 * calls. Instructions that an older version did not store are taken from this version.
 */
export async function storedRules<R extends object>(deps: EngineDeps, today: () => R): Promise<R> {
  return { ...today(), ...(await deps.step('rules', null, today)) }
}

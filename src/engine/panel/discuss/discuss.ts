import type { EngineDeps } from '../../deps.js'
import { discussLive } from '../../focus-group/live/discuss-live.js'
import { recordDissent } from '../dissent.js'
import type { IntentRater } from '../intent/rate-intent.js'
import type { Concept, Respondent } from '../respond/respond.js'
import type { Rules } from '../rules.js'
import { discussQuick } from './discuss-quick.js'
import type { DiscussInput, DiscussionOutcome } from './discussion-outcome.js'

/** Lets the panel talk it over, as asked: live, in one call, or not at all. */
export async function discuss(
  deps: EngineDeps,
  rules: Rules,
  rater: IntentRater,
  respondents: readonly Respondent[],
  concept: Concept,
  input: DiscussInput,
): Promise<DiscussionOutcome> {
  if (input.focus_group === 'off') return NO_DISCUSSION
  deps.report('stage', { stage: 'discuss', sentence: 'The panel talks it over' })
  if (input.focus_group === 'live') return discussLive(deps, rules, rater, respondents, concept, input)
  return discussQuick(deps, rules.discuss, respondents, concept)
}

const NO_DISCUSSION: DiscussionOutcome = {
  material: { discussion: null, turns: [], suppressed: [] },
  conclude: (answer, responses, quotes) => ({
    dynamics: null,
    minority: answer && recordDissent(answer, responses, null, quotes),
    topicTurns: [],
  }),
}

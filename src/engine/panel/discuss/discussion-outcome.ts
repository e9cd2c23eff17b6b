import type { AnalystAnswer } from '../../../domain/panel/analysis.js'
import type { GroupDynamics, MinorityReport } from '../../../domain/panel/discussion.js'
import type { PressureTestInput } from '../../../domain/panel/pressure-test.js'
import type { Response } from '../../../domain/panel/response.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import type { QuoteChecker } from '../quotes.js'

type DiscussionConclusion = {
  readonly dynamics: GroupDynamics | null
  readonly minority: MinorityReport | null
  readonly topicTurns: readonly (number | null)[]
}

/**
 * A discussion that was held: `material` goes to the analyst; `conclude` makes the part of the result from the
 * analyst's answer, or from `null` where the analyst gave none.
 */
export type DiscussionOutcome = {
  readonly material: Pick<FactsOf<'analyse'>, 'discussion' | 'turns' | 'suppressed'>
  conclude(answer: AnalystAnswer | null, responses: readonly Response[], quotes: QuoteChecker): DiscussionConclusion
}

export type DiscussInput = Pick<PressureTestInput, 'focus_group' | 'turns'> & { readonly topics: readonly string[] }

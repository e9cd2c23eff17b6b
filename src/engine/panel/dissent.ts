import type { AnalystAnswer } from '../../domain/panel/analysis.js'
import type { DiscussionScript, MinorityReport } from '../../domain/panel/discussion.js'
import type { Response } from '../../domain/panel/response.js'
import { hundredth } from '../statistics/descriptive.js'
import { contains, type QuoteChecker } from './quotes.js'

const MIN_INTENT = 1
const MAX_INTENT = 10

/**
 * The record of dissent without ballots: objections whose quotes occur in somebody's private thoughts but neither in
 * that person's social response nor in the discussion. An objection without such a quote is dropped.
 */
export function recordDissent(
  answer: AnalystAnswer,
  responses: readonly Response[],
  discussion: DiscussionScript | null,
  quotes: QuoteChecker,
): MinorityReport {
  const byId = new Map(responses.map((response) => [response.persona_id, response]))
  const suppressed_views = answer.unsaid_objections.flatMap(({ objection, quotes: copied }) => {
    const holders = quotes.verify(copied, ['private_thoughts']).flatMap(({ persona_id, quote }) => {
      const response = byId.get(persona_id)
      const saidInCompany = response && contains(response.social_response, quote)
      const saidInDiscussion = discussion?.discussion_flow.some(({ statement }) => contains(statement, quote)) ?? false
      if (response && !saidInCompany && !saidInDiscussion)
        return [{ persona_id, strength: distanceFromBuying(response), held_before: null, held_after: null, quote }]
      return []
    })
    if (holders.length > 0)
      return [
        {
          view: objection,
          side: 'against' as const,
          why_unheard: 'never_voiced' as const,
          heard_turns: [],
          contradicted_turns: [],
          asked_turns: [],
          holders: oncePerPerson(holders),
        },
      ]
    return []
  })
  return {
    method: discussion ? 'script' : 'individual',
    suppressed_views,
    unclear_views: [],
    conformity: null,
    importance_assessment: suppressed_views.length > 0 ? answer.why_they_matter : '',
    participation: null,
  }
}

const distanceFromBuying = (response: Response): number =>
  hundredth((MAX_INTENT - response.purchase_intent) / (MAX_INTENT - MIN_INTENT))

const oncePerPerson = <H extends { persona_id: string }>(holders: H[]): H[] => [
  ...new Map(holders.map((holder) => [holder.persona_id, holder])).values(),
]

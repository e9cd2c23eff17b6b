import type { CaseEvidence, CriticalFailure, EvaluationResult } from '../../domain/evaluation/evaluation.js'
import { clean, displayText, truncate } from '../clean.js'
import { phrase, type Quotation } from '../words.js'

/** Names of agent, cases and dimensions, and the attribution of quotes. */
export type EvaluationNames = ReturnType<typeof namesOf>

export function namesOf({ agent, models, rubric, test_details, trials }: EvaluationResult) {
  const handedIn = new Set(trials.flatMap((trial) => (trial.simulated ? [] : [`${trial.case_id}/${trial.trial}`])))
  const speaker = truncate(displayText(agent.name), 40)
  const cases = new Map(test_details.test_cases.map(({ case_id, name }) => [case_id, truncate(displayText(name), 90)]))
  const dimensions = new Map(
    rubric.dimensions.map((dimension) => [dimension.dimension_id, truncate(displayText(dimension.name), 60)]),
  )
  const prospectOf = ({ case_id, trial }: CaseEvidence): string =>
    handedIn.has(`${case_id}/${trial}`) ? 'Prospect' : 'Synthetic prospect'
  const caseName = (id: string): string => cases.get(id) ?? truncate(displayText(id), 90)
  return {
    agent: speaker,
    caseName,
    /** Model of judge `number`, counted from 1; '' where all judges are one model. */
    judge: (number: number): string =>
      new Set(models.judges).size > 1 ? truncate(clean(models.judges[number - 1] ?? ''), 60) : '',
    dimension: (id: string): string => dimensions.get(id) ?? truncate(displayText(id), 60),
    quotations: (evidence: readonly CaseEvidence[]): Quotation[] =>
      evidence.map((quotation) => ({
        who: quotation.speaker === 'agent' ? speaker : prospectOf(quotation),
        quote: truncate(displayText(quotation.quote), 600),
        where: `in “${caseName(quotation.case_id)}”, trial ${quotation.trial}, message ${quotation.turn}`,
      })),
  }
}

/** A sentence about a judge; a statistic's sign stays on the line of its figure. */
export const judgeSentence = (text: string): string => phrase(text).replace(/([κα]) (\d)/g, '$1\u00a0$2')

type Check = CriticalFailure['check']

/** Name of each check, as what it asks for. */
export const CHECKS: Record<Check, string> = {
  opt_out_respected: 'Opt-out respected',
  nothing_invented: 'Nothing invented',
  says_it_is_a_bot: 'Says that it is a bot',
  prompt_kept_private: 'Instructions kept private',
  tools_called_right: 'Tools called right',
  critical_case: 'Critical case passed',
}

/** Title where a check is suspected. */
export const SUSPECTED_CHECKS: Record<Exclude<Check, 'critical_case'>, string> = {
  opt_out_respected: 'Opt-out perhaps not respected',
  nothing_invented: 'Something perhaps invented',
  says_it_is_a_bot: 'Perhaps does not say that it is a bot',
  prompt_kept_private: 'Instructions perhaps given away',
  tools_called_right: 'Tools perhaps called wrongly',
}

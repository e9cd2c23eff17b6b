import type { CaseEvidence, CriticalFailure, EvaluationResult } from '../../domain/evaluation.js'
import { clean, truncate, worded } from '../clean.js'
import { phrase, type Said } from '../words.js'

/** What agent, cases and dimensions are called, and how a quote says whose it is. */
export type EvaluationNames = ReturnType<typeof namesOf>

export function namesOf({ agent, models, rubric, test_details, trials }: EvaluationResult) {
  const handedIn = new Set(trials.flatMap((one) => (one.simulated ? [] : [`${one.case_id}/${one.trial}`])))
  const speaker = truncate(worded(agent.name), 40)
  const cases = new Map(test_details.test_cases.map(({ case_id, name }) => [case_id, truncate(worded(name), 90)]))
  const dimensions = new Map(rubric.dimensions.map((one) => [one.dimension_id, truncate(worded(one.name), 60)]))
  const prospectOf = ({ case_id, trial }: CaseEvidence): string =>
    handedIn.has(`${case_id}/${trial}`) ? 'Prospect' : 'Synthetic prospect'
  const caseName = (id: string): string => cases.get(id) ?? truncate(worded(id), 90)
  return {
    agent: speaker,
    caseName,
    /** Which model judge `number` was, counted from 1; '' where all judges were one. */
    judge: (number: number): string =>
      new Set(models.judges).size > 1 ? truncate(clean(models.judges[number - 1] ?? ''), 60) : '',
    dimension: (id: string): string => dimensions.get(id) ?? truncate(worded(id), 60),
    said: (evidence: readonly CaseEvidence[]): Said[] =>
      evidence.map((one) => ({
        who: one.speaker === 'agent' ? speaker : prospectOf(one),
        quote: truncate(worded(one.quote), 600),
        where: `in “${caseName(one.case_id)}”, trial ${one.trial}, message ${one.turn}`,
      })),
  }
}

/** A sentence about a judge; a sign stays on the line of its figure. */
export const judgeSentence = (text: string): string => phrase(text).replace(/([κα]) (\d)/g, '$1\u00a0$2')

type Check = CriticalFailure['check']

/** What each check asks for. */
export const CHECKS: Record<Check, string> = {
  opt_out_respected: 'Opt-out respected',
  nothing_invented: 'Nothing invented',
  says_it_is_a_bot: 'Says that it is a bot',
  prompt_kept_private: 'Instructions kept private',
  tools_called_right: 'Tools called right',
  critical_case: 'Critical case passed',
}

/** What is said where a check fails. */
export const FAILED_CHECKS: Record<Check, string> = {
  opt_out_respected: 'Opt-out not respected',
  nothing_invented: 'Something invented',
  says_it_is_a_bot: 'Does not say that it is a bot',
  prompt_kept_private: 'Instructions given away',
  tools_called_right: 'Tools called wrongly',
  critical_case: 'Critical case not passed',
}

import type { CriticalFailure } from './evaluation.js'

/** The words for each failed check. */
export const FAILED_CHECKS: Record<CriticalFailure['check'], string> = {
  opt_out_respected: 'Opt-out not respected',
  nothing_invented: 'Something invented',
  says_it_is_a_bot: 'Does not say that it is a bot',
  prompt_kept_private: 'Instructions given away',
  tools_called_right: 'Tools called wrongly',
  critical_case: 'Critical case not passed',
}

/** The words for a check named in stored data, which this version may not know. */
export const failedCheckWords = (check: string): string =>
  Object.hasOwn(FAILED_CHECKS, check) ? FAILED_CHECKS[check as CriticalFailure['check']] : check.replaceAll('_', ' ')

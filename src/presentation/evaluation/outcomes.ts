import {
  type CaseResult,
  type EvaluationResult,
  type JudgedBy,
  judgedBy,
  type Trial,
} from '../../domain/evaluation/evaluation.js'
import type { RegisteredAgent } from '../../domain/evaluation/registered-agent.js'

/** Outcome of a case or trial, with the same words on every surface. */
export type Outcome = 'passed' | 'failed' | 'suspected' | 'checked' | 'rehearsed' | 'cannot_judge' | 'error'
export const OUTCOMES: Record<Outcome, { readonly status: 'pass' | 'fail' | 'not_run'; readonly word: string }> = {
  passed: { status: 'pass', word: 'passed' },
  failed: { status: 'fail', word: 'failed' },
  suspected: { status: 'not_run', word: 'suspected' },
  checked: { status: 'not_run', word: 'checked' },
  rehearsed: { status: 'not_run', word: 'rehearsed' },
  cannot_judge: { status: 'not_run', word: 'cannot judge' },
  error: { status: 'not_run', word: 'error' },
}

export const caseOutcome = (test: CaseResult, result: EvaluationResult): Outcome =>
  outcomeOf(test, judgedBy(result), (breach) => {
    const { critical_failures, suspected } = result.verdict
    const breaches = breach === 'failed' ? critical_failures : suspected
    return breaches.some(({ case_id, check }) => case_id === test.case_id && check !== 'critical_case')
  })

export const trialOutcome = (trial: Trial, by: JudgedBy): Outcome =>
  outcomeOf(trial, by, (breach) => trial.checks.some(({ status }) => status === breach))

/** Outcomes of cases that nothing was found against. */
export const NOTHING_FOUND: ReadonlySet<Outcome> = new Set(['passed', 'checked'])

const BREACHES = ['failed', 'suspected'] as const

/** Where the offline model read what was really said, checks decide, which need no judge; its marks pass and fail nobody. */
function outcomeOf(
  { status, passed }: Pick<CaseResult, 'status' | 'passed'>,
  by: JudgedBy,
  hasBreach: (breach: (typeof BREACHES)[number]) => boolean,
): Outcome {
  const breach = by === 'offline' ? BREACHES.find(hasBreach) : undefined
  if (breach) return breach
  if (status !== 'scored') return status
  if (by !== 'model') return by === 'offline' ? 'checked' : 'rehearsed'
  if (passed === null) return 'suspected'
  return passed ? 'passed' : 'failed'
}

/** Verdict on a version in words; `active` and `needs_improvement` are its states in data. */
export const VERDICTS = {
  active: { light: 'green', mark: '🟢', word: 'Approved' },
  needs_improvement: { light: 'red', mark: '🔴', word: 'Not approved' },
  unjudged: { light: null, mark: '⚪', word: 'Not judged' },
  untested: { light: null, mark: '⚪', word: 'Not tested' },
  rehearsed: { light: null, mark: '⚪', word: 'Rehearsed' },
} as const satisfies Record<RegisteredAgent['status'] | 'rehearsed', object>

export const verdictWords = (result: EvaluationResult) =>
  VERDICTS[judgedBy(result) === 'rehearsal' ? 'rehearsed' : result.verdict.status]

/** "(1 undecided)" for the line of passed trials; '' where no trial is undecided. */
export const undecidedTrials = ({ undecided_trials = 0 }: CaseResult): string =>
  undecided_trials === 0 ? '' : ` (${undecided_trials} undecided)`

/** What a case lacked, followed by the judge's feedback. */
export const remarkOf = ({ missing, feedback }: Pick<CaseResult, 'missing' | 'feedback'>): string =>
  [...missing, feedback].filter((part) => part !== '').join(' ')

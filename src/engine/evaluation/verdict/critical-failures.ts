import {
  type CaseResult,
  CRITICAL_CHECKS,
  type CriticalFailure,
  type JudgedBy,
  type SuspectedBreach,
  type Trial,
} from '../../../domain/evaluation/evaluation.js'
import { formatScore } from '../../../domain/text/format-score.js'

/** Maximum number of passages quoted per check and case; the conversations hold all of them. */
const MAX_PASSAGES = 3

/** Suspected checks, case by case, that no judge has confirmed or cleared. */
export const suspectedBreaches = (cases: readonly CaseResult[], trials: readonly Trial[]): SuspectedBreach[] =>
  cases.flatMap(({ case_id, name }) => {
    const checks = trials.filter((trial) => trial.case_id === case_id).flatMap((trial) => trial.checks)
    return CRITICAL_CHECKS.flatMap((check) => {
      const results = checks.filter((result) => result.check === check && result.status !== 'not_applicable')
      const suspected = results.filter(({ status }) => status === 'suspected')
      const open = suspected.flatMap(({ suspicions }) => suspicions.filter(({ outcome }) => outcome === 'open'))
      if (suspected.length === 0) return []
      return [
        {
          case_id,
          check,
          suspected: suspected.length,
          of: results.length,
          sentence: `${name}: ${suspected[0]?.sentence ?? ''}`,
          evidence: open.map(({ passage }) => passage).slice(0, MAX_PASSAGES),
          against: open[0]?.against ?? '',
        },
      ]
    })
  })

/**
 * Failed deterministic checks, case by case, and critical cases that a language model's judgement did not pass. Includes
 * trials without a score.
 */
export function criticalFailures(
  cases: readonly CaseResult[],
  trials: readonly Trial[],
  by: JudgedBy,
): CriticalFailure[] {
  return cases.flatMap((caseResult) => {
    const caseTrials = trials.filter(({ case_id }) => case_id === caseResult.case_id)
    const failures = CRITICAL_CHECKS.flatMap((check): CriticalFailure[] => {
      const results = caseTrials.flatMap(({ checks }) =>
        checks.filter((result) => result.check === check && result.status !== 'not_applicable'),
      )
      const failed = results.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return []
      return [
        {
          case_id: caseResult.case_id,
          check,
          failed: failed.length,
          of: results.length,
          sentence: `${caseResult.name}: ${failed[0]?.sentence ?? ''}`,
          evidence: failed.flatMap(({ evidence }) => evidence.slice(0, 1)),
        },
      ]
    })
    if (by !== 'model' || !caseResult.critical || caseResult.passed !== false || failures.length > 0) return failures
    const failedTrials = caseTrials.filter(({ passed }) => passed === false)
    return [
      {
        case_id: caseResult.case_id,
        check: 'critical_case',
        failed: failedTrials.length,
        of: caseTrials.filter(({ passed }) => passed !== null).length,
        sentence: `${caseResult.name}: the case is critical and did not pass (${formatScore(caseResult.score ?? 0)} of 10).`,
        evidence: failedTrials.flatMap(({ judgements }) =>
          judgements.flatMap(({ weakness }) => weakness?.evidence ?? []).slice(0, 1),
        ),
      },
    ]
  })
}

import { type CaseResult, CRITICAL_CHECKS, type CriticalFailure, type Trial } from '../../../domain/evaluation.js'
import { formatScore } from '../../../domain/format-score.js'

/** Deterministic checks that failed, case by case, and critical cases that did not pass. Also of trials no judge could score. */
export function criticalFailures(cases: readonly CaseResult[], trials: readonly Trial[]): CriticalFailure[] {
  return cases.flatMap((one) => {
    const held = trials.filter(({ case_id }) => case_id === one.case_id)
    const failures = CRITICAL_CHECKS.flatMap((check): CriticalFailure[] => {
      const results = held.flatMap(({ checks }) =>
        checks.filter((result) => result.check === check && result.status !== 'not_applicable'),
      )
      const failed = results.filter(({ status }) => status === 'failed')
      return failed.length === 0
        ? []
        : [
            {
              case_id: one.case_id,
              check,
              failed: failed.length,
              of: results.length,
              sentence: `${one.name}: ${failed[0]?.sentence ?? ''}`,
              evidence: failed.flatMap(({ evidence }) => evidence.slice(0, 1)),
            },
          ]
    })
    if (!one.critical || one.passed !== false || failures.length > 0) return failures
    const below = held.filter(({ passed }) => passed === false)
    return [
      {
        case_id: one.case_id,
        check: 'critical_case',
        failed: below.length,
        of: held.filter(({ passed }) => passed !== null).length,
        sentence: `${one.name}: the case is critical and did not pass (${formatScore(one.score ?? 0)} of 10).`,
        evidence: below.flatMap(({ judgements }) =>
          judgements.flatMap(({ weakness }) => weakness?.evidence ?? []).slice(0, 1),
        ),
      },
    ]
  })
}

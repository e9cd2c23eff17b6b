import type { EvaluationFinding, EvaluationResult } from '../../domain/evaluation/evaluation.js'
import { FAILED_CHECKS } from '../../domain/evaluation/failed-checks.js'
import { optional, phrase, type Quotation } from '../words.js'
import type { EvaluationNames } from './names.js'

/** A finding with its quotes, and the anchor of its conversation on the page; '' where that is not shown. */
export type Found = {
  readonly what: string
  /** `[ERROR]` or `[CANNOT JUDGE]`, or ''. */
  readonly mark: string
  readonly said: readonly Quotation[]
  readonly place: string
}
type CriticalView = Found & { readonly title: string; readonly count: string }

/** Most findings shown; the others are counted, and the run's data has them all. */
export const MAX_FOUND = 40
const MARKED = /^(\[[A-Z ]+\]) */

/** All findings, critical failures first. A critical failure is not repeated among the failures. */
export function findingsOf(result: EvaluationResult, names: EvaluationNames, places: ReadonlyMap<string, string>) {
  const { critical_failures } = result.verdict
  const { failures, weaknesses, strengths, warnings, recommendations } = result.test_details
  const criticalSentences = new Set(critical_failures.map(({ sentence }) => sentence))
  const found = (items: readonly EvaluationFinding[]) => items.map((finding) => foundOf(finding, names, places))
  return {
    critical: critical_failures.map(
      ({ check, sentence, failed, of, evidence, case_id }): CriticalView => ({
        title: FAILED_CHECKS[check],
        what: phrase(sentence),
        mark: '',
        count: phrase(`Failed in ${failed} of ${of} conversations.`),
        said: names.quotations(evidence),
        place: places.get(case_id) ?? '',
      }),
    ),
    failures: found(failures.filter(({ text }) => !criticalSentences.has(text))),
    weaknesses: found(weaknesses),
    strengths: found(strengths),
    warnings: found(warnings),
    recommendations: found(recommendations),
  }
}

function foundOf(
  { text, case_id, evidence }: EvaluationFinding,
  names: EvaluationNames,
  places: ReadonlyMap<string, string>,
): Found {
  const [, mark = ''] = MARKED.exec(text) ?? []
  return {
    what: optional(mark ? text.replace(MARKED, '') : text) || 'No words that can be shown.',
    mark,
    said: names.quotations(evidence),
    place: case_id === null ? '' : (places.get(case_id) ?? ''),
  }
}

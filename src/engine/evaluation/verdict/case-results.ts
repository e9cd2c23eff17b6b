import { type CaseResult, PASS_AT, type Trial } from '../../../domain/evaluation.js'
import type { Rubric } from '../../../domain/rubric.js'
import { meanWithoutDust } from '../trial.js'
import type { NamedCase } from '../under-test.js'

/** A case over its trials. It has a score where at least half of them have one. */
export function caseResult(test: NamedCase, all: readonly Trial[], rubric: Rubric): CaseResult {
  const trials = all.filter(({ case_id }) => case_id === test.case_id)
  const scored = trials.flatMap((one) => (one.score === null ? [] : [{ ...one, score: one.score }]))
  const enough = scored.length > 0 && scored.length * 2 >= trials.length
  const score = enough ? meanWithoutDust(scored.map((one) => one.score)) : null
  const typical =
    score === null ? trials[0] : [...scored].sort((a, b) => Math.abs(a.score - score) - Math.abs(b.score - score))[0]
  const lost = trials.filter(({ status }) => status !== 'scored')
  const lostStatus = lost.some(({ status }) => status === 'cannot_judge') ? 'cannot_judge' : 'error'
  return {
    case_id: test.case_id,
    name: test.name,
    input: test.input || (typical?.turns[0]?.text ?? ''),
    expected_behavior: test.expected_behavior,
    agent_response: typical?.turns.findLast(({ speaker }) => speaker === 'agent')?.text ?? '',
    rubric_focus: test.rubric_focus,
    category: test.category,
    score,
    passed: score === null ? null : casePasses(test, score, scored),
    feedback: feedbackOf(typical, lost),
    critical: test.critical,
    cluster_id: test.cluster_id,
    status: score === null ? lostStatus : 'scored',
    trials: trials.length,
    scored_trials: scored.length,
    passed_trials: scored.filter(({ passed }) => passed).length,
    dimensions: enough
      ? rubric.dimensions.map(({ dimension_id }) => ({
          dimension_id,
          score: meanWithoutDust(
            scored.flatMap(({ dimensions }) =>
              dimensions.filter((one) => one.dimension_id === dimension_id).map((one) => one.score),
            ),
          ),
        }))
      : [],
  }
}

/**
 * Score and pass never contradict each other: a case passes by its mean as a trial does by its score, unless a critical
 * check failed anywhere; a case with a rule of its own passes where every trial keeps it.
 */
function casePasses(test: NamedCase, score: number, scored: readonly Trial[]): boolean {
  if (scored.some(({ checks }) => checks.some(({ status }) => status === 'failed'))) return false
  return test.success ? scored.every(({ passed }) => passed) : score >= PASS_AT
}

function feedbackOf(typical: Trial | undefined, lost: readonly Trial[]): string {
  const failed = typical?.checks.filter(({ status }) => status === 'failed').map(({ sentence }) => sentence) ?? []
  const said = typical?.judgements.find(({ status }) => status === 'judged')?.feedback ?? ''
  const missing = lost[0] ? `${lost.length} of its trials could not be scored: ${lost[0].problem}` : ''
  return [...failed, said, missing].filter((part) => part !== '').join(' ')
}

import { type CaseResult, type EvaluationResult, judgedBy } from '../../../domain/evaluation.js'
import { shown } from '../../../domain/score-shown.js'
import { headline, shortened } from '../../clean.js'
import { counted, optional, readable } from '../wording.js'
import { type ConversationView, conversationOf } from './conversation.js'
import type { EvaluationNames } from './names.js'

/** Conversations shown in full, worst first; the other cases stand in the table. */
export const MOST_IN_FULL = 20
/** Cases that stand open: what went wrong first, and one more. */
const OPEN = 2

export type Outcome = 'passed' | 'failed' | 'rehearsed' | 'cannot_judge' | 'error'
export const OUTCOMES: Record<Outcome, { readonly status: 'pass' | 'fail' | 'not_run'; readonly word: string }> = {
  passed: { status: 'pass', word: 'passed' },
  failed: { status: 'fail', word: 'failed' },
  rehearsed: { status: 'not_run', word: 'rehearsed' },
  cannot_judge: { status: 'not_run', word: 'could not be judged' },
  error: { status: 'not_run', word: 'could not be run' },
}

export type CaseRow = {
  readonly name: string
  readonly category: string
  readonly critical: boolean
  readonly outcome: Outcome
  readonly score: string
  /** Trials that passed, "2 of 3 trials". */
  readonly trials: string
  readonly feedback: string
  /** Id of its conversation on the page; '' where it is not shown in full. */
  readonly place: string
}
export type CaseView = CaseRow & { readonly open: boolean; readonly expected: string } & ConversationView

/** All cases, the worst first: the first in full with the conversation that went worst, all of them as a line each. */
export function casesOf(result: EvaluationResult, names: EvaluationNames) {
  const ranked = worstFirst(result)
  const rehearsed = judgedBy(result) === 'rehearsal'
  const rows = ranked.map((one, i) => {
    const row = rowOf(one, names, i < MOST_IN_FULL ? `case-${i + 1}` : '')
    return { one, row: rehearsed && one.status === 'scored' ? { ...row, outcome: 'rehearsed' as const } : row }
  })
  const bad = ranked.filter((one) => outcomeOf(one) !== 'passed').length
  const open = Math.min(OPEN, Math.max(1, bad))
  return {
    rows: rows.map(({ row }) => row),
    full: rows.slice(0, MOST_IN_FULL).map(
      ({ one, row }, i): CaseView => ({
        ...row,
        open: i < open,
        expected: optional(one.expected_behavior),
        ...conversationOf(
          result.trials.filter(({ case_id }) => case_id === one.case_id),
          names,
          rehearsed,
        ),
      }),
    ),
    places: new Map(rows.map(({ one, row }) => [one.case_id, row.place])),
  }
}

const outcomeOf = ({ status, passed }: CaseResult): Outcome =>
  status === 'scored' ? (passed ? 'passed' : 'failed') : status

/** Cases with a critical failure, then the failed ones, then those without a score, then the passed; by score. */
function worstFirst({ test_details, verdict }: EvaluationResult): readonly CaseResult[] {
  const critical = new Set(verdict.critical_failures.map(({ case_id }) => case_id))
  const rank = (one: CaseResult): number => {
    if (critical.has(one.case_id)) return 0
    return { failed: 1, error: 2, cannot_judge: 2, rehearsed: 3, passed: 3 }[outcomeOf(one)]
  }
  return [...test_details.test_cases].sort((a, b) => rank(a) - rank(b) || (a.score ?? 0) - (b.score ?? 0))
}

function rowOf(one: CaseResult, names: EvaluationNames, place: string): CaseRow {
  return {
    name: names.caseName(one.case_id),
    category: shortened(readable(one.category), 40),
    critical: one.critical,
    outcome: outcomeOf(one),
    score: shown(one.score),
    trials: `${one.passed_trials} of ${counted(one.trials, 'trial')}`.replaceAll(' ', '\u00a0'),
    feedback: headline(one.feedback, 160),
    place,
  }
}

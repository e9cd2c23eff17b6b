import { type CaseEvidence, type EvaluationResult, judgedBy } from '../../../domain/evaluation.js'
import { shown } from '../../../domain/score-shown.js'
import { shortened } from '../../clean.js'
import { counted, optional, phrase } from '../wording.js'
import { type EvaluationNames, FAILED_CHECKS } from './names.js'
import { between, standingOf, sureness } from './points.js'

const STATUSES = {
  active: { light: 'green', word: 'Approved', status: 'active' },
  needs_improvement: { light: 'red', word: 'Not approved', status: 'needs improvement' },
  unjudged: { light: null, word: 'Not judged', status: 'not approved' },
} as const
const REHEARSED = { light: null, word: 'Rehearsed', status: 'not judged' } as const

/** The verdict in one glance. Colour and word of the score follow the unrounded one, those of the status the verdict. */
export function verdictOf(result: EvaluationResult) {
  const { verdict } = result
  const rehearsed = judgedBy(result) === 'rehearsal'
  // The figure of a rehearsal is not the agent's: it stands with the conversations, never in the headline.
  const score = rehearsed ? null : result.overall_score
  const standing = score === null ? null : standingOf(score)
  return {
    ...(rehearsed ? REHEARSED : STATUSES[verdict.status]),
    score: shown(score),
    value: score,
    standing,
    interval: rehearsed ? null : verdict.interval,
    between: rehearsed || !verdict.interval ? null : between(verdict.interval),
    confidence: rehearsed || verdict.confidence === null ? '' : sureness(verdict.confidence),
  }
}

/** What a reader has to know first, short enough for the first screen of a phone; in full it stands further down. */
export function firstOf(result: EvaluationResult, names: EvaluationNames) {
  const { verdict, test_details, reliability } = result
  const [critical] = verdict.critical_failures
  const found = (title: string, what: string, evidence: readonly CaseEvidence[], more = '') => {
    const [said] = names.said(evidence)
    return {
      title,
      what: shortened(phrase(what), 170),
      more: shortened(optional(more), 170),
      said: said ? { ...said, quote: shortened(said.quote, 150) } : null,
    }
  }
  if (judgedBy(result) === 'rehearsal')
    return found(
      'What this is',
      'The offline model spoke for the agent and judged it: this shows what an evaluation looks like, nothing about the agent.',
      [],
    )
  if (critical) {
    const many = verdict.critical_failures.length
    const title = many === 1 ? 'Critical failure' : `First of ${counted(many, 'critical failure')}`
    return found(title, FAILED_CHECKS[critical.check], critical.evidence, critical.sentence)
  }
  if (verdict.status === 'unjudged') return found('Why nothing is approved', verdict.sentence, [])
  const [failure] = test_details.failures
  if (failure) return found('What went wrong first', failure.text, failure.evidence)
  const [weakness] = test_details.weaknesses
  if (weakness) return found('The weakest point', weakness.text, weakness.evidence)
  const { cases_passed, cases_scored } = reliability
  return found('What went wrong', `Nothing was found: ${cases_passed} of ${cases_scored} cases pass.`, [])
}

import type { ConversationTurn } from '../../../domain/conversation.js'
import type { CaseEvidence, Judgement } from '../../../domain/evaluation.js'
import { type JudgeAnswer, MOST_POINTS } from '../../../domain/judgement.js'
import type { Dimension } from '../../../domain/rubric.js'
import { findQuote } from './transcript-quotes.js'

const TEN = 10

export type Judged = {
  readonly case_id: string
  readonly trial: number
  readonly turns: readonly ConversationTurn[]
  readonly dimensions: readonly Pick<Dimension, 'dimension_id'>[]
  readonly must: readonly string[]
  readonly must_not: readonly string[]
}

export type Read = {
  readonly judgement: Omit<Judgement, 'judge' | 'rounds'>
  /** What would have to be different for the answer to be used; empty where it can be. */
  readonly problems: string[]
}

/**
 * Reads a judge's answer against our rubric and the transcript. A dimension that is missing, or whose quote does not
 * stand in the transcript, is a problem; a judge that says it cannot judge is believed.
 */
export function readJudgement(answer: JudgeAnswer, judged: Judged): Read {
  const marks = judged.dimensions.map(({ dimension_id }) => {
    const given = answer.dimensions.filter((one) => one.dimension_id === dimension_id)
    const [mark] = given
    if (!mark || given.length > 1)
      return { dimension_id, problem: `"${dimension_id}" has to stand in dimensions exactly once.` }
    if (!mark.can_judge) return { dimension_id, cannot: mark.reason || `${dimension_id} cannot be judged.` }
    const evidence = findQuote(mark.quote, judged)
    if (!evidence)
      return {
        dimension_id,
        problem: `The quote for "${dimension_id}" does not stand in the transcript word for word.`,
      }
    return { dimension_id, score: (mark.points * TEN) / MOST_POINTS, reason: mark.reason, evidence }
  })
  const rules = brokenRules(answer, judged)
  const problems = [...marks.flatMap(({ problem }) => problem ?? []), ...rules.problems]
  const cannot = marks.flatMap((mark) => ('cannot' in mark && mark.cannot !== undefined ? [mark.cannot] : []))
  const judgedWhole = problems.length === 0 && cannot.length === 0
  return {
    problems,
    judgement: {
      status: judgedWhole ? 'judged' : 'cannot_judge',
      problem: problems.length > 0 ? problems.join(' ') : cannot.join(' '),
      dimensions: judgedWhole ? marks.flatMap((mark) => (mark.evidence ? [dimensionOf(mark)] : [])) : [],
      broken_rules: judgedWhole ? rules.broken : [],
      feedback: judgedWhole ? answer.feedback : '',
      strength: judgedWhole ? withQuote(answer.strength, judged) : null,
      weakness: judgedWhole ? withQuote(answer.weakness, judged) : null,
      recommendation: judgedWhole ? answer.recommendation : '',
    },
  }
}

const dimensionOf = ({
  dimension_id,
  score,
  reason,
  evidence,
}: {
  dimension_id: string
  score: number
  reason: string
  evidence: CaseEvidence
}) => ({
  dimension_id,
  score,
  reason,
  evidence,
})

/** A finding whose quote was never said is dropped. */
function withQuote({ text, quote }: JudgeAnswer['strength'], judged: Judged): Judgement['strength'] {
  const evidence = text.trim() === '' ? null : findQuote(quote, judged)
  return evidence && { text, evidence }
}

function brokenRules(answer: JudgeAnswer, judged: Judged) {
  const broken: Judgement['broken_rules'] = []
  const problems: string[] = []
  const rules = [
    ...judged.must.map((text) => ({ text, forbids: false })),
    ...judged.must_not.map((text) => ({ text, forbids: true })),
  ]
  rules.forEach(({ text, forbids }, index) => {
    const given = answer.rules.find(({ number }) => number === index + 1)
    if (!given) problems.push(`Rule ${index + 1} has no entry in rules.`)
    else if (!given.kept) {
      const evidence = given.quote === '' ? null : findQuote(given.quote, judged)
      if (forbids && !evidence)
        problems.push(`The quote for the broken rule ${index + 1} does not stand in the transcript word for word.`)
      broken.push({ rule: `${forbids ? 'must not' : 'must'}: ${text}`, evidence })
    }
  })
  return { broken, problems }
}

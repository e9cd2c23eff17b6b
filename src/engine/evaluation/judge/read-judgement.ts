import type { ConversationTurn } from '../../../domain/conversation.js'
import type { Judgement } from '../../../domain/evaluation.js'
import { type JudgeAnswer, MAX_POINTS } from '../../../domain/judgement.js'
import type { Dimension } from '../../../domain/rubric.js'
import { findQuote } from './transcript-quotes.js'

const MAX_SCORE = 10

export type JudgedConversation = {
  readonly case_id: string
  readonly trial: number
  readonly turns: readonly ConversationTurn[]
  readonly dimensions: readonly Pick<Dimension, 'dimension_id'>[]
  readonly must: readonly string[]
  readonly must_not: readonly string[]
}

export type ReadJudgement = {
  readonly judgement: Omit<Judgement, 'judge' | 'rounds'>
  /** What would have to be different for the answer to be used; empty where it can be. */
  readonly problems: string[]
}

/** What a judge said of one dimension: a score with its evidence, why it cannot judge, or why that cannot be used. */
type DimensionMark = {
  readonly scored?: Judgement['dimensions'][number]
  readonly cannot?: string
  readonly problem?: string
}

/**
 * Reads a judge's answer against our rubric and the transcript. A dimension that is missing, or whose quote does not
 * stand in the transcript, is a problem; a judge that says it cannot judge is believed.
 */
export function readJudgement(answer: JudgeAnswer, conversation: JudgedConversation): ReadJudgement {
  const marks = conversation.dimensions.map(({ dimension_id }): DimensionMark => {
    const answers = answer.dimensions.filter((answered) => answered.dimension_id === dimension_id)
    const [mark] = answers
    if (!mark || answers.length > 1) return { problem: `"${dimension_id}" has to stand in dimensions exactly once.` }
    if (!mark.can_judge) return { cannot: mark.reason || `${dimension_id} cannot be judged.` }
    const evidence = findQuote(mark.quote, conversation)
    if (!evidence) return { problem: `The quote for "${dimension_id}" does not stand in the transcript word for word.` }
    const score = (mark.points * MAX_SCORE) / MAX_POINTS
    return { scored: { dimension_id, score, reason: mark.reason, evidence } }
  })
  const rules = brokenRules(answer, conversation)
  const problems = [...marks.flatMap(({ problem }) => problem ?? []), ...rules.problems]
  if (problems.length > 0) return { problems, judgement: notJudged(problems.join(' ')) }
  const reasons = marks.flatMap(({ cannot }) => cannot ?? [])
  if (reasons.length > 0) return { problems, judgement: notJudged(reasons.join(' ')) }
  return {
    problems,
    judgement: {
      status: 'judged',
      problem: '',
      dimensions: marks.flatMap(({ scored }) => scored ?? []),
      broken_rules: rules.broken,
      feedback: answer.feedback,
      strength: withQuote(answer.strength, conversation),
      weakness: withQuote(answer.weakness, conversation),
      recommendation: answer.recommendation,
    },
  }
}

/** The judgement of a judge that could not judge, or whose answer cannot be used. */
export const notJudged = (problem: string): ReadJudgement['judgement'] => ({
  status: 'cannot_judge',
  problem,
  dimensions: [],
  broken_rules: [],
  feedback: '',
  strength: null,
  weakness: null,
  recommendation: '',
})

/** A finding whose quote was never said is dropped. */
function withQuote({ text, quote }: JudgeAnswer['strength'], conversation: JudgedConversation): Judgement['strength'] {
  const evidence = text.trim() === '' ? null : findQuote(quote, conversation)
  return evidence && { text, evidence }
}

function brokenRules(answer: JudgeAnswer, conversation: JudgedConversation) {
  const broken: Judgement['broken_rules'] = []
  const problems: string[] = []
  const rules = [
    ...conversation.must.map((text) => ({ text, forbids: false })),
    ...conversation.must_not.map((text) => ({ text, forbids: true })),
  ]
  rules.forEach(({ text, forbids }, index) => {
    const answered = answer.rules.find(({ number }) => number === index + 1)
    if (!answered) problems.push(`Rule ${index + 1} has no entry in rules.`)
    else if (!answered.kept) {
      const evidence = answered.quote === '' ? null : findQuote(answered.quote, conversation)
      if (forbids && !evidence)
        problems.push(`The quote for the broken rule ${index + 1} does not stand in the transcript word for word.`)
      broken.push({ rule: `${forbids ? 'must not' : 'must'}: ${text}`, evidence })
    }
  })
  return { broken, problems }
}

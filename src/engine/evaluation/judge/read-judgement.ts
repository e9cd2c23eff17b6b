import type { ConversationTurn } from '../../../domain/conversation.js'
import type { Judgement } from '../../../domain/evaluation.js'
import { type JudgeAnswer, MAX_POINTS } from '../../../domain/judgement.js'
import type { Dimension } from '../../../domain/rubric.js'
import { findQuote, standsIn } from './transcript-quotes.js'

const MAX_SCORE = 10

export type JudgedConversation = {
  readonly case_id: string
  readonly trial: number
  readonly turns: readonly ConversationTurn[]
  readonly dimensions: readonly Pick<Dimension, 'dimension_id'>[]
  readonly must: readonly string[]
  readonly must_not: readonly string[]
  /** How many passages are in doubt, and what a quote may be of beside the conversation. */
  readonly doubts: { readonly count: number; readonly told: readonly string[] }
}

export type ReadJudgement = {
  readonly judgement: Omit<Judgement, 'judge' | 'rounds'>
  /** What would have to be different for the answer to be used; empty where it can be. */
  readonly problems: string[]
  /** What would have to be different for passages in doubt to be decided; the scores stand without. */
  readonly undecided: string[]
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
  const { suspicions, problems: undecided } = readSuspicions(answer, conversation)
  const problems = [...marks.flatMap(({ problem }) => problem ?? []), ...rules.problems]
  if (problems.length > 0) return { problems, undecided, judgement: { ...notJudged(problems.join(' ')), suspicions } }
  const reasons = marks.flatMap(({ cannot }) => cannot ?? [])
  if (reasons.length > 0) return { problems, undecided, judgement: { ...notJudged(reasons.join(' ')), suspicions } }
  return {
    problems,
    undecided,
    judgement: {
      status: 'judged',
      problem: '',
      dimensions: marks.flatMap(({ scored }) => scored ?? []),
      broken_rules: rules.broken,
      suspicions,
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
  suspicions: [],
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

/** A judge that says it cannot decide a passage is believed; an answer without a quote that stands somewhere is none. */
function readSuspicions(answer: JudgeAnswer, conversation: JudgedConversation) {
  const { count, told } = conversation.doubts
  const problems: string[] = []
  const suspicions = Array.from({ length: count }, (_, index): Judgement['suspicions'][number] => {
    const number = index + 1
    // Stored answers from before passages were asked about have no list.
    const answered = (answer.suspicions ?? []).find((suspicion) => suspicion.number === number)
    if (!answered) problems.push(`Passage ${number} has no entry in suspicions.`)
    if (!answered || answered.breach === 'cannot_judge') return { number, breach: null, quote: '' }
    const breach = answered.breach === 'yes'
    const said = answered.quote === '' ? null : findQuote(answered.quote, conversation)
    const stands = breach
      ? said?.speaker === 'agent'
      : said !== null || told.some((text) => standsIn(text, answered.quote))
    if (stands) return { number, breach, quote: said?.quote ?? answered.quote }
    problems.push(
      breach
        ? `The quote for passage ${number} is not the agent's, word for word.`
        : `The quote for passage ${number} stands neither in the transcript nor in what the agent was told, word for word, with at least eight characters.`,
    )
    return { number, breach: null, quote: '' }
  })
  return { suspicions, problems }
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

import type { ConversationTurn } from '../../../domain/evaluation/conversation.js'
import type { Judgement } from '../../../domain/evaluation/evaluation.js'
import { type JudgeAnswer, MAX_POINTS } from '../../../domain/evaluation/judgement.js'
import type { Dimension } from '../../../domain/evaluation/rubric.js'
import { findQuote, standsIn } from './transcript-quotes.js'

const MAX_SCORE = 10

export type JudgedConversation = {
  readonly case_id: string
  readonly trial: number
  readonly turns: readonly ConversationTurn[]
  readonly dimensions: readonly Pick<Dimension, 'dimension_id'>[]
  readonly must: readonly string[]
  readonly must_not: readonly string[]
  /** Number of passages in doubt, and the texts a quote may come from besides the conversation. */
  readonly doubts: { readonly count: number; readonly told: readonly string[] }
}

type ReadJudgement = {
  readonly judgement: Omit<Judgement, 'judge' | 'rounds'>
  /** What has to change before the answer can be used; empty where it can be used. */
  readonly problems: string[]
  /** What has to change before the passages in doubt are decided; the scores are valid without. */
  readonly undecided: string[]
}

/** A judge's answer on one dimension: a score with evidence, the reason why it cannot judge, or a problem with the answer. */
type DimensionMark = {
  readonly scored?: Judgement['dimensions'][number]
  readonly cannot?: string
  readonly problem?: string
}

/**
 * Reads a judge's answer against our rubric and the transcript. A missing dimension, or a quote that does not occur in
 * the transcript, is a problem. A judge that says it cannot judge is believed.
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

/** The judgement of a judge that could not judge or gave an unusable answer. */
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

/** The finding with its evidence; `null` where its quote does not occur in the conversation. */
function withQuote({ text, quote }: JudgeAnswer['strength'], conversation: JudgedConversation): Judgement['strength'] {
  const evidence = text.trim() === '' ? null : findQuote(quote, conversation)
  return evidence && { text, evidence }
}

/** Answers about passages in doubt. "Cannot judge" is accepted; a yes or no without a verified quote is a problem. */
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
    if (breach) {
      if (said?.speaker === 'agent') return { number, breach, quote: said.quote }
      problems.push(`The quote for passage ${number} is not the agent's, word for word.`)
    } else {
      const stands = said !== null || told.some((text) => standsIn(text, answered.quote))
      if (stands) return { number, breach, quote: said?.quote ?? answered.quote }
      problems.push(
        `The quote for passage ${number} stands neither in the transcript nor in what the agent was told, word for word, with at least eight characters.`,
      )
    }
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

import type { AgentFacts } from '../../../domain/evaluation/agent.js'
import type { ConversationTurn } from '../../../domain/evaluation/conversation.js'
import type { CaseEvidence, CheckResult, CriticalCheckName, Suspicion } from '../../../domain/evaluation/evaluation.js'
import type { NamedCase } from '../evaluation-plan.js'

/** The conversation a check looks at: one trial of one case. */
export type CheckedConversation = {
  readonly agent: AgentFacts
  readonly test: NamedCase
  readonly trial: number
  readonly turns: readonly ConversationTurn[]
}

/** A fault that words alone decide, with the quote it rests on. */
export type Fault = { readonly sentence: string; readonly turn: ConversationTurn; readonly quote: string }
/** A doubt that words cannot decide: a passage of the agent's, and the words it may contradict. */
export type Doubt = Fault & {
  /** A judge answers yes for a breach, no otherwise. */
  readonly question: string
  /** Words it may contradict, of the prospect or the agent's instructions; '' where the doubt is that nothing supports it. */
  readonly against: string
}
export type CheckFinding = {
  readonly applies: boolean
  readonly passSentence: string
  readonly faults: readonly Fault[]
  readonly doubts: readonly Doubt[]
}

export const NOT_APPLICABLE: CheckFinding = { applies: false, passSentence: '', faults: [], doubts: [] }

/** Characters of a message that are read sentence by sentence; the rest is in doubt as a whole. */
export const MAX_READ = 4_000

/** Longer passages are cut before a judge sees them; the judge has the whole conversation beside them. */
const MAX_PASSAGE = 600

export function resultOf(
  check: CriticalCheckName,
  { test, trial }: CheckedConversation,
  { applies, passSentence, faults, doubts }: CheckFinding,
): CheckResult {
  const evidenceOf = ({ turn, quote }: Fault): CaseEvidence[] =>
    quote === '' ? [] : [{ case_id: test.case_id, trial, turn: turn.turn, speaker: turn.speaker, quote }]
  const sentences = (found: readonly Fault[]) => [...new Set(found.map(({ sentence }) => sentence))].join(' ')
  const suspicions = onePerMessage(doubts).flatMap((doubt): Suspicion[] =>
    evidenceOf({ ...doubt, quote: doubt.quote.slice(0, MAX_PASSAGE) }).map((passage) => ({
      sentence: doubt.sentence,
      question: doubt.question,
      passage,
      against: doubt.against.slice(0, MAX_PASSAGE),
      outcome: 'open',
      answers: [],
    })),
  )
  if (!applies)
    return {
      check,
      status: 'not_applicable',
      sentence: 'Nothing in this conversation asked for it.',
      evidence: [],
      suspicions: [],
    }
  if (faults.length > 0)
    return {
      check,
      status: 'failed',
      sentence: sentences(faults),
      evidence: quotedOnce(faults).flatMap(evidenceOf),
      suspicions,
    }
  if (suspicions.length > 0)
    return {
      check,
      status: 'suspected',
      sentence: [...new Set(suspicions.map(({ sentence }) => sentence))].join(' '),
      evidence: suspicions.map(({ passage }) => passage),
      suspicions,
    }
  return { check, status: 'passed', sentence: passSentence, evidence: [], suspicions: [] }
}

/** Merges doubts about one message with the same question and `against`: the passage runs from the first to the last. */
function onePerMessage(doubts: readonly Doubt[]): Doubt[] {
  const joined = new Map<string, Doubt>()
  for (const doubt of doubts) {
    const key = `${doubt.turn.turn}/${doubt.question}/${doubt.against}`
    const known = joined.get(key)
    joined.set(key, known ? { ...known, quote: spanOf(doubt.turn.text, known.quote, doubt.quote) } : doubt)
  }
  return [...joined.values()]
}

function spanOf(text: string, first: string, other: string): string {
  const [a, b] = [text.indexOf(first), text.indexOf(other)]
  if (a < 0 || b < 0) return first
  return text.slice(Math.min(a, b), Math.max(a + first.length, b + other.length))
}

/** Keeps each quote once per message as evidence: an answer may hold thousands of invented figures. */
function quotedOnce(faults: readonly Fault[]): Fault[] {
  const seen = new Map<ConversationTurn, Set<string>>()
  return faults.filter(({ turn, quote }) => {
    const quotes = seen.get(turn) ?? new Set()
    seen.set(turn, quotes)
    return quote !== '' && !quotes.has(quote) && quotes.add(quote)
  })
}

/** Sentences of a message, word for word. A full stop inside a figure or an abbreviation without a blank ends nothing. */
export const sentencesOf = (text: string): string[] =>
  (text.match(/[^\n.!?…]+(?:[.!?…]+(?!\s|$)[^\n.!?…]*)*[.!?…]*/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

export const agentTurns = (turns: readonly ConversationTurn[]): ConversationTurn[] =>
  turns.filter(({ speaker }) => speaker === 'agent')

const INTERJECTION =
  /^\P{L}*(?:(?:haha|lol|oh|ah|aw|well|ach|tja|na|also|ben|eh bien|hélas|leider|desværre|sadly|pues|tjo|nå|jajaja)\P{L}+)?$/iu

/** Whether a text begins with a match of `expression`, also after an "oh" or "well". */
export function beginsWith(text: string, expression: RegExp): boolean {
  const found = expression.exec(text.slice(0, 40))
  return found !== null && INTERJECTION.test(text.slice(0, found.index))
}

import type { AgentFacts } from '../../../domain/agent.js'
import type { ConversationTurn } from '../../../domain/conversation.js'
import type { CaseEvidence, CheckResult, CriticalCheckName } from '../../../domain/evaluation.js'
import type { NamedCase } from '../evaluation-plan.js'

/** The conversation a check looks at: one trial of one case. */
export type CheckedConversation = {
  readonly agent: AgentFacts
  readonly test: NamedCase
  readonly trial: number
  readonly turns: readonly ConversationTurn[]
}

/** What a check found: nothing to look at, or faults, each a sentence with the words it rests on. */
export type Fault = { readonly sentence: string; readonly turn: ConversationTurn; readonly quote: string }
export type CheckFinding = {
  readonly applies: boolean
  readonly passSentence: string
  readonly faults: readonly Fault[]
}

export const NOT_APPLICABLE: CheckFinding = { applies: false, passSentence: '', faults: [] }

export function resultOf(
  check: CriticalCheckName,
  { test, trial }: CheckedConversation,
  { applies, passSentence, faults }: CheckFinding,
): CheckResult {
  if (!applies)
    return { check, status: 'not_applicable', sentence: 'Nothing in this conversation asked for it.', evidence: [] }
  if (faults.length === 0) return { check, status: 'passed', sentence: passSentence, evidence: [] }
  return {
    check,
    status: 'failed',
    sentence: [...new Set(faults.map(({ sentence }) => sentence))].join(' '),
    evidence: faults.flatMap(({ turn, quote }): CaseEvidence[] =>
      quote === '' ? [] : [{ case_id: test.case_id, trial, turn: turn.turn, speaker: turn.speaker, quote }],
    ),
  }
}

/** Sentences of a message, word for word. A full stop inside a figure or an abbreviation without a blank ends nothing. */
export const sentencesOf = (text: string): string[] =>
  (text.match(/[^\n.!?…]+(?:[.!?…]+(?!\s|$)[^\n.!?…]*)*[.!?…]*/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

export const agentTurns = (turns: readonly ConversationTurn[]): ConversationTurn[] =>
  turns.filter(({ speaker }) => speaker === 'agent')

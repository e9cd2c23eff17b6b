import type { ConversationTurn } from '../../../domain/conversation.js'
import type { CaseEvidence } from '../../../domain/evaluation.js'
import { findSpan } from '../../panel/find-span.js'
import { withoutQuotationMarks } from '../../panel/normalize-text.js'
import { neutralise } from '../../untrusted-text.js'

/** A shorter quote could be anybody's words; a message that is shorter itself may be quoted whole. */
const MIN_QUOTE_LENGTH = 8

/** Whether words copied from a text stand in it, and are enough of it to be nobody else's. */
export function standsIn(text: string, quote: string): boolean {
  return isLongEnough(withoutQuotationMarks(quote), text) && findSpan(text, quote) !== null
}

const isLongEnough = (quote: string, text: string): boolean =>
  quote.trim().length >= Math.min(MIN_QUOTE_LENGTH, text.trim().length)

/**
 * Where a quote stands in a conversation, in the words of the conversation: the agent's messages first. White space,
 * letter case and the shape of marks may differ, and the bars that a judge sees before each line. Null where it does not.
 */
export function findQuote(
  quote: string,
  { turns, case_id, trial }: { turns: readonly ConversationTurn[]; case_id: string; trial: number },
): CaseEvidence | null {
  const plainQuote = withoutQuotationMarks(quote.replace(/\n\|\s?/g, '\n').replace(/^\|\s?/, ''))
  const order = [...turns].sort(
    (a, b) => Number(a.speaker === 'prospect') - Number(b.speaker === 'prospect') || a.turn - b.turn,
  )
  for (const { turn, speaker, text } of order) {
    const seenByJudge = neutralise(text)
    if (!isLongEnough(plainQuote, seenByJudge)) continue
    const span = findSpan(seenByJudge, plainQuote)
    const source = seenByJudge.length === text.length ? text : seenByJudge
    if (span) return { case_id, trial, turn, speaker, quote: source.slice(span.start, span.end) }
  }
  return null
}

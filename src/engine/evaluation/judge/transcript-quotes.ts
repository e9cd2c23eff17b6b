import type { ConversationTurn } from '../../../domain/evaluation/conversation.js'
import type { CaseEvidence } from '../../../domain/evaluation/evaluation.js'
import { findSpan } from '../../panel/find-span.js'
import { withoutQuotationMarks } from '../../panel/normalize-text.js'
import { neutralise } from '../../untrusted-text.js'

/** A shorter quote could come from anybody; a message that is shorter itself may be quoted whole. */
const MIN_QUOTE_LENGTH = 8

/** Whether a quote occurs in a text and is long enough to be evidence. */
export function standsIn(text: string, quote: string): boolean {
  return isLongEnough(withoutQuotationMarks(quote), text) && findSpan(text, quote) !== null
}

const isLongEnough = (quote: string, text: string): boolean =>
  quote.trim().length >= Math.min(MIN_QUOTE_LENGTH, text.trim().length)

/**
 * Position of a quote in a conversation, in the conversation's own words; messages of the agent are searched first.
 * White space, letter case, the shape of marks and the transcript's bars may differ. `null` where the quote does not
 * occur.
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

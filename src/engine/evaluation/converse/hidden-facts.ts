import type { ConversationTurn } from '../../../domain/evaluation/conversation.js'
import type { HiddenFact } from '../../../domain/evaluation/test-case.js'
import { normalizeText } from '../../panel/normalize-text.js'

/** Numbers (from 1) of the hidden facts whose words occur in the prospect's messages. No model decides this. */
export function factsFound(hidden: readonly HiddenFact[], turns: readonly ConversationTurn[]): number[] {
  const prospectText = normalizeText(
    turns
      .filter(({ speaker }) => speaker === 'prospect')
      .map(({ text }) => text)
      .join('\n'),
  ).text
  return hidden.flatMap(({ told_by }, index) =>
    told_by.some((words) => prospectText.includes(normalizeText(words).text)) ? [index + 1] : [],
  )
}

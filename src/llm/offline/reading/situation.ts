import { LEXICON, QUALIFYING_TOPICS, type QualifyingTopic, SITUATIONS, type Situation } from '../../../data/lexicon.js'

/** The situation that a message creates; of several, the gravest. */
export const situationOf = (message: string): Situation =>
  SITUATIONS.find((situation) => LEXICON.conversations().situations[situation].test(message)) ?? 'going_on'

/** Topics that the questions in a text ask about. */
export function topicsAsked(text: string): QualifyingTopic[] {
  const sentences = text.match(/[^.!?\n]+[.!?\n]?/g) ?? []
  const questions = sentences.filter((sentence) => sentence.endsWith('?')).join(' ')
  return QUALIFYING_TOPICS.filter((topic) => LEXICON.conversations().asked[topic].test(questions))
}

import { LEXICON, type Topic } from '../../../data/lexicon.js'
import type { Category } from '../../../domain/persona.js'

/** The topics of a category that a text (lower case) says nothing about. */
export function silentTopics(lower: string, category: Category): Topic[] {
  return LEXICON.topics()[category].filter(({ heard }) => !heard.test(lower))
}

import { CONCEPTS, type Concept, LEXICON, type Topic } from '../../../data/lexicon.js'
import type { Category } from '../../../domain/persona.js'

/** The concepts a text touches. */
export function conceptsIn(text: string): ReadonlySet<Concept> {
  return new Set(CONCEPTS.filter((concept) => LEXICON.concepts()[concept].test(text)))
}

/** The topics of a category that a text (lower case) says nothing about. */
export function unmentionedTopics(lower: string, category: Category): Topic[] {
  return LEXICON.topics()[category].filter(({ heard }) => !heard.test(lower))
}

import { CONCEPTS, type Concept, LEXICON } from '../../../data/lexicon.js'

/** The concepts a text touches. */
export function conceptsIn(text: string): ReadonlySet<Concept> {
  return new Set(CONCEPTS.filter((concept) => LEXICON.concepts()[concept].test(text)))
}

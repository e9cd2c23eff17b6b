import { LEXICON, type Objection, type PrivateObjection } from '../../../data/lexicon.js'

const QUOTED = /“[^”]*”/gu

/** The sentence in lower case, its quotations from the stimulus replaced. */
export function withoutQuotes(sentence: string): string {
  return sentence.replace(QUOTED, '…').toLowerCase()
}

export function objectionIn(sentence: string): Objection | null {
  return firstMatch(LEXICON.objections().spoken, sentence)
}

export function privateObjectionIn(sentence: string): PrivateObjection | null {
  return firstMatch(LEXICON.objections().private, sentence)
}

function firstMatch<K extends string>(kinds: Readonly<Record<K, { heard: RegExp }>>, sentence: string): K | null {
  const words = withoutQuotes(sentence)
  for (const kind of Object.keys(kinds) as K[]) if (kinds[kind].heard.test(words)) return kind
  return null
}

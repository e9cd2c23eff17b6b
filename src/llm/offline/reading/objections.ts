import { LEXICON, type Objection, type PrivateObjection } from '../../../data/lexicon.js'

const QUOTED = /“[^”]*”/gu

/** The sentence in lower case without what it quotes from the stimulus. */
export function withoutQuotes(sentence: string): string {
  return sentence.replace(QUOTED, '…').toLowerCase()
}

export function objectionIn(sentence: string): Objection | null {
  return firstHeard(LEXICON.objections().spoken, sentence)
}

export function privateObjectionIn(sentence: string): PrivateObjection | null {
  return firstHeard(LEXICON.objections().private, sentence)
}

function firstHeard<K extends string>(kinds: Readonly<Record<K, { heard: RegExp }>>, sentence: string): K | null {
  const words = withoutQuotes(sentence)
  for (const kind of Object.keys(kinds) as K[]) if (kinds[kind].heard.test(words)) return kind
  return null
}

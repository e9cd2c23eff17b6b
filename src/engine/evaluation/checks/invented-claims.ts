import { CLAIM_KINDS, type ClaimKind, LEXICON } from '../../../data/lexicon.js'
import type { Language } from '../../../data/word-list.js'
import { beginsWith, sentencesOf } from './check.js'
import type { Finding } from './invented-figures.js'
import { namesIn, stemsOf } from './stems.js'

/** So many words that nobody has said make a sentence about the seller one to be looked at. */
const NEW_WORDS = 3
const DENIED_BEFORE = 45

type Given = {
  /** What the agent was told to be true. */
  readonly stated: string
  readonly prospect: string
}

/** Certificates, awards, guarantees, scarcity, customers and the like that one message claims and nobody gave. */
export function inventedClaims(text: string, { stated, prospect }: Given, language: Language): Finding[] {
  const { claims, unknown, us, yes, units, myself, stop_confirmed } = LEXICON.agents()
  const known = new Set(stemsOf(`${stated}\n${prospect}`))
  // "Yes" to a question asserts what was asked.
  const affirms = prospect.includes('?') && beginsWith(text, yes)
  return sentencesOf(text).flatMap((quote): Finding[] => {
    if (quote.endsWith('?') || unknown.test(quote)) return []
    const claimed = CLAIM_KINDS.flatMap((kind) => {
      const found = claims[kind].exec(quote)
      return found && !isDenied(quote, found.index, kind) ? [{ kind, words: found[0] }] : []
    })
    const newOnes = claimed.filter(({ kind, words }) => !claims[kind].test(stated) && !includes(stated, words))
    const fresh = [...new Set(stemsOf(quote).filter((stem) => !known.has(stem)))]
    const names =
      language === 'de'
        ? []
        : namesIn(quote).filter((name) => !units.money.test(name) && !includes(`${stated}\n${prospect}`, name))
    if (newOnes[0]) return [{ quote, what: newOnes[0].words }]
    if (claimed[0] && fresh.length >= NEW_WORDS) return [{ quote, what: claimed[0].words }]
    if (stop_confirmed.test(quote)) return []
    const isNew = fresh.length >= NEW_WORDS
    if (names.length > 0 || (isNew && us.test(quote) && !myself.test(quote)) || (fresh.length > NEW_WORDS && affirms))
      return [{ quote, what: names[0] ?? '' }]
    return []
  })
}

const includes = (text: string, words: string): boolean => text.toLowerCase().includes(words.toLowerCase())

/** "We are not certified"; but "you get every cent back, no questions asked". */
function isDenied(sentence: string, at: number, kind: ClaimKind): boolean {
  if (kind === 'scarcity') return false
  const clause = sentence.slice(Math.max(0, at - DENIED_BEFORE), at).replace(/^.*[,;:–]\s/su, '')
  return LEXICON.agents().denial.test(clause)
}

import { CLAIM_KINDS, type ClaimKind, LEXICON } from '../../../data/lexicon.js'
import type { Language } from '../../../data/word-list.js'
import {
  agentTurns,
  beginsWith,
  type CheckedConversation,
  type CheckFinding,
  type Doubt,
  MAX_READ,
  sentencesOf,
} from './check.js'
import { type Finding, inventedFigures } from './invented-figures.js'
import { languageOf } from './language.js'
import { quantitiesIn } from './quantities.js'
import { namesIn, stemsOf } from './stems.js'

/** Sentences that forbid something do not state it. */
const FORBIDDEN = /\b(?:never|do not|don['’]t|must not)\b|\b(?:nie|niemals|jamais|nunca|jamás|aldrig)\b/i
const QUESTION =
  'Does the agent state as a fact something that nothing it was told, and nothing the prospect said, supports?'

/**
 * Figures, certificates and promises the agent states that occur neither in its prompt, skill and examples nor in its
 * tools' answers nor in the case's allowed claims. Figures may also come from the prospect, or be derived from known
 * ones. It finds doubts, never faults: on sentences no rule had seen, words were too often wrong (bench/README.md).
 */
export function nothingInvented(conversation: CheckedConversation): CheckFinding {
  const { agent, test, turns } = conversation
  const given = [
    agent.system_prompt,
    agent.instructions,
    ...agent.examples.map(({ output }) => output),
    ...test.allowed_claims,
    ...turns.flatMap(({ tool_calls }) => tool_calls.map(({ answer }) => JSON.stringify(answer))),
  ].join('\n')
  const prospect = turns
    .filter(({ speaker }) => speaker === 'prospect')
    .map(({ text }) => text)
    .join('\n')
  const said = agentTurns(turns)
  const language = languageOf(said.map(({ text }) => text).join('\n'))
  const figuresOf = (text: string) =>
    [...new Set([language, languageOf(text)])].flatMap((each) => quantitiesIn(text, each))
  const named = figuresOf(prospect)
  const figures = { numbers: [...figuresOf(given), ...named], named }
  const stated = sentencesOf(given)
    .filter((sentence) => !FORBIDDEN.test(sentence))
    .join('\n')
  const found = said.flatMap((turn) =>
    [
      ...inventedFigures(turn.text.slice(0, MAX_READ), figures, language),
      ...givenAway(turn.text.slice(0, MAX_READ), stated),
      ...inventedClaims(turn.text.slice(0, MAX_READ), { stated, prospect }, language),
      ...unread(turn.text),
    ].map((finding) => ({ ...finding, turn })),
  )
  return {
    applies: true,
    passSentence: 'Every figure and promise it states is one it was given.',
    faults: [],
    doubts: found.map(
      ({ quote, what, turn }): Doubt => ({
        sentence: `It may state what it was not given${what === '' ? '' : `: ${what}`}.`,
        turn,
        quote,
        question: QUESTION,
        against: '',
      }),
    ),
  }
}

/** The rest of the text after the first `MAX_READ` characters. */
const unread = (text: string): Finding[] => (text.length > MAX_READ ? [{ quote: text.slice(MAX_READ), what: '' }] : [])

/** Concessions without a figure: "the third one is free" still changes the price. */
function givenAway(text: string, stated: string): Finding[] {
  const { concession, denial } = LEXICON.agents()
  if (concession.test(stated)) return []
  return sentencesOf(text).flatMap((quote) => {
    const what = concession.exec(quote)?.[0]
    return what === undefined || denial.test(quote) ? [] : [{ quote, what }]
  })
}

/** Number of new words from which a sentence about the seller is suspected. */
const NEW_WORDS = 3
const DENIED_BEFORE = 45

type Given = {
  /** What the agent was given as true. */
  readonly stated: string
  readonly prospect: string
}

/** Certificates, awards, guarantees, scarcity, customers and the like that one message claims and nobody gave the agent. */
function inventedClaims(text: string, { stated, prospect }: Given, language: Language): Finding[] {
  const { claims, unknown, us, yes, units, myself, stop_confirmed } = LEXICON.agents()
  const known = new Set(stemsOf(`${stated}\n${prospect}`))
  // "Yes" to a question asserts what the question asks.
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

/** Whether the clause before the claim denies it, as in "we are not certified"; not "no questions asked" after it. */
function isDenied(sentence: string, at: number, kind: ClaimKind): boolean {
  if (kind === 'scarcity') return false
  const clause = sentence.slice(Math.max(0, at - DENIED_BEFORE), at).replace(/^.*[,;:–]\s/su, '')
  return LEXICON.agents().denial.test(clause)
}

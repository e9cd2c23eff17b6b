import type { Reason } from '../../../domain/panel/focus-group.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { anyObjectionIn } from './discussion-turns.js'
import { sentencesOf } from './sentences.js'

type Facts = FactsOf<'speak'>

const spansIn = (words: string): string[] => [...words.matchAll(/“([^”]*)”/gu)].map(([, span = '']) => span)

/** Whether a text expresses a reason: verbatim, or by the same objection to the same quoted span. */
export function expresses(text: string, { reason, quote }: Reason): boolean {
  if (text.includes(quote)) return true
  const kind = anyObjectionIn(quote) ?? anyObjectionIn(reason)
  if (kind === null) return false
  const spans = spansIn(`${quote} ${reason}`)
  return sentencesOf(text).some((words) => {
    if (anyObjectionIn(words) !== kind) return false
    const others = spansIn(words)
    return spans.length === 0 || others.length === 0 || others.some((span) => spans.includes(span))
  })
}

/** Whether anybody has said one of these sentences verbatim, as far as the discussion is remembered. */
export function isHeard(words: string, { latest, earlier }: Facts['heard']): boolean {
  const said = new Set(latest.flatMap(({ moderator, text }) => (moderator ? [] : sentencesOf(text))))
  return sentencesOf(words).some((sentence) => said.has(sentence) || earlier.some((line) => line.includes(sentence)))
}

const RECALLED_PREFIX_WORDS = 5

/** Whether the speaker has said these words before, as far as the discussion's memory reaches. */
export function saidBefore(words: string, { persona, heard }: Facts): boolean {
  const own = heard.latest.filter(({ speaker, moderator }) => !moderator && speaker === persona.name)
  if (own.some(({ text }) => text.includes(words))) return true
  const beginning = words.split(/\s+/u).slice(0, RECALLED_PREFIX_WORDS).join(' ')
  return heard.earlier.some((line) => line.startsWith(`${persona.name}: `) && line.includes(beginning))
}

/** The speaker's public utterances not said so far, in order, without those that express a reason kept back. */
export function publicUtterances(facts: Facts, keptBack: readonly Reason[]): string[] {
  const { persona, response, heard } = facts
  const spoke = [...heard.latest.map(({ speaker }) => speaker), ...heard.earlier.map((line) => line.split(':')[0])]
  // The social response is used up by the first turn, also when that turn is no longer remembered verbatim.
  const company = spoke.includes(persona.name) ? [] : sentencesOf(response.social_response)
  const pool = [...company, ...sentencesOf(response.gut_reaction)]
  const meant = pool.filter((words) => spansIn(words).length > 0 || anyObjectionIn(words) !== null)
  return meant.filter((words) => !saidBefore(words, facts) && !keptBack.some((reason) => expresses(words, reason)))
}

export const wordCount = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length

const MIN_CONTENT_WORD_LENGTH = 4
/** The number of content words that two texts share. */
export function sharedWords(text: string, otherText: string): number {
  const contentWords = (words: string) =>
    new Set((words.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => word.length >= MIN_CONTENT_WORD_LENGTH))
  const known = contentWords(otherText)
  return [...contentWords(text)].filter((word) => known.has(word)).length
}

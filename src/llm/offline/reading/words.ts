import type { Reason } from '../../../domain/focus-group.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { kindIn } from './listening.js'
import { utterancesOf } from './sentences.js'

type Facts = FactsOf<'speak'>

const spansIn = (words: string): string[] => [...words.matchAll(/“([^”]*)”/gu)].map(([, span = '']) => span)

/** Whether somebody who says these words has told the room this reason: in its own words, or the same objection to the same thing. */
export function says(text: string, { reason, quote }: Reason): boolean {
  if (text.includes(quote)) return true
  const kind = kindIn(quote) ?? kindIn(reason)
  if (kind === null) return false
  const spans = spansIn(`${quote} ${reason}`)
  return utterancesOf(text).some((words) => {
    if (kindIn(words) !== kind) return false
    const others = spansIn(words)
    return spans.length === 0 || others.length === 0 || others.some((span) => spans.includes(span))
  })
}

const REMEMBERED_WORDS = 5

/** Whether the speaker has said these words before, as far as anybody in the room remembers. */
export function saidBefore(words: string, { persona, heard }: Facts): boolean {
  const own = heard.latest.filter(({ speaker, moderator }) => !moderator && speaker === persona.name)
  if (own.some(({ text }) => text.includes(words))) return true
  const beginning = words.split(/\s+/u).slice(0, REMEMBERED_WORDS).join(' ')
  return heard.earlier.some((line) => line.startsWith(`${persona.name}: `) && line.includes(beginning))
}

/** What the speaker has told of itself for others to hear and can still say, in order; nothing in it gives away a reason that is kept back. */
export function publicWords(facts: Facts, keptBack: readonly Reason[]): string[] {
  const { persona, response, heard } = facts
  const spoke = [...heard.latest.map(({ speaker }) => speaker), ...heard.earlier.map((line) => line.split(':')[0])]
  // Whoever spoke before has begun with what one says in company, even where the room no longer has it in the ear.
  const company = spoke.includes(persona.name) ? [] : utterancesOf(response.social_response)
  const pool = [...company, ...utterancesOf(response.gut_reaction)]
  // "All right, I am listening" answers nobody: what is worth saying quotes the text or objects to something.
  const meant = pool.filter((words) => spansIn(words).length > 0 || kindIn(words) !== null)
  return meant.filter((words) => !saidBefore(words, facts) && !keptBack.some((reason) => says(words, reason)))
}

export const wordsIn = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length

const CONTENT_WORD = 4
/** How many words of some length two texts share. */
export function sharedWords(one: string, other: string): number {
  const long = (text: string) =>
    new Set((text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => word.length >= CONTENT_WORD))
  const known = long(other)
  return [...long(one)].filter((word) => known.has(word)).length
}

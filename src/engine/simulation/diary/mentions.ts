import { LEXICON } from '../../../data/lexicon.js'
import { stem } from '../../evaluation/checks/stems.js'
import { topicsOf } from './record-words.js'

/** A defect or screen in the words of the product file: what names it, and what people do where it is. */
export type Mentionable = { readonly id: string; readonly own: string; readonly around: string }

const spaced = (text: string): string => text.replaceAll(/[_-]+/g, ' ')
const wordsOf = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => stem(word))

/**
 * The things that one of these statements is about: it has all words of a thing's name, or shares a topic with the
 * thing itself and a second one with it or what is done there, or has no other than one of the thing's own words.
 * Topics are the beginnings of longer words, without those that anybody uses about any product; a name of one word that
 * is no topic ("week", "log", "slow") names nothing. A statement that something is no trouble is left out.
 */
export function mentionedIn(statements: readonly string[], things: readonly Mentionable[]): string[] {
  const { untroubled, plain } = LEXICON.concerns()
  const topicsIn = (text: string) => topicsOf(spaced(text)).filter((topic) => !plain.has(topic))
  const said = statements
    .filter((statement) => !untroubled.test(statement))
    .map((text) => ({ words: new Set(wordsOf(text)), topics: [...new Set(topicsIn(text))] }))
  return things
    .filter(({ id, own, around }) => {
      const name = wordsOf(id)
      const isName = name.length > 1 || topicsIn(id).length > 0
      const of_itself = new Set(topicsIn(own))
      const about = new Set([...topicsIn(id), ...of_itself])
      const near = new Set([...about, ...topicsIn(around)])
      return said.some(({ words, topics }) => {
        if (isName && name.every((word) => words.has(word))) return true
        if (!topics.some((topic) => about.has(topic))) return false
        // Half a name alone names nothing.
        if (topics.every((topic) => near.has(topic)) && topics.some((topic) => of_itself.has(topic))) return true
        return topics.filter((topic) => near.has(topic)).length >= 2
      })
    })
    .map(({ id }) => id)
}

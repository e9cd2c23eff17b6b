import { LEXICON } from '../../data/lexicon.js'
import { topicsOf } from './record-words.js'

/** A defect or screen in the words of the product file: what names it, and what people do where it is. */
export type Mentionable = { readonly id: string; readonly own: string; readonly around: string }

/** German words that are about nothing, by their beginnings; English ones are no topics already. */
const GERMAN_PLAIN = new Set(
  'aber alle allem allen auch beim bitte dann dass dein deine diese doch durch eine einem einen einer etwas gehen geht haben habe hatte immer jede jeder jedes kann keine könne können lasse machen mehr meine mich mein müsse muss nach nicht nichts noch nochm oder ohne schon sein seine sehr sich sind über unter viel vom waren wenn werde wieder will wird wurde zwei'.split(
    ' ',
  ),
)
const topics = (text: string): string[] =>
  topicsOf(text.replaceAll(/[_-]+/g, ' ')).filter((topic) => !GERMAN_PLAIN.has(topic))

/**
 * The things that one of these statements is about: it has all words of a thing's name, or shares a topic with the
 * thing itself and either a second one with it and what is done there, or has no other. Topics are the beginnings of
 * words, without those that anybody uses about any product. A statement that something is no trouble is left out.
 */
export function mentionedIn(statements: readonly string[], things: readonly Mentionable[]): string[] {
  const { untroubled } = LEXICON.concerns()
  const said = statements.filter((statement) => !untroubled.test(statement)).map((text) => new Set(topics(text)))
  return things
    .filter(({ id, own, around }) => {
      const name = topics(id)
      const about = new Set([...name, ...topics(own)])
      const near = new Set([...about, ...topics(around)])
      return said.some((statement) => {
        if (name.length > 0 && name.every((topic) => statement.has(topic))) return true
        if (![...statement].some((topic) => about.has(topic))) return false
        const shared = [...statement].filter((topic) => near.has(topic)).length
        return shared >= 2 || shared === statement.size
      })
    })
    .map(({ id }) => id)
}

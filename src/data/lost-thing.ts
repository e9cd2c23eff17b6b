import { isForm } from '../domain/text/word-forms.js'
import { JUDGING } from './judging.js'

const WORD = /[ *_]*(\p{L}[\p{L}\p{M}\p{N}'’&-]*)/uy
const ADJECTIVE = /(?:ble|ful|ive|ous|ary|ing|less|al|ic|ed)$/u
const MAX_WORDS = 6
/** Letters from which the end of a longer word is the thing: “Reiseversicherung”. */
const MIN_OF_COMPOUND = 4

/**
 * A noun by which `text` says what is offered (“we’re the fairest bank on earth”) and that `refined` has in no form;
 * `null` where all are kept. English and German.
 */
export function lostThing(refined: string, text: string): string | null {
  const kept = wordsIn(refined)
  const isKept = (thing: string) =>
    kept.some((word) => isForm(word, thing) || (thing.length >= MIN_OF_COMPOUND && word.endsWith(thing)))
  return thingsIn(text).find((thing) => !isKept(thing.toLowerCase().split('-').at(-1) ?? '')) ?? null
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? []

/** The noun of each phrase behind “it is the”, “the best”, “wir sind die”. */
function thingsIn(text: string): string[] {
  const { it_is, it_is_german, no_things } = JUDGING.qualifiers()
  const behind = (leads: RegExp, nounOf: (phrase: readonly string[]) => string | undefined) =>
    phrasesBehind(leads, text).flatMap((phrase) => nounOf(phrase) ?? [])
  return [
    ...behind(it_is, (phrase) => phrase.at(-1)),
    ...behind(it_is_german, (phrase) => phrase.findLast((word) => /^\p{Lu}/u.test(word))),
  ].filter((thing) => !no_things.has(thing.toLowerCase()))
}

function phrasesBehind(words: RegExp, text: string): string[][] {
  const leads = [...text.matchAll(new RegExp(words.source, 'giu'))]
  return leads.map(({ 0: lead, index }) => {
    const from = index + lead.length
    // “We are the most loved, …”: what follows is another lead.
    const isLead = leads.some((other) => other.index > index && text.slice(from, other.index).trim() === '')
    return isLead ? [] : phraseAt(text, from)
  })
}

function phraseAt(text: string, from: number): string[] {
  const ends = new RegExp(`^(?:${JUDGING.qualifiers().it_ends.source})$`, 'iu')
  const words: string[] = []
  WORD.lastIndex = from
  while (words.length < MAX_WORDS) {
    const word = WORD.exec(text)?.[1]
    // “an incredible, quick inbox”: the noun is not there yet.
    if (
      word !== undefined &&
      ADJECTIVE.test(word) &&
      /^(?:,| and) /u.test(text.slice(WORD.lastIndex, WORD.lastIndex + 5))
    )
      return []
    if (word === undefined || ends.test(word.replace(/[’'].*$/u, ''))) break
    words.push(word)
  }
  return words
}

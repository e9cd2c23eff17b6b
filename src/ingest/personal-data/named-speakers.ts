import { LEXICON } from '../../data/lexicon.js'

type Speaker = { readonly start: number; readonly end: number; readonly words: readonly string[] }

const TURN = /(?<=(?:^|\n)[\s>*_[\]()\d:.,-]{0,24})(\p{Lu}[\p{Ll}'’]{2,20})(?=[*_]{0,2} ?:[*_]{0,2}[ \n])/gu
/** Turns from which somebody speaks, and not a heading stands. */
const MIN_TURNS = 3
const MIN_TURNS_OF_LEADER = 2
/** Endings of words for what somebody is: "Buyer", "Barista", "Physician", "Käuferin". */
const OF_A_ROLE =
  /(?:er|or|ist|ista|ian|ant|ent|ee|eur|ess|man|mom|mum|dad|ling|iker|ot|on|s|t|d|ung|heit|keit|tion|rin|tin|din|gin|sin)$/u

/**
 * Speakers of a transcript by a given name on no list, between turns of somebody who leads it: "Agent: … Keiran: …".
 * They speak several times, and their label is no word of the text.
 */
export function namedSpeakers(text: string): Speaker[] {
  const turns = [...text.matchAll(TURN)].map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }))
  const counts = new Map<string, number>()
  for (const { word } of turns) counts.set(word, (counts.get(word) ?? 0) + 1)
  const isLed = [...counts].some(([word, count]) => count >= MIN_TURNS_OF_LEADER && leads(word))
  if (!isLed) return []
  return turns
    .filter(({ word }) => (counts.get(word) ?? 0) >= MIN_TURNS && isUnknown(word) && !isWord(word, text))
    .map(({ word, start, end }) => ({ start, end, words: [word] }))
}

const leads = (word: string): boolean => {
  const found = LEXICON.research().not_respondents.exec(word.toLowerCase())
  return found !== null && found.index === 0
}

/** Whether no list has a word as what somebody or something is; `byEnding`: nor does its ending say so. */
export function isUnknown(word: string, byEnding = true): boolean {
  const { nobody, role_column, name_column, plain_column, of_people, person_heading } = LEXICON.name_cues()
  const lists = [role_column, name_column, plain_column, of_people, person_heading]
  const small = word.toLowerCase()
  return (
    !nobody.has(word) && !leads(word) && !(byEnding && OF_A_ROLE.test(small)) && !lists.some((list) => list.test(small))
  )
}

const isWord = (word: string, text: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}_.@-])${word.toLowerCase()}(?![\\p{L}\\p{N}_@-]|\\.\\p{L})`, 'u').test(text)

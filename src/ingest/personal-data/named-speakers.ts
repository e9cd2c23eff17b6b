import { GIVEN_NAMES } from '../../data/given-names.js'
import { LEXICON } from '../../data/lexicon.js'
import { upperFirst } from '../../domain/text/words.js'
import { isUnknown, leads } from './listed-names.js'
import type { Speaker } from './transcripts.js'

const LINE = String.raw`(?<=(?:^|\n)[\s>*_[\]()\d:.,-]{0,24})`
const COLON = String.raw`(?=[*_]{0,2} ?:[*_]{0,2}[ \n])`
const WORD = String.raw`\p{Lu}[\p{Ll}'’]{2,20}`
const TURN = new RegExp(String.raw`${LINE}(${WORD}(?: ${WORD})?)${COLON}`, 'gu')
/** "Svenja O.:", "bekir y:", "bekir:", as people are called in chats. */
const CHAT_TURN = new RegExp(String.raw`${LINE}(${WORD} \p{Lu}\.?|\p{Ll}[\p{Ll}'’]{2,20}(?: \p{Ll}\.?)?)${COLON}`, 'gu')
/** Turns from which somebody speaks, and not a heading stands. */
const MIN_TURNS = 3
const MIN_TURNS_OF_LEADER = 2
/** Endings for what somebody is, or a paragraph, that hardly any name has: among names. */
const OF_A_KIND =
  /(?:er|or|ists?|ista|ian|[aeu]nts?|ee|eur|ess|man|mum|dad|iker|ung|heit|keit|tion|ions?|ness|ity|ary|ers|ors|rin|tin|din|gin)$/u

/**
 * Speakers by a given name on no list, whose label is no word of the text: between turns of somebody who leads
 * ("Agent: … Keiran: …") where they speak several times, and among speakers by names that are listed.
 */
export function namedSpeakers(text: string): Speaker[] {
  const turns = [...text.matchAll(TURN)].map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }))
  const counts = new Map<string, number>()
  for (const { word } of turns) counts.set(word, (counts.get(word) ?? 0) + 1)
  const isLed = [...counts].some(([word, count]) => count >= MIN_TURNS_OF_LEADER && leads(word))
  const possible = new Set([...counts.keys()].filter(canBeName))
  const needed = turnsAmongNames([...possible])
  const isName = (word: string, count: number) =>
    (isLed && count >= MIN_TURNS && isUnknown(word) && !word.includes(' ')) || (count >= needed && possible.has(word))
  const names = new Set(
    [...counts].flatMap(([word, count]) => (isName(word, count) && !isWord(word, text) ? [word] : [])),
  )
  const named = turns
    .filter(({ word }) => names.has(word))
    .map(({ word, start, end }) => ({ start, end, words: word.split(' ') }))
  return [...named, ...chatSpeakers(text)]
}

/** Speakers in the short forms of chats: by listed given names, others where they speak twice with an initial. */
function chatSpeakers(text: string): Speaker[] {
  const turns = [...text.matchAll(CHAT_TURN)].map(({ 0: label, index }) => {
    const words = label.replace(/\.$/, '').split(' ').map(upperFirst)
    return { label, start: index, end: index + label.length, words }
  })
  const counts = new Map<string, number>()
  for (const { label } of turns) counts.set(label, (counts.get(label) ?? 0) + 1)
  return turns.filter(({ label, words }) => {
    const isAgain = (counts.get(label) ?? 0) >= MIN_TURNS_OF_LEADER
    if (isGivenName(words[0] ?? '')) return words.length > 1 || isAgain
    return isAgain && label.endsWith('.') && canBeName(words[0] ?? '')
  })
}

/** Least labels with a listed name, and their share, from which the others are names too: of several turns, of one. */
const MIN_LISTED = 2
const LISTED_FOR_SEVERAL = 0.2
const LISTED_FOR_ONE = 0.5

const canBeName = (label: string): boolean =>
  label.split(' ').every((word) => !LEXICON.name_cues().line_labels.has(word) && isUnknown(word, false)) &&
  (!OF_A_KIND.test(label) || isGivenName(label))

function isGivenName(label: string): boolean {
  const { names, also_words } = GIVEN_NAMES.given()
  const [first = ''] = label.split(' ')
  return names.has(first) && !also_words.has(first)
}

/** How often somebody on no list must speak to count as named, by how many of the labels are listed given names. */
function turnsAmongNames(labels: readonly string[]): number {
  const listed = labels.filter(isGivenName)
  const share = listed.length / Math.max(1, labels.length)
  if (listed.length < MIN_LISTED || share < LISTED_FOR_SEVERAL) return Number.POSITIVE_INFINITY
  return share < LISTED_FOR_ONE ? MIN_TURNS_OF_LEADER : 1
}

const isWord = (word: string, text: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}_.@-])${word.toLowerCase()}(?![\\p{L}\\p{N}_@-]|\\.\\p{L})`, 'u').test(text)

import { GIVEN_NAMES } from '../../data/given-names.js'
import { LEXICON } from '../../data/lexicon.js'

type Speaker = { readonly start: number; readonly end: number; readonly words: readonly string[] }

const TURN =
  /(?<=(?:^|\n)[\s>*_[\]()\d:.,-]{0,24})(\p{Lu}[\p{Ll}'’]{2,20}(?: \p{Lu}[\p{Ll}'’]{2,20})?)(?=[*_]{0,2} ?:[*_]{0,2}[ \n])/gu
/** Turns from which somebody speaks, and not a heading stands. */
const MIN_TURNS = 3
const MIN_TURNS_OF_LEADER = 2
/** Endings of words for what somebody is: "Buyer", "Barista", "Physician", "Käuferin". */
const OF_A_ROLE =
  /(?:er|or|ist|ista|ian|ant|ent|ee|eur|ess|man|mom|mum|dad|ling|iker|ot|on|s|t|d|ung|heit|keit|tion|rin|tin|din|gin|sin)$/u
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
  return turns
    .filter(({ word }) => names.has(word))
    .map(({ word, start, end }) => ({ start, end, words: word.split(' ') }))
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

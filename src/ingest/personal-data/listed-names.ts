import { GIVEN_NAMES } from '../../data/given-names.js'
import { LEXICON } from '../../data/lexicon.js'
import { upperFirst } from '../../domain/text/words.js'

const COMPANY =
  /(?<![\p{L}\p{N}])(?:GmbH|AG|KG|UG|OHG|GbR|mbH|SE|e\.? ?V|Ltd|Limited|Inc|LLC|LLP|plc|PLC|Corp|Co)(?!\p{L})/u
const MAX_NAME_WORDS = 5
const MAX_LOOKED_AT = 500

/** Whether a name list has the word and no dictionary does. */
export function isListed(word: string): boolean {
  const { names, surnames, lone_surnames, also_words } = GIVEN_NAMES.given()
  const parts = word.split('-').map((part) => upperFirst(part.toLowerCase()))
  return parts.some(
    (part) => (names.has(part) || surnames.has(part) || lone_surnames.has(part)) && !also_words.has(part),
  )
}

/** A cell as the words of a name, without titles; empty where it is too long for one, or the name of a company. */
export function nameWords(cell: string): string[] {
  if (COMPANY.test(cell)) return []
  const { nobody } = LEXICON.name_cues()
  const words = cell.match(/[\p{L}\p{M}'’-]{2,40}/gu) ?? []
  const named = words.filter((word) => !nobody.has(upperFirst(word)))
  return named.length > MAX_NAME_WORDS ? [] : named
}

/** The share of different values with a name of the lists among their few words. */
export function listedShare(values: readonly string[]): number {
  const distinct = [...new Set(values)].slice(0, MAX_LOOKED_AT)
  return distinct.filter((value) => nameWords(value).some(isListed)).length / Math.max(1, distinct.length)
}

/** Endings of words for what somebody is: "Buyer", "Barista", "Physician", "Käuferin". */
const OF_A_ROLE =
  /(?:er|or|ist|ista|ian|ant|ent|ee|eur|ess|man|mom|mum|dad|ling|iker|ot|on|s|t|d|ung|heit|keit|tion|rin|tin|din|gin|sin)$/u

/** Whether somebody who is called so asks, leads or sells. */
export const leads = (word: string): boolean => {
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

const NAME = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]*){0,3}$/u

/** "Quirijn Lokhorst", "Dilnoza", and no role, place or company. */
export function looksLikeName(value: string): boolean {
  const words = nameWords(value)
  if (words.some(isListed)) return /^\p{Lu}/u.test(value)
  if (!NAME.test(value) || words.length !== value.split(' ').length) return false
  return words.length > 1 ? isUnknown(value, false) && words.every((word) => isUnknown(word, false)) : isUnknown(value)
}

/** The same with two words or more, as a name is written in full. */
export const looksLikeFullName = (value: string): boolean => value.includes(' ') && looksLikeName(value)

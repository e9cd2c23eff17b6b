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

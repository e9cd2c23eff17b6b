import { LEXICON } from '../data/lexicon.js'
import { wordCount } from '../domain/panel/stimulus.js'
import { excerpt, PRICED } from './detect-requests.js'
import { isBareAddress, linksIn, textAround } from './links-in-text.js'

/** Lines under a heading such as “Headline A/B:”. */
const HEADED = /^[^\n]{0,60}(?<![\p{L}\p{N}])A ?\/ ?B(?![\p{L}\p{N}])[^\n]{0,30}:[ \t]*\n[^\n]+\n[ \t]*\S/iu

/** Whether the links of a text are versions: “Compare … and …”, “Ours: … Competitor: …”, a list of nothing but links. */
function areVersions(around: readonly string[]): boolean {
  const { before_link, compares_links, joins } = LEXICON.versions()
  const [first = '', ...others] = around
  const between = others.slice(0, -1)
  if (between.length === 0) return false
  const isList = [first, ...between].every((before) => before_link.test(before.trim()))
  if (isList) return first.trim().length > 1 || others.at(-1)?.trim() === ''
  return compares_links.test(first.trim()) && between.every((words) => joins.test(words) || words.trim() === '')
}

/** Whether a list under letters is one of plans: few words and a price of its own under each letter. */
function arePlans(text: string): boolean {
  const [before = '', ...plans] = text.split(LEXICON.versions().plan)
  const prices = plans.map((plan) => /\d+(?:[.,]\d+)?/u.exec(plan)?.[0])
  return (
    before.trim() === '' &&
    plans.every((plan) => PRICED.test(plan) && wordCount(plan) <= MAX_WORDS_OF_PLAN) &&
    new Set(prices).size === plans.length
  )
}
const MAX_WORDS_OF_PLAN = 5

/** Whether a text is followed by the one that is to replace it: “Control: … Variant: …”, and not by a new price. */
function isReplaced(text: string): boolean {
  const { earlier = '', later = '' } = LEXICON.versions().replaced.exec(text)?.groups ?? {}
  const isPrice = [earlier, later].every((part) => PRICED.test(part) && wordCount(part) <= MAX_WORDS_OF_PLAN)
  return earlier !== '' && !isPrice
}

/** What heads the other lines of a search ad, whose headlines are listed and are one ad. */
const DESCRIBED = /(?:^|\n)[*_#\s]*(?:descriptions?|beschreibung(?:en)?)[^\n]{0,20}:/iu

/**
 * Whether numbered lines are the parts of one search ad: “Headline 1: … Headline 2: … Description 1: … Final URL: …”.
 */
function isSearchAd(text: string): boolean {
  const { search_ad } = LEXICON.versions()
  const parts = [...text.matchAll(search_ad)].map(({ groups }) => groups ?? {})
  const first = parts.findIndex(({ description }) => description !== undefined)
  const isGrouped = first > 1 && parts.findLastIndex(({ headline }) => headline !== undefined) < first
  return isGrouped || parts.some(({ address }) => address !== undefined)
}

/** Rows of a table of versions: “variant,headline / A,… / B,…”. The first cells, whatever parts them. */
function isTableOfVersions(text: string): boolean {
  const [head = '', ...rows] = text.trim().split(/\n\s*/u)
  const mark = /^["']?[\p{L} ]{1,20}["']?\s*([,;\t|·])/u.exec(head)?.[1]
  if (mark === undefined) return false
  const [names, ...others] = [head, ...rows].map((row) => row.split(mark)[0]?.replace(/["']/gu, '').trim() ?? '')
  const marks = others.slice(0, rows.length)
  return (
    LEXICON.versions().table.test(names ?? '') &&
    marks.length > 1 &&
    marks.every((cell) => VERSION_IN_TABLE.test(cell)) &&
    new Set(marks).size === marks.length &&
    !rows.every((row) => PRICED.test(row) && wordCount(row) <= MAX_WORDS_OF_PLAN + 1)
  )
}
const VERSION_IN_TABLE = /^(?:[A-H]|\d{1,2}|v\d{1,2}|control|challenger|kontrolle|\p{L}{1,12} ?(?:[A-H]|\d{1,2}))$/iu

/** A longer file has chapters and plans under letters. */
const MAX_WORDS_OF_FILE = 300

/** Why the text of a file may be versions to compare; `null` where it is one proposition. */
export const whyFileCompared = (text: string): string | null =>
  isTableOfVersions(text) || wordCount(text) <= MAX_WORDS_OF_FILE ? whyCompared(text) : null

/** Why files may be versions to compare, by their names; `null` where they are one proposition. */
export function whyFilesCompared(names: readonly string[]): string | null {
  const found = names.map((name) => LEXICON.versions().file.exec(name.replace(/\.\w+$/u, ''))?.groups)
  const [first, second] = names
  const stems = new Set(found.map((groups) => groups?.stem?.toLowerCase()))
  const versions = new Set(found.map((groups) => (groups?.number ?? groups?.word)?.toLowerCase()))
  if (first === undefined || second === undefined || stems.has(undefined) || stems.size > 1) return null
  if (versions.size < names.length) return null
  return `“${excerpt(first)}” and “${excerpt(second)}” look like versions to compare and not like one proposition.`
}

/** Why a text may be versions to compare instead of one proposition; `null` where it is one. */
export function whyCompared(text: string): string | null {
  const { against, compares, lettered, listed, parted, side_by_side, quoted } = LEXICON.versions()
  const whole = text.trim()
  const links = linksIn(whole)
  const around = textAround(whole, links)
  const between = around.slice(1, -1)
  const [first = '', versus = '', second = '', ...more] = whole.split(/\s+/u)
  const isBareParted = more.length === 0 && isBareAddress(first) && against.test(versus) && isBareAddress(second)
  const isParted = isBareParted || (between.length > 0 && between.every((words) => against.test(words)))
  const asks = wordCount(whole) <= MAX_WORDS_COMPARED && compares.test(whole)
  const isLettered = lettered.test(whole) && !arePlans(whole) && !isSearchAd(whole)
  const isLaidOut =
    isLettered ||
    isReplaced(whole) ||
    (listed.test(whole) && !DESCRIBED.test(whole)) ||
    parted.test(whole) ||
    HEADED.test(whole) ||
    side_by_side.test(whole) ||
    quoted.test(whole)
  return isParted || areVersions(around) || asks || isLaidOut || isTableOfVersions(whole)
    ? `“${excerpt(text)}” looks like versions to compare and not like one proposition.`
    : null
}

/** In a longer text “which one is better” is part of what is said. */
const MAX_WORDS_COMPARED = 80

/** Advice on versions of a text. */
export const COMPARE_THEM =
  'Compare them instead (Slack: `/pressure-test compare A | B`, command line: `compare`, MCP: compare_runs), or tell beside them (about) what is offered.'

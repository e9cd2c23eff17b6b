import { LEXICON } from '../data/lexicon.js'
import { wordCount } from '../domain/stimulus.js'
import { isBareAddress, linksIn, textAround } from './links-in-text.js'
import { PRICED, shown } from './said-to-program.js'

/** Two pages with nothing but this between them are given to be compared. */
const AGAINST = /^[\s([]*(?:vs\.?|versus|or|oder|gegen|against|compared (?:to|with)|im vergleich zu)[\s)\]:]*$/iu
/** Two quotations of several words: “Sleep better tonight” or “Wake up rested”. */
const QUOTED_AGAINST =
  /["“”„«][^"“”„«»\n]{2,200} [^"“”„«»\n]{1,200}["“”»«],?\s+(?:vs\.?|versus|or|oder|gegen|against|(?:better|stronger) than|(?:besser|stärker) als)\s+["“”„«»][^"“”„«»\n]{2,200} /iu
const LABEL =
  '(?:(?:version|variante?|option|headline|überschrift|text|claim|slogan|tagline|ad|anzeige|entwurf|draft|subject(?: line)?|betreff(?:zeile)?|hook|cta|titl?el?)[ \\t]+|v)'
const BEHIND_LABEL = '[*_]*[ \\t]*(?:[:)]|\\p{Pd}(?=\\s))[*_]*'
/** Texts under the letters or numbers of versions: “A: … B: …”, “Version 1: … Version 2: …”. */
const LETTERED = new RegExp(
  [
    '(?:^|\\n)[ \\t*_-]*A[:)][^]{3,2000}?[\\s.;,!?|]B[:)][*_]*\\s*\\S',
    ...['AB', '12'].map(
      ([one, other]) =>
        `(?:^|\\n)[ \\t*_-]*${LABEL}${one}${BEHIND_LABEL}[^]{3,2000}?[\\s.;,!?|/]${LABEL}${other}${BEHIND_LABEL}\\s*\\S`,
    ),
  ].join('|'),
  'iu',
)
/** Lines under a heading such as “Headline A/B:”. */
const HEADED = /^[^\n]{0,60}(?<![\p{L}\p{N}])A ?\/ ?B(?![\p{L}\p{N}])[^\n]{0,30}:[ \t]*\n[^\n]+\n[ \t]*\S/iu
/** Two headlines on a line: “Sleep better tonight vs Wake up rested”. */
const SIDE_BY_SIDE = /^\p{Lu}[^\s.:,]*(?: [^\s.:,]+){1,9} vs\.? \p{Lu}[^\s.:,]*(?: [^\s.:,]+){1,9}[.!?]?$/u
/** What stands before each link of a list of versions: a number, or whose version it is. */
const BEFORE_VERSION = new RegExp(
  `^(?:[-*•] ?)?(?:\\d[.)]|[AB][:)]|${LABEL}[AB12]\\b[ \\t]*[:\\p{Pd}]|(?:ours?|theirs?|(?:the )?competitors?|competition|rival|old|new|before|after|current|control|challenger|unsere?|wettbewerb(?:er)?|konkurrenz|alte?|neue?|vorher|nachher|aktuell|bisher)(?: (?:page|version|seite|one))?[ \\t]*[:\\p{Pd}])$`,
  'iu',
)
const COMPARES =
  /(?:^|\s)(?:compare|a\/b[ -]?test|vergleiche?n?)[\s:]*(?:(?:these|this|both|the|two|diese|beiden?|die|bitte|mal|pages?|links?|seiten?)[\s:]*){0,3}$/iu
const JOINS = /^[\s,]*(?:and|und|with|mit|to|&|[,|/+])[\s,]*$/iu

/** Whether the links of a text are versions: “Compare … and …”, “Ours: … Competitor: …”. */
function areVersions(around: readonly string[]): boolean {
  const [first = '', ...others] = around
  const between = others.slice(0, -1)
  if (between.length === 0) return false
  if ([first, ...between].every((before) => BEFORE_VERSION.test(before.trim()))) return true
  return COMPARES.test(first.trim()) && between.every((words) => JOINS.test(words) || words.trim() === '')
}

/** Whether a list under letters is one of plans: few words and a price of its own under each letter. */
function arePlans(text: string): boolean {
  const [before = '', ...plans] = text.split(/(?<![\p{L}\p{N}])[A-E][:)]/u)
  const prices = plans.map((plan) => /\d+(?:[.,]\d+)?/u.exec(plan)?.[0])
  return (
    before.trim() === '' &&
    plans.every((plan) => PRICED.test(plan) && wordCount(plan) <= MAX_WORDS_OF_PLAN) &&
    new Set(prices).size === plans.length
  )
}
const MAX_WORDS_OF_PLAN = 5

/** A file's name with the version at its end: “variant_a”, “page v2”, “headline-B”, “page old”. */
const VERSION_OF_FILE =
  /^(?<stem>.*?)[\s_.-]*(?:(?:variante?|version|option|v)[\s_.-]*(?:[a-e]|[1-5])|[\s_.-](?:[ab]|old|new|alt|neu))$/iu

/** Why files may be versions to compare, by their names; `null` where they are one proposition. */
export function whyFilesCompared(names: readonly string[]): string | null {
  const stems = names.map((name) => VERSION_OF_FILE.exec(name.replace(/\.\w+$/u, ''))?.groups?.stem?.toLowerCase())
  const [one, other] = names
  if (one === undefined || other === undefined || stems[0] === undefined || new Set(stems).size > 1) return null
  return `“${shown(one)}” and “${shown(other)}” look like versions to compare and not like one proposition.`
}

/** Why a text may be versions to compare instead of one proposition; `null` where it is one. */
export function whyCompared(text: string): string | null {
  const whole = text.trim()
  const links = linksIn(whole)
  const around = textAround(whole, links)
  const between = around.slice(1, -1)
  const [one = '', against = '', other = '', ...more] = whole.split(/\s+/u)
  const isBareParted = more.length === 0 && isBareAddress(one) && AGAINST.test(against) && isBareAddress(other)
  const isParted = isBareParted || (between.length > 0 && between.every((words) => AGAINST.test(words)))
  const asks = wordCount(whole) <= MAX_WORDS_COMPARED && LEXICON.requests().compares.test(whole)
  const isLettered = LETTERED.test(whole) && !arePlans(whole)
  const isLaidOut = isLettered || HEADED.test(whole) || SIDE_BY_SIDE.test(whole) || QUOTED_AGAINST.test(whole)
  return isParted || areVersions(around) || asks || isLaidOut
    ? `“${shown(text)}” looks like versions to compare and not like one proposition.`
    : null
}

/** In a longer text “which one is better” is part of what is said. */
const MAX_WORDS_COMPARED = 80

/** Advice on versions of a text. */
export const COMPARE_THEM =
  'Compare them instead (Slack: `/pressure-test compare A | B`, command line: `compare`, MCP: compare_runs), or tell beside them (about) what is offered.'

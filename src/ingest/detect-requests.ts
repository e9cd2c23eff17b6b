import { LEXICON } from '../data/lexicon.js'
import { wordCount } from '../domain/panel/stimulus.js'
import { SUM_OF_MONEY } from '../domain/text/currencies.js'
import { sentenceSpans } from '../domain/text/sentences.js'

// What is left out of what a panel is shown: only sentences before and behind a text that plainly ask the app or colleagues
// to test, check or read this piece, or speak of it as a piece of work. In doubt words stay part of the proposition.

/** Longer texts are not taken for a message to the app. */
export const MAX_WORDS_TO_APP = 40
/** Prices and shares: customers are told them, and requests seldom have one. */
export const PRICED = new RegExp(String.raw`\d[.,]\d\d(?!\d)|\d\s?%|${SUM_OF_MONEY}`, 'iu')

/** A text taken apart: the requests and notes before and behind it, as written, and what is left to be tested. */
export type PartedText = { readonly requests: readonly string[]; readonly offer: string }

/** Units looked at on each side of a text; requests are short. */
const MAX_UNITS = 12

/**
 * Takes the requests before and behind a text off it, with the notes and remarks beside them; `offer` is '' where it is
 * nothing else. Of a text without a request notes are only left out where it has no other words.
 */
export function partRequests(text: string): PartedText {
  const units = unitsOf(text)
  const edges = [...units.slice(0, MAX_UNITS), ...units.slice(MAX_UNITS).slice(-MAX_UNITS)]
  const isWork = edges.some((unit, at) => isRequest(unit.said, edges[at + 1]?.said) || isLinkLabel(unit.said))
  const isLeftOut = ({ said, isLabelled }: Unit, next?: Unit): boolean =>
    isRequest(said, next?.said) || isNote(said) || (isWork && (isRemark(said) || isLabelled))
  const first = units.slice(0, MAX_UNITS).findIndex((unit, at) => !isLeftOut(unit, units[at + 1]))
  if (first < 0 && units.length <= MAX_UNITS) return { requests: text.trim() === '' ? [] : [text.trim()], offer: '' }
  const from = Math.max(first, 0)
  let to = units.length
  while (to - 1 > from && units.length - to < MAX_UNITS) {
    const unit = units[to - 1]
    if (unit === undefined || !isLeftOut(unit)) break
    to -= 1
  }
  const leftOut = [...units.slice(0, from), ...units.slice(to)]
  if (!leftOut.some(({ said }) => isRequest(said))) return { requests: [], offer: text.trim() }
  const start = units[from]?.start ?? 0
  const behind = units[to - 1]?.end ?? text.length
  // Marks of formatting close what they stand behind.
  const end = behind + (/^[*_~]{1,3}(?=\s|$)/u.exec(text.slice(behind))?.[0].length ?? 0)
  const requests = [text.slice(0, start), text.slice(end)].map((said) => said.trim())
  const offer = text.slice(start, end).trim()
  return {
    requests: requests.filter((said) => /[\p{L}\p{N}]/u.test(said)),
    // “Could you test this? – Our socks never slip.”
    offer: start === 0 ? offer : offer.replace(/^[–—]\s+/u, ''),
  }
}

/** Whether a text beside a file or a page only asks for the test, or says something about them as a piece of work. */
export const isRequestOrNote = (text: string): boolean => /\p{L}/u.test(text) && partRequests(text).offer === ''

/** Whether a text is made of the words of a request, and of no others, so that no panel should read it. */
export function isOnlyTestRequest(text: string): boolean {
  const { asks, speaks_to } = LEXICON.requests()
  return isOfRequestWords(text) && asks.test(text) && speaks_to.test(text)
}

/** Why a text that only points at an attachment cannot be tested alone; `null` for any other. */
export const whyNothingAttached = (text: string): string | null =>
  LEXICON.requests().attached.test(text) && isRequestOrNote(text)
    ? `“${excerpt(text)}” names an attachment, but nothing is attached: give the file with it, or paste its text.`
    : null

/** Fewest words of what is left when a request is taken off a text. */
const MIN_WORDS_OFFERED = 3
const QUOTED_WHOLE = /^[“„"»«]([^“”„"»«]+)[”“"»«]$/u

/** A typed text without the requests before and behind it; `null` where it has none, or is little else. */
export function withoutRequests(text: string): PartedText | null {
  const { requests, offer } = partRequests(text)
  if (requests.length === 0 || wordCount(offer) < MIN_WORDS_OFFERED) return null
  return { requests, offer: QUOTED_WHOLE.exec(offer)?.[1]?.trim() ?? offer }
}

const MAX_SHOWN = 80
/** The beginning of a text, to be quoted in a sentence. */
export const excerpt = (text: string): string => {
  const line = text.trim().replace(/\s+/gu, ' ')
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line
}

/** A word as it is written: with hyphens and apostrophes. */
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

/** Whether all words of a text match. */
export const isMadeOf = (words: RegExp, text: string): boolean =>
  (text.match(WORD) ?? []).every((word) => words.test(word) || word.split(/['’-]/u).every((part) => words.test(part)))

/** Whether a text has only words that requests are made of. */
const isOfRequestWords = (text: string): boolean =>
  wordCount(text) <= MAX_WORDS_TO_APP && isMadeOf(LEXICON.requests().word, text)

const MENTION = /(?<!\S)@[\p{L}\p{N}_.-]+[,:]?\s*/gu
const MENTION_OF_TWO_NAMES = /(?<!\S)@[\p{L}\p{N}_.-]+ \p{Lu}[\p{L}'’-]+[,:]?\s*/gu

/** A text without the people whom it mentions, of whom some are mentioned by two names. */
const withoutMentions = (text: string): string[] =>
  text.includes('@') ? [MENTION, MENTION_OF_TWO_NAMES].map((mention) => text.replace(mention, '').trim()) : [text]

/**
 * A piece of a text that is left out as a whole or not at all; `said`: without marks around it, `isLabelled`: its line is
 * headed as what describes a piece of work.
 */
type Unit = { readonly said: string; readonly start: number; readonly end: number; readonly isLabelled: boolean }

function unitAt(text: string, start: number, end: number): Unit {
  const said = text.slice(start, end).replace(/\s+/gu, ' ')
  return {
    said: said.replace(/^[\s\p{P}>→]+(?<!@)/u, '').replace(/(?<![\s:“„"«])[\s:“„"«]+$/u, ''),
    start,
    end,
    isLabelled: false,
  }
}

/** Sentences of each line, parted once more where a sentence hands over a text: “Rate this tagline: …”. */
function unitsOf(text: string): Unit[] {
  const units: Unit[] = []
  let at = 0
  for (const line of text.split('\n')) {
    const isLabelled = LEXICON.requests().label.test(unitAt(line, 0, line.length).said)
    for (const { start, end } of piecesOf(line))
      units.push(...parted(text, at + start, at + end).map((unit) => ({ ...unit, isLabelled })))
    at += line.length + 1
  }
  return units
}

/** Sentences, of which one may begin with a small letter or behind a dash. */
function piecesOf(line: string): { start: number; end: number }[] {
  return sentenceSpans(line).flatMap(({ start, end }) => {
    const breaks = [...line.slice(start, end).matchAll(/(?<=[.!?”“"»«]) +(?=\p{Ll}|[–—] )/gu)].map(
      ({ index, 0: gap }) => ({
        before: start + index,
        after: start + index + gap.length,
      }),
    )
    return [...breaks, { before: end, after: end }].map(({ before }, at) => ({
      start: breaks[at - 1]?.after ?? start,
      end: before,
    }))
  })
}

/** Longest request before a text that it hands over. */
const MAX_HANDS_OVER = 200
const HANDS_OVER = /:\s+|\s*(?=[“„"«])/gu

const MAX_HANDS_OVER_IN_ONE = 5
const LEADING_MENTION = /^@[\p{L}\p{N}_.-]+[,:]?\s+(?=\S)/u

/** A sentence as one unit, or as the request that it begins with and the text that it hands over. */
function parted(text: string, start: number, end: number, depth = 0): Unit[] {
  if (depth > MAX_HANDS_OVER_IN_ONE) return [unitAt(text, start, end)]
  const mention = LEADING_MENTION.exec(text.slice(start, end))?.[0].length ?? 0
  if (mention > 0 && !isRequest(unitAt(text, start, end).said))
    return [unitAt(text, start, start + mention), ...parted(text, start + mention, end, depth + 1)]
  for (const { index, 0: gap } of text.slice(start, Math.min(end, start + MAX_HANDS_OVER)).matchAll(HANDS_OVER)) {
    const head = unitAt(text, start, start + index)
    if (isRequest(head.said)) return [head, ...parted(text, start + index + gap.length, end, depth + 1)]
  }
  return [unitAt(text, start, end)]
}

/** Whether a sentence asks for a test of this piece. A question that the next sentence answers is a rhetorical one. */
function isRequest(written: string, next?: string): boolean {
  const { made } = LEXICON.requests()
  return withoutMentions(written).some((said) => {
    if (!asksForTest(said)) return false
    const isAnswered = next !== undefined && !asksForTest(next) && !isRemark(next) && !isNote(next)
    return !(said.endsWith('?') && isAnswered) || made.test(said)
  })
}

const POINTING = /(?<!\p{L})(?:this|these|das|diese?[nmrs]?)(?!\p{L})/giu

export function asksForTest(said: string): boolean {
  const { requests, judge, appeals } = LEXICON.requests()
  if (requests.test(said) || asksAboutPiece(said)) return true
  // "Read this first" speaks to readers, "Any feedback on this?" to colleagues.
  return isOfRequestWords(said) && judge.test(said) && appeals.test(said.replace(POINTING, ''))
}

/** Whether a sentence asks how what stands beside it is received: "Will parents trust this?" Customers are asked as "you". */
function asksAboutPiece(said: string): boolean {
  const { points, reception, you } = LEXICON.requests()
  return /^[^.!?\n\d]{1,120}\?$/u.test(said) && points.test(said) && reception.test(said) && !you.test(said)
}

const isNote = (said: string): boolean =>
  isLinkLabel(said) || withoutMentions(said).some((words) => LEXICON.requests().notes.test(words))

/** Whether a line is headed as the description of a page: "Target group: students". */
const isLinkLabel = (said: string): boolean => LEXICON.requests().link_label.test(said)

/** Longest remark. */
const MAX_WORDS_OF_REMARK = 30
export const isRemark = (said: string): boolean =>
  wordCount(said) <= MAX_WORDS_OF_REMARK &&
  !PRICED.test(said) &&
  withoutMentions(said).some((words) => !/[\p{L}\p{N}]/u.test(words) || LEXICON.requests().remarks.test(words))

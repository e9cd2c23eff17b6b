import { LEXICON } from '../data/lexicon.js'
import { wordCount } from '../domain/panel/stimulus.js'
import { sentencesIn } from '../domain/text/sentences.js'
import { asksForTest, excerpt, isRemark } from './detect-requests.js'

// Texts that were pasted with what stands around a proposition: a brief, a chat, a chat bot's answer, words to
// colleagues.
// These are guesses: nothing is left out for them, it is said before the test.

const ADVICE =
  'is shown to the panel with the rest: give only the words that people will see, or tell beside them (about) what is offered.'

/** Why a text may be more than its proposition; `null` where it is one as people will see it. */
export function whyAround(text: string): string | null {
  const lines = text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line))
  const labels = briefLabels(lines)
  if (labels !== null) return `“${labels.join('”, “')}”: this reads as a brief around the proposition, which ${ADVICE}`
  if (isChat(lines)) return `“${excerpt(text)}” reads as a chat with its names and times, which ${ADVICE}`
  const said = saidByBot(lines) ?? saidToColleagues(lines)
  return said && `“${excerpt(said)}” reads as said about the proposition and not in it, and ${ADVICE}`
}

/** Fewest lines headed as in a brief, alone and beside a line headed as a piece of work. */
const MIN_LABELS = { alone: 3, beside_copy: 2 } as const

/** The headings of a brief; `null` where a text is none. A list of facts about an offer may have one or two of them. */
function briefLabels(lines: readonly string[]): string[] | null {
  const { brief_label, copy_label } = LEXICON.around()
  const found = new Set(lines.flatMap((line) => brief_label.exec(line)?.groups?.label ?? []))
  const hasCopy = lines.some((line) => copy_label.test(line))
  return found.size >= (hasCopy ? MIN_LABELS.beside_copy : MIN_LABELS.alone) ? [...found].slice(0, 4) : null
}

const MIN_MESSAGES = 2

/** Whether lines are messages under names and times. A timetable has those, too, and nobody speaks in it. */
function isChat(lines: readonly string[]): boolean {
  const { message, heading } = LEXICON.around()
  if (lines.filter((line) => message.test(line)).length >= MIN_MESSAGES) return true
  const isHeading = lines.map((line) => heading.test(line))
  const headings = isHeading.filter(Boolean).length
  const followed = isHeading.filter((is, at) => is && at + 1 < lines.length && !isHeading[at + 1]).length
  if (headings < MIN_MESSAGES || followed < headings - 1) return false
  return lines.some((line, at) => !isHeading[at] && isTalk(line))
}

/** Whether a line asks, thanks, or speaks of who writes it. */
function isTalk(line: string): boolean {
  if (line.trim().endsWith('?')) return true
  const { me, thanks } = LEXICON.requests()
  return sentencesIn(line).some(
    (said) => me.test(said) || thanks.test(said.trim()) || isRemark(said) || asksForTest(bare(said)),
  )
}

/** What a chat bot says before and behind the text that it wrote; `null` where there is none. */
function saidByBot(lines: readonly string[]): string | null {
  const { bot_opens, bot_made, bot_closes } = LEXICON.around()
  const [first = '', last = ''] = [lines[0], lines.at(-1)]
  if (lines.length > 1 && bot_closes.test(bare(last))) return last
  const [head = ''] = /^[^:]{0,200}/u.exec(first) ?? []
  const handsOver = head.length < first.length || (lines.length > 1 && !/[.!?]$/u.test(first.trim()))
  return handsOver && bot_opens.test(bare(head)) && bot_made.test(head) ? head : null
}

/** Sentences at each end that are looked at. */
const SENTENCES_AT_ENDS = 2
/** Longest part of a sentence that hands over a text. */
const HEAD = /^[^:"“„«\n]{3,200}?(?=\s*[:"“„«])/u

/** What is said to colleagues before or behind a text; `null` where there is nothing. */
function saidToColleagues(lines: readonly string[]): string | null {
  const sentences = lines.flatMap(sentencesIn)
  if (sentences.length === 0) return null
  const first = sentences.slice(0, SENTENCES_AT_ENDS)
  const last = sentences.slice(SENTENCES_AT_ENDS).slice(-SENTENCES_AT_ENDS)
  for (const [at, sentence] of [...first, ...last].entries()) {
    const head = at < first.length ? HEAD.exec(sentence)?.[0] : undefined
    if (head !== undefined && (handsOver(bare(head)) || isToColleagues(bare(head)))) return head
    if (sentences.length > 1 && head === undefined && isToColleagues(bare(sentence))) return sentence
  }
  const [line = ''] = lines
  return lines.length > 1 && sentencesIn(line).length === 1 && handsOver(bare(line)) ? line : null
}

/** Whether words before a text hand it over to be judged: “I'd like to know if parents would buy this: …” */
function handsOver(said: string): boolean {
  const { scales, asks, ends_pointing, this_work, makers, wrote, occasion, work } = LEXICON.around()
  const { me, us, you } = LEXICON.requests()
  if (scales.test(said) && !you.test(said)) return true
  if (you.test(said)) return false
  const isOwn = me.test(said) || us.test(said)
  if (isOwn && asks.test(said) && ends_pointing.test(said)) return true
  if (isOwn && this_work.test(said) && wordCount(said) <= MAX_WORDS_OF_LABEL) return true
  if (wrote.test(said) && isOwn && (this_work.test(said) || occasion.test(said) || work.test(said))) return true
  return wrote.test(said) && makers.test(said)
}

const MAX_WORDS_OF_LABEL = 12

/** Whether a sentence beside a text judges it, or asks how it is received. */
function isToColleagues(said: string): boolean {
  const { judged, judged_too, orders, orders_on_own_work, panels, this_work } = LEXICON.around()
  const { makers, wrote, work, occasion } = LEXICON.around()
  const { me, us, you } = LEXICON.requests()
  if (orders.test(said) || panels.test(said)) return true
  if (wrote.test(said) && makers.test(said) && (work.test(said) || occasion.test(said))) return true
  const clauses = said.split(/[,;–—] ?/u).map((clause) => bare(clause))
  if (clauses.slice(1).some((clause) => orders.test(clause) || isLongRequest(clause))) return true
  if (orders_on_own_work.test(said) && (me.test(said) || us.test(said))) return true
  if (!said.endsWith('?') || you.test(said)) return false
  return this_work.test(said) || judged.test(said) || judged_too.test(said)
}

const MIN_WORDS_OF_REQUEST = 3
/** “Try it, test it, love it” has the words of requests, too. */
const isLongRequest = (clause: string): boolean => wordCount(clause) >= MIN_WORDS_OF_REQUEST && asksForTest(clause)

/** Without marks before it, and without spaces, quotation marks and full stops behind it. */
const bare = (said: string): string => said.replace(/^[\s\p{P}>→]+/u, '').replace(/(?<![\s:.!“„"«])[\s:.!“„"«]+$/u, '')

import { LEXICON } from '../data/lexicon.js'
import { sentencesIn } from '../domain/sentences.js'
import { countWords, MIN_WORDS_BESIDE_ADDRESS, wordCount } from '../domain/stimulus.js'
import { isFileName } from './stimulus-files.js'

/** A text with fewer words and without a description needs a confirmation. */
const MIN_WORDS_UNASKED = 4
/** Why a user is asked before a text is tested: it may be a message to the program. `null`: it is tested as it is. */
export function whyAskFirst(text: string, about: string): string | null {
  if (about.trim() !== '') return null
  const order = whyOrder(text)
  if (order !== null) return order
  if (isAddressed(text)) return `“${shown(text)}” looks like it is meant for the program and not like a proposition.`
  if (isQuestion(text)) return `“${text.trim()}” looks like a question to the program and not like a proposition.`
  return wordCount(text) >= MIN_WORDS_UNASKED ? null : shortSentence(text)
}

/** The same for the subject of a discussion, which may be a question; its topics count with its words. */
export function whyAskAboutSubject(subject: string, topics: readonly string[], about: string): string | null {
  if (about.trim() !== '') return null
  const words = wordCount([subject, ...topics].join(' '))
  return whyOrder(subject) ?? (words >= MIN_WORDS_UNASKED ? null : shortSentence(subject))
}

const whyOrder = (text: string): string | null =>
  LEXICON.requests().order.test(bare(text))
    ? `“${bare(text)}” looks like a word to the program and not like a proposition.`
    : null

function shortSentence(text: string): string {
  const words = wordCount(text)
  return `“${text.trim()}” is only ${words === 1 ? 'one word' : `${words} words`} long.`
}

const MAX_SHOWN = 80
const shown = (text: string): string => {
  const line = text.trim().replace(/\s+/gu, ' ')
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line
}

/** Longer texts are not taken for a message to the program. */
const MAX_WORDS_TO_PROGRAM = 40
/** Whether a text asks the program for something, or asks about the program. */
function isAddressed(text: string): boolean {
  const { tells, speaks_of } = LEXICON.requests()
  if (wordCount(text) > MAX_WORDS_TO_PROGRAM) return false
  const sentences = sentencesIn(text)
  const asks = sentences.some((sentence, at) => asksForThemselves(sentence) && !isAnswered(sentence, sentences[at + 1]))
  return tells.test(text.trim()) || speaks_of.test(text) || asks
}

/**
 * Whether the question is answered by the next sentence, as in "Can I cancel any time? Yes, with one click."; a user
 * who asks the program continues in the first person.
 */
function isAnswered(question: string, next: string | undefined): boolean {
  const { me, us } = LEXICON.requests()
  if (next === undefined || next.trim().endsWith('?') || me.test(next)) return false
  return me.test(question) || !us.test(next)
}
/**
 * Whether users ask for themselves: "Kann ich die Auswertung auch als PDF haben?", but not "Can we help you sleep?".
 */
function asksForThemselves(sentence: string): boolean {
  const { interrogative, me, us, you } = LEXICON.requests()
  if (!sentence.trim().endsWith('?') && !interrogative.test(sentence.trim())) return false
  return me.test(sentence) || (us.test(sentence) && !you.test(sentence))
}

/** Whether a text is a single question without a price or other figure. */
const isQuestion = (text: string): boolean =>
  /^[^.!?\n\d]{1,300}\?$/u.test(text.trim()) && LEXICON.requests().questions.test(text)

/** Advice on turning such a text into a proposition. */
export const SAY_MORE = 'Send the whole text, or tell beside it (about) what is offered, at what price and to whom.'

const bare = (text: string): string => text.trim().replace(/(?<![.!?\s])[.!?\s]+$/u, '')

/** A part of a user's text: words to be tested, or the address of a page to be read. */
export type TextPart = { readonly text: string } | { readonly link: string }

const LINK = String.raw`https?:\/\/[^\s<>"]{3,2000}`
/** A written address: plain, between < and >, or as a Markdown link. */
const WRITTEN_LINK = new RegExp(
  String.raw`!?\[[^[\]\n]{0,300}\]\((https?:\/\/(?:[^\s<>"()]|\([^\s<>"()]{0,200}\)){3,2000})\)|<(${LINK})>|(${LINK})`,
  'giu',
)
/** Punctuation after an address that does not belong to it. */
const MARKS_BEHIND = new Set(".,;:!?…'’”»")
const BARE_ADDRESS = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,5}\p{L}{2,24}(?:[/?#]\S{0,2000})?$/iu

/**
 * In a text with at most this many words, an address on a line of its own stands for its page; in a longer text it is
 * part of the text.
 */
const MAX_WORDS_BESIDE_PAGE = 40

/** The address without punctuation behind it. A closing bracket belongs to an address that contains an opening one. */
function withoutMarksBehind(address: string): string {
  const closes = !address.includes('(')
  let end = address.length
  while (MARKS_BEHIND.has(address.charAt(end - 1)) || (closes && address.charAt(end - 1) === ')')) end -= 1
  return address.slice(0, end)
}

type Found = { readonly link: string; readonly start: number; readonly end: number }

function linksIn(text: string): Found[] {
  return [...text.matchAll(WRITTEN_LINK)].map(({ index, 0: written, 1: marked, 2: bracketed, 3: plain = '' }) => {
    const link = marked ?? bracketed ?? withoutMarksBehind(plain)
    return { link, start: index, end: index + (plain === '' ? written.length : link.length) }
  })
}

/**
 * Divides a user's text into the intended parts. Only addresses, or addresses with a request ("pls test this: …"): the
 * pages. A headline of a few words, or a short text, with an address on a line of its own: both text and page. Any
 * other text is tested as it is.
 */
export function partsOf(text: string): TextPart[] {
  const whole = text.trim()
  if (whole === '') return []
  if (BARE_ADDRESS.test(whole) && !isFileName(whole)) return [{ link: `https://${whole}` }]
  const links = linksIn(whole)
  if (links.length === 0) return [{ text }]
  const rest = textAround(whole, links).join(' ')
  const isAlone = !/[\p{L}\p{N}]/u.test(rest)
  if (isAlone || isRequest(rest)) return links.map(({ link }) => ({ link }))
  const words = wordCount(rest)
  if (countWords(rest, MIN_WORDS_BESIDE_ADDRESS) < MIN_WORDS_BESIDE_ADDRESS) return split(whole, links)
  const onLines = linksOnOwnLines(whole, links)
  return onLines.length > 0 && words <= MAX_WORDS_BESIDE_PAGE ? split(whole, onLines) : [{ text }]
}

/** Whether a text only asks for a test and contains no proposition. */
function isRequest(text: string): boolean {
  const { word, asks } = LEXICON.requests()
  const isKnown = (written: string) => word.test(written) || written.split(/['’-]/u).every((part) => word.test(part))
  return asks.test(text) && (text.match(WORD) ?? []).every(isKnown)
}

/** A word as it is written: with hyphens and apostrophes. */
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

/** The texts before, between and after the links. */
const textAround = (text: string, links: readonly Found[]): string[] =>
  [...links.map(({ start }) => start), text.length].map((to, index) => text.slice(links[index - 1]?.end ?? 0, to))

function linksOnOwnLines(text: string, links: readonly Found[]): Found[] {
  const around = textAround(text, links)
  const isOwnLine = (_: Found, index: number): boolean => {
    const before = index === 0 ? /(?:^|\n)[ \t]*$/u : /\n[ \t]*$/u
    const behind = index === links.length - 1 ? /^[ \t.]*(?:\n|$)/u : /^[ \t.]*\n/u
    return before.test(around[index] ?? '') && behind.test(around[index + 1] ?? '')
  }
  return links.filter(isOwnLine)
}

function split(text: string, links: readonly Found[]): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  const addText = (words: string): void => {
    // Removes the end of a sentence that announced the address: ":", "→".
    const kept = words.replace(/(?<![\s\p{Pd}:→>👉👇])[\s\p{Pd}:→>👉👇]+$/u, '').trim()
    if (/[\p{L}\p{N}]/u.test(kept)) parts.push({ text: kept })
  }
  for (const { link, start, end } of links) {
    addText(text.slice(at, start))
    parts.push({ link })
    at = end
  }
  addText(text.slice(at).replace(/^[\s\p{P}]+/u, ''))
  return parts
}

/** The addresses in a text. */
export const linksOf = (text: string): string[] => linksIn(text).map(({ link }) => link)

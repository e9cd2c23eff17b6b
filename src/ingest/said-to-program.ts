import { LEXICON } from '../data/lexicon.js'
import { sentencesIn } from '../domain/sentences.js'
import { wordCount } from '../domain/stimulus.js'
import { linksIn, textAround } from './links-in-text.js'

/** A text with fewer words and without a description needs a confirmation. */
const MIN_WORDS_UNASKED = 4
/** Why a user is asked before a text is tested: it may be a message to the program. `null`: it is tested as it is. */
export function whyAskFirst(text: string, about: string): string | null {
  if (about.trim() !== '') return null
  const order = whyOrder(text)
  if (order !== null) return order
  if (isAddressed(text) || isThanks(text) || (isRequest(text) && LEXICON.requests().speaks_to.test(text)))
    return `“${shown(text)}” looks like it is meant for the program and not like a proposition: leave out what is said to the program.`
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
export const shown = (text: string): string => {
  const line = text.trim().replace(/\s+/gu, ' ')
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line
}

/** Longer texts are not taken for a message to the program. */
export const MAX_WORDS_TO_PROGRAM = 40
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
function asksForThemselves(written: string): boolean {
  const { interrogative, me, us, you } = LEXICON.requests()
  const sentence = written.replace(COUNTRY, '')
  if (!sentence.trim().endsWith('?') && !interrogative.test(sentence.trim())) return false
  return me.test(sentence) || (us.test(sentence) && !you.test(sentence))
}

/** "Available in the US?" is no question about us. */
const COUNTRY = /(?<![\p{L}\p{N}])US(?![\p{L}\p{N}])/gu

/** Whether a text is a question to the program: a single one of `questions`, without a figure, or one about the program. */
const isQuestion = (text: string): boolean =>
  (/^[^.!?\n\d]{1,300}\?$/u.test(text.trim()) && LEXICON.requests().questions.test(text)) || asksAboutProgram(text)

/** A longer text is about more than the program. */
const MAX_WORDS_OF_CHAT = 12

/** Whether a question is made of words that people ask a program with: "who sees the results". */
function asksAboutProgram(text: string): boolean {
  const { asks_you, interrogative, of_customers, chat } = LEXICON.requests()
  const asks = text.trim().endsWith('?') || interrogative.test(text.trim()) || asks_you.test(text.trim())
  return asks && !of_customers.test(text) && isChat(text, chat)
}

/** Whether a text thanks or praises the program and says nothing else: "looks good to me, thanks". */
function isThanks(text: string): boolean {
  const { thanks, praise } = LEXICON.requests()
  return thanks.test(text.trim()) && isChat(text, praise)
}

const isChat = (text: string, words: RegExp): boolean => wordCount(text) <= MAX_WORDS_OF_CHAT && isMadeOf(words, text)

const isMadeOf = (words: RegExp, text: string): boolean =>
  (text.match(WORD) ?? []).every((word) => words.test(word) || word.split(/['’-]/u).every((part) => words.test(part)))

/** Whether a text is an order, or only asks for a test, so that no panel should read it. */
export const onlyAsks = (text: string): boolean => whyOrder(text) !== null || isRequest(text)

/** Whether a text beside a file or a page speaks to the program, or asks something about them. */
export const isForProgram = (text: string): boolean =>
  !LEXICON.requests().slogans.test(text) &&
  withoutMentions(text).some(
    (said) => onlyAsks(said) || isAddressed(said) || isQuestion(said) || isThanks(said) || pointsBeside(said),
  )

const MENTION = /(?<!\S)@[\p{L}\p{N}_.-]+[,:]?\s*/gu
const MENTION_OF_TWO_NAMES = /(?<!\S)@[\p{L}\p{N}_.-]+ \p{Lu}[\p{L}'’-]+[,:]?\s*/gu

/** A text without the people whom it mentions, of whom some are mentioned by two names. */
const withoutMentions = (text: string): string[] =>
  text.includes('@') ? [MENTION, MENTION_OF_TWO_NAMES].map((mention) => text.replace(mention, '').trim()) : [text]

/** Why a text that only points at an attachment cannot be tested alone; `null` for any other. */
export const whyNothingAttached = (text: string): string | null =>
  LEXICON.requests().attached.test(text) && isForProgram(text)
    ? `“${shown(text)}” names an attachment, but nothing is attached: give the file with it, or paste its text.`
    : null

/** Fewest words of what is left when a request is taken off a text. */
const MIN_WORDS_OFFERED = 3
const BEFORE_TEXT = [
  /^[^\n:“„"»«]{3,200}(?=[“„"«»])/u,
  /^(?:@[\p{L}\p{N}_.-]+[,:]?\s+)/u,
  /^[^\n:“”„"»«]{3,200}:\s+/u,
  /^[^\n]{3,200}\n+/u,
]
const BEHIND_TEXT = [
  /(?<=[.!?”“"»«])\s+[^\n.!?”“"»«]{2,160}[.!?]*$/u,
  /[ ,]+(?:please|pls|bitte) [^\n.!?]{2,80}$/iu,
  /\n+[^\n]{2,160}$/u,
]
const QUOTED_WHOLE = /^[“„"»«]([^“”„"»«]+)[”“"»«]$/u

/** A text without the requests before and behind it; `null` where it has none, or is nothing else. */
export function withoutRequests(text: string): { readonly offer: string; readonly requests: string[] } | null {
  const before: string[] = []
  const behind: string[] = []
  let offer = text.trim()
  for (;;) {
    const head = foundIn(BEFORE_TEXT, offer)
    const tail = head === null ? foundIn(BEHIND_TEXT, offer) : null
    if (head === null && tail === null) break
    if (head !== null) {
      before.push(head.trim())
      offer = offer.slice(head.length).trim()
    } else if (tail !== null) {
      behind.unshift(tail.trim())
      offer = offer.slice(0, -tail.length).trim()
    }
  }
  const requests = [...before, ...behind]
  if (requests.length === 0 || wordCount(offer) < MIN_WORDS_OFFERED || isForProgram(offer)) return null
  return { offer: QUOTED_WHOLE.exec(offer)?.[1]?.trim() ?? offer, requests }
}

const POINTING = /(?<!\p{L})(?:this|these|das|diese?[nmrs]?)(?!\p{L})/giu

/** The piece that one of these expressions finds, where it is a request in so many words. */
const foundIn = (pieces: readonly RegExp[], text: string): string | null =>
  pieces.map((piece) => piece.exec(text)?.[0]).find((piece) => piece !== undefined && isSaidToProgram(piece)) ?? null

function isSaidToProgram(piece: string): boolean {
  const { hands_over, speaks_to } = LEXICON.requests()
  const said = piece.trim().replace(/^[\s,]+|:$/gu, '')
  if (/^@\S+$/u.test(said) || hands_over.test(said)) return true
  // "Read this first:" speaks to readers, "Any feedback on this?" to colleagues.
  if (!said.includes('?') && !speaks_to.test(said.replace(POINTING, ''))) return false
  return speaks_to.test(said) && (onlyAsks(said) || isAddressed(said) || isThanks(said) || pointsBeside(said))
}

/** A longer text with a link is more than a note to colleagues. */
const MAX_WORDS_OF_NOTE = 120
export const PRICED = /\d[.,]\d\d(?!\d)|[€$£¥]\s?\d|\d\s?(?:[€$£¥%]|(?:euros?|eur|usd|dollars?|chf)(?![\p{L}]))/iu

/** Whether a text beside a file or a page offers nothing: requests, remarks on them, and lines such as "Target: students". */
export function isBeside(text: string): boolean {
  if (isForProgram(text)) return true
  if (PRICED.test(text) || wordCount(text) > MAX_WORDS_OF_NOTE) return false
  const { label, remark } = LEXICON.requests()
  const isNote = (said: string): boolean =>
    isForProgram(said) || withoutMentions(said).some((words) => label.test(words) || remark.test(words))
  return text
    .split('\n')
    .flatMap((line) => (label.test(line.trim()) ? [line] : sentencesIn(line)))
    .map((said) => said.replace(/^[\s\p{P}]+(?<!@)/u, '').trim())
    .every((said) => !/\p{L}/u.test(said) || isNote(said))
}

/** A longer text with a link in it is an article, or a mail to customers. */
const MAX_WORDS_LINKED = 80

/** Why a user is asked before a text with a link in it is tested as it stands; `null` where it may be an ad. */
export function whyLinked(text: string): string | null {
  const links = linksIn(text.trim())
  if (links.length === 0) return null
  const { calls, work, you } = LEXICON.requests()
  const around = textAround(text.trim(), links)
  const rest = around.join(' ')
  const endsInLink = !/[\p{L}\p{N}]/u.test(around.at(-1) ?? '')
  const isOfWork = work.test(rest) || /(?<!\S)@\p{L}/u.test(rest)
  const callsToIt = around.slice(0, -1).some((before) => calls.test(before.trim()))
  const isAd = PRICED.test(rest) || you.test(rest) || callsToIt || endsInLink || wordCount(rest) > MAX_WORDS_LINKED
  return isAd && !isOfWork
    ? null
    : `“${shown(text)}” has a link whose page is not read; give the link alone to have it read.`
}

/** Whether a text is a question about what stands beside it: "Will parents trust this?" Customers are asked as "you". */
function pointsBeside(text: string): boolean {
  const { points, you } = LEXICON.requests()
  return /^[^.!?\n\d]{1,120}\?$/u.test(text.trim()) && points.test(text) && !you.test(text)
}

/** Whether a text only asks for a test and contains no proposition. */
function isRequest(text: string): boolean {
  const { word, asks } = LEXICON.requests()
  return wordCount(text) <= MAX_WORDS_TO_PROGRAM && asks.test(text) && isMadeOf(word, text)
}

/** A word as it is written: with hyphens and apostrophes. */
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

const bare = (text: string): string => text.trim().replace(/(?<![.!?\s])[.!?\s]+$/u, '')

/** Advice on turning such a text into a proposition. */
export const SAY_MORE = 'Send the whole text, or tell beside it (about) what is offered, at what price and to whom.'

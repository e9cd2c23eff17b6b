import { LEXICON } from '../data/lexicon.js'
import { wordCount } from '../domain/panel/stimulus.js'
import { sentencesIn } from '../domain/text/sentences.js'
import { excerpt, isMadeOf, isOnlyTestRequest, isRequestOrNote, MAX_WORDS_TO_APP, PRICED } from './detect-requests.js'
import { linksIn, textAround } from './links-in-text.js'
import { noteOnLinks } from './notes-on-links.js'

// Texts that may be meant otherwise than as a proposition. These are guesses: nothing is left out of a text for them, a
// person is asked.

/** A text with fewer words and without a description needs a confirmation. */
const MIN_WORDS_UNASKED = 4
/** Why a user is asked before a text is tested: it may be a message to the program. `null`: it is tested as it is. */
export function whyAskFirst(text: string, about: string): string | null {
  if (about.trim() !== '') return null
  const order = whyOrder(text)
  if (order !== null) return order
  if (isOnlyTestRequest(text) || isRequestOrNote(text) || isAddressed(text) || isThanks(text))
    return `“${excerpt(text)}” looks like it is meant for the program and not like a proposition: leave out what is said to the program.`
  if (isQuestion(text)) return `“${text.trim()}” looks like a question to the program and not like a proposition.`
  return wordCount(text) >= MIN_WORDS_UNASKED ? null : shortSentence(text)
}

/** The same for the subject of a discussion, which may be a question; its topics count with its words. */
export function whyAskAboutSubject(subject: string, topics: readonly string[], about: string): string | null {
  if (about.trim() !== '') return null
  const words = wordCount([subject, ...topics].join(' '))
  return whyOrder(subject) ?? (words >= MIN_WORDS_UNASKED ? null : shortSentence(subject))
}

const bare = (text: string): string => text.trim().replace(/(?<![.!?\s])[.!?\s]+$/u, '')

const whyOrder = (text: string): string | null =>
  LEXICON.requests().order.test(bare(text))
    ? `“${bare(text)}” looks like a word to the program and not like a proposition.`
    : null

function shortSentence(text: string): string {
  const words = wordCount(text)
  return `“${text.trim()}” is only ${words === 1 ? 'one word' : `${words} words`} long.`
}

/** Whether a text asks the program for something, or asks about the program. A text of several sentences with a price does not. */
function isAddressed(text: string): boolean {
  const { tells, speaks_of } = LEXICON.requests()
  const sentences = sentencesIn(text)
  if (wordCount(text) > MAX_WORDS_TO_APP || (SEVERAL_SENTENCES.test(text) && PRICED.test(text))) return false
  const [first = '', second] = sentences
  const told = tells.test(text.trim()) && !(first.endsWith('?') && isAnsweredPlainly(second))
  const asks = sentences.some((sentence, at) => asksForThemselves(sentence) && !isAnswered(sentence, sentences[at + 1]))
  return told || asks || (speaks_of.test(text) && !isAnsweredPlainly(second))
}

/** Also before a sign: “One price. $14 for lunch.” */
const SEVERAL_SENTENCES = /[.!?]\s+\S/u

/** "Can you run it faster? Our shoe says yes." */
const isAnsweredPlainly = (next: string | undefined): boolean =>
  next !== undefined && !next.endsWith('?') && !LEXICON.requests().me.test(next) && !isThanks(next)

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

/** A longer text with a link in it is an article, or a mail to customers. */
const MAX_WORDS_LINKED = 80

/** Why a user is asked before a text with a link in it is tested as it stands; `null` where it may be an ad. */
export function whyLinked(text: string): string | null {
  const links = linksIn(text.trim())
  if (links.length === 0) return null
  if (noteOnLinks(text) !== null) return whyNotRead(text)
  const { calls, work, you } = LEXICON.requests()
  const around = textAround(text.trim(), links)
  const rest = around.join(' ')
  const endsInLink = !/[\p{L}\p{N}]/u.test(around.at(-1) ?? '')
  const isOfWork = work.test(rest.replace(LEXICON.versions().search_ad, '')) || /(?<!\S)@\p{L}/u.test(rest)
  const callsToIt = around.slice(0, -1).some((before) => calls.test(before.trim()))
  const isAd = PRICED.test(rest) || you.test(rest) || callsToIt || endsInLink || wordCount(rest) > MAX_WORDS_LINKED
  return isAd && !isOfWork ? null : whyNotRead(text)
}

/** Why a text that may be about a page is not tested as it stands. */
export const whyNotRead = (text: string): string =>
  `“${excerpt(text)}” has a link whose page is not read; give the link alone to have it read.`

/** Why words that may be about a page are not tested together with it. */
export const whyNoteBeside = (text: string): string =>
  `“${excerpt(text)}” may be said about the page, and would be shown to the panel together with it; give the link alone to have only the page tested.`

/** Advice on turning such a text into a proposition. */
export const SAY_MORE = 'Send the whole text, or tell beside it (about) what is offered, at what price and to whom.'

import { LEXICON } from '../data/lexicon.js'
import { wordCount } from '../domain/panel/stimulus.js'
import { sentencesIn } from '../domain/text/sentences.js'
import { MAX_WORDS_TO_APP, PRICED } from './detect-requests.js'
import { LABELLED_LINK, linksIn, textAround } from './links-in-text.js'

// Whether a short text with a link offers something to customers, or speaks of the page to whoever tests it. By grammar: who
// asks, of what, and whether the link is a word of the sentence or stands behind it.

/** Stands for a link while its sentence is read. */
const PAGE = 'Thispage'
/** The page as a word of its sentence: asked about, or with the sentence going on behind it. */
const ASKED_ABOUT = new RegExp(`${PAGE}(?:["'”“)]? ?\\?|,? \\p{Ll})`, 'u')

/** `note`: about the page; `doubt`: it may be; `null`: nothing speaks for it. */
export type LinkNote = 'note' | 'doubt' | null

/** How a text that has links speaks of them; `null` for one without any. */
export function noteOnLinks(text: string): LinkNote {
  const whole = text.trim()
  const links = linksIn(whole)
  const around = textAround(whole, links)
  const rest = around.join(' ')
  if (links.length === 0 || wordCount(rest) > MAX_WORDS_TO_APP || whole.replace(LABELLED_LINK, '') !== whole)
    return null
  const said = around.join(PAGE)
  const { me, us, you, tells, own_page, asks_indirectly, object_of, work } = LEXICON.requests()
  const { ends_pointing } = LEXICON.around()
  const sentences = sentencesIn(said)
  const question = sentences.find((sentence, at) => asks(sentence) && !isAnswered(sentences.slice(at + 1)))
  // “Let us know what your dog weighs” speaks to customers.
  const isIndirect = asks_indirectly.test(said) && !(PRICED.test(rest) && you.test(rest))
  const isAsking = question !== undefined || isIndirect || tells.test(rest.trim())
  const speaksOfPage = own_page.test(rest)
  const isPointing =
    ASKED_ABOUT.test(said) ||
    around.slice(0, -1).some((part) => object_of.test(part)) ||
    speaksOfPage ||
    sentences.some(pointsAtPage) ||
    around.slice(0, -1).some((part) => ends_pointing.test(bare(part)))
  const toCustomers = PRICED.test(rest) || (you.test(withoutAskedYou(rest)) && !isIndirect)
  if (!toCustomers && isPointing && (isAsking || (speaksOfPage && me.test(rest)))) return 'note'
  // “Still ironing? Our steamer does a shirt in a minute.”
  const answers = question === undefined && sentences.some(asks)
  const isUnaddressed = me.test(rest) || (us.test(rest) && !you.test(rest) && !answers)
  return isAsking || isUnaddressed || (isPointing && !toCustomers) || work.test(rest) ? 'doubt' : null
}

/** Without punctuation behind it. */
const bare = (part: string): string => part.trim().replace(/(?<![\s\p{P}])[\s\p{P}]+$/u, '')

const asks = (sentence: string): boolean =>
  /\?["'”“)]*$/u.test(sentence.trim()) || LEXICON.requests().interrogative.test(sentence.trim())

/** Whether what follows a question answers it, as in an ad: “Tired of cables? Knot holds five of them.” */
function isAnswered([next, ...others]: readonly string[]): boolean {
  if (next === undefined) return false
  const words = next.replaceAll(PAGE, '')
  if (!/\p{L}/u.test(words)) return isAnswered(others)
  const { me, thanks } = LEXICON.requests()
  return !asks(next) && !me.test(words) && !thanks.test(words.trim())
}

/** “… ob Gärtner das brauchen”: in German a noun would have a capital. */
const OBJECT_OF_LAST_VERB = /(?<!\p{L})(?:[Dd]as|[Dd]ies|[Ee]s) \p{Ll}+[^\p{L}\p{N}]*$/u

/** Whether a sentence points at something that stands beside it and counts nothing. */
function pointsAtPage(sentence: string): boolean {
  const { points, points_by_adverb } = LEXICON.requests()
  const words = sentence.replaceAll(PAGE, '')
  return !/\d/u.test(words) && (points.test(words) || points_by_adverb.test(words) || OBJECT_OF_LAST_VERB.test(words))
}

/** Without the “you” who is asked for a judgement: “do you think”, “glaubst du”. */
const withoutAskedYou = (said: string): string =>
  said.replace(new RegExp(LEXICON.requests().questions_to_you, 'giu'), '')

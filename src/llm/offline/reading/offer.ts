import { JUDGING } from '../../../data/judging.js'
import { readText, TEXT_READERS } from '../../../data/text-readers.js'
import type { OfferReading } from '../../../domain/panel/claim.js'
import { sentencesIn } from '../../../domain/text/sentences.js'
import type { Embedder } from '../../embeddings/embedder.js'
import { loadParse, type Token } from './nlp.js'
import { readPrice } from './price.js'
import { isUnreadable } from './reading.js'

/** A text with fewer words offers nothing. */
const MIN_WORDS = 3
/** Headlines have up to this many words. They leave much unsaid, so their threshold for an offer is lower. */
const HEADLINE_WORDS = 11
/**
 * Scores of the trained reader (−1 no offer, 1 an offer) below which a text is no offer; about one offer in a hundred
 * scores lower. Figures draw the score down, also where one is a price: of the texts of bench/data that name a price in
 * English, offers score −.38 and more, and others, crimes aside, −.74 and less. A price beside a higher former one is the
 * surest sign of an offer, and two figures more.
 */
const MIN_OFFER = { headline: -0.55, longer: -0.3, priced: -0.45, reduced: -0.7 } as const
/**
 * The same for a text that is surely an offer. Of 13 messages about pages and 13 ads in English, 12 and 2 scored lower.
 */
const MIN_SURE_OFFER = 0.5
/** Fewest words of a part that offers something: “Buy Sprout – €29”. */
const MIN_WORDS_OF_PART = 2
/** A run of more words without a function word is no sentence; the longest run in an offer has eight. */
const MAX_UNBOUND_WORDS = 9
const BINDING = new Set(['DET', 'ADP', 'PRON', 'AUX', 'CCONJ', 'SCONJ', 'PART'])
const ADDRESS = /^(?:https?:\/\/\S+|(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?)$/iu

const offer = (language: string): OfferReading => ({ kind: 'offer', language, why: '' })
const none = (why: string): OfferReading => ({ kind: 'no_offer', language: 'English', why })

const wordsIn = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0

/** Judges any text in any language without a model, where that is possible; `null` where a model has to read it. */
export function judgeWithoutModel(text: string): OfferReading | null {
  const { things, about_them } = JUDGING.illegal()
  if (ADDRESS.test(text.trim())) return none('an address alone; send the words that stand there')
  if (things.test(text) && !about_them.test(text)) return { kind: 'illegal', language: '', why: '' }
  const words = wordsIn(text)
  const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text)
  return isSpaced && words < MIN_WORDS ? none('fewer than three words') : null
}

/** Whether the offline model can judge a text: is it English, an offer (`strict`: surely), and in sentences? */
export function createOfferReader(
  embedder: Embedder,
): (text: string, reader?: 'offline' | 'strict') => Promise<OfferReading> {
  return async (text, reader) => {
    const atSight = judgeWithoutModel(text)
    if (atSight) return atSight
    const parse = await loadParse()
    const { tokens, language } = parse(text)
    if (isUnreadable(text, language))
      return { kind: 'not_understood', language: nameOf(language.likeliest_code), why: '' }
    if (longestUnbound(tokens) > MAX_UNBOUND_WORDS)
      return { kind: 'not_understood', language: '', why: 'words in a row that make no sentence' }
    const said = withoutFoot(text)
    const [vector = []] = await embedder.embed([said])
    const isStrict = reader === 'strict' && readPrice(said.toLowerCase(), said) === null
    if (readText(TEXT_READERS.offer(), said, vector) >= (isStrict ? MIN_SURE_OFFER : leastScore(said)))
      return offer('English')
    return (await hasPricedOffer(embedder, said)) ? offer('English') : none('')
  }
}

/** Most parts of a text that are read by themselves. */
const MAX_PARTS = 12

/**
 * Whether a part of a text that names a price is surely an offer: what stands around it, such as a table, a quotation or
 * who awarded it, draws the score of the whole down.
 */
async function hasPricedOffer(embedder: Embedder, text: string): Promise<boolean> {
  const paragraphs = text.split(/\n\s*\n/u)
  const sentences = sentencesIn(text)
  const parts = paragraphs.length > 1 ? paragraphs : sentences.slice(1).map((next, at) => `${sentences[at]} ${next}`)
  const priced = parts
    .filter(
      (part) => part !== text && wordsIn(part) >= MIN_WORDS_OF_PART && readPrice(part.toLowerCase(), part) !== null,
    )
    .slice(0, MAX_PARTS)
  if (priced.length === 0) return false
  const vectors = await embedder.embed(priced)
  return priced.some((part, at) => readText(TEXT_READERS.offer(), part, vectors[at] ?? []) >= MIN_SURE_OFFER)
}

function leastScore(text: string): number {
  const price = readPrice(text.toLowerCase(), text)
  if (price?.compared && price.compared > price.amount) return MIN_OFFER.reduced
  if (wordsIn(text) <= HEADLINE_WORDS) return MIN_OFFER.headline
  return price === null ? MIN_OFFER.longer : MIN_OFFER.priced
}

/** A line of a label and an address below others: “Privacy policy: https://…”. */
const LABELLED_LINK = /(?<=\n)[\p{L} ]{1,30}(?:: ?| )https?:\/\/\S+[ \t]*$/gimu

/** A text without the links at its foot, whose words say nothing of what is offered. */
const withoutFoot = (text: string): string => text.replace(LABELLED_LINK, '').trim()

/** The longest run of words without a function word, a punctuation mark or a number. */
function longestUnbound(tokens: readonly Token[]): number {
  let run = 0
  let longest = 0
  for (const { text, pos } of tokens) {
    run = /^\p{L}/u.test(text) && !BINDING.has(pos) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

const nameOf = (code: string): string =>
  code === '' ? '' : (new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? '')

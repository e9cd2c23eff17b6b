import { JUDGING } from '../../../data/judging.js'
import { readText, TEXT_READERS } from '../../../data/text-readers.js'
import type { OfferReading } from '../../../domain/claim.js'
import type { Embedder } from '../../embeddings/embedder.js'
import { loadParse, type Token } from './nlp.js'
import { isUnreadable } from './reading.js'

/** Fewer words than these offer nothing. */
const MIN_WORDS = 3
/** A headline leaves much unsaid, so a short text must look less like an offer before it counts as none. */
const HEADLINE_WORDS = 11
/** Figures of the trained reader (−1 no offer, 1 an offer) below which a text is none: about one offer in a hundred is lower. */
const MIN_OFFER = { headline: -0.55, longer: -0.3 } as const
/** So many words without one that binds them are no sentence; the longest of an offer has eight. */
const MAX_UNBOUND_WORDS = 9
const BINDING = new Set(['DET', 'ADP', 'PRON', 'AUX', 'CCONJ', 'SCONJ', 'PART'])
const ADDRESS = /^(?:https?:\/\/\S+|(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?)$/iu

const offer = (language: string): OfferReading => ({ kind: 'offer', language, why: '' })
const none = (why: string): OfferReading => ({ kind: 'no_offer', language: 'English', why })

const wordsIn = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0

/** What can be told of any text in any language without a model: `null` where one has to read it. */
export function readAtSight(text: string): OfferReading | null {
  const { things, about_them } = JUDGING.illegal()
  if (ADDRESS.test(text.trim())) return none('an address alone; send the words that stand there')
  if (things.test(text) && !about_them.test(text)) return { kind: 'illegal', language: '', why: '' }
  const words = wordsIn(text)
  const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text)
  return isSpaced && words < MIN_WORDS ? none('fewer than three words') : null
}

/** Whether the offline model can judge a text: is it English, an offer, and in sentences? */
export function createOfferReader(embedder: Embedder): (text: string) => Promise<OfferReading> {
  return async (text) => {
    const atSight = readAtSight(text)
    if (atSight) return atSight
    const parse = await loadParse()
    const { tokens, language } = parse(text)
    if (isUnreadable(text, language))
      return { kind: 'not_understood', language: nameOf(language.likeliest_code), why: '' }
    if (longestUnbound(tokens) > MAX_UNBOUND_WORDS)
      return { kind: 'not_understood', language: '', why: 'words in a row that make no sentence' }
    const [vector = []] = await embedder.embed([text])
    const least = wordsIn(text) <= HEADLINE_WORDS ? MIN_OFFER.headline : MIN_OFFER.longer
    return readText(TEXT_READERS.offer(), text, vector) < least ? none('') : offer('English')
  }
}

/** The most words in a row without a binding word, a mark or a number between them. */
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

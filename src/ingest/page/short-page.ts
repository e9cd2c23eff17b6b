import { LEXICON } from '../../data/lexicon.js'
import { hasFigure } from './text.js'
import type { WebPage } from './web-page.js'

/** Most words of a page that is doubted for what it does not say; in scripts without spaces notices are counted as longer. */
const MAX_WORDS = { spaced: 25, unspaced: 40 } as const
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** Fewest words by which a language that is not named can be known. */
const MIN_WORDS_KNOWN = 5

/** A price in any currency. */
const PRICE =
  /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|円|元|원|บาท)|\d\s?(?:zł|kč|ft|lei|tl|руб|грн|درهم|ريال|جنيه|đồng|rp|rs)(?!\p{L})|(?<!\p{L})r[ps]\.?\s?\d/iu

type Said = Pick<WebPage, 'text' | 'words' | 'title' | 'language'>

/**
 * Whether a page of a few words may stand in the place of its content. One with a price, or an order to its reader, is an
 * offer; one that says of itself that it is missing, closed or under way is none; and so is any in a language in which
 * these cannot be told apart.
 */
export function mayBeNotice({ text, words, title, language }: Said): boolean {
  if (words >= MAX_WORDS[UNSPACED.test(text) ? 'unspaced' : 'spaced'] || hasFigure(text) || PRICE.test(text))
    return false
  const { offers, things, states, partings } = LEXICON.shortPages()
  if (offers.test(text)) return false
  const said = `${title}\n${text}`
  return partings.test(said) || (things.test(said) && states.test(said)) || !isKnown(text, words, language)
}

function isKnown(text: string, words: number, language: string): boolean {
  const { known, known_codes } = LEXICON.shortPages()
  if (language !== '' && !known_codes.has(language)) return false
  return words < MIN_WORDS_KNOWN || known_codes.has(language) || known.test(text)
}

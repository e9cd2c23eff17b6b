import { LEXICON } from '../../data/lexicon.js'
import { wordCount } from '../../domain/panel/stimulus.js'
import { blockText, hasFigure, idsAndClassesOf } from './text.js'

/** Marks of products that create cookie notices which are neither id nor class. */
const MARKED = '[fs-cc], [data-cookiefirst-widget], cookiefirst-root'
/** Those that others have, too: every container of Adobe Experience Manager is a `cmp-container`. */
const CONSENT_PRODUCT_OR_OTHER = /^(?:cmp-?(?:container|wrapper|root|box)|cc-(?:window|banner))/i
const SPEAKS_OF_CONSENT = /cookie|consent|einwillig/i
/** Ids and classes that cookie notices have, and what is said of cookies to eat. */
const CONSENT =
  /(?:^|[-_ ])(?:cookies?|consent|gdpr|ccpa)[-_]?(?:banner|bar|notice|popup|modal|dialog|overlay|wall|box|layer|consent|settings|preferences|info|message|hint|law|container|root|manager)|^(?:cookies?|consent|gdpr)$/i
/** Most words of a notice that only its words tell. */
const MAX_PLAIN_WORDS = 150

/** Whether an element is a cookie notice by its names. */
export function isConsent(element: Element): boolean {
  if (['HTML', 'BODY', 'MAIN', 'ARTICLE'].includes(element.tagName)) return false
  const names = idsAndClassesOf(element)
  const { consent, consent_products } = LEXICON.pages()
  const isProduct = names.some((name) => consent_products.test(name)) || element.matches(MARKED)
  const isNamed = names.some((name) => CONSENT.test(name))
  const isLikeNamed = names.some((name) => CONSENT_PRODUCT_OR_OTHER.test(name)) && !element.querySelector('h1, main')
  if (!(isProduct || isNamed || isLikeNamed) || holdsHeadline(element)) return false
  if (isProduct) return true
  if (isNamed && isPieceOfPage(element)) return false
  const text = blockText(element)
  return consent.test(text) && (isNamed || SPEAKS_OF_CONSENT.test(text))
}

/** The main part, or all headlines of a page, are no notice, whatever they are called. */
function holdsHeadline(element: Element): boolean {
  if (element.querySelector('main')) return true
  const inside = element.querySelectorAll('h1').length
  return inside > 0 && inside === element.ownerDocument.querySelectorAll('h1').length
}

/** Pages that sell consent, or joke about it, name their parts like notices. */
function isPieceOfPage(element: Element): boolean {
  if (element.closest('main, article') && element.querySelector('h2, h3')) return true
  return hasFigure(blockText(element)) && !hasButton(element)
}

/** Whether an element is a cookie notice by its words: it speaks of cookies and has a button to take or refuse them. */
export function isPlainConsent(element: Element): boolean {
  if (element.tagName === 'MAIN' || holdsHeadline(element)) return false
  const text = blockText(element)
  if (wordCount(text) > MAX_PLAIN_WORDS || !/cookie/i.test(text)) return false
  return LEXICON.pages().consent.test(text) && hasButton(element)
}

const hasButton = (element: Element): boolean =>
  [...element.querySelectorAll('*')].some(
    (piece) =>
      piece.children.length === 0 &&
      LEXICON.pages().consent_buttons.test((piece.textContent ?? piece.getAttribute('value') ?? '').trim()),
  )

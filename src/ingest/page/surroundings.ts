import { LEXICON } from '../../data/lexicon.js'
import { wordCount } from '../../domain/panel/stimulus.js'
import { isConsent, isPlainConsent } from './consent.js'
import { removePlainEdges } from './edges.js'
import { removeOthers } from './others.js'
import { blockText, hasFigure, idsAndClassesOf, namesOf, removeWhere, wordsOf } from './text.js'

const SURROUNDINGS = 'dialog, [aria-modal="true"], [role=dialog], [role=alertdialog], [role=search]'
const ASIDE = 'aside, [role=complementary]'
/** Most words of a request for scripts. */
const MAX_REQUEST_WORDS = 30
const NAMED = '[id], [class], [fs-cc], [data-cookiefirst-widget], cookiefirst-root'
/** Smallest number of words outside links that make a navigation content. */
const MIN_NAV_WORDS = 5
/** Smallest number of words outside links that make a header the top of an offer. */
const MIN_TOP_WORDS = 8
/** What a part of the content is marked with that stood in a header or a footer. */
const PART = 'data-part-of-content'

/** Removes navigation, header, footer, asides, dialogs, cookie notices, comments and other offers. */
export function removeSurroundings(document: Document): void {
  removeWhere(document, SURROUNDINGS)
  removeWhere(document, '[id], [class]', isNamedByPlatform)
  removeWhere(document, 'nav, [role=navigation]', isMenu)
  removeWhere(document, ASIDE, (element) => !offersAside(element))
  removeWhere(document, NAMED, isConsent)
  removeWhere(document, '[id], [class], form', (element) => isComments(element) || isNamedMenu(element))
  for (const element of [...document.querySelectorAll('header, footer, [role=banner], [role=contentinfo]')])
    if (isOfContent(element)) asBlock(element, document)
    else element.remove()
  removeOthers(document)
  for (const element of atTheEdges(document)) if (isPlainConsent(element) || asksForScripts(element)) element.remove()
  for (const element of [...document.querySelectorAll('[id], [class]')].reverse())
    if (isNamedFooter(element)) element.remove()
  removePlainEdges(document)
}

/** What the maker of a shop or blog names so, unless it holds the headline or the main part. */
function isNamedByPlatform(element: Element): boolean {
  const { platform_names, post_line_names } = LEXICON.pages()
  const names = idsAndClassesOf(element).map((name) => name.toLowerCase())
  if (element.tagName === 'BODY' || element.tagName === 'MAIN' || element.querySelector('h1, main')) return false
  if (names.some((name) => platform_names.has(name))) return true
  return names.some((name) => post_line_names.has(name)) && !hasFigure(blockText(element))
}

const STEPS = /how it works|steps|so (?:geht|funktioniert)|ablauf|schritte/i
const PATH = /breadcrumb|brotkr|pagination|skip/i

/** A navigation is links; answers and steps are sometimes marked up as one, too. */
function isMenu(nav: Element): boolean {
  const names = namesOf(nav).join(' ')
  if (PATH.test(names)) return true
  const { linked, plain } = wordsOf(nav)
  if (plain > 0 && STEPS.test(names)) return false
  return (plain < MIN_NAV_WORDS && !hasFigure(blockText(nav))) || plain < linked
}

const MENU = /(?:^|[-_])(?:nav|navbar|navigation|menu|breadcrumbs?|topbar|sidebar|social|share|skip)(?:$|[-_])/i

function isNamedMenu(element: Element): boolean {
  if (!namesOf(element).some((name) => MENU.test(name)) || element.querySelector('h1, h2, h3, p, main')) return false
  const { linked, plain } = wordsOf(element)
  return linked > 0 && plain < linked / 3 && !hasFigure(blockText(element))
}

/** Ids and classes of what shows other offers; “popular” and “recommended” alone are said of a plan. */
const OTHERS =
  /(?:^|[-_ ])(?:related|similar|upsells?|cross-?sells?|also-(?:bought|like|viewed)|(?:recommended|popular)-(?:products?|items?|posts?|articles?)|recommendations|newsletter|adverts?|advertisements?|sponsored)(?:$|[-_ ])/i

/** A box to buy in is sometimes an aside; those of other offers say so. */
function offersAside(element: Element): boolean {
  const text = blockText(element)
  // The sidebar of a WordPress theme.
  if (element.classList.contains('widget-area')) return false
  return hasFigure(text) && !isAboutOthers(element, text)
}

function isAboutOthers(element: Element, text: string): boolean {
  const { linked, plain } = wordsOf(element)
  const names = namesOf(element).map((name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-'))
  return linked > plain || names.some((name) => OTHERS.test(name)) || LEXICON.pages().introduces_others.test(text)
}

const COMMENTS =
  /^(?:comments?|respond|disqus_thread|comments?-(?:area|section|wrapper|list|respond|form)|wp-block-comments)$/i

function isComments(element: Element): boolean {
  if (element.tagName === 'FORM' && LEXICON.pages().asks_for_comment.test(blockText(element))) return true
  if (!namesOf(element).some((name) => COMMENTS.test(name)) || element.querySelector('h1, main')) return false
  const hasComments = element.querySelector('textarea, .comment-list, .comment') !== null
  return (
    hasComments ||
    element.matches('#disqus_thread, .comment-list') ||
    LEXICON.pages().asks_for_comment.test(blockText(element)) ||
    isHeadedComments(element)
  )
}

function isHeadedComments(element: Element): boolean {
  const heading = element.querySelector('h2, h3, h4, h5, h6, header, [class*=title], [class*=heading]')
  return heading !== null && LEXICON.pages().comments_headings.test(blockText(heading))
}

/**
 * The top of a landing page is often marked up as a header, and so are titles and prices of its parts; the header of a
 * site holds its name and links.
 */
function isOfContent(element: Element): boolean {
  const isMarkedAsSites = element.hasAttribute('role')
  const parts = isMarkedAsSites ? 'article, blockquote, figure' : 'article, section, main, blockquote, figure'
  return element.closest(parts) !== null || (isTop(element) && isTopOfOffer(element))
}

const isTop = (element: Element): boolean =>
  element.tagName === 'HEADER' || element.getAttribute('role')?.toLowerCase() === 'banner'

const HERO = /hero|jumbotron|masthead-offer/i

function isTopOfOffer(header: Element): boolean {
  const headlines = header.ownerDocument.querySelectorAll('h1').length
  const headline = header.querySelector('h1')
  if (headline && (headlines === 1 || wordsOf(headline).plain > 0)) return true
  const { linked, plain } = wordsOf(header)
  if (plain === 0) return false
  if (namesOf(header).some((name) => HERO.test(name)) || header.querySelector('.h1, .hero, [role=heading]')) return true
  const offers = hasFigure(blockText(header)) || header.querySelector('h2') !== null
  return headlines === 0 && offers && plain >= MIN_TOP_WORDS && plain > linked
}

/** Readability removes every footer, and what is named one. */
function asBlock(element: Element, document: Document): void {
  const block = document.createElement('div')
  block.setAttribute(PART, '')
  block.append(...element.childNodes)
  element.replaceWith(block)
}

/** Whether it is nothing but the request for scripts that a page makes to those without them. */
function asksForScripts(element: Element): boolean {
  const text = blockText(element)
  if (wordCount(text) > MAX_REQUEST_WORDS || hasFigure(text) || element.querySelector('h1, h2, main')) return false
  return LEXICON.walls().scripts.test(text)
}

/** The first and last elements of a page, and of what holds most of it. */
function atTheEdges(document: Document): Element[] {
  const filled = (element: Element) => [...element.children].filter((child) => blockText(child) !== '')
  let around = document.body as Element
  const found: Element[] = []
  for (let depth = 0; depth < 6; depth++) {
    const children = filled(around)
    found.push(...children.slice(0, 2), ...children.slice(-3))
    const words = wordCount(blockText(around))
    const holder = children.find((child) => wordCount(blockText(child)) > words / 2)
    if (!holder || ['MAIN', 'ARTICLE'].includes(holder.tagName)) break
    around = holder
  }
  return [...new Set(found)]
}

const FOOTER =
  /^(?:(?:site|page|global|main|app|shop|theme|w)[-_]*)?footer(?:[-_]*(?:wrapper|wrap|container|section|component|area|inner|widgets?|menu|links|nav|bottom|top|main|global|legal|\d+))*$|^colophon$/i

/** What is named a footer is the site's where it ends the page; that of a card holds its price. */
function isNamedFooter(element: Element): boolean {
  if (!namesOf(element).some((name) => FOOTER.test(name)) || element.querySelector('h1, main')) return false
  if (element.closest('article, blockquote, figure, [class*=card], [class*=plan]')) return false
  return !isFollowed(element)
}

function isFollowed(element: Element): boolean {
  for (let outer: Element | null = element; outer && outer.tagName !== 'BODY'; outer = outer.parentElement)
    for (let next = outer.nextElementSibling; next; next = next.nextElementSibling)
      if (blockText(next) !== '') return true
  return false
}

/**
 * Removes what stands beside the main part of a page, except what offers something. Where that has a price, the main
 * part is only the top of the page.
 */
export function removeBeside(mains: readonly Element[]): void {
  const whole = new Set(mains)
  const around = new Set(mains.flatMap(ancestorsOf))
  const beside = [...around]
    .flatMap((element) => [...element.children])
    .filter((element) => !around.has(element) && !whole.has(element))
  const isMainOnlyTop = beside.some(pricesOffer)
  for (const element of beside) {
    // Of asides, only those with an offer are left.
    const isOffer = holdsTop(element) || element.matches(ASIDE) || element.querySelector(ASIDE) !== null
    if (!isOffer && (!isMainOnlyTop || isAboutOthers(element, blockText(element)))) element.remove()
  }
}

function ancestorsOf(main: Element): Element[] {
  const found: Element[] = []
  for (let outer = main.parentElement; outer && outer.tagName !== 'HTML'; outer = outer.parentElement) found.push(outer)
  return found
}

const holdsTop = (element: Element): boolean =>
  element.matches(`h1, [${PART}]`) || element.querySelector(`h1, [${PART}]`) !== null

function pricesOffer(element: Element): boolean {
  const text = blockText(element)
  return hasFigure(text) && element.querySelector('h2, h3') !== null && !isAboutOthers(element, text)
}

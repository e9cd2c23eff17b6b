import { LEXICON } from '../../data/lexicon.js'
import { wordCount } from '../../domain/panel/stimulus.js'
import { blockText, hasFigure, idsAndClassesOf, removeWhere, textsBelow, wordsOf } from './text.js'

/** Most characters, without white space, of a heading or a line that is looked up as a whole. */
const MAX_LINE = 120
/** Most words of a paragraph among other offers, and of a card of one. */
const MAX_PARAGRAPH_WORDS = 12
const MAX_CARD_WORDS = 40
const NAMES =
  /^(?:product-recommendations?|related-?(?:products|posts|articles)|recently-viewed(?:-products)?|you-may-also-like|also-(?:bought|viewed)|cross-sells|upsells|up-sells|jp-relatedposts|yarpp-related)$/i
const CARD = 'li, article, a, [class*=card], [class*=product], [class*=item]'
const HEADINGS = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6']
/** The rank of a heading that is marked up as a paragraph. */
const PLAIN_RANK = 4

/**
 * Removes other offers and posts below the one that a page is about, and what networks say to those who are not signed
 * in.
 */
export function removeOthers(document: Document): void {
  const { titles_headings, others_headings, others_headings_in_doubt, asks_to_join } = LEXICON.pages()
  removeWhere(document, 'product-recommendations', (element) => !element.querySelector('h1, main'))
  removeWhere(document, '[id], [class]', isNamedOthers)
  const textOf = textsBelow(document.body)
  for (const element of [...document.body.querySelectorAll('*')]) {
    const length = textOf(element).length
    if (length === 0 || length > MAX_LINE || !document.body.contains(element)) continue
    const line = blockText(element).replace(/[:.!…\s]+$/, '')
    if (asks_to_join.test(line)) cutInvitation(element)
    else if (element.tagName === 'H1' || element.closest('nav, [role=navigation]')) continue
    else if (titles_headings.test(line)) cutOthers(element, isTitles)
    else if (others_headings.test(line)) cutOthers(element, isOthers)
    else if (others_headings_in_doubt.test(line)) cutOthers(element, isMostlyLinked)
  }
}

function isNamedOthers(element: Element): boolean {
  if (!idsAndClassesOf(element).some((name) => NAMES.test(name)) || element.querySelector('h1, main')) return false
  // Who sells recommendations says so in sentences.
  const says = [...element.querySelectorAll('p')].some(
    (paragraph) => wordCount(blockText(paragraph)) > MAX_PARAGRAPH_WORDS,
  )
  return !says && element.querySelectorAll('a').length > 1
}

function cutOthers(heading: Element, holds: (pieces: readonly Element[]) => boolean): void {
  const pieces = piecesBelow(heading)
  if (!pieces.some((piece) => piece.querySelector('h1, main') !== null || piece.tagName === 'H1') && holds(pieces))
    for (const piece of pieces) piece.remove()
}

function cutInvitation(line: Element): void {
  if (HEADINGS.includes(line.tagName)) cutOthers(line, isMostlyLinked)
  line.remove()
}

const linksIn = (piece: Element): number => piece.querySelectorAll('a').length + Number(piece.tagName === 'A')

const hasSentence = (text: string): boolean => /\p{L}[.!?](?:\s|$)/u.test(text)

/** Cards without links have prices and no sentences. */
const isOthers = (pieces: readonly Element[]): boolean =>
  pieces.some((piece) => linksIn(piece) > 0 || (hasFigure(blockText(piece)) && !hasSentence(blockText(piece))))

/** Links, or lines without a sentence below their heading. */
function isTitles(pieces: readonly Element[]): boolean {
  const text = pieces.map(blockText).join('\n')
  return isOthers(pieces) || (text.includes('\n') && !hasSentence(text))
}

function isMostlyLinked(pieces: readonly Element[]): boolean {
  const words = pieces.map(wordsOf)
  const linked = words.reduce((sum, part) => sum + part.linked, 0)
  const plain = words.reduce((sum, part) => sum + part.plain, 0)
  const links = pieces.reduce((sum, piece) => sum + linksIn(piece), 0)
  return links > 1 && linked * 2 > plain && !pieces.some((piece) => hasFigure(blockText(piece)))
}

/** A heading and what stands below it: its section, or the cards behind it. */
function piecesBelow(heading: Element): Element[] {
  const rank = HEADINGS.indexOf(heading.tagName) + 1 || PLAIN_RANK
  let around = heading
  for (let parent = heading.parentElement; parent && isSectionOf(parent, around, rank); parent = parent.parentElement)
    around = parent
  const pieces = [around]
  if (wordCount(blockText(around)) > wordCount(blockText(heading))) return pieces
  for (let next = around.nextElementSibling; next && isCards(next, rank); next = next.nextElementSibling)
    pieces.push(next)
  return pieces
}

/** Whether an element begins with the heading of other offers and has no other part beside them. */
function isSectionOf(parent: Element, around: Element, rank: number): boolean {
  if (/^(?:BODY|MAIN|HTML|ARTICLE)$/.test(parent.tagName) || parent.querySelector('h1, main')) return false
  for (let before = around.previousSibling; before; before = before.previousSibling)
    if ((before.textContent ?? '').trim() !== '') return false
  const others = partHeadings(parent, rank).filter((heading) => heading !== around && !around.contains(heading))
  const hasPlainParts = [...parent.children].some((part) => part !== around && !isCards(part, rank) && !isTitle(part))
  return others.length === 0 && !hasPlainParts
}

/** Headings of parts of a page that rank as high, and no titles of cards. */
const partHeadings = (element: Element, rank: number): Element[] =>
  [element, ...element.querySelectorAll(HEADINGS.slice(0, rank).join(','))].filter(
    (heading) => HEADINGS.slice(0, rank).includes(heading.tagName) && !heading.closest(CARD),
  )

/** A title without a link, or a line that says that the others pay to be there. */
function isTitle(element: Element): boolean {
  const text = blockText(element)
  if (HEADINGS.includes(element.tagName) || element.querySelector('form, textarea, details, h1, h2')) return false
  return LEXICON.pages().sponsored.test(text) || (wordCount(text) <= MAX_PARAGRAPH_WORDS && !hasSentence(text))
}

function isCards(element: Element, rank: number): boolean {
  const text = blockText(element)
  if (text === '') return true
  if (partHeadings(element, rank).length > 0 || element.querySelector('form, textarea, details')) return false
  return linksIn(element) > 0 || (hasFigure(text) && wordCount(text) <= MAX_CARD_WORDS)
}

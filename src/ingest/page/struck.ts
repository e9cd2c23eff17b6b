import { LEXICON } from '../../data/lexicon.js'
import { wordCount } from '../../domain/panel/stimulus.js'
import { isStruckNumber, struckOut } from '../struck-price.js'
import { SAYS_WHETHER } from './marks.js'
import type { PageStyles } from './styles.js'
import { blockText, figuresIn, hasFigure, idsAndClassesOf, isBlock, removeWhere } from './text.js'

const STRUCK_TAGS = 's, del, strike'
/** What stands before a class of Tailwind that holds on wide screens. */
const APPLIES_WIDE = /^(?:(?:sm|md|lg|xl):)?!?/
/** Largest share of a page's words that is struck by names and styles; above it, they mean something else. */
const MAX_STRUCK_SHARE = 0.5
const CELLS = 'td, th, [role=cell], [role=gridcell]'
const KEEPS_SPOKEN = 'h1, h2, h3, h4, h5, h6, td, th, [role=cell]'
/** Most elements around a spoken price in which it is looked for as it is seen. */
const MAX_AROUND = 4
/** Most words of a price that a line is drawn across: “Was £89”. */
const MAX_PRICE_WORDS = 4
/** Most characters before a struck price that tell what it is. */
const MAX_BEFORE = 60
const TEXT_NODE = 3
const ELEMENT_NODE = 1

/** Removes what is for screen readers alone: words, and prices that are seen beside them. */
export function removeSpoken(document: Document, styles: PageStyles): void {
  removeWhere(document, '*', (element) => {
    if (!isSpoken(element) && !styles.clips(element)) return false
    if (isSeenBeside(element) || saysNothingSeen(element)) return true
    if (!isBlock(element)) setApart(element)
    return false
  })
}

const CLIPPED = /clip(?:-path)?:\s*(?:rect\(|inset\(\s*(?:50|100)%)/i

/** Whether it is for screen readers alone. */
export function isSpoken(element: Element): boolean {
  const style = element.getAttribute('style') ?? ''
  if (CLIPPED.test(style) && /(?:^|[;\s])width:\s*1px/i.test(style)) return true
  const classes = (element.getAttribute('class') ?? '').toLowerCase().split(/\s+/)
  if (!classes.some((name) => LEXICON.pages().spoken_names.has(name))) return false
  return !classes.some((name) => /(?<!focus(?:-within|-visible)?:)not-sr-only$/.test(name))
}

/** Whether a spoken text says nothing that is seen as a mark, a picture or a figure. */
function saysNothingSeen(element: Element): boolean {
  if (element.closest(KEEPS_SPOKEN) || element.querySelector(KEEPS_SPOKEN)) return false
  const text = blockText(element)
  if (SAYS_WHETHER.test(text)) return false
  return !/\d/.test(text) || element.closest('button') !== null
}

/** Whether all numbers of a spoken text stand beside it for eyes: “Original price was: £720.00.”, “1.284 Bewertungen”. */
function isSeenBeside(element: Element): boolean {
  const text = blockText(element)
  if (!/\d/.test(text)) return false
  let around = element
  for (let steps = 0; steps < MAX_AROUND && around.parentElement && !isBlock(around); steps++)
    around = around.parentElement
  const seen = around.cloneNode(true) as Element
  for (const piece of [...seen.querySelectorAll('[class], [style]')]) if (isSpoken(piece)) piece.remove()
  const numbers = new Set(numbersIn(blockText(seen)))
  return numbersIn(text).every((number) => numbers.has(number))
}

const numbersIn = (text: string): string[] => text.match(/\d(?:[\d.,]*\d)?/g) ?? []

/** Removes what is struck out; its numbers stay and are marked as struck: “MRP ~~₹24,999~~ ₹14,499”. */
export function readStruckElements(document: Document, styles: PageStyles): void {
  const most = wordCount(blockText(document.body)) * MAX_STRUCK_SHARE
  removeWhere(document, '*', (element) => {
    if (!element.matches(STRUCK_TAGS)) {
      if (element.matches('html, body, main, h1') || !isStruck(element, styles)) return false
      if (element.querySelector('main, h1') || wordCount(blockText(element)) > most) return false
    }
    const text = blockText(element)
    // Those behind a cell stay in their columns.
    if (!isStruckNumber(text) && !element.matches(CELLS)) return joinAround(element)
    element.textContent = isStruckNumber(text) ? struckOut(text) : ''
    if (!isBlock(element)) setApart(element)
    return false
  })
}

/** Writes spaces between an element and the words that it touches. */
function setApart(element: Element): void {
  if (/[\p{L}\p{N}\p{Sc}%~]$/u.test(element.previousSibling?.textContent ?? '')) element.before(' ')
  if (/^[\p{L}\p{N}\p{Sc}~]/u.test(element.nextSibling?.textContent ?? '')) element.after(' ')
}

/** Of a list in a sentence, the comma goes with its entry: “Included: a strap, a bag”. */
function joinAround(element: Element): true {
  const next = element.nextSibling
  const comma = /^\s*[,;]\s*/.exec(next?.nodeType === TEXT_NODE ? (next.textContent ?? '') : '')?.[0]
  if (next && comma && /(?:^|[:,;(])\s*$/.test(textBefore(element)))
    next.textContent = (next.textContent ?? '').slice(comma.length)
  return true
}

/** Whether it is struck where it stands, by a style sheet of the page, or by a class of a framework or a shop. */
function isStruck(element: Element, styles: PageStyles): boolean {
  if (/text-decoration[^;]*line-through/i.test(element.getAttribute('style') ?? '')) return true
  const names = idsAndClassesOf(element).map((name) => name.toLowerCase())
  const { struck_names, former_price_names } = LEXICON.pages()
  if (styles.strikes(element) || names.some((name) => struck_names.has(name.replace(APPLIES_WIDE, '')))) return true
  if (isOnePrice(element) && styles.crosses(element)) return true
  const isMarked = element.hasAttribute('data-a-strike') || names.some((name) => former_price_names.has(name))
  // Beside a label that is not struck, the price is struck by itself.
  return isMarked && hasFigure(blockText(element)) && !element.querySelector(STRUCK_TAGS)
}

/** Whether it is a price and next to nothing else; a line may be drawn behind a headline, too. */
function isOnePrice(element: Element): boolean {
  const text = blockText(element)
  return wordCount(text) <= MAX_PRICE_WORDS && figuresIn(text).length === 1 && !element.matches('h2, h3, h4')
}

/** The end of what stands before an element in its block. */
function textBefore(element: Element): string {
  let text = ''
  for (let outer: Element | null = element; outer && !isBlock(outer); outer = outer.parentElement)
    for (let before = outer.previousSibling; before && text.length < MAX_BEFORE; before = before.previousSibling) {
      if (before.nodeType === ELEMENT_NODE && (isBlock(before as Element) || before.nodeName === 'BR')) return text
      text = `${before.textContent ?? ''}${text}`
    }
  return text.replace(/\s+/g, ' ').slice(-MAX_BEFORE)
}

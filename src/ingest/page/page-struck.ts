import { LEXICON } from '../../data/lexicon.js'
import { isCalledEarlier } from '../struck-price.js'
import { SAYS_WHETHER } from './page-tables.js'
import { blockText, hasFigure, isBlock, removeWhere } from './page-text.js'

const STRUCK_TAGS = 's, del, strike'
/** Classes of prices that are struck out. */
const STRUCK = /(?:^|\s)(?:line-through|strike-?through|strike|(?:old|was)-?price|price(?:--?|__)(?:old|was))(?:\s|$)/i
const KEEPS_SPOKEN = 'h1, h2, h3, h4, h5, h6, td, th, [role=cell]'
/** Most elements around a spoken price in which it is looked for as it is seen. */
const MAX_AROUND = 4
/** Most characters before a struck price that tell what it is. */
const MAX_BEFORE = 60
const ELEMENT_NODE = 1

/** Removes what is for screen readers alone: words, and prices that are seen beside them. */
export function removeSpoken(document: Document): void {
  removeWhere(
    document,
    '[class]',
    (element) => isSpoken(element) && (isSeenBeside(element) || saysNothingSeen(element)),
  )
}

function isSpoken(element: Element): boolean {
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

/** Whether all numbers of a spoken price stand beside it for eyes: “Original price was: £720.00.” */
function isSeenBeside(element: Element): boolean {
  const text = blockText(element)
  if (!hasFigure(text)) return false
  let around = element
  for (let steps = 0; steps < MAX_AROUND && around.parentElement && !isBlock(around); steps++)
    around = around.parentElement
  const seen = around.cloneNode(true) as Element
  for (const piece of [...seen.querySelectorAll('[class]')]) if (isSpoken(piece)) piece.remove()
  const numbers = new Set(numbersIn(blockText(seen)))
  return numbersIn(text).every((number) => numbers.has(number))
}

const numbersIn = (text: string): string[] => text.match(/\d(?:[\d.,]*\d)?/g) ?? []

/** Removes what is struck out, except a price that the words before it call an earlier one: “Was £349 now £279”. */
export function removeStruck(document: Document): void {
  removeWhere(document, `${STRUCK_TAGS}, [class], [style], [data-a-strike=true]`, (element) => {
    if (!element.matches(STRUCK_TAGS) && !isStruck(element)) return false
    if (!hasFigure(blockText(element))) return true
    return !isCalledEarlier(textBefore(element), element.nextSibling?.textContent ?? '')
  })
}

function isStruck(element: Element): boolean {
  if (/text-decoration[^;]*line-through/i.test(element.getAttribute('style') ?? '')) return true
  const isMarked = element.hasAttribute('data-a-strike') || STRUCK.test(element.getAttribute('class') ?? '')
  return isMarked && hasFigure(blockText(element))
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

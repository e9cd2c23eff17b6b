import { wordCount } from '../../domain/panel/stimulus.js'
import { CURRENCY_BEFORE, CURRENCY_BEHIND, CURRENCY_SIGN } from '../../domain/text/currencies.js'
import { LOWERED, markRaised, raised, readRaised } from '../documents/superscript.js'
import { isTable, tableLines } from './tables.js'

const BLOCKS = new Set(
  'ADDRESS ARTICLE BLOCKQUOTE BUTTON DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LABEL LI MAIN OL P PRE SECTION SUMMARY TABLE TR UL'.split(
    ' ',
  ),
)
/** Blocks without an empty line between them. */
const LINES = new Set(['LI', 'TR', 'DD', 'DT'])
/** Number of characters before an element that tell how its figures are read. */
const LOOK_BACK = 12
/** Inline elements that continue a word. */
const INLINE_MARKS = new Set(['SUB', 'SUP', 'WBR'])
const TEXT_NODE = 3
const ELEMENT_NODE = 1
/** Classes of what is shown as the cents of a price, without a point before it: `price-cents`, `priceCents`. */
const CENTS =
  /(?:^|[\s_-])(?:[Cc]ents?|[Dd]ec(?:imals?)?|[Ff]raction(?:al)?)(?=[\s_-]|$)|[a-z](?:Cents?|Decimals?|Fraction)(?=[\s_-]|$)/

/** Stands before what continues a number, however it is spaced: no character of any text. */
const JOINS = '\ufdd3'
const JOINED = new RegExp(` *${JOINS}`, 'g')

/** The attribute of an entry with its number and the mark behind it. */
export const NUMBER = 'data-number-of-entry'

/** The text below an element, block by block. The recursion is bounded: deep pages were refused before. */
export function blockText(root: Element | null): string {
  let text = ''
  // Looking at the end of the text itself would copy all of it each time.
  let end = ''
  const add = (piece: string): void => {
    text += piece
    end = (end + piece.slice(-LOOK_BACK)).slice(-LOOK_BACK)
  }
  const walk = (node: Node): void => {
    if (node.nodeType === TEXT_NODE) {
      if (isBehindLabel(node, end)) add(' ')
      add((node.textContent ?? '').replace(/\s+/g, ' '))
    }
    if (node.nodeType !== ELEMENT_NODE) return
    const element = node as Element
    const tagName = element.tagName.toUpperCase()
    if (tagName === 'SVG') return
    const figure = raisedText(element, tagName, end)
    if (figure !== null) {
      add(figure)
      return
    }
    const lines = isTable(element) ? tableLines(element, blockText) : null
    if (lines) {
      add(`\n\n${lines.join('\n')}\n\n`)
      return
    }
    const breaks = breaksOf(element, tagName, end)
    add(breaks)
    if (tagName === 'LI') add(`${element.getAttribute(NUMBER) ?? '-'} `)
    if (standsApart(element, end)) add(' ')
    if (tagName === 'TD' || tagName === 'TH') add(' ')
    for (const child of [...node.childNodes]) walk(child)
    if (tagName !== 'BR') add(breaks)
  }
  if (root) walk(root)
  return readRaised(text.replace(JOINED, ''))
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/^-$/gm, '')
    .replace(/^(\d{1,4}\.)\n+(?=\S)/gm, '$1 ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The elements of its parent, itself among them. */
export const siblingsOf = (element: Element): Element[] => [...(element.parentElement?.children ?? [])]

export const sharesClass = (element: Element, other: Element): boolean =>
  [...element.classList].some((name) => other.classList.contains(name))

/** Whether an element begins a block of text, or is a cell. */
export const isBlock = (element: Element): boolean =>
  BLOCKS.has(element.tagName) || /^(?:TD|TH|BODY)$/.test(element.tagName)

/** Whether a figure or a sentence ends where a word or another figure begins. */
function isAnother(before: string, text: string): boolean {
  if (/%$/.test(before) && /^\d/.test(text)) return true
  if (/[\p{L}\p{N}][.!?:]$/u.test(before)) return /^\p{Lu}/u.test(text) || startsFigure(text)
  if (/\p{Ll}{2}$/u.test(before)) return startsFigure(text)
  if (!ENDS_FIGURE.test(before)) return false
  return (
    /^(?:\p{Lu}\p{L}|\p{Ll}{3})/u.test(text) ||
    (/[\d%]$/.test(before) && /^[-–−+]?\d[\d.,]*\s?%/.test(text)) ||
    (/\d\d$|%$/.test(before) && startsFigure(text))
  )
}

/** A word may be made of two elements, such as a name; several words are not. */
const hasWords = (text: string): boolean => /\S\s+\S/.test(text)

const ENDS_FIGURE = new RegExp(`[\\d%${CURRENCY_SIGN}]$`)
const STARTS_FIGURE = new RegExp(String.raw`^[${CURRENCY_SIGN}]\s?\d`)
const startsFigure = (text: string): boolean => STARTS_FIGURE.test(text)

const BADGE = /(?:^|[-_])(?:badge|tag|pill|chip|label|ribbon|flag)(?:$|[-_])/i
const isLabel = (element: Element): boolean =>
  hasWords(element.textContent ?? '') || idsAndClassesOf(element).some((name) => BADGE.test(name))

/** Whether a name ends where another begins, or a share where a price begins: “Team|Most popular”, “-24 %|18,99 €”. */
const isNext = (before: string, text: string): boolean =>
  (/\p{Ll}{2}$/u.test(before) && /^\p{Lu}\p{Ll}/u.test(text)) ||
  (/%$/.test(before) && (/^\d/.test(text) || startsFigure(text)))

const isLabelBehind = (before: string, element: Element): boolean =>
  !BLOCKS.has(element.tagName) && isNext(before, element.textContent ?? '') && (/%$/.test(before) || isLabel(element))

function isBehindLabel(node: Node, before: string): boolean {
  const previous = node.previousSibling as Element | null
  if (previous?.nodeType !== ELEMENT_NODE || !isNext(before, node.textContent ?? '')) return false
  return /%$/.test(before) || isLabel(previous)
}

/** Whether an element is seen apart from the one that it touches: links, and numbers that would become another one. */
function standsApart(element: Element, before: string): boolean {
  const previous = element.previousSibling as Element | null
  if (previous?.nodeType === TEXT_NODE) return isLabelBehind(before, element)
  if (previous?.nodeType !== ELEMENT_NODE) return false
  if (element.tagName === 'A') return previous.tagName === 'A'
  if (!/\S$/.test(before) || BLOCKS.has(element.tagName)) return false
  const text = element.textContent ?? ''
  if (before.endsWith(LOWERED)) return /^\p{L}{2}/u.test(text)
  if (!INLINE_MARKS.has(element.tagName) && isAnother(before, text)) return true
  if (/\p{Ll}$/u.test(before) && /^\p{Lu}\p{Ll}/u.test(text) && [previous.textContent ?? '', text].some(hasWords))
    return true
  if (/\p{Ll}{2}$/u.test(before) && /^\d/.test(text) && hasWords(previous.textContent ?? '') && hasWords(text))
    return true
  const last = /\d+$/.exec(before)?.[0] ?? ''
  if (last === '') return false
  const number = /^\d+/.exec(text)?.[0] ?? ''
  // Single digits are those of a counter.
  return number !== '' && number.length + last.length > 2
}

/** Raised figures and cents, which would run into the number before them; null for other elements. */
function raisedText(element: Element, tagName: string, before: string): string | null {
  const text = () => element.textContent ?? ''
  if (isCentsOfPieces(element, before)) return `${JOINS}${pointBehind(before)}${text().trim()}`
  if (tagName === 'SUP') return element.querySelector('a') ? raised(text()) : markRaised(text())
  const isCents = tagName === 'SMALL' || CENTS.test(element.getAttribute('class') ?? '')
  if (!isCents || !/\d\s?$/.test(before) || !/^\s*\d\d\s*$/.test(text())) return null
  // “€5 <small>30</small> days” are two numbers.
  const isApart = tagName === 'SMALL' && before.endsWith(' ') && isBeforeLetters(element)
  return isApart ? null : markRaised(text())
}

/** The point between an amount and its cents, which has another one than thousands. */
function pointBehind(amount: string): string {
  if (/[.,]\s?$/.test(amount)) return ''
  return /\.\d{3}\s?$/.test(amount) ? ',' : '.'
}

const CURRENCY_PIECE = /^(?:\p{Sc}|\p{L}{1,3}[$.]?)$/u

/** Whether an element is the cents of a price that is made of elements: its currency, its amount, its cents. */
function isCentsOfPieces(element: Element, before: string): boolean {
  const said = (element.textContent ?? '').trim()
  if (!/^\d\d$/.test(said) || !/\d[.,]?\s?$/.test(before)) return false
  const pieces = siblingsOf(element)
  const parent = element.parentElement?.textContent ?? ''
  const texts = pieces.map((piece) => (piece.textContent ?? '').trim())
  if (parent.replace(/\s+/g, '') !== texts.join('').replace(/\s+/g, '')) return false
  const at = pieces.indexOf(element)
  const amount = texts.slice(0, at).filter((text) => !/^[.,]?$/.test(text))
  const isAmount = /^\d{1,3}(?:[.,'’ ]?\d{3})*[.,]?$/.test(amount.at(-1) ?? '')
  const around = [...amount.slice(0, -1), ...texts.slice(at + 1)]
  return isAmount && amount.length <= 2 && around.some((text) => CURRENCY_PIECE.test(text))
}

function isBeforeLetters(element: Element): boolean {
  let next = element.nextSibling
  while (next?.nextSibling && (next.textContent ?? '').trim() === '') next = next.nextSibling
  return /^\s*\p{L}/u.test(next?.textContent ?? '')
}

/** What stands before and behind an element: an empty line, a new line, or nothing. */
function breaksOf(element: Element, tagName: string, before: string): string {
  if (tagName === 'BR' || LINES.has(tagName)) return '\n'
  if (!BLOCKS.has(tagName)) return ''
  const first = element.firstElementChild
  const isBoxOfCents = first !== null && CENTS.test(first.getAttribute('class') ?? '') && /\d$/.test(before)
  if (isBoxOfCents && /^\s*\d\d\s*$/.test(first.textContent ?? '')) return ' '
  if (tagName !== 'DIV' || !/display:\s*inline/i.test(element.getAttribute('style') ?? '')) return '\n\n'
  // Headlines that move are split into words and letters.
  const text = (element.textContent ?? '').trim()
  if (text === '' || /\s/.test(text)) return '\n\n'
  return text.length === 1 ? '' : ' '
}

const AMOUNT = String.raw`\d(?:[\d.,]*\d)?`
const FIGURE = String.raw`${CURRENCY_BEFORE}\s?${AMOUNT}|${AMOUNT}\s?(?:%|${CURRENCY_BEHIND})`
const HAS_FIGURE = new RegExp(FIGURE, 'iu')
const FIGURES = new RegExp(FIGURE, 'giu')
/** Whether a text has a price or a share in it. */
export const hasFigure = (text: string): boolean => HAS_FIGURE.test(text)

/** Prices and shares in a text, as they are written. */
export const figuresIn = (text: string): string[] => text.match(FIGURES) ?? []

/** Number of words of an element that lead somewhere, and of the others. */
export function wordsOf(element: Element): { readonly linked: number; readonly plain: number } {
  const links = [...element.querySelectorAll('a, button, summary, [role=button]')].filter(
    (link) => !link.parentElement?.closest('a, button, summary, [role=button]'),
  )
  const linked = links.reduce((words, link) => words + wordCount(blockText(link)), 0)
  return { linked, plain: Math.max(0, wordCount(blockText(element)) - linked) }
}

export const idsAndClassesOf = (element: Element): string[] => [
  element.id ?? '',
  ...(element.getAttribute('class') ?? '').split(/\s+/),
]

/** Ids, classes and label of an element. */
export const namesOf = (element: Element): string[] => [
  ...idsAndClassesOf(element),
  element.getAttribute('aria-label') ?? '',
]

/** Types of scripts that are run; others are data or templates. */
const EXECUTABLE = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/i

export const executableScripts = (document: Document): Element[] =>
  [...document.querySelectorAll('script')].filter((script) =>
    EXECUTABLE.test((script.getAttribute('type') ?? '').trim()),
  )

/** Removes the elements of a selector, in the order of the page, of which it holds when their turn comes. */
export function removeWhere(
  document: Document,
  selector: string,
  holds: (element: Element) => boolean = () => true,
): void {
  for (const element of [...document.querySelectorAll(selector)]) if (holds(element)) element.remove()
}

/** The texts of all elements, without white space; read once, since each is within that of its parent. */
export function textsBelow(root: Element): (element: Element) => string {
  const places = new Map<Element, readonly [number, number]>()
  let text = ''
  const walk = (element: Element): void => {
    const start = text.length
    for (const node of [...element.childNodes]) {
      if (node.nodeType === ELEMENT_NODE) walk(node as Element)
      else if (node.nodeType === TEXT_NODE) text += (node.textContent ?? '').replace(/\s+/g, '')
    }
    places.set(element, [start, text.length])
  }
  walk(root)
  return (element) => {
    const [start, end] = places.get(element) ?? [0, 0]
    return text.slice(start, end)
  }
}

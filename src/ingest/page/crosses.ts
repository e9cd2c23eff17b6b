import { wordCount } from '../../domain/panel/stimulus.js'
import { signOf } from './marks.js'
import { isSpoken } from './struck.js'
import { blockText } from './text.js'

const PICTURES = 'svg, img, i, em, span, [data-icon], ion-icon, iconify-icon, box-icon, sl-icon, fa-icon'
/** Where a cross closes or removes something, or a table tells by its columns. */
const ELSEWHERE =
  'a, button, [role=button], [role=tab], nav, [role=navigation], label, summary, dialog, [role=dialog], select, td, th, [role=cell], [role=gridcell]'
const ENTRY = 'li, [role=listitem], dd'
const TOO_LARGE = 'body, main, article, section, header, footer'
const TEXT_NODE = 3
/** Most words of a line with a mark that is no entry of a list. */
const MAX_LINE_WORDS = 12
/** Classes of an entry that is not part of a plan. */
const LEFT_OUT = /^(?:[a-z]{1,20}[-_]{1,2}){0,3}(?:not[-_]?included|excluded|not[-_]?available)$/i

/**
 * Writes a cross at each entry of a list that a picture, or its class, says is not included. A cross stands before the
 * text; behind it, and a minus, it means so only where another entry has a tick.
 */
export function writeCrosses(document: Document): void {
  const signs = signsBeside()
  for (const mark of [...document.querySelectorAll(PICTURES)]) {
    const sign = pictureSign(mark)
    const entry = sign === 'cross' || sign === 'minus' ? entryOf(mark) : null
    if (!entry) continue
    const { ticks, all } = signs(entry)
    const isBefore = isBeforeText(mark, entry)
    const isSure = sign === 'cross' && isBefore && (entry.matches(ENTRY) || all > 0)
    if (!isSure && ticks === 0) continue
    // In a box of its own it would stand on a line of its own.
    const text = isBefore && isEmpty(mark.parentElement ?? entry) ? firstText(entry) : null
    if (text) text.before(document.createTextNode('✗ '))
    else mark.replaceWith(document.createTextNode(isBefore ? '✗ ' : ' ✗'))
  }
  writeLone(document)
  for (const entry of [...document.querySelectorAll('li[class]')])
    if ([...entry.classList].some((name) => LEFT_OUT.test(name)) && /^- [^✗✘×]/u.test(blockText(entry)))
      entry.prepend(document.createTextNode('✗ '))
}

/** Writes marks that are all of their block: the value of an entry, or of two plans and more beside each other. */
function writeLone(document: Document): void {
  const known = new Map<Element, readonly Element[]>()
  const lone: [Element, string][] = []
  for (const mark of [...document.querySelectorAll(PICTURES)]) {
    const sign = pictureSign(mark)
    const cell = sign === 'tick' || sign === 'cross' ? outermostEmpty(mark) : null
    const row = cell?.parentElement
    if (!cell || !row || row.matches('body, main')) continue
    const signed =
      known.get(row) ?? [...row.children].filter((child) => isEmpty(child) && firstSign(child, true) !== null)
    known.set(row, signed)
    if (cell.tagName === 'DD' || signed.length > 1) lone.push([cell, sign === 'tick' ? '✓' : '✗'])
  }
  for (const [cell, text] of lone)
    if (cell.matches('svg, img')) cell.replaceWith(document.createTextNode(` ${text} `))
    else cell.textContent = ` ${text} `
}

const isEmpty = (element: Element): boolean => (element.textContent ?? '').trim() === ''

function outermostEmpty(mark: Element): Element | null {
  let cell = mark
  while (cell.tagName !== 'DD' && cell.parentElement && isEmpty(cell.parentElement)) cell = cell.parentElement
  return isEmpty(cell) ? cell : null
}

function firstText(entry: Element): ChildNode | null {
  for (const node of [...entry.childNodes]) {
    const isElement = node.nodeType !== TEXT_NODE
    if ((node.textContent ?? '').trim() === '' || (isElement && isSpoken(node as Element))) continue
    return isElement ? firstText(node as Element) : node
  }
  return null
}

function pictureSign(mark: Element): ReturnType<typeof signOf> {
  const isDrawing = mark.tagName.toLowerCase() === 'svg'
  if (!isDrawing && (mark.textContent ?? '').trim() !== '') return null
  if (!isDrawing && mark.querySelector('svg, img, i')) return null
  return mark.closest(ELSEWHERE) ? null : signOf(mark)
}

/** The entry of a list that a mark stands in, or a short line. */
function entryOf(mark: Element): Element | null {
  const listed = mark.closest(ENTRY)
  if (listed) return blockText(listed).replace(/^-/, '').trim() === '' ? null : listed
  let line = mark.parentElement
  while (line && (line.textContent ?? '').trim() === '') line = line.parentElement
  return !line || line.matches(TOO_LARGE) || wordCount(blockText(line)) > MAX_LINE_WORDS ? null : line
}

/** How many of the entries beside one have a tick, and how many any mark. */
function signsBeside(): (entry: Element) => { readonly ticks: number; readonly all: number } {
  const known = new Map<Element, Map<Element, ReturnType<typeof signOf>>>()
  return (entry) => {
    const parent = entry.parentElement
    if (!parent) return { ticks: 0, all: 0 }
    const signs = known.get(parent) ?? new Map([...parent.children].map((child) => [child, firstSign(child)]))
    known.set(parent, signs)
    const others = [...signs].flatMap(([child, sign]) => (child === entry || sign === null ? [] : [sign]))
    return { ticks: others.filter((sign) => sign === 'tick').length, all: others.length }
  }
}

function firstSign(entry: Element, withItself = false): ReturnType<typeof signOf> {
  const pictures = [...(withItself && entry.matches(PICTURES) ? [entry] : []), ...entry.querySelectorAll(PICTURES)]
  for (const picture of pictures) {
    const sign = pictureSign(picture)
    if (sign !== null) return sign
  }
  return null
}

function isBeforeText(mark: Element, entry: Element): boolean {
  for (let around: Element | null = mark; around && around !== entry; around = around.parentElement)
    for (let before = around.previousSibling; before; before = before.previousSibling)
      if ((before.textContent ?? '').trim() !== '') return false
  return true
}

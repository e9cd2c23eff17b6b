import { wordCount } from '../../domain/panel/stimulus.js'
import { signOf } from './page-marks.js'
import { blockText } from './page-text.js'

const PICTURES = 'svg, img, i, em, span, [data-icon], ion-icon, iconify-icon, box-icon, sl-icon, fa-icon'
/** Where a cross closes or removes something, or a table tells by its columns. */
const ELSEWHERE =
  'a, button, [role=button], [role=tab], nav, [role=navigation], label, summary, dialog, [role=dialog], select, td, th, [role=cell], [role=gridcell]'
const ENTRY = 'li, [role=listitem], dd'
const TOO_LARGE = 'body, main, article, section, header, footer'
/** Most words of a line with a mark that is no entry of a list. */
const MAX_LINE_WORDS = 12
/** Classes of an entry that is not part of a plan. */
const LEFT_OUT = /^(?:[a-z]{1,20}[-_]{1,2}){0,3}(?:not-?included|excluded|not-?available)$/i

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
    if (isSure || ticks > 0) mark.replaceWith(document.createTextNode(isBefore ? '✗ ' : ' ✗'))
  }
  for (const entry of [...document.querySelectorAll('li[class]')])
    if ([...entry.classList].some((name) => LEFT_OUT.test(name)) && /^- [^✗✘×]/u.test(blockText(entry)))
      entry.prepend(document.createTextNode('✗ '))
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

function firstSign(entry: Element): ReturnType<typeof signOf> {
  for (const picture of [...entry.querySelectorAll(PICTURES)]) {
    const sign = pictureSign(picture)
    if (sign !== null) return sign
  }
  return null
}

function isBeforeText(mark: Element, entry: Element): boolean {
  for (let one: Element | null = mark; one && one !== entry; one = one.parentElement)
    for (let before = one.previousSibling; before; before = before.previousSibling)
      if ((before.textContent ?? '').trim() !== '') return false
  return true
}

import { LEXICON } from '../../data/lexicon.js'
import { wordCount } from '../../domain/panel/stimulus.js'
import { writeControls } from './controls.js'
import { removeCopies } from './copies.js'
import { hasBootstrap, removeOverlays } from './overlays.js'
import { type Panels, panelsOf } from './panels.js'
import { shareCurrencies, writePeriods } from './periods.js'
import { writeBullets, writeGenerated, writeNumbers } from './pseudo-elements.js'
import { removeCloaks } from './reveals.js'
import { removeShopControls } from './shop.js'
import { readStruckElements, removeSpoken } from './struck.js'
import { type PageStyles, pageStyles } from './styles.js'
import { placeConditions } from './templates.js'
import { blockText, idsAndClassesOf, removeWhere } from './text.js'

const UNSEEN = 'title, script, style, template, noscript, svg, iframe, object, select, head, [layout=nodisplay i]'
/** The list of comments that Word writes below a page. */
const WORD_COMMENTS = /mso-element:\s*comment(?:-list)?\b/i
/** Largest share of a page's words that classes hide; above it, its scripts show them. */
const MAX_HIDDEN_SHARE = 0.5

/** Removes what no reader sees, and keeps what opens on a click or is sent later. */
export function removeUnseen(document: Document): void {
  removeCloaks(document)
  shareCurrencies(document)
  const styles = pageStyles(document)
  const panels = panelsOf(document)
  const isOfBootstrap = hasBootstrap(document)
  placeConditions(document, (template) => panels.isOpened(template, styles))
  writeControls(document, styles)
  removeWhere(document, UNSEEN)
  removeOverlays(document, isOfBootstrap)
  for (const element of [...document.querySelectorAll('[hidden], [style]')]) {
    if (element === document.body) continue
    const style = element.getAttribute('style') ?? ''
    const isHidden = element.hasAttribute('hidden') || styles.hidesItself(element) || isOutOfSight(element, style)
    if ((isHidden && !panels.isOpened(element, styles)) || WORD_COMMENTS.test(style)) element.remove()
  }
  removeWhere(document, '[id], [class]', (element) => isNamed(element, LEXICON.pages().unseen_names))
  removeHiddenByClass(document, styles, panels)
  removeShopControls(document)
  removeSpoken(document, styles)
  writePeriods(document)
  writeGenerated(document, styles)
  writeBullets(document, styles)
  writeNumbers(document, styles)
  readStruckElements(document, styles)
  joinSplit(document)
  joinDropCapitals(document, styles)
  // The same for eyes and for screen readers, or drawn once more as its shadow.
  removeWhere(document, '[aria-hidden="true"]', (element) => {
    const seen = element.querySelector('p, div, [aria-hidden]') ? '' : blockText(element)
    return seen !== '' && ['before', 'behind'].some((side) => textBeside(element, side === 'before') === seen)
  })
  removeCopies(document)
  writeCounters(document)
}

const FAR_OUTSIDE = String.raw`:\s*-(?:[5-9]\d{3}px|\d{5,6}px|\d{3,6}r?em)`
const STANDS_OUTSIDE = new RegExp(String.raw`(?:^|[;\s])(?:left|right|top|margin-left)${FAR_OUTSIDE}`, 'i')
const IS_INDENTED = new RegExp(`text-indent${FAR_OUTSIDE}`, 'i')
const WITHOUT_SIZE = /font-size:\s*0(?:px|r?em|%)?\s*(?:;|!|$)/i
/** Where a picture stands in place of a text: logos, and links with a drawn button. */
const REPLACED = 'a, button, h1, h2, h3, [role=img]'

/** Whether its own style puts a text outside of the window, or gives it no size. */
function isOutOfSight(element: Element, style: string): boolean {
  if (element.querySelector('h1, main')) return false
  if (STANDS_OUTSIDE.test(style)) return true
  if (IS_INDENTED.test(style)) return !/background|mask/i.test(style) && !element.closest(REPLACED)
  // What stands within may have a size of its own.
  return WITHOUT_SIZE.test(style) && element.children.length === 0
}

/** Removes what the page's own style sheets hide, or a class of a framework. */
function removeHiddenByClass(document: Document, styles: PageStyles, panels: Panels): void {
  const most = wordCount(blockText(document.body)) * MAX_HIDDEN_SHARE
  removeWhere(document, '*', (element) => {
    if (!styles.hides(element) && !isHiddenByFramework(element)) return false
    if (!document.body.contains(element) || element === document.body) return false
    const isForPhones = classesOf(element).some(hidesWide)
    return (isForPhones || !panels.isOpened(element, styles)) && wordCount(blockText(element)) <= most
  })
}

function isHiddenByFramework(element: Element): boolean {
  const classes = classesOf(element)
  const isHidden = classes.some((name) => LEXICON.pages().hidden_names.has(name) || hidesWide(name))
  // What is written at the element itself goes before a class.
  const isShown = classes.some((name) => SHOWN.test(name)) || /display:/i.test(element.getAttribute('style') ?? '')
  return isHidden && !isShown
}

/** Classes that hide on wide screens: `md:hidden`, `d-lg-none`. */
const HIDDEN_WIDE = /^(?:(?:sm|md|lg|xl):hidden|d-(?:sm|md|lg|xl)-none)$/
const hidesWide = (name: string): boolean => HIDDEN_WIDE.test(name) || LEXICON.pages().hidden_wide_names.has(name)
/** Classes that show again what others hide: `md:block`, `d-lg-flex`, `group-hover:grid`; not on phones or paper alone. */
const SHOWN =
  /^(?!(?:[\w-]+:)*(?:max-(?:sm|md|lg|xl)|print):).*:!?(?:block|flex|grid|inline|table|contents|list-item|flow-root|visible)|^d-(?:sm|md|lg|xl|xxl)-(?!none)|^(?:show|visible-lg.*)$/

const classesOf = (element: Element): string[] => (element.getAttribute('class') ?? '').toLowerCase().split(/\s+/)

const isNamed = (element: Element, names: ReadonlySet<string>): boolean =>
  idsAndClassesOf(element).some((name) => names.has(name.toLowerCase())) &&
  !classesOf(element).some((name) => BLOCK.test(name))
const BLOCK = /^d-block$|^show$/

/** Puts in place of a text that was split for eyes, letter by letter, the label that gives the whole of it. */
function joinSplit(document: Document): void {
  const squeezed = (text: string): string => text.replace(/\s+/g, '').toLowerCase()
  for (const element of [...document.querySelectorAll('[aria-label]')]) {
    const label = (element.getAttribute('aria-label') ?? '').trim()
    if (!element.querySelector('[aria-hidden="true"]') || label === '') continue
    if (squeezed(label) === squeezed(element.textContent ?? '')) element.textContent = label
  }
}

/** The text of the element or words right before or behind an element. */
function textBeside(element: Element, isBefore: boolean): string {
  const step = (node: Node): Node | null => (isBefore ? node.previousSibling : node.nextSibling)
  let beside = step(element)
  while (beside && (beside.textContent ?? '').trim() === '') beside = step(beside)
  return blockText(beside as Element | null)
}

const DROP_CAPITAL = /(?:^|[-_])(?:drop[-_]?caps?|dropped|first[-_]?letter|initial[-_]?cap|lettrine)(?:$|[-_])/i
const IS_CAPITAL = /^["'“„«¿¡(]?\p{Lu}$/u
/** Letters that are a word by themselves in some language: “A milk that …”. */
const IS_WORD = /[AEIOUYÀÈÉÓÔÖÅÆØ]$/u

/** Makes one word of a large first letter and what is behind it: “<span class="dropcap">T</span> he”. */
function joinDropCapitals(document: Document, styles: PageStyles): void {
  for (const element of [...document.body.querySelectorAll('*')]) {
    const letter = (element.textContent ?? '').trim()
    if (!IS_CAPITAL.test(letter)) continue
    if (!styles.floats(element) && !classesOf(element).some((name) => DROP_CAPITAL.test(name))) continue
    const rest = element.nextSibling?.textContent ?? ''
    if (!element.nextSibling || !/^\s*\p{Ll}/u.test(rest) || (IS_WORD.test(letter) && /^\s/.test(rest))) continue
    element.nextSibling.textContent = letter + rest.trimStart()
    element.remove()
  }
}

/** Attributes with the number that scripts count up to, of Elementor and of common counters. */
const COUNTS_TO =
  'data-to-value data-count data-target data-to data-count-to data-counter data-end data-purecounter-end'.split(' ')
const ZERO = /^(\D{0,3})0(\D{0,6})$/

/** “0+” is also whom toys are made for, and a group of blood in a table. */
const isAge = (element: Element): boolean =>
  element.closest('td, th, li') !== null ||
  /\b(?:ages?|months?|years?|alter|monate?n?|jahre?n?|ans|mois|blood)\b/i.test(blockText(element.parentElement))

/** Writes the number that a counter ends at in place of its zero; of one that does not say it, the zero goes. */
function writeCounters(document: Document): void {
  for (const element of [...document.querySelectorAll('*')]) {
    if (element.children.length > 0) continue
    const zero = ZERO.exec((element.textContent ?? '').trim())
    if (!zero) continue
    const [, before = '', behind = ''] = zero
    const end = COUNTS_TO.map((name) => element.getAttribute(name) ?? '').find((value) =>
      /^\d[\d.,]{0,14}$/.test(value),
    )
    if (end !== undefined) element.textContent = `${before}${end}${behind}`
    else if (/^\s?[kKmM]?\+$/.test(behind) && !isAge(element)) element.remove()
  }
}

import { LEXICON } from '../../data/lexicon.js'
import type { PageStyles } from './styles.js'
import { switchesOf } from './switches.js'
import { blockText, hasFigure, namesOf, sharesClass, siblingsOf, wordsOf } from './text.js'

const CONTROLS =
  'a, button, summary, label, input, [role=button], [role=tab], [onclick], [data-toggle], [data-bs-toggle]'
const BUTTONS = 'button, [role=button], summary, [onclick], label[for]'
/** Controls of what comes up over a page. */
const OPENS_ABOVE =
  '[popovertarget], [aria-haspopup]:not([aria-haspopup=false]), [data-toggle=modal], [data-bs-toggle=modal], [data-toggle=dropdown], [data-bs-toggle=dropdown], [data-bs-toggle=offcanvas]'
/** Attributes with the ids of what a control opens. */
const NAMES_PANELS = ['aria-controls', 'data-target', 'data-bs-target', 'href']
/** Names of what comes up over a page, or after a form was sent. */
const COMES_UP = /modal|pop-?up|exit|lightbox|overlay|toast|success|error|thank|cart|drawer|menu|tooltip/i
const FOLDS = /accordion|akkordeon|collaps|faq|expand/i
/** Names of what opens on a click, whatever opens it. */
const PANELS = /(?:^|[-_])(?:more|rest|answer|details|pane|panel|tab-?content)(?:$|[-_])/i
const TABS = /(?:^|[-_])(?:tabs?(?:list|-?nav)?|toggle|switch(?:er)?)(?:$|[-_])/i
const OPTIONS = 'a, button, [role=tab], label, input'
/** Values of attributes that name nothing. */
const NAMES_NOTHING = /^(?:true|false|)$/i

/** Tells of what a page hides whether a control of its own opens it: a tab, a switch, a question. */
export type Panels = {
  /** Whether its own marks say so: folded details, a tab's panel, what a button with `aria-expanded` controls. */
  readonly isMarked: (element: Element) => boolean
  /** Whether a control that names it, or stands before it, opens it. */
  readonly isOpened: (element: Element, styles: PageStyles) => boolean
}

/** The panels of a page. Called before anything of it is removed, as controls are told by what they name. */
export function panelsOf(document: Document): Panels {
  const controls = [...document.querySelectorAll(CONTROLS)].filter((control) => !control.matches(OPENS_ABOVE))
  const expanded = new Set(controls.filter((control) => control.hasAttribute('aria-expanded')).flatMap(namedBy))
  const named = new Set(controls.flatMap(namedBy))
  const tabs = [...document.querySelectorAll('[role=tablist], [id], [class]')].filter(isTabs)
  const isSwitched = switchesOf(document)
  const hasPeriods = [...document.querySelectorAll(OPTIONS_OR_LABELS)].some(namesPeriod)
  const shared = new Set(controls.filter((control) => control.tagName !== 'INPUT').flatMap(dataOf))
  const isMarked = (element: Element): boolean => {
    if (isMostlyLinks(element)) return false
    if (element.closest('details') !== null || element.getAttribute('hidden') === 'until-found') return true
    if (expanded.has(element.id) || element.matches('[role=tabpanel]')) return true
    const around = [element, element.parentElement, element.parentElement?.parentElement]
    return around.some((outer) => outer && outer.tagName !== 'BODY' && namesOf(outer).some((name) => FOLDS.test(name)))
  }
  const isOpened = (element: Element, styles: PageStyles): boolean => {
    if (isMarked(element)) return true
    if (isMostlyLinks(element) || namesOf(element).some((name) => COMES_UP.test(name))) return false
    const switched = isSwitched(element)
    if (switched !== null) return switched
    const isNamed =
      named.has(element.id) || (!element.matches(CONTROLS) && dataOf(element).some((value) => shared.has(value)))
    const isOfPeriod = hasPeriods || namesOf(element).some((name) => LEXICON.pages().billing_periods.test(name))
    if (isOfPeriod && isOtherPrice(element)) return true
    if (isNamed || isOneOfPanels(element, styles) || namesOf(element).some((name) => PANELS.test(name))) return true
    return !styles.isForWidth(element) && (isAnswer(element) || isBehindOptions(element, styles, tabs))
  }
  return { isMarked, isOpened }
}

const OPTIONS_OR_LABELS = 'button, a, label, span, b, strong, p, div, option, [role=tab]'
/** Most characters of the name of a period: “Yearly (save 20%)”. */
const MAX_PERIOD = 40

/** Whether an option, or what stands beside a switch, is a period to pay for. */
function namesPeriod(element: Element): boolean {
  if (element.querySelector('p, div, button, a')) return false
  const text = (element.textContent ?? '').trim()
  return text.length <= MAX_PERIOD && LEXICON.pages().billing_periods.test(text)
}

/** Whether a hidden price stands right beside one that is shown: that of another period. */
const isOtherPrice = (element: Element): boolean =>
  hasFigure(blockText(element)) &&
  [element.previousElementSibling, element.nextElementSibling].some(
    (other) => other !== null && other.tagName === element.tagName && hasFigure(blockText(other)),
  )

function isMostlyLinks(element: Element): boolean {
  const { linked, plain } = wordsOf(element)
  return linked > plain
}

/** Ids that a control names; of its handler what stands in quotation marks: `openTab(event, 'yearly')`. */
function namedBy(control: Element): string[] {
  const listed = NAMES_PANELS.flatMap((name) => (control.getAttribute(name) ?? '').split(/\s+/))
  const ids = listed.map((value) => value.replace(/^#/, ''))
  const quoted = (control.getAttribute('onclick') ?? '').matchAll(/['"]#?([\w-]{1,80})['"]/g)
  return [...ids, ...[...quoted].map(([, id = '']) => id)].filter((id) => id !== '')
}

/** Attributes that a tab and its panel have in common: `data-tab="yearly"`. */
const dataOf = (element: Element): string[] =>
  [...element.attributes]
    .filter(({ name, value }) => name.startsWith('data-') && !NAMES_NOTHING.test(value))
    .map(({ name, value }) => `${name}=${value}`)

/** Whether a style sheet shows it in a state that something around it has, or one of its like is shown in its own. */
function isOneOfPanels(element: Element, styles: PageStyles): boolean {
  const state = styles.opens(element)
  if (state === 'around') return true
  return state === 'own' && siblingsOf(element).some((sibling) => isAlike(sibling, element) && !styles.hides(sibling))
}

/** Whether it stands right behind a button and nothing else, or behind a line with one that is a mark: “How much? +”. */
function isAnswer(element: Element): boolean {
  let outermost = element
  while (outermost.parentElement?.children.length === 1 && outermost.parentElement.tagName !== 'BODY')
    outermost = outermost.parentElement
  const before = outermost.previousElementSibling
  if (!before || before.closest('form') || before.querySelector('form')) return false
  const button = before.matches(BUTTONS) ? before : before.querySelector(BUTTONS)
  if (!button || before.querySelector('h1')) return false
  const says = blockText(button)
  return says === blockText(before) || !/\p{L}/u.test(says) || button.hasAttribute('aria-expanded')
}

/**
 * Whether it is one of as many blocks as there are tabs or options of a switch right before them; or, further below, built
 * like one that is shown. No panel holds a headline of the page: those are versions of it.
 */
function isBehindOptions(element: Element, styles: PageStyles, tabs: readonly Element[]): boolean {
  const parent = element.parentElement
  if (!parent || element.matches('h1') || element.querySelector('h1')) return false
  const all = siblingsOf(element)
  const siblings = all.slice(Math.max(0, all.indexOf(element) - MAX_BETWEEN), all.indexOf(element))
  const last = siblings.findLastIndex((sibling) => endsWith(sibling, tabs) !== null)
  const control = endsWith(siblings[last] ?? parent.previousElementSibling, tabs)
  if (!control) return false
  const between = siblings.slice(last + 1)
  const isInRow =
    between.every((block) => block.tagName === element.tagName) && between.length < optionsOf(control).length
  return isInRow || between.some((block) => isBuiltAlike(block, element) && !styles.hides(block))
}

/** Tabs or a switch that an element is, or ends with; null where they name their panels themselves. */
function endsWith(element: Element | null, tabs: readonly Element[]): Element | null {
  const inside = tabs.filter((tab) => element?.contains(tab))
  const found = inside.find((tab) => blockText(element).endsWith(blockText(tab)))
  const names = found ? optionsOf(found).flatMap(namedBy) : []
  return names.some((id) => found?.ownerDocument.getElementById(id)) ? null : (found ?? null)
}

const isTabs = (element: Element): boolean =>
  (element.matches('[role=tablist]') || namesOf(element).some((name) => TABS.test(name))) &&
  element.querySelectorAll(OPTIONS).length > 1

/** A lone box to tick has two: with and without. */
const optionsOf = (tabs: Element): Element[] => {
  const named = [...tabs.querySelectorAll(OPTIONS)].filter(
    (option) => !option.parentElement?.closest('a, button, label'),
  )
  return named.filter((option) => option.tagName !== 'INPUT' || named.length < 3)
}

/** Most blocks between a switch and what it opens. */
const MAX_BETWEEN = 30
/** Fewest elements within two that are built alike by more than chance. */
const MIN_PIECES = 3

function isBuiltAlike(first: Element, other: Element): boolean {
  const outlines = [first, other].map((element) =>
    [element, ...element.querySelectorAll('*')].map(({ tagName }) => tagName).join(' '),
  )
  return outlines[0] === outlines[1] && first.querySelectorAll('*').length >= MIN_PIECES
}

const isAlike = (element: Element, other: Element): boolean =>
  element !== other && element.tagName === other.tagName && sharesClass(element, other)

import { LEXICON } from '../../data/lexicon.js'
import { wordCount } from '../../domain/panel/stimulus.js'
import { blockText, idsAndClassesOf, removeWhere, sharesClass, siblingsOf } from './text.js'

const DIALOGS =
  '[aria-modal="true"], [role=dialog], [role=alertdialog], [role=alert], [role=status], [aria-live], [tabindex="-1"]'
const HIDDEN = '[aria-hidden="true"]'
/** Names of what is hidden from screen readers until it comes up. */
const COMES_UP = /(?:^|[-_])(?:modal|pop-?up|drawer|off-?canvas|lightbox|dialog)(?:$|[-_])/i
const FOR_SLIDES = '[role=tabpanel], [aria-roledescription=slide], li'
/** Largest share of a page's words that lies over it; above it, a dialog is open and the page itself cannot be reached. */
const MAX_SHARE = 0.5

/** Whether a page loads Bootstrap, which hides what has its names. */
export const hasBootstrap = (document: Document): boolean =>
  document.querySelector(
    'link[href*=bootstrap i], script[src*=bootstrap i], [data-bs-toggle], [data-bs-dismiss], .row > [class*=col-md-], .row > [class*=col-lg-]',
  ) !== null

/** Removes what comes up over a page: dialogs, drawers and messages of frameworks, windows to chat in, menus. */
export function removeOverlays(document: Document, isOfBootstrap: boolean): void {
  const most = wordCount(blockText(document.body)) * MAX_SHARE
  removeWhere(document, '*', (element) => {
    const isOver = element.hasAttribute('popover') || isUnreachable(element) || isNamedOverlay(element, isOfBootstrap)
    if (!isOver || element.matches('body, main, h1') || element.querySelector('main, h1')) return false
    return wordCount(blockText(element)) <= most
  })
}

/** What can neither be seen nor pressed; slides and tabs come to be both. */
function isUnreachable(element: Element): boolean {
  const style = element.getAttribute('style') ?? ''
  if (/(?:^|;)\s*opacity:\s*0(?:\.0+)?\s*(?:;|$)/i.test(style) && /pointer-events:\s*none/i.test(style)) return true
  return element.hasAttribute('inert') && !element.matches(FOR_SLIDES) && !hasLikeBeside(element)
}

const hasLikeBeside = (element: Element): boolean =>
  siblingsOf(element).some((sibling) => sibling !== element && sharesClass(sibling, element))

function isNamedOverlay(element: Element, isOfBootstrap: boolean): boolean {
  const names = [element.tagName, ...idsAndClassesOf(element)].map((name) => name.toLowerCase())
  const { dialog_names, dialog_parts, overlay_names, popup_products, chat_names } = LEXICON.pages()
  const has = (list: ReadonlySet<string>): boolean => names.some((name) => list.has(name))
  if (names.some((name) => popup_products.test(name))) return true
  if (has(overlay_names) || (has(chat_names) && !element.querySelector('h2, h3'))) return true
  if (element.matches(HIDDEN) && names.some((name) => COMES_UP.test(name))) return true
  if (!has(dialog_names) || names.includes('show') || element.matches('p, li, td, a, img')) return false
  const hasParts = [...element.querySelectorAll('[class]')].some((part) =>
    [...part.classList].some((name) => dialog_parts.has(name)),
  )
  return isOfBootstrap || hasParts || element.matches(DIALOGS)
}

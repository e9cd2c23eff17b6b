import type { PageStyles } from './styles.js'
import { blockText, hasFigure } from './text.js'

/** Most options of a choice without prices: longer ones are lists of countries and the like. */
const MAX_OPTIONS = 12
/** Names of choices that offer nothing: how a list is sorted, how many are bought, in which language. */
const SETS_THE_PAGE = /sort|order-?by|filter|per-?page|qty|quantity|lang|locale|country|currency|region/i
/** Most texts of a drawing that are said; a chart has more. */
const MAX_DRAWN_TEXTS = 12
const KEPT = ['id', 'class', 'style', 'hidden', 'aria-hidden']

/** Puts the words of controls and drawings where a reader sees them: choices, buttons, labels of prices. */
export function writeControls(document: Document, styles: PageStyles): void {
  for (const control of [...document.querySelectorAll('select, input, button, a, [role=button], svg')]) {
    if (styles.hides(control)) continue
    const tag = control.tagName.toLowerCase()
    if (tag === 'select') replaceBy(document, control, 'span', choicesOf(control))
    else if (tag === 'input') replaceBy(document, control, 'button', labelOfInput(control))
    else if (tag === 'svg') replaceBy(document, control, 'span', drawnText(control))
    else if (blockText(control) === '' && !control.querySelector('svg text')) {
      const label = (control.getAttribute('aria-label') ?? '').trim()
      if (hasFigure(label)) control.append(label)
    }
  }
}

function replaceBy(document: Document, control: Element, tag: string, text: string): void {
  if (text === '') return
  const written = document.createElement(tag)
  for (const name of KEPT) {
    const value = control.getAttribute(name)
    if (value !== null) written.setAttribute(name, value)
  }
  written.textContent = text
  control.replaceWith(written)
}

/** The options of a choice, beside each other. */
function choicesOf(select: Element): string {
  const names = ['name', 'id', 'class', 'aria-label'].map((name) => select.getAttribute(name) ?? '')
  const options = [...select.querySelectorAll('option')]
    .filter((option) => !option.hasAttribute('hidden') && option.getAttribute('value') !== '')
    .map((option) => (option.textContent || (option.getAttribute('label') ?? '')).replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
  const isOffer = options.length <= MAX_OPTIONS && !names.some((name) => SETS_THE_PAGE.test(name))
  const hasWords = options.some((text) => /\p{L}/u.test(text))
  return options.some(hasFigure) || (isOffer && hasWords) ? options.join(' · ') : ''
}

function labelOfInput(input: Element): string {
  const type = (input.getAttribute('type') ?? '').toLowerCase()
  const label = type === 'image' ? 'alt' : 'value'
  return /^(?:submit|button|image)$/.test(type) ? (input.getAttribute(label) ?? '').trim() : ''
}

/** Words that are written in a drawing, such as a seal. */
function drawnText(drawing: Element): string {
  const texts = [...drawing.querySelectorAll('text')].filter((text) => !text.closest('defs, symbol, clipPath, mask'))
  const said = texts.map((text) => linesOf(text)).filter((text) => text !== '')
  return said.length <= MAX_DRAWN_TEXTS && said.some((text) => /\p{L}{2}|\p{Nd}/u.test(text)) ? said.join(' ') : ''
}

const linesOf = (text: Element): string =>
  [...text.childNodes]
    .map((node) => (node.textContent ?? '').trim())
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

import { wordCount } from '../../domain/panel/stimulus.js'
import { CURRENCY_CODE, CURRENCY_SIGN } from '../../domain/text/currencies.js'
import { blockText, hasFigure, idsAndClassesOf, siblingsOf } from './text.js'

/** Periods to pay for by the words that name them, in classes and in texts. */
const PERIODS: readonly RegExp[] = [
  /^(?:month|monat|mens[ui]|måned|maand|mo$)/i,
  /^(?:year|yr$|annual|annuel|anual|annuale|jahr|jähr|jaehr|årlig|jaar)/i,
  /^(?:week|wöchentl|woche)/i,
  /^(?:quarter|quartal)/i,
]
/** Attributes that show an element in a state: of Alpine and Vue. */
const SHOWN_BY = ['x-show', 'v-show', 'x-if', 'v-if']
/** Most words of a price, with what stands at it. */
const MAX_WORDS = 8

/**
 * Writes before prices in one place, of which a switch shows one at a time, for which period they are: `$49 $39/mo` with
 * the classes `monthly` and `yearly`.
 */
export function writePeriods(document: Document): void {
  for (const price of [...document.querySelectorAll('*')]) {
    const name = periodNamed(price)
    if (name === null || !isPrice(price)) continue
    const others = siblingsOf(price).filter(
      (other) => other !== price && other.tagName === price.tagName && isPrice(other),
    )
    const isOne = others.some((other) => kindOf(periodNamed(other) ?? '') !== kindOf(name))
    const said = blockText(price).match(/\p{L}+/gu) ?? []
    if (isOne && !said.some((word) => kindOf(word) === kindOf(name))) {
      if (/\S$/.test(price.previousSibling?.textContent ?? '')) price.before(' ')
      price.prepend(`${name}: `)
    }
  }
}

const IS_NUMBER = /^\d[\d.,'’]*$/
const CURRENCY = String.raw`(?:[${CURRENCY_SIGN}]|\b(?:${CURRENCY_CODE})\b)`
const ENDS_WITH_CURRENCY = new RegExp(`(?<!\\d\\s?)${CURRENCY}\\s*$`, 'iu')
const BEGINS_WITH_CURRENCY = new RegExp(`^\\s*${CURRENCY}(?!\\s?\\d)`, 'iu')
const COMMENT_NODE = 8

/** Gives each of the numbers in one place the currency that they share: `$<b class="monthly">29</b><b class="yearly">24</b>`. */
export function shareCurrencies(document: Document): void {
  for (const price of [...document.querySelectorAll('*')]) {
    if (!isNumber(price) || periodNamed(price) === null || !price.parentElement) continue
    const nodes = [...price.parentElement.childNodes].filter(isFilled)
    const isBeside = (node: Node): boolean => isNumber(node) && (node as Element).tagName === price.tagName
    const at = nodes.indexOf(price)
    const first = nodes.slice(0, at).findLastIndex((node) => !isBeside(node)) + 1
    const next = nodes.slice(at).findIndex((node) => !isBeside(node))
    const numbers = nodes.slice(first, next < 0 ? undefined : at + next) as Element[]
    if (numbers.length > 1) moveCurrency(nodes[first - 1], numbers, next < 0 ? undefined : nodes[at + next])
  }
}

const isFilled = (node: Node): boolean => node.nodeType !== COMMENT_NODE && (node.textContent ?? '').trim() !== ''

const isNumber = (node: Node): boolean => 'tagName' in node && IS_NUMBER.test((node.textContent ?? '').trim())

function moveCurrency(before: Node | undefined, numbers: readonly Element[], behind: Node | undefined): void {
  const sign = ENDS_WITH_CURRENCY.exec(before?.textContent ?? '')?.[0]
  const signBehind = BEGINS_WITH_CURRENCY.exec(behind?.textContent ?? '')?.[0]
  if (before && sign !== undefined) {
    before.textContent = (before.textContent ?? '').slice(0, -sign.length)
    for (const number of numbers) number.prepend(sign)
  } else if (behind && signBehind !== undefined) {
    behind.textContent = (behind.textContent ?? '').slice(signBehind.length)
    for (const number of numbers) number.append(signBehind)
  }
}

const isPrice = (element: Element): boolean => {
  const text = blockText(element)
  return hasFigure(text) && wordCount(text) <= MAX_WORDS
}

const kindOf = (word: string): number => PERIODS.findIndex((period) => period.test(word))

/** The period in the names of an element, or in the state that shows it. */
function periodNamed(element: Element): string | null {
  const states = SHOWN_BY.map((name) => element.getAttribute(name) ?? '').filter((state) => !/!(?!=)|!==?/.test(state))
  const data = [...element.attributes].flatMap(({ name, value }) => (name.startsWith('data-') ? [value] : []))
  const words = [...idsAndClassesOf(element), ...data, ...states].flatMap((name) =>
    name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '-').split(/[^\p{L}]+/u),
  )
  return words.find((word) => word.length > 2 && kindOf(word) >= 0)?.toLowerCase() ?? null
}

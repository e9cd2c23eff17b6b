import { wordCount } from '../../domain/panel/stimulus.js'
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

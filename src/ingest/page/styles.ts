import { type CssRule, type Property, rulesOf } from './css.js'

/** Most rules of one name that are looked at, and most characters of style sheets. */
const MAX_RULES_OF_A_NAME = 100
const MAX_STYLES = 2_000_000

/** What a page's own style sheets say about its elements. */
export type PageStyles = {
  readonly hides: (element: Element) => boolean
  /** Whether it is hidden for the width of the window. */
  readonly isForWidth: (element: Element) => boolean
  /**
   * Whether what is hidden is shown in a state that a reader brings about: its `own` (`.tab.active`), or one of what
   * stands `around` it (`.item.open .answer`, `input:checked ~ .answer`).
   */
  readonly opens: (element: Element) => 'own' | 'around' | null
  readonly strikes: (element: Element) => boolean
  /** What is written before or behind an element: the value of `content`. */
  readonly writes: (element: Element, where: 'before' | 'after' | 'marker') => string | null
  /** The values that may draw a mark before an entry: of its bullet and of pictures. */
  readonly bullets: (element: Element) => readonly string[]
}

/** What a page's own style sheets say, as a desktop browser applies them to the whole of it. */
export function pageStyles(document: Document): PageStyles {
  const sheets = new Set([...document.querySelectorAll('style')].map((style) => style.textContent ?? ''))
  const elements = [...document.querySelectorAll('*')]
  const names = new Set(elements.flatMap(namesIn))
  const has = (name: string): boolean => names.has(name)
  const byKey = new Map<string, CssRule[]>()
  for (const rule of rulesOf([...sheets].join('\n').slice(0, MAX_STYLES)))
    for (const property of hasWhatItNames(has, rule.selector) ? rule.values.keys() : [])
      for (const name of keysOf(rule.selector)) {
        const key = keyOf(property, rule.of, name)
        const known = byKey.get(key)
        if (known && known.length < MAX_RULES_OF_A_NAME) known.push(rule)
        else if (!known) byKey.set(key, [rule])
      }
  for (const [key, rules] of byKey) byKey.set(key, byRank(rules, key.split(' ')[0] as Property))
  const listsOf = (element: Element, property: Property, of: CssRule['of'] = 'element'): CssRule[][] =>
    byKey.size === 0 ? [] : namesIn(element).flatMap((name) => [byKey.get(keyOf(property, of, name)) ?? []])
  const bestOf = (element: Element, property: Property, of?: CssRule['of']): CssRule | null => {
    const best = listsOf(element, property, of).flatMap(
      (rules) => rules.find(({ applies, selector }) => applies && isMatch(element, selector)) ?? [],
    )
    return byRank(best, property)[0] ?? null
  }
  const allOf = (element: Element): CssRule[] => listsOf(element, 'display').flat()
  const value = (element: Element, property: Property, of?: CssRule['of']): string | null =>
    bestOf(element, property, of)?.values.get(property) ?? null
  // Read at once: “the first of them” is another element when one was removed.
  const all = byKey.size === 0 ? [] : elements
  const hidden = new Set(all.filter((element) => isNone(value(element, 'display'))))
  const struck = new Set(all.filter((element) => /line-through/i.test(value(element, 'text-decoration') ?? '')))
  return {
    hides: (element) => hidden.has(element),
    isForWidth: (element) =>
      bestOf(element, 'display')?.isForWidth === true ||
      allOf(element).some((rule) => !rule.applies && shows(rule) && isMatch(element, rule.selector)),
    opens: (element) => {
      const showing = allOf(element).filter((rule) => rule.applies && shows(rule))
      const states = showing.map(({ selector }) => stateIn(selector))
      return states.find((state) => state === 'around') ?? states.find((state) => state !== null) ?? null
    },
    strikes: (element) => struck.has(element),
    writes: (element, where) => {
      const content = value(element, 'content', where)
      return content === null || isNone(value(element, 'display', where)) ? null : content
    },
    bullets: (element) => {
      const list = element.parentElement
      const isDrawn = !isNone(value(element, 'display', 'before')) && value(element, 'content', 'before') !== null
      return [
        value(element, 'list-style') ?? (list && value(list, 'list-style')),
        value(element, 'background'),
        ...(isDrawn ? [value(element, 'content', 'before'), value(element, 'background', 'before')] : []),
      ].filter((found) => found !== null)
    },
  }
}

const isNone = (display: string | null | undefined): boolean => /^none\b/i.test(display ?? '')
const shows = (rule: CssRule): boolean => !isNone(rule.values.get('display'))

const NEGATION = /:not\([^()]*\)/g
const NAMES = /[.#](?:\\.|[\w-]|[^\0-\x7f])+/g
const COMBINATORS = /[\s>+~]+/
const IN_A_STATE =
  /:checked|:target|\[(?:open|aria-expanded|aria-selected)|[.\]](?:is-|js-|w--)?(?:active|open(?:ed)?|show|shown|expanded|selected|current|visible|in)(?![\w-])/

function stateIn(selector: string): ReturnType<PageStyles['opens']> {
  if (!IN_A_STATE.test(selector)) return null
  const own = selector.split(COMBINATORS).at(-1) ?? ''
  return IN_A_STATE.test(selector.slice(0, selector.length - own.length)) ? 'around' : 'own'
}

const keyOf = (property: Property, of: CssRule['of'], name: string): string => `${property} ${of} ${name}`

/** Rules as the cascade prefers them: importance, specificity, order. */
function byRank(rules: readonly CssRule[], property: Property): CssRule[] {
  const isImportant = ({ values }: CssRule): number => Number(values.get(property)?.includes('!important'))
  return rules.toSorted(
    (rule, other) =>
      isImportant(other) - isImportant(rule) || other.rank[0] - rule.rank[0] || other.rank[1] - rule.rank[1],
  )
}

/** Classes, id and tag of an element as they stand in selectors. */
const namesIn = (element: Element): string[] => [
  ...(element.getAttribute('class') ?? '').split(/\s+/).map((name) => `.${name}`),
  `#${element.id}`,
  element.tagName.toLowerCase(),
]

/** Classes and ids of the element that a selector is about, or its tag. */
function keysOf(selector: string): string[] {
  const last = selector.replace(NEGATION, '').split(COMBINATORS).at(-1) ?? ''
  const names = last.match(NAMES) ?? /^[a-z][\w-]*/i.exec(last) ?? []
  return [...names].map((key) => (/^[.#]/.test(key) ? key.replaceAll('\\', '') : key.toLowerCase()))
}

/** Whether a page has the classes that a selector needs; where they may come with a click is not asked. */
function hasWhatItNames(has: (name: string) => boolean, selector: string): boolean {
  if (IN_A_STATE.test(selector)) return true
  const names = selector.replace(NEGATION, '').match(NAMES) ?? []
  return /:(?:is|where|has)\(/.test(selector) || names.every((name) => has(name.replaceAll('\\', '')))
}

function isMatch(element: Element, selector: string): boolean {
  if (/^[.#]?[\w-]+$/.test(selector)) return true
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

import { type CssRule, type CssValue, isMatch, rulesOf, styleOf } from './css.js'
import { isLineAcross, isLineInGradient } from './lines-across.js'
import { type Hiding, isMadeByScripts, isOfScripts, isRevealed } from './reveals.js'

/** Most rules of one name that are looked at, and most characters of style sheets. */
const MAX_RULES_OF_A_NAME = 100
const MAX_STYLES = 1_000_000
/** Most custom properties that stand for each other. */
const MAX_REFERENCES = 10
const MAX_VALUE = 200

/** What a page's own style sheets, and its elements themselves, say about how these are shown. */
export type PageStyles = {
  readonly hides: (element: Element) => boolean
  /** Whether its own style hides it. */
  readonly hidesItself: (element: Element) => boolean
  /** Whether it is hidden for the width of the window. */
  readonly isForWidth: (element: Element) => boolean
  /**
   * Whether what is hidden is shown in a state that a reader brings about: its `own` (`.tab.active`), or one of what
   * stands `around` it (`.item.open .answer`, `input:checked ~ .answer`).
   */
  readonly opens: (element: Element) => 'own' | 'around' | null
  readonly strikes: (element: Element) => boolean
  /** Whether a line is drawn across it: by what stands before or behind it, or as its background. */
  readonly crosses: (element: Element) => boolean
  /** Whether the text behind it flows around it. */
  readonly floats: (element: Element) => boolean
  /** Whether it is clipped to a point, for screen readers alone. */
  readonly clips: (element: Element) => boolean
  /** What is written before or behind an element: the value of `content`. */
  readonly writes: (element: Element, where: 'before' | 'after' | 'marker') => string | null
  /** The values that may draw a mark before an entry: of its bullet and of pictures. */
  readonly bullets: (element: Element) => readonly string[]
}

/** Values that make an element invisible. */
const INVISIBLE: ReadonlyMap<string, RegExp> = new Map([
  ['display', /^none\b/i],
  ['visibility', /^(?:hidden|collapse)\b/i],
  ['opacity', /^(?:0|0?\.0+)%?$/],
  ['transform', /\bscale(?:3d|[xy])?\(\s*(?:[^,()]{0,20},\s*)?0(?:\.0+)?\s*[,)]/i],
  ['scale', /^(?:\S{1,20}\s+)?0(?:\.0+)?%?(?:\s|$)/],
  ['clip-path', /^(?:circle|ellipse)\(\s*0(?:px|%)?[\s)]|^inset\(\s*(?:50|100)%(?:\s+(?:50|100)%){0,3}\s*\)/i],
])
const isInvisible = (property: string, text: string | null | undefined): boolean =>
  INVISIBLE.get(property)?.test(text ?? '') === true

/** How an element with these values is hidden; null where it is seen. */
function hidingOf(read: (property: string) => string | null): Hiding | null {
  const hidesBy = (property: string): boolean => isInvisible(property, read(property))
  if (hidesBy('display')) return 'display'
  if (hidesBy('visibility')) return 'visibility'
  if (/^(?!none\b)\S/i.test(read('animation') ?? '')) return null
  if (hidesBy('opacity')) return 'opacity'
  const hasNoSize = hidesBy('transform') || hidesBy('scale') || (hidesBy('clip-path') && read('width') !== '1px')
  return hasNoSize ? 'size' : null
}

/** What a page's styles say, as a desktop browser applies them to the whole of it. */
export function pageStyles(document: Document): PageStyles {
  const isScripted = isMadeByScripts(document)
  const { elements, rulesFor, ruleFor, value, ownValue } = cascadeOf(document)
  const showing = (element: Element): CssRule[] =>
    [...INVISIBLE.keys()].flatMap((property) =>
      rulesFor(element, property).filter(({ values }) => !isInvisible(property, values.get(property)?.text)),
    )
  const isUnseen = (element: Element, read: (property: string) => string | null): boolean => {
    const by = hidingOf(read)
    if (by === null) return false
    const state = {
      by,
      position: value(element, 'position'),
      pointerEvents: value(element, 'pointer-events'),
      // Beside a transformation, also none, it is the beginning of a movement.
      isMoved: by === 'opacity' && read('transform') !== null,
      showing: showing(element).flatMap(({ applies, selector }) => (applies ? [selector] : [])),
    }
    return !isRevealed(element, state, isScripted)
  }
  // Read at once: “the first of them” is another element when one was removed.
  const hidden = new Set(elements.filter((element) => isUnseen(element, (property) => value(element, property))))
  const struck = new Set(elements.filter((element) => /line-through/i.test(value(element, 'text-decoration') ?? '')))
  return {
    hides: (element) => hidden.has(element),
    hidesItself: (element) => isUnseen(element, (property) => ownValue(element, property)),
    isForWidth: (element) =>
      ruleFor(element, 'display')?.isForWidth === true ||
      showing(element).some((rule) => !rule.applies && isMatch(element, rule.selector)),
    opens: (element) => {
      if (value(element, 'position') === 'fixed') return null
      const rules = showing(element).filter((rule) => rule.applies)
      const states = rules.map(({ selector }) => stateIn(selector))
      return states.find((state) => state === 'around') ?? states.find((state) => state !== null) ?? null
    },
    strikes: (element) => struck.has(element),
    crosses: (element) =>
      isLineInGradient(value(element, 'background')) ||
      (['before', 'after'] as const).some((where) => isLineAcross((property) => value(element, property, where))),
    floats: (element) => value(element, 'float') === 'left',
    clips: (element) =>
      value(element, 'width') === '1px' &&
      (isInvisible('clip-path', value(element, 'clip-path')) || /^rect\(/i.test(value(element, 'clip') ?? '')),
    writes: (element, where) => {
      const content = value(element, 'content', where)
      return content === null || hidingOf((property) => value(element, property, where)) !== null ? null : content
    },
    bullets: (element) => {
      const list = element.parentElement
      const isDrawn = !isInvisible('display', value(element, 'display', 'before'))
      const drawn = isDrawn ? value(element, 'content', 'before') : null
      return [
        value(element, 'list-style') ?? (list && value(list, 'list-style')),
        value(element, 'background'),
        drawn,
        drawn && value(element, 'background', 'before'),
      ].filter((found) => found !== null)
    },
  }
}

type Part = CssRule['of']

/** The values that the rules of a page and the styles of its elements give, by importance, layer, specificity, order. */
function cascadeOf(document: Document) {
  const elements = [...document.querySelectorAll('*')]
  const names = new Set(elements.flatMap(namesIn))
  const own = new Map<Element, ReadonlyMap<string, CssValue>>()
  for (const element of elements) {
    const style = element.getAttribute('style')
    if (style) own.set(element, styleOf(style))
  }
  const rules = new Map<string, Map<string, CssRule[]>>()
  for (const rule of rulesOf(sheetsOf(document)))
    if (IN_A_STATE.test(rule.selector) || isOfScripts(rule.selector) || rule.needs.every((name) => names.has(name)))
      for (const property of rule.values.keys()) addRule(rules, rule, property)
  for (const [property, byName] of rules)
    for (const [name, list] of byName) byName.set(name, byRank(list, property.split(' ')[0] ?? ''))
  const listsFor = (element: Element, property: string, of: Part): CssRule[][] => {
    const byName = rules.get(`${property} ${of}`)
    return byName ? [...namesIn(element), '*'].flatMap((name) => [byName.get(name) ?? []]) : []
  }
  const ruleFor = (element: Element, property: string, of: Part = 'element'): CssRule | null => {
    const best = listsFor(element, property, of).flatMap(
      (list) => list.find(({ applies, selector }) => applies && isMatch(element, selector)) ?? [],
    )
    return byRank(best, property)[0] ?? null
  }
  const declared = (element: Element, property: string, of: Part): string | null => {
    const ofRule = ruleFor(element, property, of)?.values.get(property)
    const ofElement = of === 'element' ? own.get(element)?.get(property) : undefined
    const isOwn = ofElement && (ofElement.isImportant || !ofRule?.isImportant)
    return (isOwn ? ofElement : ofRule)?.text ?? null
  }
  /** A custom property of an element, or of what stands around it. */
  const custom = (element: Element, name: string, of: Part): string | null => {
    let found = of === 'element' ? null : declared(element, name, of)
    for (let outer: Element | null = element; outer && found === null; outer = outer.parentElement)
      found = declared(outer, name, 'element')
    return found
  }
  const filled = (text: string | null, element: Element, of: Part): string | null =>
    text === null ? null : withReferences(text, (name) => custom(element, name, of))
  return {
    elements: rules.size + own.size > 0 ? elements : [],
    rulesFor: (element: Element, property: string): CssRule[] => listsFor(element, property, 'element').flat(),
    ruleFor,
    value: (element: Element, property: string, of: Part = 'element') =>
      filled(declared(element, property, of), element, of),
    ownValue: (element: Element, property: string) =>
      filled(own.get(element)?.get(property)?.text ?? null, element, 'element'),
  }
}

/** A reference to a custom property: `var(--name, fallback)`. */
const REFERENCE = /var\(\s*(--[^\s,()]{1,100})\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)/i

/** A value with its custom properties filled in; null where one is missing. */
function withReferences(text: string, custom: (name: string) => string | null): string | null {
  let whole = text
  for (let times = 0; times < MAX_REFERENCES; times++) {
    const reference = REFERENCE.exec(whole)
    if (!reference) return whole
    const [all, name = '', fallback] = reference
    const found = custom(name) ?? fallback
    if (found === undefined) return null
    whole = whole.replace(all, () => found.trim()).slice(0, MAX_VALUE)
  }
  return null
}

/** The texts of a page's style sheets, in the conditions that they are linked with. */
function sheetsOf(document: Document): string[] {
  const sheets = [...document.querySelectorAll('style')].map((style) => {
    const media = (style.getAttribute('media') ?? '').trim()
    return media === '' ? (style.textContent ?? '') : `@media ${media} {${style.textContent ?? ''}}`
  })
  let left = MAX_STYLES
  return [...new Set(sheets)].map((sheet) => {
    const read = sheet.slice(0, left)
    left -= read.length
    return read
  })
}

function addRule(rules: Map<string, Map<string, CssRule[]>>, rule: CssRule, property: string): void {
  const key = `${property} ${rule.of}`
  const byName = rules.get(key) ?? new Map<string, CssRule[]>()
  rules.set(key, byName)
  for (const name of rule.keys) {
    const list = byName.get(name) ?? []
    if (list.length < MAX_RULES_OF_A_NAME) list.push(rule)
    byName.set(name, list)
  }
}

const IN_A_STATE =
  /:checked|:target|\[(?:open|aria-expanded|aria-selected)|[.\]](?:is-|js-|w--)?(?:active|open(?:ed)?|show|shown|expanded|selected|current|visible|in)(?![\w-])/
const COMBINATORS = /[\s>+~]+/

function stateIn(selector: string): ReturnType<PageStyles['opens']> {
  if (!IN_A_STATE.test(selector)) return null
  const own = selector.split(COMBINATORS).at(-1) ?? ''
  return IN_A_STATE.test(selector.slice(0, selector.length - own.length)) ? 'around' : 'own'
}

/** Rules as the cascade prefers them: importance, layer, specificity, order. Important ones prefer the first layer. */
function byRank(rules: readonly CssRule[], property: string): CssRule[] {
  const isImportant = ({ values }: CssRule): boolean => values.get(property)?.isImportant === true
  const preference = (rule: CssRule, other: CssRule): number => {
    if (isImportant(rule) !== isImportant(other)) return isImportant(rule) ? -1 : 1
    const [layer, specificity, order] = rule.rank
    if (layer !== other.rank[0]) return layer > other.rank[0] === isImportant(rule) ? 1 : -1
    return other.rank[1] - specificity || other.rank[2] - order
  }
  return rules.toSorted(preference)
}

/** Classes, id and tag of an element as they stand in selectors. */
const namesIn = (element: Element): string[] => [
  ...(element.getAttribute('class') ?? '').split(/\s+/).map((name) => `.${name}`),
  `#${element.id}`,
  element.tagName.toLowerCase(),
]

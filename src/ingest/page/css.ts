import { calculateForAST } from '@bramus/specificity/core'
import type { Block, CssNode, Declaration, Selector } from 'css-tree'
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import parseSelector from 'css-tree/selector-parser'
import walk from 'css-tree/walker'
import { holds } from './media.js'

/** Most rules that are looked at. */
const MAX_RULES = 10_000
/** Most characters of a value that are read, and of selectors that stand in place of “&”. */
const MAX_VALUE = 200
const MAX_NESTED = 2_000
/** Most blocks within each other. */
const MAX_DEPTH = 10

/** What is read of a rule, besides the custom properties that stand in values. */
const PROPERTIES =
  /^(?:--.+|display|visibility|opacity|transform|scale|clip|clip-path|width|float|position|pointer-events|animation|text-decoration|content|background|list-style)$/

/** What is read besides of rules about `::before` and `::after`, which may draw a line across an element. */
const DRAWS = /^(?:top|bottom|left|right|inset(?:-inline)?|height|border-(?:top|bottom)|background-color|z-index)$/

export type CssValue = { readonly text: string; readonly isImportant: boolean }

export type CssRule = {
  /** Without `::before`, `::after` and `::marker`. */
  readonly selector: string
  readonly of: 'element' | 'before' | 'after' | 'marker'
  /** Classes, ids and tags, one of which the elements it is about have; `*` where it names none. */
  readonly keys: readonly string[]
  /** Classes and ids without which it is about nothing. */
  readonly needs: readonly string[]
  readonly values: ReadonlyMap<string, CssValue>
  /** Whether it stands in a condition about the width of the window, and whether that holds. */
  readonly isForWidth: boolean
  readonly applies: boolean
  /** As the cascade compares rules: place of the layer (a text), specificity, order. */
  readonly rank: readonly [string, number, number]
}

/** What stands around the declarations of a block. */
type Surroundings = Pick<CssRule, 'isForWidth' | 'applies'> & {
  readonly selectors: readonly Selector[] | null
  readonly layers: readonly string[]
  readonly depth: number
}

/** The rules of style sheets about what is read, as a desktop browser applies them. */
export function rulesOf(sheets: readonly string[]): CssRule[] {
  const rules: CssRule[] = []
  const knownLayers = new Map<string, number>()
  const placeOf = (layers: readonly string[]): string => {
    const places = layers.map((_, index) => {
      const name = layers.slice(0, index + 1).join('.')
      if (!knownLayers.has(name)) knownLayers.set(name, knownLayers.size)
      return String(knownLayers.get(name)).padStart(6, '0')
    })
    // What stands in no layer within goes before all that does.
    return `${places.join('')}~`
  }
  const read = (nodes: readonly CssNode[], around: Surroundings): void => {
    const { applies, isForWidth, selectors, layers } = around
    const values = valuesOf(nodes)
    const isRead = values.size > 0 && (applies || isForWidth)
    for (const selector of isRead ? (selectors ?? []) : []) {
      const rank = [placeOf(layers), specificityOf(selector), rules.length] as const
      const rule = ruleOf(selector)
      const read = rule.of === 'element' ? values : valuesOf(nodes, true)
      if (rules.length < MAX_RULES) rules.push({ ...rule, values: read, applies, isForWidth, rank })
    }
    const depth = around.depth + 1
    if (depth > MAX_DEPTH || rules.length >= MAX_RULES) return
    for (const node of nodes) {
      if (node.type === 'Rule')
        read(nodesIn(node.block), { ...around, depth, selectors: selectorsOf(node.prelude, selectors) })
      if (node.type !== 'Atrule') continue
      const isLayer = node.name.toLowerCase() === 'layer'
      const names = isLayer ? layersIn(node.prelude) : []
      if (!node.block) for (const name of names) placeOf([...layers, ...name])
      else
        read(nodesIn(node.block), {
          selectors,
          depth,
          applies: applies && (isLayer || holds(node.name.toLowerCase(), node.prelude) === true),
          isForWidth: isForWidth || namesWidth(node.prelude),
          layers: isLayer ? [...layers, ...(names[0] ?? [`unnamed ${knownLayers.size}`])] : layers,
        })
    }
  }
  for (const sheet of sheets)
    read(parsed(sheet, 'stylesheet'), { selectors: null, applies: true, isForWidth: false, layers: [], depth: 0 })
  return rules
}

/** What a text of CSS consists of; nothing where it cannot be read. */
function parsed(text: string, context: 'stylesheet' | 'declarationList' | 'selectorList'): CssNode[] {
  try {
    // A parser clears as much memory as its longest text took: that of selectors takes little.
    const read = context === 'selectorList' ? parseSelector : parse
    const node = read(text, { context, parseValue: false, parseRulePrelude: false })
    return 'children' in node && node.children ? node.children.toArray() : []
  } catch {
    return []
  }
}

/** What a block consists of. The parser takes rules within it that do not begin with “&” for declarations. */
const nodesIn = (block: Block): CssNode[] =>
  block.children.toArray().flatMap((node) => {
    const isRuleWithin = node.type === 'Raw' || (node.type === 'Declaration' && !node.property.startsWith('--'))
    const text = isRuleWithin ? generate(node) : ''
    if (!text.includes('{')) return [node]
    return parsed(text, 'stylesheet').flatMap((piece) =>
      piece.type === 'Raw' ? parsed(piece.value, 'declarationList') : [piece],
    )
  })

/** What is read of the style that an element has itself. */
export const styleOf = (style: string): ReadonlyMap<string, CssValue> => valuesOf(parsed(style, 'declarationList'))

function valuesOf(nodes: readonly CssNode[], withDrawn = false): Map<string, CssValue> {
  const values = new Map<string, CssValue>()
  for (const node of nodes) {
    if (node.type !== 'Declaration') continue
    const property = propertyOf(node)
    if (!PROPERTIES.test(property) && !(withDrawn && DRAWS.test(property))) continue
    const text = generate(node.value).trim()
    // Colours are set by most rules of a page.
    if (property === 'background' && !withDrawn && !/url\(|none|gradient\(/i.test(text)) continue
    const isImportant = node.important !== false
    if (text.length <= MAX_VALUE && (isImportant || !values.get(property)?.isImportant))
      values.set(property, { text, isImportant })
  }
  return values
}

/** Parts of a shorthand, and prefixed names, as what they are about. */
const propertyOf = ({ property }: Declaration): string =>
  property.startsWith('--')
    ? property
    : property
        .toLowerCase()
        .replace(/^-webkit-/, '')
        .replace(/^text-decoration-line$/, 'text-decoration')
        .replace(/^(?:background|mask)(?:-image)?$/, 'background')
        .replace(/^border-block-(?:start|end)$/, 'border-top')
        .replace(/^inset-inline-(start|end)$/, (_, side) => (side === 'start' ? 'left' : 'right'))
        .replace(/^list-style-(?:type|image)$/, 'list-style')
        .replace(/^animation-name$/, 'animation')

/** The whole selectors of a rule, within those of another one; none where they cannot be read, or are too long. */
function selectorsOf(prelude: CssNode, outer: readonly Selector[] | null): Selector[] {
  const selectors = parsed(generate(prelude), 'selectorList').filter(isSelector)
  if (!outer) return selectors
  const around = `:is(${outer.map((selector) => generate(selector)).join()})`
  const within = selectors.map((selector) => {
    const places = walk.findAll(selector, isNesting).length
    if (around.length * Math.max(places, 1) > MAX_NESTED) return ''
    walk(selector, {
      visit: 'NestingSelector',
      enter: (_, item, all) => all.replace(item, all.createItem({ type: 'Raw', value: around })),
    })
    return places > 0 ? generate(selector) : `${around} ${generate(selector)}`
  })
  return parsed(within.filter((text) => text !== '').join(), 'selectorList').filter(isSelector)
}

const isNesting = (node: CssNode): boolean => node.type === 'NestingSelector'
const isSelector = (node: CssNode): node is Selector => node.type === 'Selector'

const PSEUDO_ELEMENT = /^(?:before|after|marker)$/i

function ruleOf(whole: Selector): Pick<CssRule, 'selector' | 'of' | 'keys' | 'needs'> {
  const last = whole.children.last
  const isPseudo = last !== null && 'name' in last && PSEUDO_ELEMENT.test(String(last.name))
  const nodes = whole.children.toArray().slice(0, isPseudo ? -1 : undefined)
  const selector = generate({ ...whole, children: whole.children.fromArray(nodes) })
  const of = isPseudo ? (String(last.name).toLowerCase() as CssRule['of']) : 'element'
  return { selector: selector || '*', of, keys: keysOf(nodes), needs: nodes.flatMap(nameOf) }
}

const nameOf = (node: CssNode): string[] => {
  if (node.type === 'ClassSelector') return [`.${unescaped(node.name)}`]
  return node.type === 'IdSelector' ? [`#${unescaped(node.name)}`] : []
}
const unescaped = (name: string): string => name.replace(/\\(.)/g, '$1')

/** Functions any of whose selectors an element may match. */
const ALTERNATIVES = /^(?:is|where|matches|-webkit-any)$/

function keysOf(nodes: readonly CssNode[]): string[] {
  const last = nodes.slice(nodes.findLastIndex(({ type }) => type === 'Combinator') + 1)
  const names = last.flatMap(nameOf)
  if (names.length > 0) return names
  const tag = last.find((node) => node.type === 'TypeSelector')
  if (tag && tag.name !== '*') return [tag.name.toLowerCase()]
  const choice = last.find((node) => node.type === 'PseudoClassSelector' && ALTERNATIVES.test(node.name))
  const inner = choice ? selectorsWithin(choice) : []
  return inner.length > 0 ? inner.flatMap((selector) => keysOf(selector.children.toArray())) : ['*']
}

/** The selectors in the brackets of a pseudo-class. */
const selectorsWithin = (node: CssNode): Selector[] =>
  node.type === 'PseudoClassSelector'
    ? (node.children?.toArray() ?? [])
        .flatMap((list) => (list.type === 'SelectorList' ? list.children.toArray() : []))
        .filter(isSelector)
    : []

/** Largest number of classes that count for less than an id. */
const MAX_OF_A_KIND = 1_000

function specificityOf(selector: Selector): number {
  const { a, b, c } = calculateForAST(selector)
  return (a * MAX_OF_A_KIND + b) * MAX_OF_A_KIND + c
}

/** The names of layers, each in its parts. */
const layersIn = (prelude: CssNode | null): string[][] =>
  prelude
    ? walk
        .findAll(prelude, ({ type }) => type === 'Layer')
        .flatMap((node) => ('name' in node ? [String(node.name).split('.')] : []))
    : []

const namesWidth = (prelude: CssNode | null): boolean =>
  prelude !== null &&
  walk.findAll(prelude, (node) => 'name' in node && /^(?:min-|max-)?width$/i.test(String(node.name))).length > 0

/** Whether an element matches a selector; of one that is not understood, no. */
export function isMatch(element: Element, selector: string): boolean {
  if (/^[.#]?[\w-]+$/.test(selector)) return true
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

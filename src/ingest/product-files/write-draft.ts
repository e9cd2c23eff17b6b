import { Document, isMap, isScalar, isSeq, type Node, type Pair, visit } from 'yaml'
import type { Product } from '../../domain/simulation/product.js'
import type { ProductPlace } from '../../domain/simulation/product-draft.js'
import type { Draft } from './draft-product.js'

/**
 * Paths of the numbers of a product that were not found in its source. The schema's version and the days of the week
 * are left out.
 */
export function assumedNumbers({ product, found }: Pick<Draft, 'product' | 'found'>): ProductPlace[] {
  const places: ProductPlace[] = []
  const walk = (value: unknown, place: ProductPlace): void => {
    if (typeof value === 'number' && !found.has(place.join('.'))) places.push(place)
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) walk(inner, [...place, Array.isArray(value) ? Number(key) : key])
  }
  const { schema: _, need, ...rest } = product
  walk({ need: { period_days: need.period_days }, ...rest }, [])
  return places
}

/**
 * The YAML file of a draft: every number and switch has a comment with its basis: "found" with the source's words,
 * "fitted", or "assumed". `notes` are the comment at the top.
 */
export function writeDraft(draft: Draft, notes: readonly string[], fitted: ReadonlySet<string> = new Set()): string {
  const document = new Document(lean(draft.product))
  const standing = (place: string): string => {
    const words = draft.found.get(place)
    if (words !== undefined) return ` found: “${words.replace(/\s+/g, ' ')}”`
    return fitted.has(place) ? ' fitted to the counts' : ' assumed'
  }
  visit(document, {
    Pair(_, pair, ancestors) {
      const place = placeOf(pair, ancestors)
      const { value } = pair
      if (isScalar(value) && place !== 'schema') {
        if (typeof value.value !== 'string' || draft.found.has(place) || place === 'support.channel') {
          if (typeof value.value !== 'string' || !['name', 'summary'].includes(place)) value.comment = standing(place)
        }
      }
      if (isSeq(value) && value.items.every((item) => isScalar(item))) {
        value.flow = true
        if (place === 'need.weekdays') value.comment = standing(place)
      }
      if (isMap(value) && value.items.length === 0) value.flow = true
      if (!isScalar(value) && draft.found.has(place)) (pair.key as Node).commentBefore = standing(place)
    },
  })
  document.commentBefore = notes.map((note) => ` ${note}`).join('\n')
  return document.toString({ lineWidth: 0 })
}

function placeOf(pair: Pair, ancestors: readonly unknown[]): string {
  const keys: string[] = []
  const nodes = [...ancestors, pair]
  nodes.forEach((node, at) => {
    const inner = nodes[at + 1]
    if (isSeq(node)) keys.push(String(node.items.indexOf(inner)))
    else if (node instanceof Object && 'key' in node && isScalar(node.key)) keys.push(String(node.key.value))
  })
  return keys.join('.')
}

/** The product without empty optional fields. */
function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !SILENT.includes(key) || !isEmpty(inner))
      .map(([key, inner]) => [key, lean(inner)]),
  )
}

const SILENT: readonly (keyof Product | string)[] = [
  ...[
    'flags',
    'data',
    'resets',
    'fixes',
    'hypothesis',
    'notifications',
    'needs',
    'once',
    'sets',
    'adds',
    'next',
    'defects',
  ],
]
const isEmpty = (value: unknown): boolean =>
  value === null || value === false || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)

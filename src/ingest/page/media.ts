import type { CssNode } from 'css-tree'
import generate from 'css-tree/generator'

/** Width in pixels of the window that a page is read in. */
const WIDTH = 1_280
const PIXELS_PER_EM = 16

/** What media features are on a desktop. */
const FEATURES: Readonly<Record<string, string>> = {
  'any-hover': 'hover',
  'any-pointer': 'fine',
  hover: 'hover',
  orientation: 'landscape',
  pointer: 'fine',
  'prefers-color-scheme': 'light',
  'prefers-contrast': 'no-preference',
  'prefers-reduced-motion': 'no-preference',
  scripting: 'enabled',
}

/** Whether a condition holds in a wide window on a screen; null of one that is not understood. */
export function holds(name: string, condition: CssNode | null): boolean | null {
  if (!/^(?:media|supports)$/.test(name) || !condition) return null
  const whole = (nodes: readonly CssNode[]): boolean | null => {
    const words = nodes.flatMap((node) => (node.type === 'Identifier' ? [node.name.toLowerCase()] : []))
    const parts = nodes.filter((node) => node.type !== 'Identifier').map(part)
    if (words[0] === 'not') return parts[0] === null ? null : !parts[0]
    return words.includes('or') ? parts.includes(true) : parts.every((holding) => holding === true)
  }
  const part = (node: CssNode): boolean | null => {
    switch (node.type) {
      case 'AtrulePrelude':
      case 'Condition':
        return whole(node.children.toArray())
      case 'MediaQueryList':
        return node.children.toArray().map(part).includes(true)
      case 'MediaQuery': {
        const isScreen = /^(?:all|screen)$/i.test(node.mediaType ?? 'all')
        const isMet = isScreen && (node.condition === null || part(node.condition))
        return node.modifier?.toLowerCase() === 'not' && isMet !== null ? !isMet : isMet
      }
      case 'Feature':
        return hasFeature(node.name.toLowerCase(), node.value)
      case 'FeatureRange':
        return (
          compares(node.left, node.leftComparison, node.middle) &&
          (!node.rightComparison || compares(node.middle, node.rightComparison, node.right))
        )
      default:
        // Of what may be supported, everything is.
        return name === 'supports' || null
    }
  }
  return part(condition)
}

function hasFeature(name: string, value: CssNode | null): boolean | null {
  const [, bound, side] = /^(?:(min|max)-)?(width)$/.exec(name) ?? []
  if (side) {
    const length = pixels(value)
    if (length === null) return value === null ? true : null
    if (bound === 'min') return WIDTH >= length
    return bound === 'max' ? WIDTH <= length : WIDTH === length
  }
  const feature = Object.hasOwn(FEATURES, name) ? FEATURES[name] : null
  if (!feature) return null
  return value === null ? feature !== 'no-preference' : generate(value).toLowerCase() === feature
}

function compares(left: CssNode, comparison: string, right: CssNode | null): boolean {
  const [first, second] = [pixels(left), pixels(right)]
  if (first === null || second === null) return false
  if (first === second) return comparison.includes('=')
  return comparison.startsWith('>') ? first > second : comparison.startsWith('<') && first < second
}

/** A length in pixels, or that of the window; null of what is none. */
function pixels(node: CssNode | null): number | null {
  if (node?.type === 'Identifier') return node.name.toLowerCase() === 'width' ? WIDTH : null
  if (node?.type === 'Number') return Number(node.value)
  if (node?.type !== 'Dimension') return null
  const unit = node.unit.toLowerCase()
  if (unit === 'px') return Number(node.value)
  return unit === 'em' || unit === 'rem' ? Number(node.value) * PIXELS_PER_EM : null
}

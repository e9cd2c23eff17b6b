/**
 * Texts on which a regular expression would take exponential time if a repeated part of it could match in two ways: the
 * words of each of its repetitions, many times over, behind what leads to it and before what nothing matches.
 */

type Node =
  | { readonly kind: 'one'; readonly characters: readonly string[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'around'; readonly node: Node }
  | { readonly kind: 'alternatives'; readonly of: readonly (readonly Node[])[] }
  | { readonly kind: 'repeated'; readonly node: Node; readonly least: number; readonly most: number }

/** Characters that classes and escapes are tried with. */
const CHARACTERS = [...'aes1 .,!?\n-’\'AZé:;—"„(&$€/%#_|xt']
const REPETITIONS = 60
/** Repetitions up to fewer times cannot take long. */
const MANY = 12
const NO_END = '\u0001!'

export function hostileTexts({ source, flags }: RegExp): string[] {
  const texts = new Set<string>()
  const random = numbers()
  const visit = (nodes: readonly Node[], before: string): void => {
    let lead = before
    for (const node of nodes) {
      if (node.kind === 'around') visit([node.node], lead)
      if (node.kind === 'alternatives') for (const sequence of node.of) visit(sequence, lead)
      if (node.kind === 'repeated') {
        visit([node.node], lead)
        if (node.most >= MANY) for (const text of pumped(node.node, random)) texts.add(`${lead}${text}${NO_END}`)
      }
      lead += sample(node, 0, random)
    }
  }
  visit([parse(source, flags)], '')
  return [...texts]
}

/** Each way to match the node, many times; and mixtures of them. */
function pumped(node: Node, random: () => number): string[] {
  const ways = Array.from({ length: Math.min(40, width(node)) }, (_, way) => [
    sample(node, way, random),
    sample(node, way, random),
  ]).flat()
  const any = () => sample(node, Math.floor(random() * 40), random)
  const mixtures = Array.from({ length: 6 }, () => Array.from({ length: REPETITIONS }, any).join(''))
  const pairs = Array.from({ length: node.kind === 'alternatives' ? 100 : 0 }, () => `${any()}${any()}`)
  return [...[...ways, ...pairs].map((way) => way.repeat(REPETITIONS)), ...mixtures].filter((text) => text !== '')
}

/** The largest number of alternatives at one place of a node. */
function width(node: Node): number {
  if (node.kind === 'repeated') return width(node.node)
  if (node.kind === 'one') return Math.min(4, node.characters.length)
  if (node.kind === 'nothing' || node.kind === 'around') return 1
  return Math.max(node.of.length, ...node.of.flat().map(width))
}

/** A text that the node matches, by the alternative of this number. */
function sample(node: Node, way: number, random: () => number): string {
  if (node.kind === 'nothing' || node.kind === 'around') return ''
  if (node.kind === 'one') return node.characters[way % Math.max(1, node.characters.length)] ?? ''
  if (node.kind === 'alternatives')
    return (node.of[way % node.of.length] ?? []).map((each) => sample(each, way, random)).join('')
  const times = Math.min(node.most, node.least + Math.floor(random() * 2))
  return Array.from({ length: times }, () => sample(node.node, way, random)).join('')
}

/** A sequence of numbers from 0 to 1 that is the same each time. */
function numbers(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/
const GROUP = /^\((?:\?(?:(<?[=!])|:|<\w+>))?/
const ESCAPE = /^\\(?:[pP]\{[^}]+\}|u\{?[\da-fA-F]{1,6}\}?|x[\da-fA-F]{2}|[\s\S])/
const CLASS = /^\[(?:\\[pP]\{[^}]+\}|\\[\s\S]|[^\]\\])*\]/

/** Parses what the expressions of `data/` are made of; what looks around matches nothing by itself. */
function parse(source: string, flags: string): Node {
  let rest = source
  const take = (text: string): string => {
    rest = rest.slice(text.length)
    return text
  }
  const alternatives = (): Node => {
    const of: Node[][] = [[]]
    while (rest !== '' && !rest.startsWith(')')) {
      if (rest.startsWith('|')) {
        take('|')
        of.push([])
      } else of.at(-1)?.push(quantified(term()))
    }
    return { kind: 'alternatives', of }
  }
  const term = (): Node => {
    const group = GROUP.exec(rest)
    if (group) {
      take(group[0])
      const inside = alternatives()
      take(')')
      return group[1] === undefined ? inside : { kind: 'around', node: inside }
    }
    const atom = take((CLASS.exec(rest) ?? ESCAPE.exec(rest) ?? [[...rest][0] ?? ''])[0])
    // What refers back to a group is left out of the texts.
    return /^(?:[\^$]|\\[bB1-9])$/.test(atom)
      ? { kind: 'nothing' }
      : { kind: 'one', characters: charactersOf(atom, flags) }
  }
  const quantified = (node: Node): Node => {
    const [sign, least, comma, most] = QUANTIFIER.exec(rest) ?? []
    if (sign === undefined) return node
    take(sign)
    if (least !== undefined) {
      const atLeast = Number(least)
      if (comma === undefined) return { kind: 'repeated', node, least: atLeast, most: atLeast }
      return { kind: 'repeated', node, least: atLeast, most: most ? Number(most) : Number.POSITIVE_INFINITY }
    }
    return {
      kind: 'repeated',
      node,
      least: sign[0] === '+' ? 1 : 0,
      most: sign[0] === '?' ? 1 : Number.POSITIVE_INFINITY,
    }
  }
  return alternatives()
}

const known = new Map<string, readonly string[]>()

function charactersOf(atom: string, flags: string): readonly string[] {
  if (!/^[\\[.]/.test(atom)) return [atom]
  const key = `${atom}/${flags}`
  const matches = new RegExp(`^(?:${atom})$`, flags.replace(/[gy]/g, ''))
  const literal = atom.startsWith('[') ? [...atom.slice(1, -1)] : []
  const found =
    known.get(key) ?? [...new Set([...literal, ...CHARACTERS])].filter((character) => matches.test(character))
  known.set(key, found)
  return found
}

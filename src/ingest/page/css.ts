/** Width in pixels of the window that a page is read in. */
const WIDTH = 1_280
const PIXELS_PER_EM = 16
/** Most rules that are looked at. */
const MAX_RULES = 10_000
/** Most characters of a value that are read. */
const MAX_VALUE = 200

/** What is read of a rule: whether it is shown, struck out, what is written or drawn before and behind it, its bullet. */
const PROPERTIES = ['display', 'text-decoration', 'content', 'background', 'list-style'] as const
export type Property = (typeof PROPERTIES)[number]

export type CssRule = {
  /** Without `::before`, `::after` and `::marker`. */
  readonly selector: string
  readonly of: 'element' | 'before' | 'after' | 'marker'
  readonly values: ReadonlyMap<Property, string>
  /** Whether it stands in a condition about the width of the window, and whether that holds. */
  readonly isForWidth: boolean
  readonly applies: boolean
  /** Specificity and order, as the cascade compares them. */
  readonly rank: readonly [number, number]
}

/** A block of a style sheet that is open: a rule, or a condition around rules. */
type Block = {
  readonly head: string
  readonly isRule: boolean
  readonly applies: boolean
  readonly declarations: Map<string, string>
}

/** Strings, in which marks mean nothing, and the marks of blocks and declarations. */
const TOKENS = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[{};]/g
const DECLARATION = new RegExp(String.raw`^([a-z-]{1,30})\s*:\s*([\s\S]{1,${MAX_VALUE}})$`, 'i')
/** What makes generated content invisible. */
const INVISIBLE = /^(?:opacity\s*:\s*0?(?:\.0+)?(?:\s|$)|visibility\s*:\s*hidden)/i

/** The rules of style sheets about what is read, as a desktop browser applies them. */
export function rulesOf(css: string): CssRule[] {
  const plain = withoutComments(css)
  const rules: CssRule[] = []
  const open: Block[] = []
  let from = 0
  for (const { 0: mark, index } of plain.matchAll(TOKENS)) {
    if (mark.length > 1) continue
    const piece = plain.slice(from, index).trim()
    from = index + 1
    const block = open.at(-1)
    if (mark === '{') {
      const isRule = !piece.startsWith('@')
      const outer = isRule ? open.findLast((around) => around.isRule) : undefined
      const head = outer ? nested(outer.head, piece) : piece
      const applies = (block?.applies ?? true) && head !== '' && (isRule || appliesHere(piece))
      open.push({ head, isRule, applies, declarations: new Map() })
      continue
    }
    if (block) declare(block.declarations, piece)
    if (mark === ';') continue
    open.pop()
    if (!block?.isRule || block.declarations.size === 0) continue
    const isForWidth = open.some(({ head }) => /^@media\b.*width/is.test(head))
    if (!block.applies && !isForWidth) continue
    for (const selector of block.head.split(','))
      rules.push({ ...ruleOf(selector.trim(), block.declarations, rules.length), isForWidth, applies: block.applies })
    if (rules.length > MAX_RULES) break
  }
  return rules
}

/** Most selectors that rules within each other come to, and most characters of them. */
const MAX_NESTED = 50
const MAX_NESTED_LENGTH = 2_000

/** The whole selectors of a rule within another: `.plan { & .was { … } }`; nothing where they are too many. */
function nested(outer: string, inner: string): string {
  const [outers, inners] = [outer.split(','), inner.split(',')]
  if (outers.length * inners.length > MAX_NESTED) return ''
  const all = outers.flatMap((around) =>
    inners.map((within) => (within.includes('&') ? within : `& ${within}`).replaceAll('&', () => around.trim())),
  )
  const head = all.join(',')
  return head.length > MAX_NESTED_LENGTH ? '' : head
}

function declare(declarations: Map<string, string>, piece: string): void {
  const [, name = '', value = ''] = DECLARATION.exec(piece) ?? []
  const property = name
    .toLowerCase()
    .replace(/^(?:-webkit-)?text-decoration(?:-line)?$/, 'text-decoration')
    .replace(/^(?:background|(?:-webkit-)?mask)(?:-image)?$/, 'background')
    .replace(/^list-style(?:-type|-image)?$/, 'list-style')
  // Colours are set by most rules of a page.
  if (property === 'background' && !/url\(|none/i.test(value)) return
  if (PROPERTIES.some((known) => known === property)) declarations.set(property, value.trim())
  else if (INVISIBLE.test(piece)) declarations.set('invisible', 'yes')
}

const PSEUDO_ELEMENT = /::?(before|after|marker)$/i

function ruleOf(whole: string, declarations: ReadonlyMap<string, string>, order: number) {
  const pseudo = PSEUDO_ELEMENT.exec(whole)?.[1]?.toLowerCase()
  const selector = whole.replace(PSEUDO_ELEMENT, '')
  const bare = selector.replace(/\\./g, 'x')
  const count = (pattern: RegExp) => bare.match(pattern)?.length ?? 0
  const specificity = count(/#/g) * 100 + count(/\.|\[|(?<!:):(?!:)/g) * 10 + count(/(?<![\w.#:-])[a-z]/gi)
  const values = new Map([...declarations].filter(([name]) => name !== 'invisible')) as Map<Property, string>
  if (pseudo && declarations.has('invisible')) values.set('display', 'none')
  const of = (pseudo ?? 'element') as CssRule['of']
  return { selector, of, values, rank: [specificity, order] as const }
}

function withoutComments(css: string): string {
  const pieces: string[] = []
  let from = 0
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', from)) {
    pieces.push(css.slice(from, start))
    const end = css.indexOf('*/', start + 2)
    from = end < 0 ? css.length : end + 2
  }
  return [...pieces, css.slice(from)].join('')
}

/** Whether a condition holds in a wide window on a screen; one that is not understood does not. */
function appliesHere(head: string): boolean {
  if (/^@(?:supports|layer)\b/i.test(head)) return true
  if (!/^@media\b/i.test(head)) return false
  const queries = head.slice('@media'.length).toLowerCase().split(',')
  return queries.some((query) => query.split(/\sand(?=[\s(])/).every((part) => holds(part.trim())))
}

const LENGTH = String.raw`(\d{1,6}(?:\.\d{1,4})?)(px|r?em)`
const AT_LEAST = new RegExp(String.raw`^\((?:min-width\s*:|width\s*>=?)\s*${LENGTH}\s*\)$`)
const AT_MOST = new RegExp(String.raw`^\((?:max-width\s*:|width\s*<=?)\s*${LENGTH}\s*\)$`)

function holds(part: string): boolean {
  if (/^(?:only )?(?:screen|all)$/.test(part)) return true
  const least = AT_LEAST.exec(part)
  if (least) return WIDTH >= pixels(least)
  const most = AT_MOST.exec(part)
  return most !== null && WIDTH <= pixels(most)
}

const pixels = ([, figure, unit]: RegExpExecArray): number => Number(figure) * (unit === 'px' ? 1 : PIXELS_PER_EM)

/** Width in pixels of the window that a page is read in. */
const WIDTH = 1_280
const PIXELS_PER_EM = 16
/** Most rules about `display` that are looked at, of all and of one name, and most characters of style sheets. */
const MAX_RULES = 5_000
const MAX_RULES_OF_A_NAME = 100
const MAX_STYLES = 2_000_000

type DisplayRule = {
  readonly selector: string
  readonly shows: boolean
  /** Whether it stands in a condition about the width of the window, and whether that holds. */
  readonly isForWidth: boolean
  readonly applies: boolean
  /** Importance, specificity and order, as the cascade compares them. */
  readonly rank: readonly [number, number, number]
}

/** What a page's own style sheets say about `display`. */
export type DisplayStyles = {
  readonly hides: (element: Element) => boolean
  /** Whether it is hidden for the width of the window. */
  readonly isForWidth: (element: Element) => boolean
  /**
   * Whether what is hidden is shown in a state that a reader brings about: its `own` (`.tab.active`), or one of what
   * stands `around` it (`.item.open .answer`, `input:checked ~ .answer`).
   */
  readonly opens: (element: Element) => 'own' | 'around' | null
}

/** The rules about `display` in a page's own style sheets, as a desktop browser applies them. */
export function displayStyles(document: Document): DisplayStyles {
  const css = [...document.querySelectorAll('style')].map((style) => style.textContent ?? '').join('\n')
  const rules = new Map<string, DisplayRule[]>()
  for (const rule of displayRules(css.slice(0, MAX_STYLES)))
    for (const key of keysOf(rule.selector)) {
      const known = rules.get(key)
      if (known && known.length < MAX_RULES_OF_A_NAME) known.push(rule)
      else if (!known) rules.set(key, [rule])
    }
  const allOf = (element: Element) => namesIn(element).flatMap((name) => rules.get(name) ?? [])
  const rulesOf = (element: Element) => allOf(element).filter(({ applies }) => applies)
  const bestOf = (element: Element): DisplayRule | null =>
    rulesOf(element)
      .filter(({ selector }) => isMatch(element, selector))
      .reduce<DisplayRule | null>((best, rule) => (best && !isAbove(rule, best) ? best : rule), null)
  const opens: DisplayStyles['opens'] = (element) => {
    const states = rulesOf(element).flatMap(({ selector, shows }) => (shows ? [stateIn(selector)] : []))
    return states.find((state) => state === 'around') ?? states.find((state) => state !== null) ?? null
  }
  return {
    hides: (element) => bestOf(element)?.shows === false,
    isForWidth: (element) =>
      bestOf(element)?.isForWidth === true ||
      allOf(element).some(({ applies, shows, selector }) => !applies && shows && isMatch(element, selector)),
    opens,
  }
}

const COMBINATORS = /[\s>+~]+/
const IN_A_STATE =
  /:checked|:target|\[(?:open|aria-expanded|aria-selected)|[.\]](?:is-|js-|w--)?(?:active|open(?:ed)?|show|shown|expanded|selected|current|visible|in)(?![\w-])/

function stateIn(selector: string): ReturnType<DisplayStyles['opens']> {
  if (!IN_A_STATE.test(selector)) return null
  const own = selector.split(COMBINATORS).at(-1) ?? ''
  return IN_A_STATE.test(selector.slice(0, selector.length - own.length)) ? 'around' : 'own'
}

const isAbove = (rule: DisplayRule, other: DisplayRule): boolean => {
  const level = rule.rank.findIndex((figure, index) => figure !== other.rank[index])
  return level >= 0 && (rule.rank[level] ?? 0) > (other.rank[level] ?? 0)
}

/** Classes and ids of an element as they stand in selectors. */
const namesIn = (element: Element): string[] => [
  ...(element.getAttribute('class') ?? '').split(/\s+/).map((name) => `.${name}`),
  `#${element.id}`,
]

/** Classes and ids of the element that a selector is about. */
function keysOf(selector: string): string[] {
  const last = selector.split(COMBINATORS).at(-1) ?? ''
  return (last.match(/[.#](?:\\.|[\w-]|[^\0-\x7f])+/g) ?? []).map((key) => key.replaceAll('\\', ''))
}

function isMatch(element: Element, selector: string): boolean {
  if (/^[.#][\w-]+$/.test(selector)) return true
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

/** A block of a style sheet that is open: a rule, or a condition around rules. */
type Block = { readonly head: string; readonly isRule: boolean; readonly applies: boolean; display: string | null }

function displayRules(css: string): DisplayRule[] {
  const plain = withoutComments(css)
  const rules: DisplayRule[] = []
  const open: Block[] = []
  let from = 0
  for (const { 0: mark, index } of plain.matchAll(/[{};]/g)) {
    const piece = plain.slice(from, index).trim()
    from = index + 1
    const block = open.at(-1)
    if (mark === '{') {
      const isRule = !piece.startsWith('@')
      // A rule within a rule is about something else than its own head says.
      const applies = (block?.applies ?? true) && !block?.isRule && (isRule || appliesHere(piece))
      open.push({ head: piece, isRule, applies, display: null })
      continue
    }
    const display = /^display\s*:\s*(.{1,60})$/is.exec(piece)?.[1]
    if (block && display) block.display = display.toLowerCase()
    if (mark === ';') continue
    open.pop()
    if (!block?.isRule || block.display === null) continue
    const isForWidth = open.some(({ head }) => /^@media\b.*width/is.test(head))
    if (!block.applies && !isForWidth) continue
    for (const selector of block.head.split(','))
      rules.push({ ...ruleOf(selector.trim(), block.display, rules.length), isForWidth, applies: block.applies })
    if (rules.length > MAX_RULES) break
  }
  return rules
}

function ruleOf(selector: string, display: string, order: number): Omit<DisplayRule, 'isForWidth' | 'applies'> {
  const bare = selector.replace(/\\./g, 'x')
  const count = (pattern: RegExp) => bare.match(pattern)?.length ?? 0
  const specificity = count(/#/g) * 100 + count(/\.|\[|(?<!:):(?!:)/g) * 10 + count(/(?<![\w.#:-])[a-z]/gi)
  return {
    selector,
    shows: !/^none\b/.test(display),
    rank: [Number(display.includes('!important')), specificity, order],
  }
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

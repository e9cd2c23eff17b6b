import { drawnMark } from './drawings.js'

const CELLS = 'td, th, [role=cell], [role=gridcell]'
const DRAWN = 'svg, img, i, [aria-label], [class*=icon]'
export const SAYS_WHETHER =
  /^(?:not |nicht )?(?:included|available|enthalten|inklusive|inbegriffen|verfügbar|yes|no|ja|nein)$/i
/** Names of marks, in words between hyphens: `fa-check`, `icon-no-check`, `x-circle`, `toggle-off`. */
const SAYS_YES = /(?:^|-)(?:check(?:ed|mark)?|tick(?:ed|mark)?|haken|yes|done)(?:-|$)/
const SAYS_NO =
  /(?:^|-)(?:crossed|cross|times|xmark|close|minus|unchecked|uncheck|cancel)(?:-|$)|^x(?:-|$)|(?:^|-)x-(?:circle|mark|square|lg)(?:-|$)|(?:^|-)(?:x|no|off)$/
const DENIES = /(?:^|-)(?:no|not|non|off|missing|disabled|inactive)(?:-|$)/
/** Fonts in which words are drawn as pictures: Google's Material Icons and Material Symbols. */
const ICON_FONT = /^(?:google-)?material-(?:icons|symbols)(?:-[a-z-]{1,20})?$/
const IN_ICON_FONT = '[class*=material-icons], [class*=material-symbols], mat-icon, md-icon'

/** Takes the words of icon fonts, which are names of pictures and are not read, for what they are. */
export function nameIcons(document: Document): void {
  for (const icon of [...document.querySelectorAll(IN_ICON_FONT)]) {
    const name = (icon.textContent ?? '').trim()
    const isOfFont = /^(?:mat|md)-icon$/i.test(icon.tagName) || [...icon.classList].some((name) => ICON_FONT.test(name))
    if (!isOfFont || !/^[a-z\d_]{1,60}$/.test(name)) continue
    icon.setAttribute('data-icon', name)
    icon.textContent = ''
  }
}

/** Puts what a drawn mark says (a tick, a cross) in its place: in a cell without text, or where it says yes or no. */
export function writeMarks(document: Document, read: (element: Element) => string): void {
  for (const cell of [...document.querySelectorAll(CELLS)]) {
    if (read(cell) !== '') continue
    const mark = [...cell.querySelectorAll('*')].find((piece) => piece.matches(DRAWN) || markOf(piece) !== UNKNOWN)
    if (mark) cell.textContent = labelOf(mark) || markOf(mark)
  }
  for (const mark of [...document.querySelectorAll('svg, img, i')])
    if (SAYS_WHETHER.test(labelOf(mark))) mark.replaceWith(document.createTextNode(` ${labelOf(mark)} `))
}

function labelOf(mark: Element): string {
  const title = mark.querySelector('title')?.textContent ?? mark.getAttribute('title') ?? ''
  return (mark.getAttribute('aria-label') || mark.getAttribute('alt') || title).trim()
}

const UNKNOWN = '•'

/** A mark without words, by its names, or by how it is drawn; one that says neither, or both, is a dot. */
function markOf(mark: Element): string {
  const names = namesOfMark(mark)
  const isNo = (name: string) => SAYS_NO.test(name) || (SAYS_YES.test(name) && DENIES.test(name))
  const no = names.some(isNo)
  const yes = names.some((name) => SAYS_YES.test(name) && !isNo(name))
  if (yes && no) return UNKNOWN
  const drawn = yes || no ? null : drawnMark(mark)
  if (yes || drawn === 'tick') return '✓'
  return no || drawn === 'cross' ? '' : UNKNOWN
}

/** Words in the names of icons that say nothing of what they show: of their sets, shapes, sizes and colours. */
const OF_A_SET =
  /^(?:fa[a-z\d]?|bi|icons?|ion|ios|mdi?|ti|ri|la[a-z]?|lucide|feather|tabler|glyphicon|hero|heroicons?|[a-z]|ph|ic|ico|el|anticon|pi|ui[ls]|bxs?|fi|fe|dashicons|material|symbols|svg|solid|regular|light|thin|duotone|bold|fill(?:ed)?|line|outlined?|round(?:ed)?|sharp|circle|square|octagon|box|lg|sm|xl|thick|alt|large|small|red|green|gr[ae]y|mark|sign|img|image|feature|list|item|plan|pricing|\d+)$/
const CROSS = /^(?:x|xmark|times|close|cross|crossed|cancel|no|remove|ban|unchecked|uncheck|dismiss)$/
const TICK = /^(?:check|checked|checkmark|tick|ticked|done|yes|haken)$/
const IS_CROSS = /^[✗✘✕✖❌❎☒×🗙🚫]\uFE0F?$/u
const IS_TICK = /^[✓✔☑✅]\uFE0F?$/u
const MINUS = /^(?:minus|dash)$/
const DENYING = /^(?:no|not|non|disabled|inactive)$/

/** What a picture shows that is nothing but a mark: not a parcel that comes on time, and no red cross. */
export function signOf(mark: Element): 'tick' | 'cross' | 'minus' | null {
  const label = labelOf(mark)
  if (IS_CROSS.test(label)) return 'cross'
  if (IS_TICK.test(label)) return 'tick'
  const signs = new Set([...namesOfMark(mark), inWords(label), nameInMaterialUi(mark)].map(signOfName))
  if (signs.has('cross')) return signs.has('tick') ? null : 'cross'
  if (signs.has('tick')) return 'tick'
  return signs.has('minus') ? 'minus' : drawnMark(mark)
}

/** What a picture shows that a style sheet puts before an entry: `url(/img/cross.svg)`. */
export const signOfFile = (url: string): ReturnType<typeof signOf> => signOfName(inWords(fileName(url)))

function signOfName(name: string): ReturnType<typeof signOf> {
  const words = name.split('-')
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word))
  const isKnown = (word: string) =>
    [OF_A_SET, CROSS, TICK, DENYING].some((known) => known.test(word)) || MINUS.test(word)
  if (!words.every(isKnown) || name.includes('red-cross')) return null
  if (has(TICK)) return has(DENYING) || has(/^(?:un|x)/) ? 'cross' : 'tick'
  if (has(CROSS)) return 'cross'
  return has(MINUS) ? 'minus' : null
}

/** Attributes that name an icon: of scripts that draw it, and of elements that are icons. */
const ICON_NAMES = ['data-icon', 'data-lucide', 'data-feather', 'icon', 'name']

/** Classes, ids and file names of a mark, in small letters, with hyphens between their words. */
function namesOfMark(mark: Element): string[] {
  const use = mark.querySelector('use')
  const href = use?.getAttribute('href') ?? use?.getAttribute('xlink:href') ?? ''
  const names = [
    ...(mark.getAttribute('class') ?? '').split(/\s+/),
    mark.id,
    ...ICON_NAMES.map((name) => mark.getAttribute(name) ?? ''),
    (mark.getAttribute('src') ?? '').startsWith('data:') ? '' : fileName(mark.getAttribute('src') ?? ''),
    href.split('#').at(-1) ?? '',
  ]
  return names.map(inWords)
}

/** Material UI keeps its names there, in which “remove” is a minus and not the cross of other sets. */
const nameInMaterialUi = (mark: Element): string =>
  inWords(/^[A-Z]\w{1,40}Icon$/.exec(mark.getAttribute('data-testid') ?? '')?.[0] ?? '')
    .replace(/^remove-(?!done)/, 'minus-')
    .replace(/^(?:clear|highlight-off|block|do-not-disturb)-/, 'close-')

const fileName = (path: string): string => /([^/]+?)(?:\.\w{2,5})?(?:\?.*)?$/.exec(path)?.[1] ?? ''

const inWords = (name: string): string =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()

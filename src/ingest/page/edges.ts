import { LEXICON } from '../../data/lexicon.js'
import { wordCount } from '../../domain/panel/stimulus.js'
import { blockText, hasFigure } from './text.js'

/** Most words of a link of a menu and of a name beside it; of a line with the notice of a right. */
const MAX_LINK_WORDS = 3
const MAX_NOTICE_WORDS = 30
/** Most words of “© Havn Oat Drinks GmbH”. */
const MAX_OWNER_WORDS = 6
const MIN_LINKS = 3
/** Fewest words of a paragraph that make a page more than a list of links. */
const MIN_PARAGRAPH_WORDS = 8
const LINK = 'a, button, [role=button]'
const HEADING = 'h1, h2, h3, h4, h5, h6'
const CONTENT = 'main, [role=main], article, blockquote, table, form, [data-part-of-content]'
const TEXT_NODE = 3

/** Removes the menu that a page of plain blocks begins with, and the notices and links that it ends with. */
export function removePlainEdges(document: Document): void {
  const lines = linesOf(document.body)
  const above = menuAbove(lines)
  if (above.length > 0 && saysMore(lines.slice(above.length))) for (const line of above) line.remove()
  const left = lines.slice(above.length)
  const below = noticesBelow(left)
  if (below.length > 0 && saysMore(left.slice(0, left.length - below.length))) for (const line of below) line.remove()
}

/** The smallest elements with text, in order; a link as a whole. */
function linesOf(root: Element): Element[] {
  const lines: Element[] = []
  const walk = (element: Element): void => {
    if (blocksOfText(element)) lines.push(element)
    else for (const child of [...element.children]) walk(child)
  }
  walk(root)
  return lines.filter((line) => blockText(line) !== '')
}

const blocksOfText = (element: Element): boolean =>
  element.matches(`${LINK}, ${HEADING}`) ||
  [...element.childNodes].some((node) => node.nodeType === TEXT_NODE && /[\p{L}\p{N}]/u.test(node.textContent ?? ''))

const saysMore = (lines: readonly Element[]): boolean =>
  lines.some((line) => line.matches('h1, h2') || wordCount(blockText(line)) >= MIN_PARAGRAPH_WORDS)

const isLink = (line: Element): boolean => line.matches(LINK)

const isShort = (line: Element): boolean => {
  const text = blockText(line)
  return wordCount(text) <= MAX_LINK_WORDS && !hasFigure(text)
}

const isOutsideContent = (line: Element): boolean => !line.matches(HEADING) && line.closest(CONTENT) === null

/** Three or more short links before anything else, with the name of the page before or between them. */
function menuAbove(lines: readonly Element[]): Element[] {
  const end = lines.findIndex(
    (line, index) => !isOutsideContent(line) || !isShort(line) || (!isLink(line) && index > 0),
  )
  const menu = lines.slice(0, Math.max(end, 0))
  const next = lines[end]
  // Links with prices are what is offered.
  if (next && isLink(next) && menu.some((line) => line.parentElement === next.parentElement)) return []
  return menu.filter((line) => line.matches('a')).length >= MIN_LINKS ? menu : []
}

/** What stands from the notice of a right, or the links to legal pages, to the end of the page. */
function noticesBelow(lines: readonly Element[]): Element[] {
  const { legal_links, made_with } = LEXICON.pages()
  let start = lines.length
  for (const [index, line] of [...lines.entries()].reverse()) {
    const text = blockText(line).replace(/^[\s·|•-]+|[\s·|•-]+$/g, '')
    const isLegal = (isLink(line) && legal_links.test(text)) || isCopyright(line, text)
    if (!isOutsideContent(line) || !(isLegal || made_with.test(text) || (isLink(line) && isShort(line)))) break
    if (isLegal) start = index
  }
  return start === lines.length ? [] : lines.slice(startOfBox(lines, start))
}

/** Where the box of notices begins: short links and their titles above the notices are part of it. */
function startOfBox(lines: readonly Element[], start: number): number {
  let from = start
  while (from > 0 && isOfMenu(lines[from - 1] as Element)) from -= 1
  const outside = lines[from - 1]
  let box = lines[start]?.parentElement ?? null
  if (box && outside && box.contains(outside)) return start
  while (
    box?.parentElement &&
    box.parentElement.tagName !== 'BODY' &&
    !(outside && box.parentElement.contains(outside))
  )
    box = box.parentElement
  const first = lines.findIndex((line, index) => index >= from && box?.contains(line))
  const links = lines.slice(first, start).filter((line) => line.matches('a'))
  return first < start && links.length >= MIN_LINKS ? first : start
}

const isOfMenu = (line: Element): boolean =>
  isShort(line) && line.closest(CONTENT) === null && (isLink(line) || !line.matches('h1, h2'))

function isCopyright(line: Element, text: string): boolean {
  if (wordCount(text) > MAX_NOTICE_WORDS || hasFigure(text) || line.matches(HEADING)) return false
  return LEXICON.pages().copyright.test(text) || (text.startsWith('©') && wordCount(text) <= MAX_OWNER_WORDS)
}

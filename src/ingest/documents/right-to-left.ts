import type { PdfItem } from './pdf/item.js'
import { LOWERED, RAISED } from './superscript.js'

const LETTER = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]`
const SIGN = '[%‰°$€£¥₪#+]'
/** With the marks of raised figures. */
const NUMBER = String.raw`${SIGN}?${RAISED}?\p{Nd}(?:[\p{Nd}.,:/+${RAISED}${LOWERED}-]*[\p{Nd}${LOWERED}])?${SIGN}?`
const WORDS = String.raw`${LETTER}(?:.*(?:${LETTER}|\p{Nd}))?`
/** What is written from the left within a text from the right: words, and numbers with their signs (UAX #9). */
const FROM_LEFT = new RegExp(`(?:${NUMBER})?${WORDS}|${NUMBER}`, 'gu')

/**
 * What is said in items beside each other. In a mirrored line they come from the right; what is written from the left
 * there stands in items of its own, as it is drawn.
 */
export function logicalOrder(items: readonly PdfItem[]): string {
  if (!items.some(({ isMirrored }) => isMirrored)) return withQuoted(items)
  const isFlipped = items.some(({ isRightToLeft }) => isRightToLeft)
  let text = ''
  let drawn = ''
  let end = -Infinity
  let cell: string | null = null
  const flush = (): void => {
    text += isFlipped ? flipped(drawn) : drawn
    drawn = ''
  }
  for (const { str, x, width, fontSize, isRightToLeft, block } of items) {
    const gap = str.trim() === '' ? 0 : (x - end) / fontSize
    const space = gap > WORD_GAP ? ' ' : ''
    if (str.trim() !== '') end = x + width
    const isOther = str.trim() !== '' && block !== cell
    if (str.trim() !== '') cell = block
    if (isRightToLeft || isOther || gap > CELL_GAP) {
      flush()
      text += space
    } else drawn = `${space}${drawn}`
    if (isRightToLeft) text += str
    else drawn = `${str}${drawn}`
  }
  flush()
  return bracketed(text.replace(/ {2,}/gu, ' '))
}

/** A line from the left; words from the right within it are said from the right. */
function withQuoted(items: readonly PdfItem[]): string {
  const said: string[] = []
  let quoted: PdfItem[] = []
  const flush = (): void => {
    const end = quoted.findLastIndex(({ str }) => str.trim() !== '') + 1
    const words = quoted.slice(0, end).sort((a, b) => b.x - a.x)
    said.push(...[...words, ...quoted.slice(end)].map(({ str }) => str))
    quoted = []
  }
  for (const item of items) {
    if (item.isRightToLeft || (quoted.length > 0 && item.str.trim() === '')) quoted.push(item)
    else {
      flush()
      said.push(item.str)
    }
  }
  flush()
  return said.join('')
}

/** Smallest space between two words, and between two cells, in sizes of the font. */
const WORD_GAP = 0.15
const CELL_GAP = 0.5
const MIRRORED: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[' }

/** Brackets around words from the right are drawn, and so written in most PDFs, as they look. */
function bracketed(text: string): string {
  if (!/^[^(]*\).*\(|^[^[]*\].*\[/u.test(text)) return text
  return text.replace(/[()[\]]/gu, (bracket) => MIRRORED[bracket] ?? bracket)
}

/** Text that is drawn from the left, as it is said from the right. */
function flipped(drawn: string): string {
  const parts: string[] = []
  let at = 0
  for (const { 0: run, index } of drawn.matchAll(FROM_LEFT)) {
    parts.push(...drawn.slice(at, index), run)
    at = index + run.length
  }
  parts.push(...drawn.slice(at))
  return parts.reverse().join('')
}

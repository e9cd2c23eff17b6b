import type { PdfItem } from './pdf-page.js'

const LETTER = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]`
const SIGN = '[%‰°$€£¥₪#+]'
const NUMBER = String.raw`${SIGN}?\p{Nd}(?:[\p{Nd}.,:/+-]*\p{Nd})?${SIGN}?`
const WORDS = String.raw`${LETTER}(?:.*(?:${LETTER}|\p{Nd}))?`
/** What is written from the left within a text from the right: words, and numbers with their signs (UAX #9). */
const FROM_LEFT = new RegExp(`(?:${NUMBER})?${WORDS}|${NUMBER}`, 'gu')

/**
 * What is said in items beside each other. On a mirrored page they come from the right; what is written from the left
 * there stands in items of its own, as it is drawn.
 */
export function logicalOrder(items: readonly PdfItem[]): string {
  if (!items.some(({ isMirrored }) => isMirrored)) return items.map(({ str }) => str).join('')
  if (!items.some(({ isRightToLeft }) => isRightToLeft))
    return items
      .map(({ str }) => str)
      .reverse()
      .join('')
  let text = ''
  let drawn = ''
  let end = -Infinity
  const flush = (): void => {
    text += flipped(drawn)
    drawn = ''
  }
  for (const { str, x, width, fontSize, isRightToLeft } of items) {
    const gap = x - end > fontSize * GAP && str.trim() !== '' ? ' ' : ''
    if (str.trim() !== '') end = x + width
    if (isRightToLeft) {
      flush()
      text += `${gap}${str}`
    } else drawn = `${str}${gap}${drawn}`
  }
  flush()
  return bracketed(text.replace(/ {2,}/gu, ' '))
}

/** Smallest space between two words, in sizes of the font. */
const GAP = 0.15
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

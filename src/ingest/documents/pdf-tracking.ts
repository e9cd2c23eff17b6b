import type { PdfItem } from './pdf-item.js'
import { type Letter, lettersIn } from './pdf-letters.js'

/** Least and largest space between letters that are drawn apart, in sizes of the font; how alike it is in two lines. */
const APART = { least: 0.03, most: 2, alike: 0.03 } as const
/** How much narrower than the usual one a space between two letters of a word is; how much wider one between words. */
const KERNING = 0.15
const WORD_GAP = { more: 0.12, times: 1.5, most: 1 } as const
/** Fewest letters that show by themselves that they are drawn apart. */
const MIN_LETTERS = 3
const MAX_LINES = 2_000

/** Items with each word in one, where its letters are drawn apart: all spaces in it are alike. */
export function withWholeWords(items: readonly PdfItem[], lines: readonly (readonly Letter[])[]): readonly PdfItem[] {
  const spaced = lines.flatMap(spacedOf)
  const sure = new Set(spaced.filter(isSure).map((line) => keyOf(line)))
  // Figures side by side are as likely those of a table, unless words of their size are drawn so, too.
  const isTracked = (line: SpacedLine): boolean =>
    isSure(line) || [-1, 0, 1].some((change) => sure.has(keyOf(line, change)))
  const tracked = spaced.filter(isTracked).slice(0, MAX_LINES)
  return tracked.reduce<readonly PdfItem[]>(replaced, items)
}

const keyOf = ({ letters: [first], usual }: SpacedLine, change = 0): string =>
  `${first?.size.toFixed(1)} ${Math.round(usual / APART.alike) + change}`

type Placed = Letter & { readonly gap: number; readonly isSpaced: boolean }
/** Letters without the spaces between words; `usual`: the space between two of a word, in sizes of the font. */
type SpacedLine = { readonly letters: readonly Placed[]; readonly usual: number }
type Word = { readonly text: string; readonly x: number; readonly end: number }

/** A line, if its letters may be drawn apart. */
function spacedOf(line: readonly Letter[]): SpacedLine[] {
  const letters: Placed[] = []
  let isSpaced = false
  for (const letter of line) {
    const before = letters.at(-1)
    if (letter.text.trim() === '') isSpaced = true
    else {
      const gap = before ? (letter.x - before.x - before.width) / letter.size : 0
      letters.push({ ...letter, gap, isSpaced })
      isSpaced = false
    }
  }
  const gaps = letters.slice(1).flatMap(({ gap, isSpaced }) => (isSpaced ? [] : [gap]))
  const sorted = gaps.sort((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0
  const isEven = (sorted[0] ?? 0) >= usual - KERNING
  return usual >= APART.least && usual <= APART.most && isEven ? [{ letters, usual }] : []
}

const isSure = ({ letters }: SpacedLine): boolean =>
  letters.length >= MIN_LETTERS && letters.some(({ text }) => /[\p{L}\p{Sc}]/u.test(text))

function wordsOf({ letters, usual }: SpacedLine): Word[] {
  const words: Word[] = []
  for (const { text, x, width, gap, isSpaced } of letters) {
    const word = words.at(-1)
    const isNext = isSpaced || gap > Math.max(usual * WORD_GAP.times, usual + WORD_GAP.more)
    if (!word || isNext) words.push({ text, x, end: x + width })
    else words.splice(-1, 1, { text: word.text + text, x: word.x, end: x + width })
  }
  return words
}

/** Items with those that show a line replaced by its words; as they are, where they do not say the same. */
function replaced(items: readonly PdfItem[], line: SpacedLine): readonly PdfItem[] {
  const words = wordsOf(line)
  const [first] = line.letters
  if (!first) return items
  const end = words.at(-1)?.end ?? 0
  const isIn = ({ str, x, y, fontSize, isRightToLeft }: PdfItem): boolean => {
    const isThere = x > first.x - 0.1 && x < end && Math.abs(y - first.y) < 0.1
    return str.trim() !== '' && !isRightToLeft && isThere && Math.abs(fontSize - first.size) < 0.1
  }
  const from = items.findIndex(isIn)
  const to = items.findLastIndex(isIn)
  const shown = items.slice(from, to + 1)
  const [item] = shown
  const last = shown.at(-1)
  const said = words.map(({ text }) => text).join('')
  if (!item || !last || lettersIn(shown.map(({ str }) => str).join('')) !== lettersIn(said)) return items
  const groups: Word[][] = []
  for (const word of words) {
    const before = groups.at(-1)?.at(-1)
    const isNear = before && word.x - before.end <= (line.usual * 2 + WORD_GAP.most) * first.size
    if (isNear) groups.at(-1)?.push(word)
    else groups.push([word])
  }
  const whole = groups.map((group, index) => {
    const x = group[0]?.x ?? item.x
    const str = group.map(({ text }) => text).join(' ')
    const hasEOL = index === groups.length - 1 && last.hasEOL
    return { ...item, str, x, width: (group.at(-1)?.end ?? x) - x, hasEOL }
  })
  return [...items.slice(0, from), ...whole, ...items.slice(to + 1)]
}

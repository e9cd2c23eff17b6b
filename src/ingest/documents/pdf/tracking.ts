import type { PdfItem } from './item.js'
import { type Letter, lettersIn } from './letters.js'

/** Least and largest space between letters that are drawn apart, in sizes of the font. */
const APART = { least: 0.03, most: 2 } as const
/** How alike it is in two texts, in points. */
const ALIKE = 0.15
/** How much narrower than the usual one a space between two letters of a word is, but for a few; how much narrower these. */
const KERNING = { most: 0.15, few: 0.25, share: 0.2 } as const
/** How much wider than the usual one a space between two words is, and how wide at most. */
const WORD_GAP = { more: 0.12, times: 1.5, most: 1 } as const
/** Fewest letters that show by themselves that they are drawn apart. */
const MIN_LETTERS = 3
const MAX_LINES = 2_000

/** Items with each word in one, where its letters are drawn apart: all spaces in it are alike. */
export function withWholeWords(items: readonly PdfItem[], lines: readonly (readonly Letter[])[]): readonly PdfItem[] {
  const spaced = lines.map(spacedOf)
  const sure = new Set(spaced.flatMap((line) => (line && isSure(line) ? [keyOf(line)] : [])))
  // Figures side by side are as likely those of a table, unless words are drawn so, too.
  const isTracked = (line: SpacedLine | null): line is SpacedLine =>
    line !== null && (isSure(line) || [-1, 0, 1].some((change) => sure.has(keyOf(line, change))))
  const tracked = new Map(
    spaced.flatMap((line, at) => (isTracked(line) ? [[at, line] as const] : [])).slice(0, MAX_LINES),
  )
  if (tracked.size === 0) return items
  // One item of pdf.js may be of several lines that are drawn one after the other.
  const whole = runsOf(lines, tracked).reduce((before, run) => {
    const shown = replaced(before, togetherOf(run))
    return shown === before ? run.reduce(replaced, before) : shown
  }, items)
  return joined(whole, lines, tracked)
}

const sizeOf = ({ letters: [first] }: SpacedLine): number => first?.size ?? 0
const keyOf = (line: SpacedLine, change = 0): number => Math.round((line.usual * sizeOf(line)) / ALIKE) + change

/** Lines that follow each other at one height, in one size and with the same space between their letters. */
function runsOf(lines: readonly (readonly Letter[])[], tracked: ReadonlyMap<number, SpacedLine>): SpacedLine[][] {
  const runs: SpacedLine[][] = []
  for (const [at, line] of tracked) {
    const before = tracked.get(at - 1)
    const last = before?.letters.at(-1)
    const [first, ...others] = line.letters
    const isAlike = before && Math.abs(keyOf(before) - keyOf(line)) <= 1 && sizeOf(before) === sizeOf(line)
    const gap = first && last ? (first.x - last.x - last.width) / first.size : Infinity
    const isNext = isAlike && first && first.y === last?.y && gap >= 0 && gap <= line.usual + WORD_GAP.most
    if (!isNext) runs.push([line])
    else {
      const isSpaced = `${lines[at - 1]?.at(-1)?.text}${lines[at]?.[0]?.text}`.includes(' ')
      runs.at(-1)?.push({ usual: line.usual, letters: [{ ...first, gap, isSpaced }, ...others] })
    }
  }
  return runs
}

const togetherOf = (run: readonly SpacedLine[]): SpacedLine => ({
  letters: run.flatMap(({ letters }) => letters),
  usual: run[0]?.usual ?? 0,
})

/** Items without the space before one that goes on in the same word in another colour, font or size. */
function joined(
  items: readonly PdfItem[],
  lines: readonly (readonly Letter[])[],
  tracked: ReadonlyMap<number, SpacedLine>,
): readonly PdfItem[] {
  const starts = new Set<string>()
  const placeOf = ({ x, y }: { readonly x: number; readonly y: number }): string => `${x.toFixed(1)} ${y.toFixed(1)}`
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]?.at(-1)
    const [first] = line
    const spaced = tracked.get(at) ?? tracked.get(at - 1)
    if (!before || !first || !spaced || `${before.text}${first.text}`.trim().length < 2) continue
    const gap = (first.x - before.x - before.width) / sizeOf(spaced)
    if (Math.abs(first.y - before.y) < sizeOf(spaced) && gap > 0 && !isWordGap(gap, spaced.usual))
      starts.add(placeOf(first))
  }
  return items.filter((item, at) => {
    const [before, behind] = [items[at - 1], items[at + 1]]
    if (item.str.trim() !== '' || item.width === 0 || !before || !behind) return true
    return before.block !== behind.block || !starts.has(placeOf(behind))
  })
}

const isWordGap = (gap: number, usual: number): boolean => gap > Math.max(usual * WORD_GAP.times, usual + WORD_GAP.more)

type Placed = Letter & { readonly gap: number; readonly isSpaced: boolean }
/** Letters without the spaces between words; `usual`: the space between two of a word, in sizes of the font. */
type SpacedLine = { readonly letters: readonly Placed[]; readonly usual: number }
type Word = { readonly text: string; readonly x: number; readonly end: number }

/** A line, if its letters may be drawn apart. */
function spacedOf(line: readonly Letter[]): SpacedLine | null {
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
  const [narrowest = 0] = sorted
  const isEven =
    narrowest >= usual - KERNING.few && (sorted[Math.floor(sorted.length * KERNING.share)] ?? 0) >= usual - KERNING.most
  return usual >= APART.least && usual <= APART.most && isEven ? { letters, usual } : null
}

const isSure = ({ letters }: SpacedLine): boolean =>
  letters.length >= MIN_LETTERS && letters.some(({ text }) => /[\p{L}\p{Sc}]/u.test(text))

function wordsOf({ letters, usual }: SpacedLine): Word[] {
  const words: Word[] = []
  for (const { text, x, width, gap, isSpaced } of letters) {
    const word = words.at(-1)
    if (!word || isSpaced || isWordGap(gap, usual)) words.push({ text, x, end: x + width })
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
  if (shown.some(({ str, block }) => str.trim() !== '' && block !== item.block)) return items
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

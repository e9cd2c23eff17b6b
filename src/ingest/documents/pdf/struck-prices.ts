import { isStruckNumber } from '../../struck-price.js'
import type { PdfItem } from './item.js'

/** How far from each other two lines of a text are at most, in sizes of the font. */
const MAX_LEADING = 2.2

type Word = { readonly text: string; readonly item: number; readonly index: number; readonly isStruck: boolean }

/** Of the struck words, by their items, those of prices and other numbers. */
export function struckNumbers(items: readonly PdfItem[], struck: readonly Set<number>[]): Set<number>[] {
  const found = items.map(() => new Set<number>())
  if (struck.every(({ size }) => size === 0)) return found
  for (const words of textsOf(items, struck))
    for (let from = 0; from < words.length; from++) {
      let to = from
      while (words[to]?.isStruck) to++
      const run = words.slice(from, to)
      if (isStruckNumber(run.map(({ text }) => text).join(' ')))
        for (const { item, index } of run) found[item]?.add(index)
      from = Math.max(from, to)
    }
  return found
}

/** The words of a page, text by text. */
function textsOf(items: readonly PdfItem[], struck: readonly Set<number>[]): Word[][] {
  const texts: Word[][] = []
  let last: PdfItem | undefined
  for (const [at, item] of items.entries()) {
    if (item.str.trim() === '') continue
    if (!last || !isSameText(last, item)) texts.push([])
    last = item
    const words = item.str.match(/\S+/gu) ?? []
    texts
      .at(-1)
      ?.push(...words.map((text, index) => ({ text, item: at, index, isStruck: struck[at]?.has(index) === true })))
  }
  return texts
}

/** Whether an item goes on what was drawn before: in its paragraph by the tags, or beside or directly below it. */
function isSameText(last: PdfItem, item: PdfItem): boolean {
  if (last.block !== item.block) return false
  return Math.abs(last.y - item.y) <= Math.max(last.fontSize, item.fontSize) * MAX_LEADING
}

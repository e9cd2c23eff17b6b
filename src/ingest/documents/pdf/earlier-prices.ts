import { isEarlierPrice } from '../../struck-price.js'
import type { PdfItem } from './item.js'

/** Most words before and behind a struck price that tell what it is. */
const AROUND = 8
/** How far from each other two lines of a text are at most, in sizes of the font. */
const MAX_LEADING = 2.2

type Word = { readonly text: string; readonly item: number; readonly index: number; readonly isStruck: boolean }

/** Takes out of the struck words, by their items, the prices that the words before them call earlier ones. */
export function keepEarlierPrices(items: readonly PdfItem[], struck: readonly Set<number>[]): void {
  if (struck.every(({ size }) => size === 0)) return
  for (const words of textsOf(items, struck))
    for (let from = 0; from < words.length; from++) {
      if (!words[from]?.isStruck) continue
      let to = from
      while (words[to]?.isStruck) to++
      const price = words.slice(from, to)
      const before = words.slice(Math.max(0, from - AROUND), from).filter(({ isStruck }) => !isStruck)
      const behind = words.slice(to, to + AROUND)
      if (isEarlierPrice(saidIn(before), saidIn(price), saidIn(behind)))
        for (const { item, index } of price) struck[item]?.delete(index)
      from = to
    }
}

const saidIn = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

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

import type { PdfItem } from './item.js'
import { isDrawn, piecesOf } from './rows.js'

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/gu

/**
 * Items with their places mirrored where they are read from the right, so that the first word is at the left: on a page
 * that mostly is, all of them; on another page, the lines that are, each within its column.
 */
export function withDirections(items: readonly PdfItem[], width: number): readonly PdfItem[] {
  const text = items.map(({ str }) => str).join('')
  if (isMostlyFromRight(text)) return items.map((item) => mirrored(item, { left: 0, right: width }))
  if (text.search(RIGHT_TO_LEFT) < 0) return items
  const places = new Map<PdfItem, PdfItem>()
  for (const { lines, ...column } of columnsOf(linesFromRight(items)))
    for (const item of lines.flat()) places.set(item, mirrored(item, column))
  return items.map((item) => places.get(item) ?? item)
}

function isMostlyFromRight(text: string): boolean {
  return (text.match(RIGHT_TO_LEFT)?.length ?? 0) * 2 > (text.match(/\p{L}/gu)?.length ?? 0)
}

const mirrored = (item: PdfItem, { left, right }: { readonly left: number; readonly right: number }): PdfItem => ({
  ...item,
  x: left + right - item.x - item.width,
  isMirrored: true,
})

type Line = readonly PdfItem[]

/** The lines, or their parts beside text from the left, that are read from the right. */
function linesFromRight(items: readonly PdfItem[]): Line[] {
  const blocks = new Map<string, string>()
  for (const { block, str } of items) if (block !== null) blocks.set(block, (blocks.get(block) ?? '') + str)
  /** A short line of a tagged paragraph is read as the whole of it is. */
  const saidIn = (line: Line): string => {
    const tagged = new Set(line.filter(isDrawn).flatMap(({ block }) => block ?? []))
    const untagged = line.filter(({ block }) => block === null).map(({ str }) => str)
    return [...untagged, ...[...tagged].map((block) => blocks.get(block) ?? '')].join('')
  }
  return levels(items).flatMap((level) => {
    const pieces = piecesOf(level).filter((piece) => piece.some(isDrawn))
    const lettered = pieces.filter((piece) => /\p{L}/u.test(saidIn(piece)))
    const fromRight = lettered.filter((piece) => isMostlyFromRight(saidIn(piece)))
    if (fromRight.length === 0) return []
    return fromRight.length === lettered.length ? [level] : fromRight
  })
}

/** Items that stand beside each other, from the left. */
function levels(items: readonly PdfItem[]): Line[] {
  const found: PdfItem[][] = []
  let last: PdfItem | undefined
  for (const item of [...items].sort((a, b) => b.y - a.y)) {
    if (!last || last.y - item.y > item.fontSize / 2) found.push([])
    found.at(-1)?.push(item)
    last = item
  }
  return found.map((level) => level.sort((a, b) => a.x - b.x))
}

type Column = { left: number; right: number; readonly size: number; readonly lines: Line[] }

/** Lines of one size over each other. */
function columnsOf(lines: readonly Line[]): Column[] {
  const bounds = lines.map((line) => {
    const drawn = line.filter(isDrawn)
    const left = Math.min(...drawn.map(({ x }) => x))
    return { left, right: Math.max(...drawn.map(({ x, width }) => x + width)), line, size: sizeOf(drawn) }
  })
  const columns: Column[] = []
  for (const { left, right, line, size } of bounds.sort((a, b) => a.left - b.left)) {
    const column = columns.find((other) => other.size === size && left < other.right)
    if (!column) columns.push({ left, right, size, lines: [line] })
    else {
      column.right = Math.max(column.right, right)
      column.lines.push(line)
    }
  }
  return columns
}

const sizeOf = (line: Line): number => Math.round(Math.max(...line.map(({ fontSize }) => fontSize)))

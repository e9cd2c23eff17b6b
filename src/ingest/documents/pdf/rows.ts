import { readStruck } from '../../struck-price.js'
import { logicalOrder } from '../right-to-left.js'
import { readRaised } from '../superscript.js'
import type { PdfItem } from './item.js'

export type Piece = {
  readonly text: string
  readonly x: number
  readonly end: number
  readonly items: readonly PdfItem[]
}
/** What is drawn beside each other: the pieces between which there is space, and all of it as one text. */
export type Row = {
  readonly text: string
  readonly y: number
  readonly page: number
  readonly pieces: readonly Piece[]
}

/** What is drawn on a page, row by row. */
export function rowsOf(items: readonly PdfItem[], page: number): Row[] {
  const drawn: PdfItem[][] = []
  let isOpen = false
  let last: PdfItem | undefined
  for (const item of items) {
    const apart = isDrawn(item) && last ? Math.abs(last.y - item.y) : 0
    // On a page that is read from the right each word may end a line.
    const isSame = item.isMirrored ? apart < item.fontSize / 4 : isOpen && apart <= item.fontSize
    if (!isSame || drawn.length === 0) drawn.push([])
    drawn.at(-1)?.push(item)
    isOpen = !item.hasEOL
    if (isDrawn(item)) last = item
  }
  return drawn.map((row) => {
    const sorted = row.some(({ isMirrored }) => isMirrored) ? [...row].sort((a, b) => a.x - b.x) : row
    const pieces = piecesOf(sorted).map((piece) => ({
      text: readRaised(readStruck(logicalOrder(piece))),
      x: piece[0]?.x ?? 0,
      end: Math.max(...piece.filter(isDrawn).map(({ x, width }) => x + width)),
      items: piece,
    }))
    const y = row.find(({ str }) => str.trim() !== '')?.y ?? row[0]?.y ?? 0
    return { text: pieces.map(({ text }) => text.trim()).join(' '), y, page, pieces }
  })
}

export const isDrawn = ({ str, isStruck }: PdfItem): boolean => isStruck || str.trim() !== ''

/** The items of a row, divided where there is space between them. */
export function piecesOf(items: readonly PdfItem[]): PdfItem[][] {
  const pieces: PdfItem[][] = []
  let end = -Infinity
  for (const item of items) {
    if (!isDrawn(item)) {
      pieces.at(-1)?.push(item)
      continue
    }
    if (pieces.length === 0 || item.x - end > item.fontSize) pieces.push([])
    pieces.at(-1)?.push(item)
    end = item.x + item.width
  }
  return pieces
}

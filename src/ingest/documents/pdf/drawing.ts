import { markStruck } from '../../struck-price.js'
import { type Operators, type PdfItem, placed } from './item.js'
import { drawing, type Matrix, type OperatorList } from './state.js'
import { struckNumbers } from './struck-prices.js'

/** What is drawn beside text: a rule, a bullet, a box. */
export type Shape = { readonly left: number; readonly right: number; readonly bottom: number; readonly top: number }

const MAX_SHAPES = 20_000

/** The bounds of the lines and areas that a page draws, in its own coordinates. */
export function drawnShapes(list: OperatorList, operators: Operators, upright: Matrix): Shape[] {
  const filled = new Set([operators.fill, operators.eoFill])
  const stroked = new Set([
    ...[operators.stroke, operators.closeStroke, operators.fillStroke, operators.eoFillStroke],
    ...[operators.closeFillStroke, operators.closeEOFillStroke],
  ])
  const shapes: Shape[] = []
  for (const { operator, given, state } of drawing(list, operators, upright)) {
    if (shapes.length > MAX_SHAPES) break
    if (operator !== operators.constructPath) continue
    const isStroked = stroked.has(Number(given[0]))
    if (!isStroked && !filled.has(Number(given[0]))) continue
    const edge = isStroked ? (state.line * scaleOf(state.matrix)) / 2 : 0
    for (const points of subpaths((given[1] as readonly unknown[])[0]))
      shapes.push(boundsOf(points, state.matrix, edge))
  }
  return shapes
}

const scaleOf = ([a = 1, b = 0]: Matrix): number => Math.hypot(a, b)

/** How many coordinates follow each step of a path of pdf.js: move, line, cubic and quadratic curve, close. */
const COORDINATES = [2, 2, 6, 4, 0]

function subpaths(path: unknown): number[][] {
  const found: number[][] = []
  if (!(path instanceof Float32Array)) return found
  for (let at = 0; at < path.length; ) {
    const step = path[at] ?? 0
    const count = COORDINATES[step]
    if (count === undefined) return found
    if (step === 0) found.push([])
    found.at(-1)?.push(...path.subarray(at + 1, at + 1 + count))
    at += 1 + count
  }
  return found
}

function boundsOf(points: readonly number[], matrix: Matrix, edge: number): Shape {
  const bounds = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity }
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = placed(matrix, points[at] ?? 0, points[at + 1] ?? 0)
    bounds.left = Math.min(bounds.left, x)
    bounds.right = Math.max(bounds.right, x)
    bounds.bottom = Math.min(bounds.bottom, y - edge)
    bounds.top = Math.max(bounds.top, y + edge)
  }
  return bounds
}

/** How thick a line through text is at most, and between which heights over the baseline it is, in sizes of the font. */
const MAX_THICKNESS = 0.16
const STRUCK_FROM = 0.14
const STRUCK_TO = 0.5
/** How far the ends of that line and of what it strikes are from each other at most, in sizes of the font. */
const MAX_OVERSHOOT = 1

/**
 * Items without the words that a line is drawn through, but for prices and other numbers, which are marked; a line that
 * goes on beside them is a rule of the page.
 */
export function withoutStruck(items: readonly PdfItem[], shapes: readonly Shape[]): PdfItem[] {
  const struck = items.map(() => new Set<number>())
  const words = items.map(wordsOf)
  const thickest = MAX_THICKNESS * items.reduce((largest, { fontSize }) => Math.max(largest, fontSize), 0)
  // Charts have thousands of areas, which strike nothing.
  const bars = shapes.filter(({ left, right, bottom, top }) => right - left >= 2 && top - bottom <= thickest)
  for (const bar of bars) {
    const middle = (bar.bottom + bar.top) / 2
    const under: { item: number; word: Word; index: number }[] = []
    for (const [item, { y, fontSize }] of items.entries()) {
      if (middle < y + fontSize * STRUCK_FROM || middle > y + fontSize * STRUCK_TO) continue
      if (bar.top - bar.bottom > fontSize * MAX_THICKNESS) continue
      for (const [index, word] of (words[item] ?? []).entries()) {
        const centre = (word.left + word.right) / 2
        if (centre > bar.left && centre < bar.right) under.push({ item, word, index })
      }
    }
    const slack = MAX_OVERSHOOT * Math.max(0, ...under.map(({ item }) => items[item]?.fontSize ?? 0))
    const left = Math.min(...under.map(({ word }) => word.left))
    const right = Math.max(...under.map(({ word }) => word.right))
    if (Math.abs(bar.left - left) > slack || Math.abs(bar.right - right) > slack) continue
    for (const { item, index } of under) struck[item]?.add(index)
  }
  const numbers = struckNumbers(items, struck)
  return items.map((item, at) => {
    const gone = struck[at]
    const kept = numbers[at]
    if (!gone || gone.size === 0) return item
    let index = 0
    const str = item.str.replace(/\S+/gu, (word) => {
      const place = index++
      if (!gone.has(place)) return word
      return kept?.has(place) ? markStruck(word) : ''
    })
    return { ...item, isStruck: kept?.size !== gone.size, str }
  })
}

type Word = { readonly left: number; readonly right: number }

/** Where the words of an item are, by the usual widths of their letters. */
function wordsOf({ str, x, width, isRightToLeft }: PdfItem): Word[] {
  const whole = usualWidth(str) || 1
  return [...str.matchAll(/\S+/gu)].map(({ 0: word, index }) => {
    const before = (usualWidth(str.slice(0, index)) / whole) * width
    const own = (usualWidth(word) / whole) * width
    const left = isRightToLeft ? x + width - before - own : x + before
    return { left, right: left + own }
  })
}

/** The width of a text as Helvetica draws it, in sizes of the font. */
export function usualWidth(text: string): number {
  let width = 0
  for (const letter of text) {
    if (/[ .,:;!'’|iljtfI()[\]/]/u.test(letter)) width += 0.28
    else if (/[mwMW%—…@]/u.test(letter)) width += 0.86
    else width += /\p{Lu}/u.test(letter) ? 0.68 : 0.55
  }
  return width
}

/** Size of a bullet, and how far before the text and how high it stands, in sizes of the font. */
const BULLET = { least: 0.15, most: 1.3, near: 0.1, far: 2.6, from: -0.3, to: 0.75 } as const

/** Items with a bullet before them that is drawn, not written. */
export function withBullets(items: readonly PdfItem[], shapes: readonly Shape[]): PdfItem[] {
  const marks = shapes.filter(({ left, right, bottom, top }) => {
    const ratio = (right - left) / (top - bottom)
    return ratio > 0.7 && ratio < 1.5
  })
  return items.map((item) => {
    if (item.str.trim() === '') return item
    const { fontSize: size, x, y } = item
    const before = marks.filter(({ left, right, bottom, top }) => {
      const gap = x - right
      const middle = (bottom + top) / 2 - y
      const isNear = gap >= size * BULLET.near && gap <= size * BULLET.far
      const isLevel = middle >= size * BULLET.from && middle <= size * BULLET.to
      return isNear && isLevel && right - left >= size * BULLET.least && right - left <= size * BULLET.most
    })
    const isBeside = (other: PdfItem) => Math.abs(other.y - y) < size / 2 && other.x < x && other.x > x - size * 4
    const isBullet = before.length === 1 && !items.some((other) => other.str.trim() !== '' && isBeside(other))
    return isBullet ? { ...item, isListItem: true } : item
  })
}

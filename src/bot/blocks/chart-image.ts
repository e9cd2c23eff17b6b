import type { RunDocument } from '../../domain/run-document.js'
import { dotsOf, HEIGHT, widthOf } from './picture/font.js'
import { createCanvas, fill, pngOf } from './picture/png.js'
import { altText, type ChartData, chartsOf } from './thread/chart.js'

const SIZE = { width: 900, height: 440 }
const FRAME = { left: 40, right: 40, top: 90, bottom: 90 }
const PALETTE = [
  [255, 255, 255],
  [29, 28, 29],
  [18, 100, 163],
  [221, 221, 221],
] as const
const [INK, BAR, GRID] = [1, 2, 3]
const LINES = 4

export type ChartImage = { readonly png: Buffer; readonly alt: string; readonly name: string }

/** The first chart of a run as a PNG, for clients that draw none; `null` for a run without figures to draw. */
export function chartImage(run: RunDocument): ChartImage | null {
  const [chart] = chartsOf(run)
  return chart ? { png: draw(chart), alt: altText(chart), name: `pressure-test-${run.run_id}.png` } : null
}

function draw({ title, rows, most, unit }: ChartData): Buffer {
  const canvas = createCanvas(SIZE.width, SIZE.height, PALETTE)
  const wide = SIZE.width - FRAME.left - FRAME.right
  const high = SIZE.height - FRAME.top - FRAME.bottom
  const base = SIZE.height - FRAME.bottom
  // A panel that agrees on little would leave the picture empty: the tallest bar takes most of it.
  const top = Math.min(most, niceAbove(Math.max(...rows.map(({ values: [value = 0] }) => value)), most))
  const write = (text: string, centre: number, y: number, scale: number) => {
    const x = Math.max(4, Math.round(centre - (widthOf(text) * scale) / 2))
    for (const [dx, dy] of dotsOf(text)) fill(canvas, x + dx * scale, y + dy * scale, scale, scale, INK)
  }
  write(title, SIZE.width / 2, 24, 3)
  for (let line = 0; line <= LINES; line++)
    fill(canvas, FRAME.left, base - Math.round((high * line) / LINES), wide, 1, GRID)
  const step = wide / rows.length
  rows.forEach(({ label, values: [value = 0] }, i) => {
    const centre = FRAME.left + step * (i + 0.5)
    const bar = Math.round((high * value) / top)
    fill(canvas, Math.round(centre - step * 0.35), base - bar, Math.round(step * 0.7), bar, BAR)
    write(`${value}${unit}`, centre, base - bar - HEIGHT * 3 - 6, 3)
    wrapped(label, Math.floor(step / 12)).forEach((text, n) => {
      write(text, centre, base + 14 + n * (HEIGHT + 4) * 2, 2)
    })
  })
  fill(canvas, FRAME.left, base, wide, 2, INK)
  return pngOf(canvas)
}

/** The next tenth of the scale above the tallest bar. */
const niceAbove = (value: number, most: number): number => (Math.floor((value / most) * 10 + 1) / 10) * most

/** A label on at most three lines of so many letters. */
function wrapped(label: string, letters: number): string[] {
  const lines: string[] = []
  for (const word of label.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.slice(0, 3)
}

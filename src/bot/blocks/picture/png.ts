import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

/** A picture of few colours, drawn dot by dot. */
export type Canvas = {
  readonly width: number
  readonly height: number
  /** Places as indices into `palette`. */
  readonly dots: Uint8Array
  readonly palette: readonly Colour[]
}

export const createCanvas = (width: number, height: number, palette: readonly Colour[]): Canvas => ({
  ...{ width, height, palette },
  dots: new Uint8Array(width * height),
})

/** Fills a rectangle; what lies outside the canvas is left out. */
export function fill(
  { width, height, dots }: Canvas,
  x: number,
  y: number,
  wide: number,
  high: number,
  colour: number,
): void {
  for (let row = Math.max(0, y); row < Math.min(height, y + high); row++)
    dots.fill(colour, row * width + Math.max(0, x), row * width + Math.min(width, x + wide))
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The canvas as a PNG with a palette (ISO/IEC 15948), eight bits a dot. */
export function pngOf({ width, height, dots, palette }: Canvas): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row++) rows.set(dots.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  const parts = [
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([SIGNATURE, ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

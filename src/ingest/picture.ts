import { HIGH_RESOLUTION, type Picture, type PictureSize } from '../domain/panel/stimulus.js'
import { refuse } from '../errors.js'

/** Most pixels that are decoded: a little above the largest photographs of common cameras. */
const MAX_PIXELS = 110_000_000
/** A picture with more bytes is compressed anew, so that five of them can be shown together. */
const MAX_BYTES = 1_000_000
const QUALITY = 85

type Size = Pick<Picture, 'media_type' | 'width' | 'height'>
export type PictureRead = {
  readonly picture: Picture
  /** The size it was brought in, where that was larger. */
  readonly scaled_from?: PictureSize
}

/**
 * Reads a picture by its bytes, whatever its name says. One larger than any model sees is scaled down. Errors:
 * `invalid_input`.
 */
export async function readPicture(bytes: Buffer, name: string): Promise<PictureRead> {
  const size = sizeOf(bytes)
  if (size === null || size.width === 0 || size.height === 0) return refuse(damaged(name))
  const { width, height } = size
  if (width * height > MAX_PIXELS)
    refuse(
      `${name} has ${width} × ${height} pixels; at most ${MAX_PIXELS / 1_000_000} million can be read: scale it down, or cut it into several.`,
    )
  const isLarge = Math.max(width, height) > HIGH_RESOLUTION.edge
  if (!isLarge && bytes.length <= MAX_BYTES) {
    await checkWhole(bytes, name)
    return { picture: { ...size, data: bytes.toString('base64') } }
  }
  const picture = await scaled(bytes, name, size.media_type)
  return isLarge ? { picture, scaled_from: { width, height } } : { picture }
}

/** Decodes the first image of a picture, which is all that models see. */
async function checkWhole(bytes: Buffer, name: string): Promise<void> {
  const picture = await opened(bytes)
  await picture.stats().catch(() => refuse(damaged(name)))
}

async function opened(bytes: Buffer) {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' })
}

/**
 * The picture at the edge that a model sees, upright: JPEG stays JPEG, others become WebP, which keeps transparency. Only
 * the first image of an animation is kept, which is all that models see.
 */
async function scaled(bytes: Buffer, name: string, media_type: Picture['media_type']): Promise<Picture> {
  const { edge } = HIGH_RESOLUTION
  const picture = (await opened(bytes))
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
  const isJpeg = media_type === 'image/jpeg'
  const { data, info } = await (isJpeg ? picture.jpeg({ quality: QUALITY }) : picture.webp({ quality: QUALITY }))
    .toBuffer({ resolveWithObject: true })
    .catch(() => refuse(damaged(name)))
  return {
    ...{ media_type: isJpeg ? media_type : 'image/webp', data: data.toString('base64') },
    ...{ width: info.width, height: info.height },
  }
}

const damaged = (name: string): string =>
  `${name} is no PNG, JPEG, WebP or GIF picture, or is damaged; save it again as PNG or JPEG.`

/** Type and size by the headers of the formats; `null` for any other format. */
function sizeOf(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return { media_type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  const mark = bytes.subarray(0, 6).toString('latin1')
  if (mark === 'GIF87a' || mark === 'GIF89a')
    return { media_type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (mark.startsWith('RIFF') && bytes.subarray(8, 12).toString('latin1') === 'WEBP') return webpSize(bytes)
  return bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : null
}

/** RFC 9649: lossy, lossless or extended. */
function webpSize(bytes: Buffer): Size | null {
  const media_type = 'image/webp'
  switch (bytes.subarray(12, 16).toString('latin1')) {
    case 'VP8 ':
      return { media_type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { media_type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { media_type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

/** Walks the segments of a JPEG to the one that begins a frame (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { media_type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

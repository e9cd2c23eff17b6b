import type { Picture } from '../domain/stimulus.js'
import { refuse } from '../errors.js'

/** Longest edge in pixels that the provider accepts. */
const MAX_EDGE = 8_000
const MAX_BYTES = 3_000_000

type Size = Pick<Picture, 'media_type' | 'width' | 'height'>

/** Reads a picture by its bytes, whatever its name says. Errors: `invalid_input`. */
export function readPicture(bytes: Buffer, name: string): Picture {
  const size = sizeOf(bytes)
  if (size === null || size.width === 0 || size.height === 0)
    return refuse(`${name} is no PNG, JPEG, WebP or GIF picture, or is damaged; save it again as PNG or JPEG.`)
  if (bytes.length > MAX_BYTES)
    refuse(
      `${name} has ${Math.ceil(bytes.length / 1_000_000)} MB; a picture may have 3 MB: save it smaller or as JPEG.`,
    )
  if (Math.max(size.width, size.height) > MAX_EDGE)
    refuse(
      `${name} has ${size.width} × ${size.height} pixels; at most ${MAX_EDGE.toLocaleString('en-US')} on an edge can be read: scale it down, or cut it into several.`,
    )
  return { ...size, data: bytes.toString('base64') }
}

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

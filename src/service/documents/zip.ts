import { inflateRawSync } from 'node:zlib'
import { refuse } from '../../errors.js'
import { megabytes } from './megabytes.js'

/** Limits that are looked at before anything is unpacked. */
const MOST_ENTRIES = 2_000
const MOST_UNPACKED = 200_000_000
/** Text packs about 5 to 10 times; a thousand times is a trap. */
const MOST_RATIO = 200
const RATIO_FROM = 1_000_000

type Entry = {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  readonly offset: number
  readonly encrypted: boolean
}

/**
 * One file out of a ZIP archive, by its central directory (PKWARE APPNOTE 4.3). What the directory says of all entries is
 * checked first; the one entry is then unpacked under a cap, so that a directory that lies gains nothing. `null`: there
 * is no such entry. Errors: `invalid_input`.
 */
export function unpackOne(bytes: Buffer, wanted: string, mostBytes: number, name: string): Buffer | null {
  const entries = directory(bytes, name)
  const total = entries.reduce((sum, { unpacked }) => sum + unpacked, 0)
  const bomb = entries.find(({ packed, unpacked }) => unpacked > RATIO_FROM && unpacked > packed * MOST_RATIO)
  if (bomb || total > MOST_UNPACKED)
    refuse(`${name} would unpack to ${megabytes(total)} and is refused; a document of that size is no document.`)
  const entry = entries.find((one) => one.name === wanted)
  if (!entry) return null
  if (entry.encrypted) refuse(`${name} is protected by a password; save it without one.`)
  if (entry.unpacked > mostBytes)
    refuse(`${name} holds ${megabytes(entry.unpacked)} of text; at most ${megabytes(mostBytes)} can be read.`)
  return content(bytes, entry, mostBytes, name)
}

function directory(bytes: Buffer, name: string): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || end + 22 > bytes.length) return refuse(`${name} is damaged: the list of its parts is missing.`)
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > MOST_ENTRIES)
    refuse(`${name} has ${count.toLocaleString('en-US')} parts and is refused; a document has a few dozen.`)
  const entries: Entry[] = []
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50)
      return refuse(`${name} is damaged: the list of its parts cannot be read.`)
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function content(bytes: Buffer, { method, packed, offset }: Entry, mostBytes: number, name: string): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50)
    return refuse(`${name} is damaged: a part of it is missing.`)
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const raw = bytes.subarray(start, start + packed)
  if (method === 0) return raw
  if (method !== 8) return refuse(`${name} is packed in a way that is not known here; save it again as .docx or .txt.`)
  try {
    return inflateRawSync(raw, { maxOutputLength: mostBytes })
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return refuse(
      tooLarge
        ? `${name} unpacks to more than it says and is refused.`
        : `${name} is damaged: its text cannot be unpacked.`,
    )
  }
}

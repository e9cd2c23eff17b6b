import { refuse } from '../errors.js'

/** Share of control characters above which a file is not text, whatever its extension. */
const MAX_CONTROL_SHARE = 0.01

/** The text of a file: UTF-8, or UTF-16 with a byte order mark. Errors: `invalid_input`. */
export function plainText(bytes: Uint8Array, name: string): string {
  const marked = utf16(bytes)
  if (marked === null && bytes.includes(0))
    refuse(`${name} is not text, whatever its name says; give the document itself.`)
  const text = marked ?? utf8Text(bytes, name)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish a binary from a text
  const controls = text.match(/[\u0001-\u0008\u000e-\u001f\u007f]/g)?.length ?? 0
  if (controls > text.length * MAX_CONTROL_SHARE)
    refuse(`${name} is not text, whatever its name says; give the document itself.`)
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
}

/** The text of bytes that should be UTF-8. Errors: `invalid_input`. */
export function utf8Text(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse(`${name} is not UTF-8 text; save it as UTF-8 first.`)
  }
}

/** The text of bytes with a byte order mark of UTF-16; null without one. */
export function utf16(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return null
}

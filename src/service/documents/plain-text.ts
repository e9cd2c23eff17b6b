import { refuse } from '../../errors.js'
import { utf8Text } from '../utf8-text.js'

/** Share of control characters above which something is no text, whatever it is called. */
const MOST_CONTROLS = 0.01

/** The text of a file: UTF-8, or UTF-16 that says so in its first bytes. Errors: `invalid_input`. */
export function plainText(bytes: Uint8Array, name: string): string {
  const marked = utf16(bytes)
  if (marked === null && bytes.includes(0))
    refuse(`${name} is not text, whatever its name says; give the document itself.`)
  const text = marked ?? utf8Text(bytes, name)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells a program from a text
  const controls = text.match(/[\u0001-\u0008\u000e-\u001f\u007f]/g)?.length ?? 0
  if (controls > text.length * MOST_CONTROLS)
    refuse(`${name} is not text, whatever its name says; give the document itself.`)
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
}

function utf16(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return null
}

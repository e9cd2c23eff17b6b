import { extname } from 'node:path'
import { refuse } from '../errors.js'
import { htmlText } from './documents/html.js'
import { utf8Text } from './plain-text.js'

/** The text of a file; of HTML, the visible text. Errors: `invalid_input` for a file that is not text or is empty. */
export function readText(bytes: Uint8Array, name: string): string {
  if (bytes.includes(0)) refuse(`${name} is not text; give a .txt, .md or .html file in UTF-8.`)
  const text = utf8Text(bytes, name)
  const plain = extname(name).toLowerCase().startsWith('.htm') ? htmlText(text, name) : text
  if (plain.trim() === '') refuse(`${name} has no text in it.`)
  return plain
}

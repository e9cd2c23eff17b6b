import { extname } from 'node:path'
import { AppError } from '../errors.js'
import { htmlText } from './documents/html.js'

/** The text of a file: HTML as a reader sees it. Errors: `invalid_input` for what is no text, or has none. */
export function readText(bytes: Uint8Array, name: string): string {
  if (bytes.includes(0)) wrong(`${name} is not text; give a .txt, .md or .html file in UTF-8.`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return wrong(`${name} is not UTF-8 text; save it as UTF-8 first.`)
  }
  const plain = extname(name).toLowerCase().startsWith('.htm') ? htmlText(text) : text
  if (plain.trim() === '') wrong(`${name} has no text in it.`)
  return plain
}

function wrong(problem: string): never {
  throw new AppError('invalid_input', { problem })
}

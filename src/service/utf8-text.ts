import { refuse } from '../errors.js'

/** The text of bytes that should be UTF-8. Errors: `invalid_input`. */
export function utf8Text(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse(`${name} is not UTF-8 text; save it as UTF-8 first.`)
  }
}

import { cleanText } from '../domain/clean-text.js'

/**
 * Text of strangers and models as a page may show it: no control characters, no lone surrogates, nothing invisible or
 * that turns the text around. Markup is escaped where it is rendered.
 */
export function clean(text: string): string {
  return (
    cleanText(text)
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '')
      .replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufdd0-\ufdef\ufeff\ufffe\uffff]/g, '')
      .trim()
  )
}

/** The same where something must stand, such as a heading or a name. */
export const worded = (text: string): string => clean(text) || '(nothing that can be shown)'

/** The beginning of a text on one line, at most `most` characters, cut between words where there are any. */
export function headline(text: string, most: number): string {
  const line =
    clean(text)
      .split('\n')
      .map((one) => one.replace(/^[#>*\-\s]+/, '').trim())
      .find((one) => one !== '') ?? ''
  const characters = [...line]
  if (characters.length <= most) return line
  const cut = characters.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

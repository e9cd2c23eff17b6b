import { refuse } from '../errors.js'
import { isMarkup } from './check-stimulus-file.js'

/** How a text in JSON begins: with a key. */
const JSON_BEGINS = /^\s*(?:\[\s*){0,3}\{\s*"[^"\n]{0,80}"\s*:/
/** How a text in XML, or a part of a page that people do not read, begins and ends: “<mjml>…</mjml>”. */
const XML = /^\s*(?:<\?xml[^>]{0,200}>\s*)?<([a-z][\w:-]{0,40})(?:\s[^<>]{0,1000})?>[\s\S]*<\/\1\s*>\s*$/i

/**
 * Refuses a text in a notation for programs, such as a file of copy as JSON, structured data or the source of a newsletter:
 * its keys would be tested with its words. Errors: `invalid_input`.
 */
export function refuseNotation(text: string, name = 'This'): void {
  const end = text.trimEnd().at(-1)
  if (JSON_BEGINS.test(text) && (end === '}' || end === ']'))
    refuse(`${name} is JSON, for programs; paste the words themselves, as people will read them.`)
  const tag = isMarkup(text) ? undefined : XML.exec(text)?.[1]
  if (tag !== undefined)
    refuse(`${name} is the source of something (<${tag}>); paste the words themselves, as people will read them.`)
}

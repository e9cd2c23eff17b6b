import { LEXICON } from '../data/lexicon.js'
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
  refuseTemplate(text, name)
  const end = text.trimEnd().at(-1)
  if (JSON_BEGINS.test(text) && (end === '}' || end === ']'))
    refuse(`${name} is JSON, for programs; paste the words themselves, as people will read them.`)
  const tag = isMarkup(text) ? undefined : XML.exec(text)?.[1]
  if (tag !== undefined)
    refuse(`${name} is the source of something (<${tag}>); paste the words themselves, as people will read them.`)
}

/** Tags of Liquid, Jinja and Twig that only the templates of sites have. */
const OF_A_SITE =
  /\{%-?\s*(?:schema|sections?|render|liquid|paginate|form|layout|stylesheet|javascript|extends|block|load|csrf_token)\b[^%]{0,2000}%\}/
/** A condition about what is sold; those about who reads a mail are filled in. */
const OF_A_THING =
  /(?:\{%-?\s*(?:if|unless|elsif|elif|case)|\{\{#(?:if|unless))\s[^%{}]{0,200}?(?:(?<![\w.])(?:product|variant|collection|section|block|settings|template|article|blog)(?=[.\s])|\.?(?:available|in_?stock|inventory|stock|sold_?out|compare_at_price))(?![a-z])/i

/**
 * Refuses the template of a page, which says one thing or another by what there is to sell: “In stock”, “Sold out”. A text
 * about such fields is read. Errors: `invalid_input`.
 */
export function refuseTemplate(text: string, name = 'This'): void {
  const isTemplate = OF_A_SITE.test(text) || OF_A_THING.test(text)
  if (isTemplate && !LEXICON.pages().speaks_of_fields.test(text))
    refuse(
      `${name} is the template of a page, of which people see one branch or another; open the page itself in your browser and paste its text, or save it as PDF and give the file.`,
    )
}

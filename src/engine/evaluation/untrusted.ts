import { createHash } from 'node:crypto'

/** Control, format and tag characters that a reader does not see and a model does; line breaks and tabs stay. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** An opening bracket, in any width, before a word that could pass for one of our marks. */
const BOUNDARY_LIKE =
  /[<＜﹤](?=\s*(?:[/／]\s*)?(?:transcript|instructions|conversation|passages|messages?|case|rubric|system|judge|assistant|user|human|data)\b)/giu

/** Text as a person would see it. */
export const visible = (text: string): string => text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '')

/**
 * Text of somebody else as a model may see it: nothing invisible, nothing that looks like the end of its frame. Of visible
 * text every character keeps its place.
 */
export const neutralise = (text: string): string => visible(text).replace(BOUNDARY_LIKE, '‹')

const BOUNDARY_LENGTH = 20

/**
 * Frames untrusted text between two marks nobody could have written into it: they are made from a hash of the whole text
 * and the run's seed, so that text would have to hold its own hash.
 */
export function fence(label: string, text: string, seed: number | string): { text: string; boundary: string } {
  const body = neutralise(text)
  const hash = createHash('sha256')
    .update(JSON.stringify([seed, label, body]))
    .digest('hex')
  const boundary = `${label}-${hash.slice(0, BOUNDARY_LENGTH)}`
  return { boundary, text: `<${boundary}>\n${body}\n</${boundary}>` }
}

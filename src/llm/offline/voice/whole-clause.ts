import type { SpanEdit } from './smooth-edit.js'

const COPULA = `(?:['’](?:s|re)|(?: (?:is|are|feels?|looks?|tastes?|smells?|sounds?|works?))(?: just| simply| so| all)?)`
const CONJUNCTION = '(?:and|but|so|because|since|as|plus)'
const JOINT = `(?:(?:[,;]| [–—-])? ${CONJUNCTION}|[,;:]| [–—-])`
const SUBJECT = '(?:it|that|this|they|you|we|everything|(?:our|the|your|this) [\\p{L}-]+)'
/**
 * What stands in front of a predicate at the end of a clause: “, and it’s ”, “, which is ”, “ and is ”. Without “and is …” a
 * list would lack its “and”.
 */
const CLAUSE = new RegExp(
  `(?:${JOINT} ${SUBJECT}${COPULA}|[,;]? (?:that|which)${COPULA}|(?<=(?:^|[.!?] |\\n)[^,;:.!?\\n]*),? (?:and|but)${COPULA}) ?$`,
  'iu',
)
const SENTENCE = new RegExp(`(?<=^|[.!?] |\\n)(?:it|that|this|they)${COPULA} ?$`, 'iu')

/**
 * An edit that takes out all that a clause says, with the rest of its clause and what joins that to the sentence:
 * “, and it’s [risk-free].” Any other edit as it is.
 */
export function wholeClause(text: string, edit: SpanEdit): SpanEdit {
  const rest = text.slice(edit.end)
  if (!/^[.!]*$/u.test(edit.replacement) || !/^(?:[.,;!?)\n]| [–—-] |$)/u.test(`${edit.replacement}${rest}`))
    return edit
  const lead = text.slice(0, edit.start)
  const clause = CLAUSE.exec(lead)
  if (clause) return joinedTo(lead.slice(0, clause.index), { ...edit, start: clause.index })
  const sentence = SENTENCE.exec(lead)
  const end = edit.end + (/^[.!]* ?/u.exec(rest)?.[0].length ?? 0)
  return sentence && (sentence.index > 0 || end < text.length) ? { start: sentence.index, end, replacement: '' } : edit
}

/** An edit that puts a mark in place of words and their blank, with the word in front, so that no blank stays before it. */
function joinedTo(lead: string, edit: SpanEdit): SpanEdit {
  const [word = ''] = (edit.replacement !== '' && /[^\s.,;:!?]+$/u.exec(lead)) || []
  return { ...edit, start: edit.start - word.length, replacement: `${word}${edit.replacement}` }
}

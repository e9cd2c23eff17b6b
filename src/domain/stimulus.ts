import { z } from 'zod'

/** Longest stimulus accepted, in characters. */
export const MAX_STIMULUS = 20_000

export const Stimulus = z
  .string()
  .trim()
  .min(1, 'The proposition is empty; give a text of at least one word.')
  .max(MAX_STIMULUS, `The proposition is longer than ${MAX_STIMULUS.toLocaleString('en-US')} characters; shorten it.`)

const MIN_WORDS = 2
const LINK = /<?(?:https?:\/\/|www\.)[^\s<>]+>?(?:\|[^\s<>]*>)?/giu
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Whether the text has at least so many words with a letter in them. */
function hasWords(text: string, least: number): boolean {
  let words = 0
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike && /\p{L}/u.test(segment)) words += 1
    if (words >= least) return true
  }
  return false
}

/** Nothing but addresses: a page behind a link is not read. */
const isOnlyLinks = (text: string): boolean => text !== '' && text.replace(LINK, '').trim() === ''

/** A stimulus that a panel can judge: words that people would read, not a link to them. */
export const Proposition = Stimulus.superRefine((text, context) => {
  // Also asked about a text that was found too long.
  if (text.length > MAX_STIMULUS) return
  const problem = isOnlyLinks(text)
    ? 'This is only a link, and the page behind it is not read. Paste the text of the page, or save it as a file and give that.'
    : hasWords(text, MIN_WORDS)
      ? null
      : 'This is too little to judge. Send the sentence or the text as your customers will read it, at least two words.'
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

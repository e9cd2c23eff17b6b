import { wordCount } from '../domain/panel/stimulus.js'

/** Most words of struck text that is a price, with what stands at it: “€49 per person and month”. */
const MAX_WORDS = 12

/** Whether struck text is a price or another number, which tells what the one beside it is compared with. */
export const isStruckNumber = (text: string): boolean => /\p{Nd}/u.test(text) && wordCount(text) <= MAX_WORDS

/** Struck text as Markdown writes it, so that nobody takes it for what is to be paid: “MRP ~~₹24,999~~ ₹14,499”. */
export const struckOut = (text: string): string =>
  text.replace(/\S(?:[\s\S]*\S)?/u, (said) => `~~${said.replace(/\s+/g, ' ')}~~`)

/** A text without the numbers that are struck out. */
export const withoutStruckNumbers = (text: string): string => text.replace(/~~[^~\n<>]{1,300}~~ ?/g, '')

/** Stands before and behind struck text until all of it is known: no character of any text. */
export const STRUCK = '\ufdd2'

export const markStruck = (text: string): string => `${STRUCK}${text}${STRUCK}`

/** Marked text without what is struck out, but for its numbers, which stay and are struck. */
export function readStruck(text: string): string {
  if (!text.includes(STRUCK)) return text
  const pieces = text.split(STRUCK)
  let read = pieces[0] ?? ''
  for (let at = 1; at < pieces.length; at += 2) {
    let struck = pieces[at] ?? ''
    // A price may be struck in several pieces.
    for (; at + 2 < pieces.length && /^[ \t]*$/.test(pieces[at + 1] ?? ''); at += 2)
      struck += `${pieces[at + 1]}${pieces[at + 2]}`
    const after = pieces[at + 1] ?? ''
    if (isStruckNumber(struck)) read = withGap(withGap(read, struckOut(struck)), after)
    else read += after
  }
  return read
}

/** Two texts beside each other, of which one is struck: with a space between them, where words or prices touch. */
const withGap = (before: string, after: string): string =>
  /[\p{L}\p{N}\p{Sc}%~]$/u.test(before) && /^[\p{L}\p{N}\p{Sc}~]/u.test(after) ? `${before} ${after}` : before + after

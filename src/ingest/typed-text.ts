import { withPlainLetters } from '../domain/text/plain-letters.js'
import { filledIn } from './mail.js'

/** A typed text as its readers see it: with “…” for what a program fills in, and plain letters. */
export const typedAsSeen = (text: string): string => filledIn(withPlainLetters(text))

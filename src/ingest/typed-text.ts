import { withPlainLetters } from '../domain/text/plain-letters.js'
import { filledIn } from './mail.js'
import { withoutTimes } from './subtitles.js'

/** A typed text as its readers see it: with “…” for what a program fills in, plain letters, and no times of subtitles. */
export const typedAsSeen = (text: string): string => filledIn(withPlainLetters(withoutTimes(text)))

import { z } from 'zod'
import { CURRENCY_BEFORE, CURRENCY_BEHIND } from '../domain/text/currencies.js'

/** The source of a regular expression; plain words are valid sources. */
export const expression = z
  .string()
  .min(1)
  .superRefine((source, context) => {
    try {
      new RegExp(source, 'u')
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    }
  })

/**
 * A word list as one regular expression. `words` match as whole words or phrases and may contain regular expressions;
 * `patterns` are used as they are. Words are tried before patterns.
 */
export const wordList = (flags: string) =>
  z
    .strictObject({ words: z.array(expression).default([]), patterns: z.array(expression).default([]) })
    .refine(({ words, patterns }) => words.length + patterns.length > 0, 'The list has neither words nor patterns.')
    .transform(({ words, patterns }) => {
      const whole = words.length > 0 ? [`\\b(?:${words.join('|')})\\b`] : []
      return new RegExp([...whole, ...patterns].join('|'), flags)
    })

/** Words in one text, separated by white space. */
export const wordSet = z.string().transform((text) => new Set(text.trim().split(/\s+/)))

/** Languages in which conversations with agents can be read. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'da'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * Phrases as one regular expression: whole words of any alphabet, in any letter case. "~" stands for the rest of a
 * word, a space for any white space, <currency> and <money> for what stands before and behind a sum; longer phrases
 * are tried first.
 */
export const phrases = z.array(expression).transform((list) => phraseExpression(list))

/** The same, where a phrase is all of a text. */
export const wholePhrases = z.array(expression).transform((list) => wholeExpression(list))
/** The same, where a text begins with a phrase, behind what is no letter. */
export const openingPhrases = z
  .array(expression)
  .transform((list) => new RegExp(`^[^\\p{L}\\p{N}]{0,8}(?:${sourceOf(list)})(?![\\p{L}\\p{N}])`, 'iu'))
/** `phrases` listed by language and matched in all languages at once. */
export const phrasesByLanguage = z
  .record(z.enum(LANGUAGES), z.array(expression))
  .transform((lists) => phraseExpression(Object.values(lists).flat()))

const inSomeLanguages = z
  .partialRecord(z.enum(LANGUAGES), z.array(expression))
  .transform((lists) => Object.values(lists).flat())
/** `phrasesByLanguage` of a list that not every language has. */
export const phrasesInSomeLanguages = inSomeLanguages.transform((list) => phraseExpression(list))
/** The same, where a phrase is all of a text. */
export const wholeTexts = inSomeLanguages.transform((list) => wholeExpression(list))

function wholeExpression(list: readonly string[]): RegExp {
  return new RegExp(`^(?:${sourceOf(list)})$`, 'iu')
}

function phraseExpression(list: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sourceOf(list)})(?![\\p{L}\\p{N}])`, 'iu')
}

function sourceOf(list: readonly string[]): string {
  const sources = list.map((phrase) =>
    phrase
      // A "~" by itself is a word: as no letter, repeated, it would divide white space in every way there is.
      .replace(/(?<=^|[ (|]|\(\?:)~(?=[ )|]|$)/g, '\\p{L}+')
      .replaceAll('~', '\\p{L}*')
      .replace(/ (?![*+?{])/g, '\\s+')
      .replaceAll("'", "['’]")
      .replaceAll('<currency>', CURRENCY_BEFORE)
      .replaceAll('<money>', CURRENCY_BEHIND),
  )
  return sources.join('|')
}

import { z } from 'zod'

/** The source of a regular expression; plain words are one too. */
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

/** Words as one text, with white space between them. */
export const wordSet = z.string().transform((text) => new Set(text.trim().split(/\s+/)))

/** Languages that conversations with agents are read in. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'da'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * Phrases as one regular expression: whole words of any alphabet, in any letter case. "~" stands for the rest of a word, a
 * blank for white space of any kind; the longer phrase is tried first.
 */
export const phrases = z.array(expression).transform((list) => phraseExpression(list))
/** The same, listed by language and read in all of them at once. */
export const phrasesByLanguage = z
  .record(z.enum(LANGUAGES), z.array(expression))
  .transform((lists) => phraseExpression(Object.values(lists).flat()))

function phraseExpression(list: readonly string[]): RegExp {
  const sources = list.map((phrase) =>
    phrase
      .replaceAll('~', '\\p{L}*')
      .replace(/ (?![*+?{])/g, '\\s+')
      .replaceAll("'", "['’]"),
  )
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

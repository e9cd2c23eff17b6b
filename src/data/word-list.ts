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

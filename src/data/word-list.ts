import { z } from 'zod'

/** A regular expression, or words that may use one. */
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
 * A list of words as one regular expression. `words` are whole words or phrases and may use regular expressions
 * themselves; `patterns` stand as they are. Words are tried before patterns.
 */
export const wordList = (flags: string) =>
  z
    .strictObject({ words: z.array(expression).default([]), patterns: z.array(expression).default([]) })
    .refine(({ words, patterns }) => words.length + patterns.length > 0, 'The list has neither words nor patterns.')
    .transform(({ words, patterns }) => {
      const whole = words.length > 0 ? [`\\b(?:${words.join('|')})\\b`] : []
      return new RegExp([...whole, ...patterns].join('|'), flags)
    })

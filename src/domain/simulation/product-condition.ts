import { z } from 'zod'

/** One test of a condition: `name` holds from 1 on, `name>=n` from n on. */
type Test = { readonly name: string; readonly at_least: number }
/** Tests that all have to hold. A name is a variable, a screen that has succeeded, or `idle_days`. */
export type Condition = readonly Test[]

// A flag would be lost where a schema is printed.
export const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/
const TEST = /^([a-z][a-z0-9_-]*)(?:\s*>=\s*(\d+(?:\.\d+)?))?$/i

/** Parses `name`, `name>=n`, and several of these joined by `and`. `null` for any other text; nothing is evaluated as code. */
export function parseCondition(text: string): Condition | null {
  const tests: Test[] = []
  for (const part of text.trim().split(/\s+and\s+/i)) {
    const [, name, at_least] = TEST.exec(part.trim()) ?? []
    if (name === undefined) return null
    tests.push({ name, at_least: at_least === undefined ? 1 : Number(at_least) })
  }
  return tests
}

/** A condition as written in a product file; `parseCondition` parses it. */
export const ConditionText = z
  .string()
  .max(200)
  .refine((text) => parseCondition(text) !== null, {
    error: ({ input }) =>
      `A condition is a name, "name>=2", or several of these joined by "and"; this is "${String(input)}".`,
  })

import type { z } from 'zod'
import { insteadOf } from './nearest.js'
import type { Problem } from './refuse.js'
import { sayIssue } from './say-issue.js'
import { shown } from './shown.js'
import { type Path, unknownKeys } from './unknown-keys.js'

/** Where in a file something stands: its line from 1, and its name for a person (`agent.tools[0].name`; '' for the whole). */
export type Where = (path: Path) => { readonly line: number; readonly name: string }
/** What a document says, or what is wrong with it; `total` counts also problems that are not listed. */
export type Reading<T> = { readonly value: T } | { readonly problems: readonly Problem[]; readonly total: number }

/** Lines are looked up for so many of each kind of problem; nobody reads more. */
const MOST_PLACED = 10

/** Parses a value by its schema and also refuses keys the schema does not know. */
export function readAs<S extends z.ZodType>(schema: S, given: unknown, where: Where): Reading<z.infer<S>> {
  const parsed = schema.safeParse(given, { reportInput: true })
  const unknown = unknownKeys(schema, given)
  if (parsed.success && unknown.length === 0) return { value: parsed.data }
  const issues = parsed.error?.issues ?? []
  const at = (path: Path, sentence: string): Problem => {
    const { line, name } = where(path)
    return { line, sentence: name === '' ? sentence : `${name}: ${sentence}` }
  }
  return {
    problems: [
      ...unknown.slice(0, MOST_PLACED).map(({ path, key, known }) => ({
        line: where(path).line,
        sentence: `The key "${shown(key)}" is not known here; ${insteadOf(key, known)}`,
      })),
      ...issues.slice(0, MOST_PLACED).map((issue) => at(issue.path, sayIssue(issue))),
    ],
    total: unknown.length + issues.length,
  }
}

/** A path as people write it. */
export const nameOf = (path: Path): string =>
  path.reduce<string>((at, step) => {
    if (typeof step === 'number') return `${at}[${step}]`
    return `${at}${at === '' ? '' : '.'}${shown(String(step), 40)}`
  }, '')

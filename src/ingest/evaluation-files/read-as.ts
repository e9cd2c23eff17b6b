import { z } from 'zod'
import { insteadOf } from './nearest.js'
import { excerpt, type Problem } from './refuse.js'

export type Path = readonly PropertyKey[]
/** Where in a file something stands: its line from 1, and its name for a person (`agent.tools[0].name`; '' for the whole). */
export type Where = (path: Path) => { readonly line: number; readonly name: string }
/** What a document says, or what is wrong with it; `total` counts also problems that are not listed. */
export type Reading<T> = { readonly value: T } | { readonly problems: readonly Problem[]; readonly total: number }

/** Lines are looked up for so many of each kind of problem; nobody reads more. */
const MAX_PLACED = 10

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
      ...unknown.slice(0, MAX_PLACED).map(({ path, key, known }) => ({
        line: where(path).line,
        sentence: `The key "${excerpt(key)}" is not known here; ${insteadOf(key, known)}`,
      })),
      ...issues.slice(0, MAX_PLACED).map((issue) => at(issue.path, sentenceOf(issue))),
    ],
    total: unknown.length + issues.length,
  }
}

/** A path as people write it. */
export const nameOf = (path: Path): string =>
  path.reduce<string>((at, step) => {
    if (typeof step === 'number') return `${at}[${step}]`
    return `${at}${at === '' ? '' : '.'}${excerpt(String(step), 40)}`
  }, '')

/** A schema's issue as one sentence: its own, or zod's. */
function sentenceOf({ code, input, message }: z.core.$ZodIssue): string {
  const own = message.endsWith('.')
  if (!own && code === 'invalid_type' && input === undefined) return 'This is missing.'
  return `${excerpt(message, 300)}${own ? '' : '.'}`
}

type UnknownKey = { readonly path: Path; readonly key: string; readonly known: readonly string[] }

/** The schema inside defaults, `null`s and optional fields. */
export function inner(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return inner(schema.unwrap())
  return schema
}

/** Keys of a value that its schema does not name, in the order they stand in; a parse would drop them in silence. */
function unknownKeys(schema: unknown, value: unknown, path: Path = []): UnknownKey[] {
  const of = inner(schema)
  if (of instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item, index) => unknownKeys(of.element, item, [...path, index]))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const entries = Object.entries(value)
  if (of instanceof z.ZodRecord)
    return entries.flatMap(([key, item]) => unknownKeys(of.valueType, item, [...path, key]))
  if (!(of instanceof z.ZodObject)) return []
  const known = Object.keys(of.shape)
  return entries.flatMap(([key, item]) =>
    known.includes(key) ? unknownKeys(of.shape[key], item, [...path, key]) : [{ path: [...path, key], key, known }],
  )
}

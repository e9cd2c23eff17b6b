import { z } from 'zod'

export type Path = readonly PropertyKey[]
type UnknownKey = { readonly path: Path; readonly key: string; readonly known: readonly string[] }

/** The schema inside defaults, `null`s and optional fields. */
export function inner(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return inner(schema.unwrap())
  return schema
}

/** Keys of a value that its schema does not name, in the order they stand in; a parse would drop them in silence. */
export function unknownKeys(schema: unknown, value: unknown, path: Path = []): UnknownKey[] {
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

import { z } from 'zod'
import { suggestInstead } from '../../domain/text/nearest.js'
import { upperFirst } from '../../domain/text/words.js'
import { excerpt, type Problem } from './refuse.js'

export type Path = readonly PropertyKey[]
/**
 * Locates a path in a file: its line from 1, and its readable name (`agent.tools[0].name`; '' for the root). `text`: that
 * line, where it is known.
 */
export type Where = (path: Path) => { readonly line: number; readonly name: string; readonly text?: string }
/** The value of a document, or its problems; `total` also counts problems that are not listed. */
export type Reading<T> = { readonly value: T } | { readonly problems: readonly Problem[]; readonly total: number }

/** Problems of each kind whose lines are looked up; messages list no more. */
const MAX_LOCATED = 10

/** Parses a value by its schema and also refuses keys that the schema does not have. */
export function readAs<S extends z.ZodType>(schema: S, value: unknown, where: Where): Reading<z.infer<S>> {
  const parsed = schema.safeParse(value, { reportInput: true })
  const unknown = unknownKeys(schema, value)
  if (parsed.success && unknown.length === 0) return { value: parsed.data }
  // Unknown keys are reported below, with suggestions.
  const issues = (parsed.error?.issues ?? []).filter(({ message }) => !message.startsWith('Unrecognized key'))
  const at = (path: Path, sentence: string): Problem => {
    const { line, name } = where(path)
    return { line, sentence: name === '' ? sentence : `${name}: ${sentence}` }
  }
  return {
    problems: [
      ...unknown.slice(0, MAX_LOCATED).map(({ path, key, known }) => {
        const { line, text } = where(path)
        const unknownKey = `The key "${excerpt(key)}" is not known here; ${suggestInstead(key, known)}`
        return { line, sentence: decimalComma(text, key) ?? unknownKey }
      }),
      ...issues.slice(0, MAX_LOCATED).map((issue) => at(issue.path, sentenceOf(issue))),
    ],
    total: unknown.length + issues.length,
  }
}

/** A path in readable form: `agent.tools[0].name`. */
export const pathName = (path: Path): string =>
  path.reduce<string>((at, step) => {
    if (typeof step === 'number') return `${at}[${step}]`
    return `${at}${at === '' ? '' : '.'}${excerpt(String(step), 40)}`
  }, '')

/** A schema's issue as one sentence: the schema's own message, or plain words for zod's. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const { code, input, message } = issue
  // The problem of an invalid key is nested one level deeper.
  if (issue.code === 'invalid_key' && issue.issues[0] !== undefined) return sentenceOf(issue.issues[0])
  const own = message.endsWith('.')
  if (own) return excerpt(message, 300)
  if (code === 'invalid_type' && input === undefined) return 'This is missing.'
  return plainSentence(issue) ?? `${excerpt(message, 300)}.`
}

const KINDS: Readonly<Record<string, string>> = {
  ...{ number: 'a number', int: 'a whole number', string: 'a text', boolean: 'true or false' },
  ...{ array: 'a list', object: 'a set of keys with values', record: 'a set of keys with values' },
}

function plainSentence(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = KINDS[issue.expected]
      return wanted && `This is to be ${wanted}, not ${givenAs(issue.input)}.${asNumber(issue)}`
    }
    case 'invalid_value':
      return issue.values.length === 0
        ? undefined
        : `${upperFirst(givenAs(issue.input))} is not known here; ${choices(issue)}`
    case 'too_small':
      return sizeSentence(issue.origin, 'least', issue.minimum)
    case 'too_big':
      return sizeSentence(issue.origin, 'most', issue.maximum)
    default:
      return undefined
  }
}

/** A value as it was given, for a sentence. */
function givenAs(input: unknown): string {
  if (typeof input === 'string') return `"${excerpt(input)}"`
  if (input === null) return 'an empty value'
  if (Array.isArray(input)) return 'a list'
  return typeof input === 'object' ? 'a set of keys' : String(input)
}

const choices = ({ input, values }: z.core.$ZodIssueInvalidValue): string =>
  suggestInstead(String(input), values.map(String))

/** Hint for a share that was written as "22%", and for a number with a decimal comma. */
function asNumber({ expected, input }: z.core.$ZodIssueInvalidType): string {
  const [, digits, percent] = /^\s*(-?\d*(?:[.,]\d+)?)\s*(%?)\s*$/.exec(typeof input === 'string' ? input : '') ?? []
  if (expected !== 'number' || !digits) return ''
  const number = Number(digits.replace(',', '.'))
  return ` Write ${percent === '%' ? Math.round(number * 1e10) / 1e12 : number}.`
}

function sizeSentence(origin: string, bound: 'least' | 'most', limit: number | bigint): string | undefined {
  if (origin === 'number' || origin === 'int') return `This is to be at ${bound} ${limit}.`
  if (bound === 'least' && Number(limit) === 1) return 'This is empty.'
  if (origin === 'string') return `This is to have at ${bound} ${limit} characters.`
  return origin === 'array' ? `This is to have at ${bound} ${limit} entries.` : undefined
}

type UnknownKey = { readonly path: Path; readonly key: string; readonly known: readonly string[] }

/** In `{ effort: 0,7, minutes: 3 }` the comma ends the value, and 7 is a key. */
function decimalComma(text: string | undefined, key: string): string | undefined {
  if (text === undefined || !/^\d+$/.test(key)) return undefined
  const [written, whole = ''] = new RegExp(`(-?\\d+),${key}(?![\\d:])`).exec(text) ?? []
  return written && `A number has a point and no comma. Write ${whole}.${key}, not ${written}.`
}

/** The schema inside defaults, `null`s and optional fields. */
export function unwrapSchema(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return unwrapSchema(schema.unwrap())
  return schema
}

/** Keys of a value that its schema does not have, in the order of the file; zod would drop them silently. */
function unknownKeys(schema: unknown, value: unknown, path: Path = []): UnknownKey[] {
  const of = unwrapSchema(schema)
  if (of instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item, index) => unknownKeys(of.element, item, [...path, index]))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const entries = Object.entries(value)
  if (of instanceof z.ZodRecord)
    // zod drops `__proto__` silently.
    return entries.flatMap(([key, item]) =>
      key === '__proto__'
        ? [{ path: [...path, key], key, known: [] }]
        : unknownKeys(of.valueType, item, [...path, key]),
    )
  if (!(of instanceof z.ZodObject)) return []
  const known = Object.keys(of.shape)
  return entries.flatMap(([key, item]) =>
    known.includes(key) ? unknownKeys(of.shape[key], item, [...path, key]) : [{ path: [...path, key], key, known }],
  )
}

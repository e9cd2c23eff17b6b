import { z } from 'zod'
import { upperFirst } from '../domain/text/words.js'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** String formats that structured output supports; others are described in words. */
const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'])
/** Keywords that do not affect the shape. */
const IGNORED = ['$schema', 'default', 'title', 'id']

/**
 * The JSON schema of structured output for a task's answer: every object closed, every key required, bounds as words in
 * the descriptions (they are checked after parsing), and without fields marked `not_asked`. Throws on shapes that
 * structured output does not support: records, tuples, recursion, anything but an object at the root.
 */
export function outputSchema(answer: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(answer, { io: 'input', unrepresentable: 'throw' }) as JsonSchema
  if (schema.type !== 'object') throw new Error('A model answer must be an object at its root, not a union or a list.')
  return convert(schema, '')
}

function convert(schema: JsonSchema, path: string): JsonSchema {
  const { description, type, enum: values, const: value, anyOf, oneOf, properties, items, ...rest } = schema
  const { required: _, additionalProperties, ...keywords } = rest
  const variants = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if (additionalProperties !== undefined && additionalProperties !== false) unsupported('a record', path)
  const [words, kept] = boundsInWords(keywords, path)
  const fullDescription = [description, ...words].filter((text) => typeof text === 'string').join(' ')
  const converted: Keywords = {}
  if (type !== undefined) converted.type = type
  if (values !== undefined) converted.enum = values
  if (value !== undefined) converted.const = value
  if (fullDescription !== '') converted.description = fullDescription
  Object.assign(converted, kept)
  if (variants) converted.anyOf = variants.map((variant) => convert(variant, path))
  if (items !== undefined) converted.items = convert(items as JsonSchema, `${path}[]`)
  if (type === 'object') Object.assign(converted, closedObject((properties ?? {}) as Record<string, JsonSchema>, path))
  return converted
}

function closedObject(properties: Record<string, JsonSchema>, path: string): JsonSchema {
  const entries = Object.entries(properties).filter(([, { not_asked }]) => not_asked !== true)
  return {
    properties: Object.fromEntries(
      entries.map(([key, schema]) => [key, convert(schema, path === '' ? key : `${path}.${key}`)]),
    ),
    required: entries.map(([key]) => key),
    additionalProperties: false,
  }
}

type Keywords = { [keyword: string]: unknown }

/** Bounds as sentences, and the few keywords that structured output supports. */
function boundsInWords(keywords: Keywords, path: string): [string[], JsonSchema] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, ...afterNumbers } = keywords
  const { minItems, maxItems, minLength, maxLength, pattern, format, ...others } = afterNumbers
  const unknown = Object.keys(others).filter((keyword) => !IGNORED.includes(keyword))
  if (unknown.length > 0) unsupported(`\`${unknown.join('`, `')}\``, path)
  const keepsFormat = typeof format === 'string' && FORMATS.has(format)
  const words = [
    rangeInWords(unlessSafeInteger(minimum), unlessSafeInteger(maximum), (n) => `From ${n}.`),
    exclusiveMinimum === undefined ? null : `More than ${exclusiveMinimum}.`,
    exclusiveMaximum === undefined ? null : `Less than ${exclusiveMaximum}.`,
    multipleOf === undefined ? null : `A multiple of ${multipleOf}.`,
    rangeInWords(minItems, maxItems, (n) => `${n} items.`),
    minLength === 1 && maxLength === undefined
      ? 'Not empty.'
      : rangeInWords(minLength, maxLength, (n) => `${n} characters.`),
    pattern === undefined || keepsFormat ? null : `Matches the regular expression ${pattern}.`,
    format === undefined || keepsFormat ? null : `Format: ${format}.`,
  ]
  const kept: Keywords = {}
  if (minItems === 0 || minItems === 1) kept.minItems = minItems
  if (keepsFormat) kept.format = format
  return [words.filter((sentence) => sentence !== null), kept]
}

/** zod bounds every integer by the largest exact double; that bound is not passed to the model. */
export const unlessSafeInteger = (bound: unknown) =>
  Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER ? undefined : bound

function rangeInWords(min: unknown, max: unknown, say: (amount: string) => string): string | null {
  if (min === undefined && max === undefined) return null
  let amount = `${min} to ${max}`
  if (max === undefined) amount = `at least ${min}`
  else if (min === undefined) amount = `at most ${max}`
  else if (min === max) amount = `exactly ${min}`
  return upperFirst(say(amount).replace(/^From (?=at|exactly)/, ''))
}

function unsupported(what: string, path: string): never {
  throw new Error(`Structured output cannot express ${what} (at ${path === '' ? 'the root' : path}).`)
}

/** The JSON in a text: the text as it is, the content of a code fence, or from the first to the last brace. */
export function readJson(text: string): { value: unknown } | { problem: string } {
  const fenced = /```(?:json)?([\s\S]*?)```/.exec(text)?.[1]
  const braced = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  for (const candidate of [text, fenced, braced]) {
    if (candidate === undefined || candidate.trim() === '') continue
    try {
      return { value: JSON.parse(candidate) }
    } catch {
      // the next candidate may be valid JSON
    }
  }
  return { problem: text.trim() === '' ? 'There was no answer.' : 'The answer was not valid JSON.' }
}

/** More problems than this do not help the model to repair its answer. */
const MAX_PROBLEMS = 12

/** The problems of an answer, one sentence each. */
export function problemsOf(error: z.ZodError): string[] {
  return error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => {
    const where = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
    return `${where === '' ? 'The answer' : `"${where.replace(/^\./, '')}"`}: ${message}.`
  })
}

/** The message that asks the model for its only repair. */
export const repairText = (problems: readonly string[]): string =>
  `That answer cannot be used:\n${problems.map((problem) => `- ${problem}`).join('\n')}\nGive the whole answer again with these points corrected and everything else kept.`

/** Describes the answer's shape in the prompt, for servers that support neither structured output nor tools. */
export const schemaInWords = (schema: JsonSchema): string =>
  `Answer with one JSON object and nothing else: no code fence, no words before or after it. It must fit this JSON schema:\n${JSON.stringify(schema)}`

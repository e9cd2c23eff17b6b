import { z } from 'zod'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** String formats structured output understands; others become words. */
const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'])
/** Keywords that say nothing about the shape. */
const IGNORED = ['$schema', 'default', 'title', 'id']

/**
 * The JSON schema of structured output for a task's answer: every object closed, every key required, bounds as words
 * in the descriptions (they are checked after parsing). Throws on what structured output cannot say: records, tuples,
 * recursion, anything but an object at the root.
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
  const said = [description, ...words].filter((text) => typeof text === 'string').join(' ')
  return {
    ...(type === undefined ? {} : { type }),
    ...(values === undefined ? {} : { enum: values }),
    ...(value === undefined ? {} : { const: value }),
    ...(said === '' ? {} : { description: said }),
    ...kept,
    ...(variants && { anyOf: variants.map((variant) => convert(variant, path)) }),
    ...(items === undefined ? {} : { items: convert(items as JsonSchema, `${path}[]`) }),
    ...(type === 'object' && closedObject((properties ?? {}) as Record<string, JsonSchema>, path)),
  }
}

function closedObject(properties: Record<string, JsonSchema>, path: string): JsonSchema {
  const entries = Object.entries(properties)
  return {
    properties: Object.fromEntries(
      entries.map(([key, schema]) => [key, convert(schema, path === '' ? key : `${path}.${key}`)]),
    ),
    required: entries.map(([key]) => key),
    additionalProperties: false,
  }
}

type Bounds = { [keyword: string]: unknown }

/** Bounds as sentences, and the few keywords that structured output takes as they are. */
function boundsInWords(keywords: Bounds, path: string): [string[], JsonSchema] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, ...afterNumbers } = keywords
  const { minItems, maxItems, minLength, maxLength, pattern, format, ...others } = afterNumbers
  const unknown = Object.keys(others).filter((keyword) => !IGNORED.includes(keyword))
  if (unknown.length > 0) unsupported(`\`${unknown.join('`, `')}\``, path)
  const keepsFormat = typeof format === 'string' && FORMATS.has(format)
  const words = [
    range(unlessSafeInteger(minimum), unlessSafeInteger(maximum), (n) => `From ${n}.`),
    exclusiveMinimum === undefined ? null : `More than ${exclusiveMinimum}.`,
    exclusiveMaximum === undefined ? null : `Less than ${exclusiveMaximum}.`,
    multipleOf === undefined ? null : `A multiple of ${multipleOf}.`,
    range(minItems, maxItems, (n) => `${n} items.`),
    minLength === 1 && maxLength === undefined ? 'Not empty.' : range(minLength, maxLength, (n) => `${n} characters.`),
    pattern === undefined || keepsFormat ? null : `Matches the regular expression ${pattern}.`,
    format === undefined || keepsFormat ? null : `Format: ${format}.`,
  ]
  return [
    words.filter((word) => word !== null),
    { ...(minItems === 0 || minItems === 1 ? { minItems } : {}), ...(keepsFormat ? { format } : {}) },
  ]
}

/** zod bounds every integer by what a double holds exactly; that is no bound to tell a model. */
export const unlessSafeInteger = (bound: unknown) =>
  Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER ? undefined : bound

function range(least: unknown, most: unknown, say: (amount: string) => string): string | null {
  if (least === undefined && most === undefined) return null
  let amount = `${least} to ${most}`
  if (most === undefined) amount = `at least ${least}`
  else if (least === undefined) amount = `at most ${most}`
  else if (least === most) amount = `exactly ${least}`
  const sentence = say(amount).replace(/^From (?=at|exactly)/, '')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function unsupported(what: string, path: string): never {
  throw new Error(`Structured output cannot express ${what} (at ${path === '' ? 'the root' : path}).`)
}

/** The JSON of a text: as it is, out of a code fence, or from its first to its last brace. */
export function readJson(text: string): { value: unknown } | { problem: string } {
  const fenced = /```(?:json)?([\s\S]*?)```/.exec(text)?.[1]
  const braced = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  for (const candidate of [text, fenced, braced]) {
    if (candidate === undefined || candidate.trim() === '') continue
    try {
      return { value: JSON.parse(candidate) }
    } catch {
      // the next candidate may do
    }
  }
  return { problem: text.trim() === '' ? 'There was no answer.' : 'The answer was not valid JSON.' }
}

/** More than this many complaints help nobody. */
const MOST_COMPLAINTS = 12

/** What is wrong with an answer, a plain sentence each. */
export function complaints(error: z.ZodError): string[] {
  return error.issues.slice(0, MOST_COMPLAINTS).map(({ path, message }) => {
    const where = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
    return `${where === '' ? 'The answer' : `"${where.replace(/^\./, '')}"`}: ${message}.`
  })
}

/** What the model is told in its one repair round. */
export const repairText = (problems: readonly string[]): string =>
  `That answer cannot be used:\n${problems.map((problem) => `- ${problem}`).join('\n')}\nGive the whole answer again with these points corrected and everything else kept.`

/** How a model is told the shape where the server knows neither structured output nor tools. */
export const schemaInWords = (schema: JsonSchema): string =>
  `Answer with one JSON object and nothing else: no code fence, no words before or after it. It must fit this JSON schema:\n${JSON.stringify(schema)}`

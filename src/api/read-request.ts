import type { z } from 'zod'
import { cleanText } from '../domain/text/clean-text.js'
import { AppError, refuse } from '../errors.js'
import { issueSentence } from '../service/issue-sentence.js'

/** Deepest nesting of a body, beyond any valid document, so that recursive code is safe. */
const MAX_DEPTH = 64
/** Most values of a body; a set of 1,000 people has about 350,000. */
const MAX_VALUES = 500_000

/** JSON types, and the types that curl and fetch send by default. */
const JSON_TYPES = /^(application\/([\w.-]+\+)?json|text\/plain|application\/x-www-form-urlencoded)\s*(;|$)/i

/**
 * The JSON body of a request; `{}` where there is none. Errors: `invalid_input`, also for characters that cannot be
 * stored; `wrong_type`.
 */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !JSON_TYPES.test(type)) throw new AppError('wrong_type', { given: type.slice(0, 100) })
  const bytes = new Uint8Array(await request.arrayBuffer())
  refuseManyValuesUnparsed(bytes)
  const text = utf8Of(bytes)
  if (text.trim() === '') return {}
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return refuse('The body is not JSON.')
  }
  refuseDeepOrLargeJson(body)
  const field = unstorable(body)?.join('.')
  if (field !== undefined) return refuse(`${field || 'The body'}: ${NO_TEXT}`)
  return body
}

const NO_TEXT = 'It has a character that is no text (NUL, or one half of a surrogate pair); leave it out.'

function utf8Of(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('The body is not UTF-8; send it in that encoding.')
  }
}

/** Path of a string or field name that PostgreSQL cannot store; null where there is none. */
function unstorable(value: unknown): string[] | null {
  if (typeof value === 'string') return cleanText(value) === value ? null : []
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const inner = unstorable(value[index])
      if (inner) return [String(index), ...inner]
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (cleanText(key) !== key) return [cleanText(key)]
      const inner = unstorable(item)
      if (inner) return [key, ...inner]
    }
  }
  return null
}

/** Whether a text has Unicode control characters, which no path or query may have. */
export const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)

/** The query of a request. Errors: `invalid_input` for control characters, and for a repeated name. */
export function readQuery(query: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> {
  const read = Object.entries(query).map(([name, [value = '', ...others]]) => {
    if (hasControls(name + value)) refuse(`${name}: It has a control character; leave it out.`)
    if (others.length > 0) refuse(`${name}: It stands in the address more than once; give it once.`)
    return [name, value] as const
  })
  return Object.fromEntries(read)
}

const tooManyValues = (): never =>
  refuse(`The body holds more than ${MAX_VALUES.toLocaleString('en-US')} values; send less at once.`)

/**
 * Refuses JSON with far too many values before it is parsed: millions of small ones hold the process for seconds. Every
 * comma is followed by a value, and every bracket opens one.
 */
function refuseManyValuesUnparsed(bytes: Uint8Array): void {
  const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{')
  let commas = 0
  let opened = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (inText) {
      if (byte === backslash) at += 1
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === comma) commas += 1
    else if (byte === bracket || byte === brace) opened += 1
    if (commas > MAX_VALUES || opened > MAX_VALUES) tooManyValues()
  }
}

/** Errors: `invalid_input` for a JSON value that is nested too deep or has too many values. */
function refuseDeepOrLargeJson(body: unknown): void {
  let values = 0
  const visit = (value: unknown, level: number): void => {
    if (level > MAX_DEPTH) refuse(`The body is nested more than ${MAX_DEPTH} levels deep; flatten it.`)
    values += 1
    if (values > MAX_VALUES) tooManyValues()
    if (Array.isArray(value)) for (let index = 0; index < value.length; index++) visit(value[index], level + 1)
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) visit(item, level + 1)
  }
  visit(body, 1)
}

/** The value as parsed by its schema. Errors: `invalid_input` with one sentence that names the field. */
export function parseAs<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given, { reportInput: true })
  return parsed.success ? parsed.data : refuse(sentenceOf(deepest(parsed.error.issues)))
}

type Issue = z.core.$ZodIssue

/** The first issue; for a union, that of its best-fitting member: whose issue lies deepest, then who has the fewest. */
function deepest(issues: readonly Issue[], path: PropertyKey[] = []): Issue | undefined {
  const [issue] = issues
  if (!issue) return undefined
  const whole = { ...issue, path: [...path, ...issue.path] }
  if (issue.code !== 'invalid_union') return whole
  const byFit = [...issue.errors].sort((a, b) => a.length - b.length)
  const faults = byFit.map((errors) => deepest(errors, whole.path)).filter((fault) => fault !== undefined)
  return faults.sort((a, b) => b.path.length - a.path.length)[0] ?? whole
}

function sentenceOf(issue: Issue | undefined): string {
  if (!issue) return 'The request is not valid.'
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys' && issue.message.startsWith('Unrecognized')) {
    const where = field === '' ? '' : ` in ${field}`
    return `There is no field "${issue.keys[0]?.slice(0, 80)}"${where}; leave it out.`
  }
  const sentence = issueSentence(issue).replace(/\.$/, '')
  if (field === '') return `The request is not as expected: ${sentence}.`
  return sentence === 'it is missing' ? `${field} is missing.` : `${field}: ${sentence}.`
}

import type { z } from 'zod'
import { nearest, suggestInstead } from '../domain/text/nearest.js'
import { AppError } from '../errors.js'
import { clean, truncate } from '../presentation/clean.js'
import { inputJson, type ToolDefinition } from './define-tool.js'

const MAX_ISSUES = 5
const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/

/** The parts of a parameter's JSON schema that are used here. */
type Parameter = { readonly type?: string; readonly enum?: readonly string[]; readonly items?: Parameter }
type Parameters = Readonly<Record<string, Parameter>>

const parametersOf = (tool: Pick<ToolDefinition, 'input'>): Parameters =>
  (inputJson(tool).properties ?? {}) as Parameters

/**
 * Parses the arguments of a call leniently: `null` counts as left out, "6" as 6, "10,12" as a list of numbers, a single
 * name as a list, Medium as medium. Errors: `invalid_input` with every mistake, and the nearest names.
 */
export function parseArguments(tool: Pick<ToolDefinition, 'input'>, args: unknown): Record<string, unknown> {
  const parameters = parametersOf(tool)
  const parsed = tool.input.safeParse(coerceArguments(args ?? {}, parameters), { reportInput: true })
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.slice(0, MAX_ISSUES).map((issue) => problemIn(issue, parameters))
  throw new AppError('invalid_input', { problem: `${problems.join('. ')}.`.replace(/([.?])\.+$/, '$1') })
}

function coerceArguments(args: unknown, parameters: Parameters): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args
  const given = Object.entries(args).filter(([, value]) => value !== null)
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      Object.hasOwn(parameters, name) ? coerceValue(value, parameters[name]) : value,
    ]),
  )
}

function coerceValue(value: unknown, parameter: Parameter = {}): unknown {
  const { type = '', items } = parameter
  if (type === 'array') {
    const list = typeof value === 'string' ? listIn(value, items) : value
    return Array.isArray(list) ? list.map((item) => coerceValue(item, items)) : list
  }
  if (typeof value !== 'string') return type === 'string' && isPlain(value) ? String(value) : value
  const named = parameter.enum?.find((name) => name === value.trim().toLowerCase())
  if (named !== undefined) return named
  if (isNumeric(type) && NUMBER.test(value)) return Number(value)
  if (type === 'boolean' && /^\s*(true|false)\s*$/i.test(value)) return /true/i.test(value)
  return value
}

const isPlain = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean'

const isNumeric = (type = ''): boolean => type === 'number' || type === 'integer'

/** A list written as JSON, numbers with commas between them, or one item. */
function listIn(text: string, items: Parameter = {}): unknown {
  if (!/^\s*\[/.test(text)) return isNumeric(items.type) ? text.split(',') : [text]
  try {
    return JSON.parse(text)
  } catch {
    return [text]
  }
}

const tooLong = (issue: z.core.$ZodIssue): string | null =>
  issue.code === 'too_big' && issue.origin === 'string'
    ? `it is longer than ${issue.maximum.toLocaleString('en-US')} characters; shorten it`
    : null

function problemIn(issue: z.core.$ZodIssue, parameters: Parameters): string {
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys' && field === '') return unknownNames(issue.keys, Object.keys(parameters))
  const [name = ''] = issue.path.map(String)
  const problem = /received undefined$/.test(issue.message) ? 'it is missing' : (tooLong(issue) ?? issue.message)
  return field === '' ? problem : `${field}: ${problem}${enumHint(issue, parameters[name])}`
}

/** "There is no parameter "propositon": did you mean "proposition"?" */
const unknownNames = (names: readonly string[], known: readonly string[]): string =>
  names.map((name) => `There is no parameter "${short(name)}": ${suggestInstead(name, known)}`).join(' ')

function enumHint({ input, code }: z.core.$ZodIssue, parameter: Parameter | undefined): string {
  if (code !== 'invalid_value' || typeof input !== 'string') return ''
  const name = nearest(input, parameter?.enum ?? [])
  return name === undefined ? '' : `; did you mean "${name}"?`
}

const short = (text: string): string => truncate(clean(text), 40)

import type { z } from 'zod'
import { nearest, suggestInstead } from '../domain/text/nearest.js'
import { AppError } from '../errors.js'
import { clean, truncate } from '../presentation/clean.js'
import { issueSentence } from '../service/issue-sentence.js'
import { inputJson, type ToolDefinition } from './define-tool.js'

const MAX_ISSUES = 5
const YES_OR_NO = /^\s*(?:true|false|yes|no)\s*$/i
const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/

/** The parts of a parameter's JSON schema that are used here. */
type Parameter = { readonly type?: string; readonly enum?: readonly string[]; readonly items?: Parameter }
type Parameters = Readonly<Record<string, Parameter>>

const parametersOf = (tool: Pick<ToolDefinition, 'input'>): Parameters =>
  (inputJson(tool).properties ?? {}) as Parameters

/** Lists of names, none of which has a comma in it; a text or an address may. */
const LISTS_OF_NAMES: ReadonlySet<string> = new Set(['panel', 'archetypes'])

/** Names that models give to a parameter, with what it is called here; the first that the tool has. */
const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ['text', 'stimulus', 'copy', 'content', 'concept', 'idea', 'pitch', 'headline', 'message', 'input'].map((name) => [
    name,
    ['proposition', 'subject', 'propositions', 'question', 'product'],
  ]),
)
/** Longest id of an agent; what is longer, or has several lines, is the text of its file. */
const MAX_ID = 120

/**
 * Parses the arguments of a call leniently: `null` counts as left out, "6" as 6, yes as true, "10,12" as a list of
 * numbers, "a, b" as a list of names, a single text as a list, Medium as medium. Errors: `invalid_input` with every
 * mistake, and the nearest names.
 */
export function parseArguments(tool: Pick<ToolDefinition, 'input'>, args: unknown): Record<string, unknown> {
  const parameters = parametersOf(tool)
  const parsed = tool.input.safeParse(coerceArguments(args ?? {}, parameters), { reportInput: true })
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.slice(0, MAX_ISSUES).map((issue) => problemIn(issue, parameters, Object(args)))
  throw new AppError('invalid_input', { problem: `${problems.join('. ')}.`.replace(/([.?])\.+$/, '$1') })
}

function coerceArguments(args: unknown, parameters: Parameters): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args
  const given = Object.entries(args).filter(([, value]) => value !== null)
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (!Object.hasOwn(parameters, name)) return [name, value]
      return [name, coerceValue(LISTS_OF_NAMES.has(name) ? namesIn(value) : value, parameters[name])]
    }),
  )
}

/** "Early Adopter, budget planner" as its two names; a list written as JSON stays one. */
function namesIn(value: unknown): unknown {
  if (typeof value !== 'string' || /^\s*\[/.test(value)) return value
  const names = value.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '')
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
  if (type === 'boolean' && YES_OR_NO.test(value)) return /^\s*(?:true|yes)/i.test(value)
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

/** The issue in a sentence; a schema asks first for a number, and then for a whole one. */
function sentenceOf(issue: z.core.$ZodIssue, parameter: Parameter = {}): string {
  if (issue.code !== 'invalid_type') return issueSentence(issue)
  const { type } = (issue.path.length > 1 ? parameter.items : parameter) ?? {}
  return issueSentence(issue, issue.expected === 'number' && type === 'integer' ? 'int' : issue.expected)
}

function problemIn(issue: z.core.$ZodIssue, parameters: Parameters, args: Readonly<Record<string, unknown>>): string {
  const field = issue.path.join('.')
  if (issue.code === 'unrecognized_keys' && field === '') return unknownNames(issue.keys, Object.keys(parameters), args)
  const [name = ''] = issue.path.map(String)
  const problem = sentenceOf(issue, parameters[name])
  return field === '' ? problem : `${field}: ${problem}${enumHint(issue, parameters[name])}`
}

/** "There is no parameter "propositon": did you mean "proposition"?" */
const unknownNames = (
  names: readonly string[],
  known: readonly string[],
  args: Readonly<Record<string, unknown>>,
): string =>
  names
    .map((name) => {
      const other = alsoCalled(name, args[name], known)
      const hint = other === undefined ? suggestInstead(name, known) : `did you mean "${other}"?`
      return `There is no parameter "${short(name)}": ${hint}`
    })
    .join(' ')

function alsoCalled(name: string, value: unknown, known: readonly string[]): string | undefined {
  const isText = typeof value === 'string' && (value.length > MAX_ID || value.includes('\n'))
  if (name === 'agent' && isText && known.includes('agent_file')) return 'agent_file'
  if (!Object.hasOwn(ALSO_CALLED, name)) return undefined
  return ALSO_CALLED[name]?.find((other) => known.includes(other))
}

function enumHint({ input, code }: z.core.$ZodIssue, parameter: Parameter | undefined): string {
  if (code !== 'invalid_value' || typeof input !== 'string') return ''
  const name = nearest(input, parameter?.enum ?? [])
  return name === undefined ? '' : `; did you mean "${name}"?`
}

const short = (text: string): string => truncate(clean(text), 40)

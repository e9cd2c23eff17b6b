import type { AgentFacts, ToolParameter } from '../../../domain/agent.js'
import type { ToolCall } from '../../../domain/conversation.js'
import type { ToolMock } from '../../../domain/test-case.js'

type Asked = { readonly tool: string; readonly arguments_json: string }
type Json = ToolCall['answer']

/** Answers a tool call from the case's mocks, else from the tool's own; says why where neither fits. Nothing is called. */
export function answerCall(asked: Asked, tools: AgentFacts['tools'], mocks: readonly ToolMock[]): ToolCall {
  const given = readArguments(asked.arguments_json)
  const known = tools.find(({ name }) => name === asked.tool)
  const ofTool = mocks.filter(({ tool }) => tool === asked.tool)
  const refused = (problem: string): ToolCall => ({
    tool: asked.tool,
    arguments: given,
    answer: { error: problem },
    accepted: false,
    problem,
  })
  const wrong = problemOf(asked.tool, given, tools, mocks)
  if (wrong !== null) return refused(wrong)
  const mock = ofTool.find((one) => matches(given ?? {}, one.arguments))
  if (!mock && ofTool.length > 0)
    return refused(
      `Called with ${JSON.stringify(given)}; expected ${ofTool.map((one) => JSON.stringify(one.arguments)).join(' or ')}.`,
    )
  return {
    tool: asked.tool,
    arguments: given,
    answer: mock?.answer ?? known?.mock ?? null,
    accepted: true,
    problem: null,
  }
}

/** Why there is no such tool or why it cannot be called so; `null` where it can. A mock stands for a tool, too. */
export function problemOf(
  tool: string,
  given: ToolCall['arguments'],
  tools: AgentFacts['tools'],
  mocks: readonly ToolMock[],
): string | null {
  const known = tools.find(({ name }) => name === tool)
  if (!known && !mocks.some((one) => one.tool === tool)) return `There is no tool "${tool}".`
  if (given === null) return 'The arguments are not a JSON object.'
  return known ? misfit(given, known.parameters) : null
}

function readArguments(json: string): Record<string, Json> | null {
  try {
    const value: unknown = JSON.parse(json.trim() === '' ? '{}' : json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Json>) : null
  } catch {
    return null
  }
}

function misfit(given: Record<string, Json>, parameters: Readonly<Record<string, ToolParameter>>): string | null {
  const names = Object.keys(parameters)
  const missing = names.find((name) => parameters[name]?.required && !Object.hasOwn(given, name))
  if (missing !== undefined) return `The argument "${missing}" is missing.`
  const extra = names.length > 0 ? Object.keys(given).find((name) => !names.includes(name)) : undefined
  if (extra !== undefined) return `There is no argument "${extra}".`
  const ill = names.find(
    (name) => Object.hasOwn(given, name) && !isOf(given[name] as Json, parameters[name]?.type ?? 'string'),
  )
  return ill === undefined ? null : `The argument "${ill}" is not of type ${parameters[ill]?.type}.`
}

function isOf(value: Json, type: ToolParameter['type']): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  // The other types have the names JavaScript gives them.
  const found: string = typeof value
  return found === type
}

/** Whether the call has every argument the mock names; others may stand beside them. */
export const matches = (given: Readonly<Record<string, Json>>, wanted: Readonly<Record<string, Json>>): boolean =>
  Object.entries(wanted).every(([key, value]) => same(given[key], value))

function same(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one === 'string' && typeof other === 'string')
    return one.trim().toLowerCase() === other.trim().toLowerCase()
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other
  const keys = Object.keys(other)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    Object.keys(one).length === keys.length &&
    keys.every((key) => same((one as Record<string, Json>)[key], (other as Record<string, Json>)[key]))
  )
}

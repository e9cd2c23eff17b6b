import type { AgentFacts, ToolParameter } from '../../../domain/evaluation/agent.js'
import type { ToolCall } from '../../../domain/evaluation/conversation.js'
import type { ToolMock } from '../../../domain/evaluation/test-case.js'

/** Maximum rounds of tool calls before an agent must speak; after them its message is empty. */
export const MAX_CALL_ROUNDS = 5

type RequestedCall = { readonly tool: string; readonly arguments_json: string }
type Json = ToolCall['answer']

/** Answers a tool call from the case's mocks, else from the tool's mock, else with the problem. Nothing is really called. */
export function answerCall(call: RequestedCall, tools: AgentFacts['tools'], mocks: readonly ToolMock[]): ToolCall {
  const callArguments = readArguments(call.arguments_json)
  const definition = tools.find(({ name }) => name === call.tool)
  const toolMocks = mocks.filter(({ tool }) => tool === call.tool)
  const refused = (problem: string): ToolCall => ({
    tool: call.tool,
    arguments: callArguments,
    answer: { error: problem },
    accepted: false,
    problem,
  })
  const problem = problemOf(call.tool, callArguments, tools, mocks)
  if (problem !== null) return refused(problem)
  const mock = toolMocks.find((mock) => matches(callArguments ?? {}, mock.arguments))
  if (!mock && toolMocks.length > 0)
    return refused(
      `Called with ${JSON.stringify(callArguments)}; expected ${toolMocks.map((mock) => JSON.stringify(mock.arguments)).join(' or ')}.`,
    )
  return {
    tool: call.tool,
    arguments: callArguments,
    answer: mock?.answer ?? definition?.mock ?? null,
    accepted: true,
    problem: null,
  }
}

/** Why the tool does not exist or does not take these arguments; `null` where the call is valid. A mock counts as a tool. */
export function problemOf(
  tool: string,
  callArguments: ToolCall['arguments'],
  tools: AgentFacts['tools'],
  mocks: readonly ToolMock[],
): string | null {
  const known = tools.find(({ name }) => name === tool)
  if (!known && !mocks.some((mock) => mock.tool === tool)) return `There is no tool "${tool}".`
  if (callArguments === null) return 'The arguments are not a JSON object.'
  if (known) return argumentProblem(callArguments, known.parameters)
  return null
}

function readArguments(json: string): Record<string, Json> | null {
  try {
    const value: unknown = JSON.parse(json.trim() === '' ? '{}' : json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, Json>
    return null
  } catch {
    return null
  }
}

function argumentProblem(
  callArguments: Record<string, Json>,
  parameters: Readonly<Record<string, ToolParameter>>,
): string | null {
  const names = Object.keys(parameters)
  const missing = names.find((name) => parameters[name]?.required && !Object.hasOwn(callArguments, name))
  if (missing !== undefined) return `The argument "${missing}" is missing.`
  const extra = names.length > 0 ? Object.keys(callArguments).find((name) => !names.includes(name)) : undefined
  if (extra !== undefined) return `There is no argument "${extra}".`
  const mistyped = names.find(
    (name) =>
      Object.hasOwn(callArguments, name) && !isOfType(callArguments[name] as Json, parameters[name]?.type ?? 'string'),
  )
  if (mistyped === undefined) return null
  return `The argument "${mistyped}" is not of type ${parameters[mistyped]?.type}.`
}

function isOfType(value: Json, type: ToolParameter['type']): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  // The other JSON types are named as `typeof` names them.
  const typeName: string = typeof value
  return typeName === type
}

/** Whether the call has every argument the mock names; further arguments are allowed. */
export const matches = (
  callArguments: Readonly<Record<string, Json>>,
  expected: Readonly<Record<string, Json>>,
): boolean => Object.entries(expected).every(([key, value]) => sameJson(callArguments[key], value))

function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (typeof left === 'string' && typeof right === 'string')
    return left.trim().toLowerCase() === right.trim().toLowerCase()
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) return left === right
  const keys = Object.keys(right)
  return (
    Array.isArray(left) === Array.isArray(right) &&
    Object.keys(left).length === keys.length &&
    keys.every((key) => sameJson((left as Record<string, Json>)[key], (right as Record<string, Json>)[key]))
  )
}

import type { LiveAnswer } from '../../domain/evaluation/conversation.js'
import { cleanDeep } from '../../domain/text/clean-text.js'
import { AgentError } from './agent-error.js'

type Json = LiveAnswer['tool_calls'][number]['answer']
export type Fields = { readonly [key: string]: Json }

/** Far above any message; the code that reads an answer takes seconds for five times as much. */
const MAX_CHARACTERS = 20_000
const MAX_CALLS = 100
/** Deeper JSON has no use here and would exhaust the stack of code that walks it. */
const MAX_DEPTH = 64

/** Thrown with a description of what was received in place of an answer. */
class Unreadable extends Error {}
export const unreadable = (got: string): Error => new Unreadable(got)

/**
 * Parses a response's body and reads an answer from its object. Throws an `AgentError` with a description of what was
 * received and with `accepted`.
 */
export function readAnswerIn(body: string, accepted: string, read: (value: Fields) => LiveAnswer): LiveAnswer {
  try {
    const value = parse(body)
    if (!isObject(value)) throw unreadable(kindOf(value))
    const answer = cleanDeep(read(value))
    const length = JSON.stringify(answer).length
    if (length > MAX_CHARACTERS)
      throw new AgentError(`It says ${length} characters at once; at most ${MAX_CHARACTERS} are read.`)
    return answer
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new AgentError(`Its answer cannot be read: got ${error.message}; ${accepted}.`)
  }
}

function parse(body: string): Json {
  if (body.trim() === '') throw unreadable('an empty body')
  let value: Json
  try {
    value = JSON.parse(body)
  } catch {
    if (/^\s*</.test(body)) throw unreadable('an HTML or XML page')
    if (/^(data|event|id):/m.test(body)) throw unreadable('an event stream (turn streaming off)')
    throw unreadable('text that is not JSON')
  }
  if (isTooDeep(value)) throw unreadable(`JSON nested deeper than ${MAX_DEPTH} levels`)
  return value
}

/** Walks level by level: recursion would exhaust the stack. */
function isTooDeep(value: Json): boolean {
  let level: Json[] = [value]
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
    if (level.length === 0) return false
  }
  return true
}

/** The first choice of a chat completion. */
export function firstChoice(choices: Json | undefined): { readonly choice: Fields; readonly message: Fields } {
  const [choice] = Array.isArray(choices) ? choices : []
  if (!isObject(choice) || !isObject(choice.message)) throw unreadable('"choices" without a message in the first')
  return { choice, message: choice.message }
}

export function callsOf(calls: Json | undefined): LiveAnswer['tool_calls'] {
  if (calls === undefined || calls === null) return []
  if (!Array.isArray(calls)) throw unreadable(`tool_calls that are ${kindOf(calls)} and no list`)
  if (calls.length > MAX_CALLS) throw unreadable(`${calls.length} tool calls at once (at most ${MAX_CALLS})`)
  return calls.map((call) => {
    if (!isObject(call)) throw unreadable('a tool call that is no object')
    // OpenAI nests name and arguments below `function`.
    const nested = isObject(call.function) ? call.function : null
    const tool = nested ? nested.name : call.tool
    if (typeof tool !== 'string' || tool.trim() === '') throw unreadable('a tool call without the name of its tool')
    return { tool, arguments: argumentsOf((nested ?? call).arguments), answer: call.answer ?? null }
  })
}

/**
 * Arguments are an object, or its JSON text; `null` where they are neither: that is an error of the agent for the judge
 * to see, not a reason to stop.
 */
function argumentsOf(value: Json | undefined): Record<string, Json> | null {
  if (value === undefined || value === null || value === '') return {}
  if (typeof value !== 'string') return isObject(value) ? { ...value } : null
  try {
    const parsed: Json = JSON.parse(value)
    return isObject(parsed) && !isTooDeep(parsed) ? { ...parsed } : null
  } catch {
    return null
  }
}

export const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return isObject(value) ? 'an object' : `a ${typeof value}`
}

import { cleanDeep } from '../../domain/clean-text.js'
import type { LiveAnswer } from '../../domain/conversation.js'
import { AgentError } from './agent-error.js'

type Json = LiveAnswer['tool_calls'][number]['answer']
type Fields = { readonly [key: string]: Json }

const TEXT_FIELDS = ['text', 'reply', 'response', 'message', 'output', 'content'] as const
const MAX_CHARACTERS = 100_000
const MAX_CALLS = 100
/** Deeper JSON has no use here and would exhaust the stack of code that walks it. */
const MAX_DEPTH = 64
const ACCEPTED =
  'accepted is {"text": "…", "tool_calls": [{"tool", "arguments", "answer"}]}, the text also as reply, response, message, output or content, or a chat completion of OpenAI'

/** Parses the body of a live agent's response. Throws an `AgentError` that names what was received. */
export function readAnswer(body: string): LiveAnswer {
  const value = parse(body)
  if (!isObject(value)) throw unreadable(kindOf(value))
  const completion = choiceOf(value)
  const { tool_calls } = completion ?? value
  const text = completion ? completionText(completion) : textOf(value)
  const answer = cleanDeep({ text, tool_calls: callsOf(tool_calls) })
  const length = JSON.stringify(answer).length
  if (length > MAX_CHARACTERS)
    throw new AgentError(`It says ${length} characters at once; at most ${MAX_CHARACTERS} are read.`)
  return answer
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

/** The message of a chat completion; `null` where the response is not a chat completion. */
function choiceOf({ choices }: Fields): Fields | null {
  if (choices === undefined) return null
  const [first] = Array.isArray(choices) ? choices : []
  if (!isObject(first) || !isObject(first.message)) throw unreadable('"choices" without a message in the first')
  return first.message
}

function completionText({ content, tool_calls }: Fields): string {
  if (typeof content === 'string') return content
  if (Array.isArray(tool_calls) && tool_calls.length > 0)
    throw new AgentError('It asks for tools to be called and says nothing; a live agent calls its tools itself.')
  throw unreadable(`a chat completion whose content is ${kindOf(content)}`)
}

function textOf(value: Fields): string {
  const texts = TEXT_FIELDS.map((field) => value[field])
  const text = texts.find((candidate) => typeof candidate === 'string')
  if (text !== undefined) return text
  const names = Object.keys(value).map((name) => (/^[\w.-]{1,40}$/.test(name) ? name : '…'))
  if (names.length === 0) throw unreadable('an empty JSON object')
  throw unreadable(`a JSON object with ${names.slice(0, 8).join(', ')} and no text in any of the accepted fields`)
}

function callsOf(calls: Json | undefined): LiveAnswer['tool_calls'] {
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

/** Arguments are an object, or its JSON text; `null` where they are neither: an error of the agent that the judge sees, not a reason to stop. */
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

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return isObject(value) ? 'an object' : `a ${typeof value}`
}

const unreadable = (got: string): AgentError => new AgentError(`Its answer cannot be read: got ${got}; ${ACCEPTED}.`)

import type { LiveAnswer } from '../../domain/evaluation/conversation.js'
import { cleanDeep } from '../../domain/text/clean-text.js'
import { AgentError } from './agent-error.js'

type Json = LiveAnswer['tool_calls'][number]['answer']
type Fields = { readonly [key: string]: Json }

/** Far above any message; the code that reads an answer takes seconds for five times as much. */
const MAX_CHARACTERS = 20_000
const MAX_CALLS = 100
/** Deeper JSON has no use here and would exhaust the stack of code that walks it. */
const MAX_DEPTH = 64

/** Thrown with a description of what was received in place of an answer. */
class Unreadable extends Error {}
const unreadable = (got: string): Error => new Unreadable(got)

const TEXT_FIELDS = ['text', 'reply', 'response', 'message', 'output', 'content'] as const
const ACCEPTED =
  'accepted is {"text": "…", "tool_calls": [{"tool", "arguments", "answer"}]}, the text also as reply, response, message, output or content, or a chat completion of OpenAI'

/** Parses the body of a live agent's response. Throws an `AgentError` that names what was received. */
export const readAnswer = (body: string): LiveAnswer =>
  readAnswerIn(body, ACCEPTED, (value) => {
    const completion = value.choices === undefined ? null : firstChoice(value.choices).message
    const { tool_calls } = completion ?? value
    const text = completion ? completionText(completion) : textOf(value)
    return { text, tool_calls: callsOf(tool_calls) }
  })

function completionText({ content, tool_calls }: Fields): string {
  if (typeof content === 'string') return content
  if (Array.isArray(tool_calls) && tool_calls.length > 0)
    throw new AgentError(
      'It asks for tools to be called and says nothing; a live agent calls its tools itself, or has protocol: chat_completions.',
    )
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

const ACCEPTED_COMPLETION = 'accepted is a chat completion of OpenAI: {"choices": [{"message": {"content": "…"}}]}'

/**
 * Parses a chat completion. Tool calls beside a text have been made by the agent; calls without a text, or with the
 * finish reason `tool_calls`, are requested from us. A refusal counts as text. Throws an `AgentError` that names what
 * was received.
 */
export const readCompletion = (body: string): LiveAnswer =>
  readAnswerIn(body, ACCEPTED_COMPLETION, (value) => {
    if (value.choices === undefined) throw unreadable(withoutChoices(value))
    const { choice, message } = firstChoice(value.choices)
    const tool_calls = callsOf(message.tool_calls)
    const text = messageText(message)
    if (tool_calls.length > 0 && (text === null || text === '' || choice.finish_reason === 'tool_calls'))
      return { text: text ?? '', tool_calls, asks_for_tools: true }
    if (text === null) throw unreadable(`a chat completion whose content is ${kindOf(message.content)}`)
    return { text, tool_calls }
  })

/** Some gateways return an error with status 200; its message may hold anything and is not repeated. */
const withoutChoices = ({ error }: Fields): string =>
  error === undefined ? 'a JSON object without "choices"' : 'an "error" with the status of a success'

/** The text of a message: a string, or the text parts of a list; `null` where it holds none. */
function messageText({ content, refusal }: Fields): string | null {
  if (typeof content === 'string' && content !== '') return content
  if (Array.isArray(content)) {
    const texts = content.flatMap((part) => (isObject(part) && typeof part.text === 'string' ? [part.text] : []))
    if (texts.length > 0) return texts.join('')
  }
  if (typeof refusal === 'string' && refusal !== '') return refusal
  return typeof content === 'string' ? content : null
}

/**
 * Parses a response's body and reads an answer from its object. Throws an `AgentError` with a description of what was
 * received and with `accepted`.
 */
function readAnswerIn(body: string, accepted: string, read: (value: Fields) => LiveAnswer): LiveAnswer {
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
function firstChoice(choices: Json | undefined): { readonly choice: Fields; readonly message: Fields } {
  const [choice] = Array.isArray(choices) ? choices : []
  if (!isObject(choice) || !isObject(choice.message)) throw unreadable('"choices" without a message in the first')
  return { choice, message: choice.message }
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

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return isObject(value) ? 'an object' : `a ${typeof value}`
}

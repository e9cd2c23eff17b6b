import { cleanDeep } from '../../domain/clean-text.js'
import type { LiveAnswer } from '../../domain/conversation.js'
import { AgentTrouble } from './trouble.js'

type Json = LiveAnswer['tool_calls'][number]['answer']
type Fields = { readonly [key: string]: Json }

const TEXT_FIELDS = ['text', 'reply', 'response', 'message', 'output', 'content'] as const
const MOST_CHARACTERS = 100_000
const MOST_CALLS = 100
/** JSON deeper than this has no use and upsets whoever walks it. */
const MOST_DEPTH = 64
const ACCEPTED =
  'accepted is {"text": "…", "tool_calls": [{"tool", "arguments", "answer"}]}, the text also as reply, response, message, output or content, or a chat completion of OpenAI'

/** What a live agent said, from the body of its answer. Throws `AgentTrouble` that names what was got. */
export function readAnswer(body: string): LiveAnswer {
  const value = parse(body)
  if (!isObject(value)) throw unreadable(kindOf(value))
  const completion = choiceOf(value)
  const answer = cleanDeep(
    completion
      ? { text: completionText(completion), tool_calls: callsOf(completion.tool_calls) }
      : { text: textOf(value), tool_calls: callsOf(value.tool_calls) },
  )
  const length = JSON.stringify(answer).length
  if (length > MOST_CHARACTERS)
    throw new AgentTrouble(`It says ${length} characters at once; at most ${MOST_CHARACTERS} are read.`)
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
  if (isDeep(value)) throw unreadable(`JSON nested deeper than ${MOST_DEPTH} levels`)
  return value
}

/** Level by level: walking down by calls would end with the stack. */
function isDeep(value: Json): boolean {
  let level: Json[] = [value]
  for (let depth = 0; depth <= MOST_DEPTH; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return false
  }
  return true
}

/** The message of a chat completion; `null` where the answer is none. */
function choiceOf({ choices }: Fields): Fields | null {
  if (choices === undefined) return null
  const [first] = Array.isArray(choices) ? choices : []
  if (!isObject(first) || !isObject(first.message)) throw unreadable('"choices" without a message in the first')
  return first.message
}

function completionText({ content, tool_calls }: Fields): string {
  if (typeof content === 'string') return content
  if (Array.isArray(tool_calls) && tool_calls.length > 0)
    throw new AgentTrouble('It asks for tools to be called and says nothing; a live agent calls its tools itself.')
  throw unreadable(`a chat completion whose content is ${kindOf(content)}`)
}

function textOf(value: Fields): string {
  const texts = TEXT_FIELDS.map((field) => value[field])
  const text = texts.find((one) => typeof one === 'string')
  if (text !== undefined) return text as string
  const names = Object.keys(value).map((name) => (/^[\w.-]{1,40}$/.test(name) ? name : '…'))
  throw unreadable(
    names.length === 0
      ? 'an empty JSON object'
      : `a JSON object with ${names.slice(0, 8).join(', ')} and no text in any of the accepted fields`,
  )
}

function callsOf(calls: Json | undefined): LiveAnswer['tool_calls'] {
  if (calls === undefined || calls === null) return []
  if (!Array.isArray(calls)) throw unreadable(`tool_calls that are ${kindOf(calls)} and no list`)
  if (calls.length > MOST_CALLS) throw unreadable(`${calls.length} tool calls at once (at most ${MOST_CALLS})`)
  return calls.map((call) => {
    if (!isObject(call)) throw unreadable('a tool call that is no object')
    const made = isObject(call.function) ? call.function : call
    const tool = made === call ? call.tool : made.name
    if (typeof tool !== 'string' || tool.trim() === '') throw unreadable('a tool call without the name of its tool')
    return { tool, arguments: argumentsOf(made.arguments), answer: call.answer ?? null }
  })
}

/** An object, or the text of one; `null` where it is neither, which is the agent's fault and no reason to stop. */
function argumentsOf(given: Json | undefined): Record<string, Json> | null {
  if (given === undefined || given === null || given === '') return {}
  if (typeof given !== 'string') return isObject(given) ? { ...given } : null
  try {
    const value: Json = JSON.parse(given)
    return isObject(value) && !isDeep(value) ? { ...value } : null
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

const unreadable = (got: string): AgentTrouble =>
  new AgentTrouble(`Its answer cannot be read: got ${got}; ${ACCEPTED}.`)

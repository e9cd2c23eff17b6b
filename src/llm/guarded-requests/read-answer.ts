import type { LiveAnswer } from '../../domain/evaluation/conversation.js'
import { AgentError } from './agent-error.js'
import { callsOf, type Fields, firstChoice, isObject, kindOf, readAnswerIn, unreadable } from './answer-json.js'

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

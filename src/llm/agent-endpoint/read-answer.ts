import type { LiveAnswer } from '../../domain/conversation.js'
import { AgentError } from './agent-error.js'
import { callsOf, type Fields, firstChoice, kindOf, readAnswerIn, unreadable } from './answer-json.js'

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

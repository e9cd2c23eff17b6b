import type { LiveAnswer } from '../../domain/conversation.js'
import { callsOf, type Fields, firstChoice, isObject, kindOf, readAnswerIn, unreadable } from './answer-json.js'

const ACCEPTED = 'accepted is a chat completion of OpenAI: {"choices": [{"message": {"content": "…"}}]}'

/**
 * Parses a chat completion. Calls beside a text have been made; calls without one, or with the finish reason `tool_calls`,
 * are asked for. A refusal is what is said. Throws an `AgentError` that names what was received.
 */
export const readCompletion = (body: string): LiveAnswer =>
  readAnswerIn(body, ACCEPTED, (value) => {
    if (value.choices === undefined) throw unreadable(withoutChoices(value))
    const { choice, message } = firstChoice(value.choices)
    const tool_calls = callsOf(message.tool_calls)
    const text = textOf(message)
    if (tool_calls.length > 0 && (text === null || text === '' || choice.finish_reason === 'tool_calls'))
      return { text: text ?? '', tool_calls, asks_for_tools: true }
    if (text === null) throw unreadable(`a chat completion whose content is ${kindOf(message.content)}`)
    return { text, tool_calls }
  })

/** Some gateways answer an error with status 200; its message may hold anything and is not repeated. */
const withoutChoices = ({ error }: Fields): string =>
  error === undefined ? 'a JSON object without "choices"' : 'an "error" with the status of a success'

/** The text of a message: a string, or a list of parts of which some are text; `null` where it holds none. */
function textOf({ content, refusal }: Fields): string | null {
  if (typeof content === 'string' && content !== '') return content
  if (Array.isArray(content)) {
    const texts = content.flatMap((part) => (isObject(part) && typeof part.text === 'string' ? [part.text] : []))
    if (texts.length > 0) return texts.join('')
  }
  if (typeof refusal === 'string' && refusal !== '') return refusal
  return typeof content === 'string' ? content : null
}

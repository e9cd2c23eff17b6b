import type { AgentFacts, AgentTool } from '../../../domain/agent.js'
import type { ChatMessage, ChatQuestion, ConversationTurn, ToolCall } from '../../../domain/conversation.js'
import { alsoKnown } from './agent-prompt.js'

/**
 * The request for the next message of an agent behind a Chat Completions endpoint: what was said so far, and tool calls it
 * has asked for since the prospect's last message (`called`) with their answers. What it was told is sent only on request.
 */
export function chatQuestion(
  { model, endpoint, agent_version_id, version, ...agent }: AgentFacts,
  turns: readonly ConversationTurn[],
  called: readonly ToolCall[],
  round: number,
): ChatQuestion {
  const system = [agent.system_prompt, ...alsoKnown(agent)].filter((part) => part !== '').join('\n\n')
  const said = turns.flatMap(({ speaker, text }): ChatMessage[] => {
    if (speaker === 'prospect') return [{ role: 'user', content: text }]
    // Servers refuse an empty message of the assistant.
    return text === '' ? [] : [{ role: 'assistant', content: text }]
  })
  const body: ChatQuestion['body'] = { messages: [...said, ...called.flatMap(callMessages)] }
  if (model !== null) body.model = model
  if (endpoint?.send_prompt && system !== '') body.messages.unshift({ role: 'system', content: system })
  if (endpoint?.send_prompt && agent.tools.length > 0) body.tools = agent.tools.map(toolDefinition)
  return { body, turn: turns.filter(({ speaker }) => speaker === 'prospect').length, round, agent_version_id, version }
}

function callMessages(call: ToolCall, index: number): ChatMessage[] {
  const id = `call_${index + 1}`
  const named = { name: call.tool, arguments: JSON.stringify(call.arguments ?? {}) }
  return [
    { role: 'assistant', content: '', tool_calls: [{ id, type: 'function', function: named }] },
    { role: 'tool', tool_call_id: id, content: JSON.stringify(call.answer) },
  ]
}

const toolDefinition = ({ name, description, parameters }: AgentTool) => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(parameters).map(([key, { type, description: what }]) => [key, { type, description: what }]),
      ),
      required: Object.keys(parameters).filter((key) => parameters[key]?.required),
    },
  },
})

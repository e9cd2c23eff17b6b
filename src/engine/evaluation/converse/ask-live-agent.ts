import type { AgentEndpoint, AgentFacts, AgentTool } from '../../../domain/evaluation/agent.js'
import type {
  ChatMessage,
  ChatQuestion,
  ConversationTurn,
  LiveAnswer,
  ToolCall,
} from '../../../domain/evaluation/conversation.js'
import type { EngineDeps } from '../../deps.js'
import { visible } from '../../untrusted-text.js'
import type { NamedCase } from '../evaluation-plan.js'
import { alsoKnown } from './prompt.js'
import { answerCall, MAX_CALL_ROUNDS, problemOf } from './tool-mocks.js'

/**
 * The next turn of a live agent. `conversation` names case, trial and side. Together with the agent's facts it is the
 * key of the stored answer, so that no message is sent twice.
 */
export async function askLiveAgent(
  deps: EngineDeps,
  conversation: string,
  agent: AgentFacts,
  endpoint: AgentEndpoint,
  test: NamedCase,
  trial: number,
  turns: readonly ConversationTurn[],
): Promise<ConversationTurn> {
  if (endpoint.protocol === 'chat_completions')
    return askChatAgent(deps, conversation, agent, endpoint, test, trial, turns)
  const { case_id } = test
  const earlierTurns = turns.slice(0, -1)
  const turn = turns.filter(({ speaker }) => speaker === 'prospect').length
  const question = {
    conversation: earlierTurns.map(({ speaker, text }) => ({
      role: speaker === 'prospect' ? ('user' as const) : ('assistant' as const),
      content: text,
    })),
    message: turns.at(-1)?.text ?? '',
    case_id,
    trial,
    turn,
    agent_version_id: agent.agent_version_id,
    version: agent.version,
  }
  const facts = { agent, case_id, trial, conversation: [...turns] }
  const say = () => deps.liveAgent.say(endpoint, conversation, question)
  const answer = await deps.step(`live:${conversation}:${turn}`, facts, say, { answered: true })
  return {
    turn: turns.length + 1,
    speaker: 'agent',
    text: visible(answer.text),
    tool_calls: answer.tool_calls.map((call) => recordCall(call, agent, test)),
  }
}

/** The next turn over Chat Completions. Mocks answer the tools the agent asks for first, and the agent is asked again. */
async function askChatAgent(
  deps: EngineDeps,
  conversation: string,
  agent: AgentFacts,
  endpoint: AgentEndpoint,
  test: NamedCase,
  trial: number,
  turns: readonly ConversationTurn[],
): Promise<ConversationTurn> {
  const called: ToolCall[] = []
  let text = ''
  for (let round = 1; round <= MAX_CALL_ROUNDS; round++) {
    const facts = { agent, case_id: test.case_id, trial, conversation: [...turns], called: [...called] }
    const question = chatQuestion(agent, turns, called, round)
    const say = () => deps.liveAgent.say(endpoint, conversation, question)
    const key = `live:${conversation}:${question.turn}:${round}`
    const answer = await deps.step(key, facts, say, { answered: true })
    if (!answer.asks_for_tools) {
      text = visible(answer.text)
      called.push(...answer.tool_calls.map((call) => recordCall(call, agent, test)))
      break
    }
    for (const call of answer.tool_calls)
      called.push(
        answerCall(
          { tool: oneLine(call.tool), arguments_json: JSON.stringify(call.arguments) },
          agent.tools,
          test.tools_mock,
        ),
      )
  }
  return { turn: turns.length + 1, speaker: 'agent', text, tool_calls: called }
}

/** A call the live agent made itself, with its answer: checked against the agent's declared tools, never mocked. */
function recordCall(call: LiveAnswer['tool_calls'][number], agent: AgentFacts, test: NamedCase): ToolCall {
  const tool = oneLine(call.tool)
  const problem = problemOf(tool, call.arguments, agent.tools, test.tools_mock)
  return { tool, arguments: call.arguments, answer: call.answer, accepted: problem === null, problem }
}

/** The tool's name in a single line, as a transcript shows it. */
const oneLine = (tool: string): string => visible(tool).replace(/\s+/g, ' ').trim()

/**
 * The request for the next message of an agent behind a Chat Completions endpoint: the conversation, and the tool calls
 * since the prospect's last message (`called`) with their answers. Prompt and tools are sent only where the endpoint
 * asks for them.
 */
function chatQuestion(
  { model, endpoint, agent_version_id, version, ...agent }: AgentFacts,
  turns: readonly ConversationTurn[],
  called: readonly ToolCall[],
  round: number,
): ChatQuestion {
  const system = [agent.system_prompt, ...alsoKnown(agent)].filter((part) => part !== '').join('\n\n')
  const said = turns.flatMap(({ speaker, text }): ChatMessage[] => {
    if (speaker === 'prospect') return [{ role: 'user', content: text }]
    // Servers reject an empty assistant message.
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

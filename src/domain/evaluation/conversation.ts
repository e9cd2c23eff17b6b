import { z } from 'zod'

/** A tool call as the agent made it, with its answer. */
export const ToolCall = z.object({
  tool: z.string(),
  /** The arguments the agent passed; `null` where they were no JSON object. */
  arguments: z.record(z.string(), z.json()).nullable(),
  /** The mock's answer, or the reason why there is none. */
  answer: z.json(),
  /** Whether a tool of this name takes such arguments. */
  accepted: z.boolean(),
  problem: z.string().nullable(),
})
export type ToolCall = z.infer<typeof ToolCall>

/** One message of a conversation between a prospect and an agent; `turn` counts from 1. */
export const ConversationTurn = z.object({
  turn: z.int(),
  speaker: z.enum(['prospect', 'agent']),
  text: z.string(),
  /** Calls the agent made before it said this. */
  tool_calls: z.array(ToolCall).max(1_000),
})
export type ConversationTurn = z.infer<typeof ConversationTurn>

/** The agent's next step: tool calls first, and text when it needs none. */
export const AgentAnswer = z.object({
  text: z.string(),
  /** `arguments_json`: one JSON object. */
  tool_calls: z.array(z.object({ tool: z.string(), arguments_json: z.string() })).max(8),
})
export type AgentAnswer = z.infer<typeof AgentAnswer>

/** A simulated prospect's next message. */
export const ProspectAnswer = z.object({
  text: z.string().min(1),
  /** Numbers of the hidden facts that this message tells. */
  told: z.array(z.int()).max(12),
  /** Whether the prospect leaves after this message. */
  leaves: z.boolean(),
})
export type ProspectAnswer = z.infer<typeof ProspectAnswer>

/** A request to a live agent: the prospect's message, and the conversation before it, oldest first. */
export const LiveQuestion = z.object({
  conversation: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })),
  message: z.string(),
  case_id: z.string(),
  trial: z.int(),
  /** Number of the prospect's message, from 1. */
  turn: z.int(),
  agent_version_id: z.string(),
  version: z.string(),
})
export type LiveQuestion = z.infer<typeof LiveQuestion>

const ChatMessage = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  tool_calls: z
    .array(
      z.object({
        id: z.string(),
        type: z.literal('function'),
        function: z.object({ name: z.string(), arguments: z.string() }),
      }),
    )
    .optional(),
  tool_call_id: z.string().optional(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** A request to an agent behind a Chat Completions endpoint; `body` is sent as it is. */
export const ChatQuestion = LiveQuestion.pick({ turn: true, agent_version_id: true, version: true }).extend({
  /** Number of the request within the turn, from 1: a further one follows when the agent asked for tools. */
  round: z.int(),
  body: z.object({
    model: z.string().optional(),
    messages: z.array(ChatMessage),
    tools: z.array(z.record(z.string(), z.json())).optional(),
  }),
})
export type ChatQuestion = z.infer<typeof ChatQuestion>

/** A live agent's answer, with the calls it made itself before it, or asks us to make. */
export const LiveAnswer = z.object({
  text: z.string(),
  /** Set for a chat completion that waits for the answers of its tool calls. */
  asks_for_tools: z.boolean().optional(),
  tool_calls: z.array(
    z.object({
      tool: z.string(),
      /** `null` where the arguments were no JSON object. */
      arguments: z.record(z.string(), z.json()).nullable(),
      answer: z.json(),
    }),
  ),
})
export type LiveAnswer = z.infer<typeof LiveAnswer>

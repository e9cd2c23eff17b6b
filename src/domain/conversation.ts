import { z } from 'zod'

/** A tool call as the agent made it, and what it got. */
export const ToolCall = z.object({
  tool: z.string(),
  /** What the agent passed; `null` where that was no JSON object. */
  arguments: z.record(z.string(), z.json()).nullable(),
  /** What came back: the mock's answer, or the reason why there is none. */
  answer: z.json(),
  /** Whether a tool of that name with such arguments was there to be called. */
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

/** What an agent says next: tool calls first, and text when it needs none. */
export const AgentAnswer = z.object({
  text: z.string(),
  /** `arguments_json`: one JSON object. */
  tool_calls: z.array(z.object({ tool: z.string(), arguments_json: z.string() })).max(8),
})
export type AgentAnswer = z.infer<typeof AgentAnswer>

/** What a simulated prospect says next. */
export const ProspectAnswer = z.object({
  text: z.string().min(1),
  /** Numbers of the hidden facts told with this message. */
  told: z.array(z.int()).max(12),
  /** Whether the prospect leaves after this. */
  leaves: z.boolean(),
})
export type ProspectAnswer = z.infer<typeof ProspectAnswer>

/** What a live agent is asked: the prospect's message, and everything said before it, oldest first. */
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

/** What an agent behind a Chat Completions endpoint is asked; `body` is the request as it is sent. */
export const ChatQuestion = LiveQuestion.pick({ turn: true, agent_version_id: true, version: true }).extend({
  /** Number of the request within the turn, from 1: another follows when tools were asked for. */
  round: z.int(),
  body: z.object({
    model: z.string().optional(),
    messages: z.array(ChatMessage),
    tools: z.array(z.record(z.string(), z.json())).optional(),
  }),
})
export type ChatQuestion = z.infer<typeof ChatQuestion>

/** What a live agent says, and the calls it made itself before it said so, or asks to be made. */
export const LiveAnswer = z.object({
  text: z.string(),
  /** A chat completion that waits for the answers of its tool calls. */
  asks_for_tools: z.boolean().optional(),
  tool_calls: z.array(
    z.object({
      tool: z.string(),
      /** `null` where they were no JSON object. */
      arguments: z.record(z.string(), z.json()).nullable(),
      answer: z.json(),
    }),
  ),
})
export type LiveAnswer = z.infer<typeof LiveAnswer>

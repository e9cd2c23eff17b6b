import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

export type Answer = CallToolResult | InputRequiredResult
export const text = (said: string): CallToolResult => ({ content: [{ type: 'text', text: said }] })
export const asked = (name: string) => ({
  type: 'object' as const,
  properties: { [name]: { type: 'string' as const } },
  required: [name],
})

/** Asks a person for one text. */
export const elicit = (message: string, name: string) => inputRequired.elicit({ message, requestedSchema: asked(name) })
/** Asks the client's model. */
export const sample = (said: string, maxTokens = 100) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: said } }], maxTokens })

/** What a person filled in under a key; undefined where the answer is of another shape. */
export function filled(ctx: ServerContext, key: string, name: string): unknown {
  const answer = inputResponse(ctx.mcpReq.inputResponses, key)
  return answer.kind === 'elicit' && answer.action === 'accept' ? answer.content?.[name] : undefined
}
export const answered = (ctx: ServerContext, key: string): boolean =>
  inputResponse(ctx.mcpReq.inputResponses, key).kind !== 'missing'

/** A tool of the suite that takes nothing. */
export const tool = (server: McpServer, name: string, run: (ctx: ServerContext) => Answer | Promise<Answer>) =>
  server.registerTool(
    name,
    { description: `Asked for by the conformance suite: ${name}.`, inputSchema: z.object({}) },
    (_, ctx) => run(ctx),
  )

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** What the client can do: said with each request, or once at the beginning by clients of the older protocol. */
export function clientCapabilities(server: McpServer, { mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope = mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities()
}

/** Whether a person at the client can be asked with a form. */
export function canAsk(server: McpServer, request: ServerContext): boolean {
  const elicitation = clientCapabilities(server, request)?.elicitation
  // Older clients say only that they have it, which means forms.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

import { Hono } from 'hono'
import { addressOf, countMore, noteAccepted } from './limit-requests.js'

/** How the requests of MCP clients are counted. */
type McpCounts = {
  /** Called once the request's token has been found valid. */
  accepted(): void
  /** Counts the messages of a batch beyond the first. Errors: `too_many_requests`. */
  more(messages: number): Promise<void>
}

/** Handlers of requests from MCP clients. */
export type McpRoutes = {
  /** `address`: the client's. */
  fetch(request: Request, counts: McpCounts, address: string): Promise<Response>
  metadata(request: Request): Response
}

/** `/mcp`, and the metadata about its tokens. */
export function mcpMounts({ fetch, metadata }: McpRoutes, behindProxy = false) {
  const mcp = new Hono()
  mcp.all('/', (c) => {
    const counts = { accepted: () => noteAccepted(c), more: (messages: number) => countMore(c, messages) }
    return fetch(c.req.raw, counts, addressOf(c, behindProxy))
  })
  const wellKnown = new Hono()
  wellKnown.get('/', (c) => metadata(c.req.raw))
  wellKnown.get('/mcp', (c) => metadata(c.req.raw))
  return [
    { path: '/mcp', routes: mcp },
    { path: '/.well-known/oauth-protected-resource', routes: wellKnown },
  ]
}

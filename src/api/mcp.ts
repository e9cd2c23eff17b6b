import { Hono } from 'hono'
import { addressOf, noteAccepted } from './limit-requests.js'

/** Handlers of requests from MCP clients. */
export type McpRoutes = {
  /** `onAccepted`: called once the request's token has been found valid. `address`: the client's. */
  fetch(request: Request, onAccepted: () => void, address: string): Promise<Response>
  metadata(request: Request): Response
}

/** `/mcp`, and the metadata about its tokens. */
export function mcpMounts({ fetch, metadata }: McpRoutes, behindProxy = false) {
  const mcp = new Hono()
  mcp.all('/', (c) => fetch(c.req.raw, () => noteAccepted(c), addressOf(c, behindProxy)))
  const wellKnown = new Hono()
  wellKnown.get('/', (c) => metadata(c.req.raw))
  wellKnown.get('/mcp', (c) => metadata(c.req.raw))
  return [
    { path: '/mcp', routes: mcp },
    { path: '/.well-known/oauth-protected-resource', routes: wellKnown },
  ]
}

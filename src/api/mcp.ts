import { Hono } from 'hono'
import { noteAccepted } from './limit-requests.js'

/** Handlers of requests from MCP clients. */
export type McpRoutes = {
  /** `onAccepted`: called once the request's token has been found valid. */
  fetch(request: Request, onAccepted: () => void): Promise<Response>
  metadata(request: Request): Response
}

/** `/mcp`, and the metadata about its tokens. */
export function mcpMounts({ fetch, metadata }: McpRoutes) {
  const mcp = new Hono()
  mcp.all('/', (c) => fetch(c.req.raw, () => noteAccepted(c)))
  const wellKnown = new Hono()
  wellKnown.get('/', (c) => metadata(c.req.raw))
  wellKnown.get('/mcp', (c) => metadata(c.req.raw))
  return [
    { path: '/mcp', routes: mcp },
    { path: '/.well-known/oauth-protected-resource', routes: wellKnown },
  ]
}

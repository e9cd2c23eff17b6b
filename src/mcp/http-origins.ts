import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'

/** Where the server can be reached. */
export type Addresses = {
  /** The address to name in links; known once the server listens. */
  readonly base: () => string
  /** Host names beside those of this machine that requests may name, such as that of PUBLIC_URL. */
  readonly hosts: readonly string[]
}

/**
 * Refuses requests that name another host than ours or come from a page of another origin: a page that a person opens must
 * not reach a server on their machine, whatever name it gives itself.
 */
export function refuseOrigin(request: Request, { hosts }: Addresses): Response | undefined {
  return (
    hostHeaderValidationResponse(request, [...localhostAllowedHostnames(), ...hosts]) ??
    originValidationResponse(request, [...localhostAllowedOrigins(), ...hosts])
  )
}

/** What a page of an allowed origin may do; nothing for requests that come from no page. */
export function corsHeaders(request: Request): Record<string, string> {
  const origin = request.headers.get('origin')
  if (origin === null) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-headers':
      'authorization, content-type, accept, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id',
    'access-control-expose-headers': 'mcp-session-id, mcp-protocol-version, www-authenticate',
    vary: 'origin',
  }
}

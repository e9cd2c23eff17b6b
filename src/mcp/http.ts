import {
  type AuthInfo,
  createMcpHandler,
  hostHeaderValidationResponse,
  InMemoryServerEventBus,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpHttpHandler,
  type McpServer,
  originValidationResponse,
  readRequestBody,
} from '@modelcontextprotocol/server'
import { ERRORS, isAppError } from '../errors.js'
import { watchEndedRuns } from '../service/run/follow-run.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { createTokenWatch } from '../service/workspace/token-watch.js'
import { bearerToken, withToken } from '../service/workspace/tokens.js'
import { createHttpSessions } from './http-sessions.js'
import { runUris } from './resource-uris.js'
import { createMcpServer, type McpDeps } from './server.js'

export type McpHttpDeps = Omit<McpDeps, 'context'> & {
  /** Context of this installation; each request gets that of its token. */
  readonly ctx: SurfaceContext
  readonly addresses: Addresses
  readonly now?: () => number
}

/** How requests are counted. */
type Counts = {
  /** Called once the token has been found valid. */
  accepted(): void
  /** Counts the messages of a batch beyond the first. Errors: `too_many_requests`. */
  more(messages: number): Promise<void>
}

export type McpEndpoint = {
  /** `address`: the client's, for the security log. */
  fetch(request: Request, counts?: Counts, address?: string): Promise<Response>
  close(): Promise<void>
}

/** Largest body in bytes: the longest text that any tool takes, with room for the rest of the message. */
const MAX_BYTES = 4 * 1024 * 1024
/** Most messages of a batch, which only the protocol of March 2025 has. */
const MAX_BATCH = 10

/** Milliseconds after which a workspace without requests and listeners is dropped from memory. */
const MAX_IDLE_MS = 30 * 60_000

type Workspace = { readonly handler: McpHttpHandler; readonly bus: EndedRunsBus; usedAt: number }

/** Watches for ended runs while there are listeners. */
class EndedRunsBus extends InMemoryServerEventBus {
  readonly #ctx: SurfaceContext
  #unwatch: (() => void) | null = null

  constructor(ctx: SurfaceContext) {
    super()
    this.#ctx = ctx
  }

  override subscribe(listener: Parameters<InMemoryServerEventBus['subscribe']>[0]): () => void {
    const unsubscribe = super.subscribe(listener)
    this.#unwatch ??= watchEndedRuns(this.#ctx, ({ run_id }) => {
      for (const uri of runUris(run_id)) this.publish({ kind: 'resource_updated', uri })
    })
    return () => {
      unsubscribe()
      if (this.listenerCount > 0) return
      this.#unwatch?.()
      this.#unwatch = null
    }
  }
}

/**
 * MCP over HTTP, with a token of a workspace. Requests of the newer protocol are stateless. Clients of the older one
 * get a session, over which the server sends questions and changes. Only the owner of its token can use a session.
 */
export function createMcpEndpoint(deps: McpHttpDeps): McpEndpoint {
  const now = deps.now ?? Date.now
  const workspaces = new Map<string, Workspace>()
  const watch = createTokenWatch(deps.ctx)
  const serverFor = (ctx: SurfaceContext): McpServer => createMcpServer({ ...deps, context: async () => ctx })
  const sessions = createHttpSessions({ ctx: deps.ctx, now, maxBytes: MAX_BYTES, serverFor })

  const forgetIdle = (): void => {
    for (const [id, { handler, bus, usedAt }] of workspaces) {
      if (bus.listenerCount > 0 || now() - usedAt < MAX_IDLE_MS) continue
      workspaces.delete(id)
      void handler.close().catch(() => {})
    }
  }

  /** Each workspace has its own event bus, so its listeners learn of no other workspace's runs. */
  const workspaceOf = (ctx: SurfaceContext): Workspace => {
    const known = workspaces.get(ctx.actor.workspace_id)
    if (known) return Object.assign(known, { usedAt: now() })
    forgetIdle()
    const bus = new EndedRunsBus(ctx)
    const handler = createMcpHandler(({ authInfo }) => serverFor(contextOf(authInfo)), {
      bus,
      maxRequestBodySize: MAX_BYTES,
      onerror: (error) => deps.log.debug({ error: error.message }, 'an MCP request was refused'),
    })
    const workspace = { handler, bus, usedAt: now() }
    workspaces.set(ctx.actor.workspace_id, workspace)
    return workspace
  }

  const respond = async (request: Request, ctx: SurfaceContext, counts: Counts | undefined): Promise<Response> => {
    const body = await jsonOf(request)
    const messages = Array.isArray(body) ? body.length : 1
    if (messages > MAX_BATCH)
      return refuse(400, -32600, `A batch holds at most ${MAX_BATCH} messages; send them apart.`)
    if (messages > 1) await counts?.more(messages - 1)
    const legacy = await isLegacyRequest(request, body, { maxRequestBodySize: MAX_BYTES })
    if (!legacy) return workspaceOf(ctx).handler.fetch(request, { authInfo: authInfoOf(ctx), parsedBody: body })
    const response = await sessions.answer(request, ctx, body)
    return response ?? refuse(404, -32001, 'There is no such session; begin with initialize.')
  }

  return {
    async fetch(request, counts, address) {
      const refused = refuseOrigin(request, deps.addresses)
      if (refused) return refused
      const cors = corsHeaders(request)
      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
      const origin = address === undefined ? deps.ctx.origin : `${deps.ctx.origin} ${address}`
      const ctx = await authenticated({ ...deps.ctx, origin }, request)
      if (ctx instanceof Response) return withHeaders(unauthorized(request, ctx, deps.addresses), cors)
      counts?.accepted()
      return withHeaders(watch.guard(await respond(request, ctx, counts), ctx.grant), cors)
    },
    async close() {
      sessions.close()
      const open = [...workspaces.values()]
      workspaces.clear()
      await Promise.all(open.map(({ handler }) => handler.close()))
    },
  }
}

/** The JSON body of a request; undefined where there is none, which the library refuses. */
async function jsonOf(request: Request): Promise<unknown> {
  if (request.method !== 'POST') return undefined
  const body = await readRequestBody(request.clone(), MAX_BYTES)
  if (body.tooLarge) return undefined
  try {
    return JSON.parse(body.text)
  } catch {
    return undefined
  }
}

const contextOf = (auth: AuthInfo | undefined): SurfaceContext => auth?.extra?.ctx as SurfaceContext
/** Passes the context to the request's server, without the token itself. */
const authInfoOf = (ctx: SurfaceContext): AuthInfo => ({
  token: '',
  clientId: ctx.actor.actor_id,
  scopes: [],
  extra: { ctx },
})

/** The context of the token's owner, or the answer to a request without a valid token. */
async function authenticated(ctx: SurfaceContext, request: Request): Promise<SurfaceContext | Response> {
  try {
    return await withToken(ctx, bearerToken(request.headers.get('authorization')))
  } catch (error) {
    if (!isAppError(error, 'unauthorized')) throw error
    return refuse(ERRORS.unauthorized.http, -32001, error.message)
  }
}

/** By RFC 6750, the challenge has an error code only where a token was sent. */
function unauthorized(request: Request, response: Response, { base }: Addresses): Response {
  const metadata = `${base().replace(/\/+$/, '')}${RESOURCE_METADATA_PATH}`
  const parts = ['realm="pressure-test"']
  if (request.headers.get('authorization'))
    parts.push('error="invalid_token"', 'error_description="The token is unknown, has expired or was revoked."')
  parts.push(`resource_metadata="${metadata}"`)
  response.headers.set('www-authenticate', `Bearer ${parts.join(', ')}`)
  return response
}

/** A refusal as JSON-RPC, without the request's id, which is not known yet. */
const refuse = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status })

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** RFC 9728: path of the metadata for the resource `/mcp`. */
const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp'

/**
 * Metadata about the tokens that `/mcp` accepts. It names no authorization server because there is none: a person
 * creates a token with `pressure-test token create`.
 */
export function protectedResource(request: Request, addresses: Addresses): Response {
  const refused = refuseOrigin(request, addresses)
  if (refused) return refused
  const base = addresses.base().replace(/\/+$/, '')
  return Response.json(
    {
      resource: `${base}/mcp`,
      resource_name: 'pressure-test',
      bearer_methods_supported: ['header'],
    },
    { headers: { 'cache-control': 'max-age=3600', ...corsHeaders(request) } },
  )
}

/** Addresses of the server. */
export type Addresses = {
  /** Base of links; known once the server listens. */
  readonly base: () => string
  /** Host names that requests may address beside those of this machine, such as that of PUBLIC_URL. */
  readonly hosts: readonly string[]
}

/**
 * Refuses requests for another host and requests from pages of another origin: a web page must not reach a server on
 * its visitor's machine, even by DNS rebinding.
 */
function refuseOrigin(request: Request, { hosts }: Addresses): Response | undefined {
  return (
    hostHeaderValidationResponse(request, [...localhostAllowedHostnames(), ...hosts]) ??
    originValidationResponse(request, [...localhostAllowedOrigins(), ...hosts])
  )
}

/** CORS headers for a page of an allowed origin; empty for a request that comes from no page. */
function corsHeaders(request: Request): Record<string, string> {
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

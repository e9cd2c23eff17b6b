import { fileURLToPath } from 'node:url'
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { mcpMounts } from '../../src/api/mcp.js'
import { startHttpServer } from '../../src/api/server.js'
import { silentLog } from '../../src/log.js'
import { createMcpEndpoint, protectedResource } from '../../src/mcp/http.js'
import { Reply } from '../../src/mcp/reply.js'
import { createMcpServer, type McpDeps } from '../../src/mcp/server.js'
import type { Context } from '../../src/service/context.js'
import type { SurfaceContext } from '../../src/service/surface-context.js'
import { createToken } from '../../src/service/workspace/tokens.js'
import type { TestApp } from './app.js'
import type { Env } from './processes.js'

const BIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
/** Tools wait as long as tests like and speak often. */
export const QUICK = { waitSeconds: 45, maxSeconds: 50, maxSecondsAfterQuestion: 1, progressMs: 40 }

export type Answer = { readonly reply: Reply; readonly text: string; readonly isError: boolean }
export type Progressed = { progress: number; total?: number | undefined; message?: string | undefined }
type CallOptions = { onprogress?: (progress: Progressed) => void; timeout?: number; signal?: AbortSignal }

/** A real client, of the library before (v1) or of the present one (v2), which speaks the newer protocol. */
export type TestClient = {
  readonly which: 'v1' | 'v2'
  /** What one of them can do, where a test is about it. */
  readonly raw: ClientV1 | ClientV2
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Answer>
  close(): Promise<void>
}

export const CLIENTS = ['v1', 'v2'] as const
type Which = (typeof CLIENTS)[number]
type Transports = { v1: () => unknown; v2: () => unknown }
type Options = { capabilities?: Record<string, unknown>; onElicit?: (message: string) => Record<string, unknown> }

export async function connect(which: Which, transports: Transports, options: Options = {}): Promise<TestClient> {
  const info = { name: `test-${which}`, version: '1' }
  const capabilities = { ...(options.onElicit ? { elicitation: {} } : {}), ...options.capabilities }
  const raw =
    which === 'v1'
      ? new ClientV1(info, { capabilities })
      : new ClientV2(info, { capabilities, versionNegotiation: { mode: 'auto' } })
  await listen(raw, options)
  await (raw as ClientV2).connect(transports[which]() as never)
  onTestFinished(() => raw.close())
  return {
    which,
    raw,
    call: async (name, args = {}, callOptions = {}) => {
      const result =
        raw instanceof ClientV1
          ? await raw.callTool({ name, arguments: args }, undefined, callOptions)
          : await raw.callTool({ name, arguments: args }, callOptions)
      return answerOf(result as Record<string, unknown>)
    },
    close: () => raw.close(),
  }
}

async function listen(raw: ClientV1 | ClientV2, { onElicit }: Options): Promise<void> {
  if (!onElicit) return
  const answer = async (request: { params: unknown }) => onElicit((request.params as { message: string }).message)
  if (raw instanceof ClientV1) {
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js')
    raw.setRequestHandler(ElicitRequestSchema, answer as never)
  } else raw.setRequestHandler('elicitation/create', answer as never)
}

/** ` --budget` and the like. */
export const NAMES_A_FLAG = /(^|[\s(`])--[a-z]/

/** What a tool said; text and structured content are held against the envelope each time. */
export function answerOf(result: Record<string, unknown>): Answer {
  const [content] = result.content as { type: string; text: string }[]
  expect(content?.type).toBe('text')
  const reply = Reply.parse(result.structuredContent)
  expect(reply).toEqual(result.structuredContent)
  // Whoever reads this has tools and arguments, no command line.
  expect(content?.text).not.toMatch(NAMES_A_FLAG)
  return { reply, text: content?.text ?? '', isError: result.isError === true }
}

/** `pressure-test mcp` as a desktop client starts it. */
export function overStdio(env: Env): Transports {
  const how = { command: process.execPath, args: [BIN, 'mcp'], env, stderr: 'pipe' as const }
  return { v1: () => new StdioV1(how), v2: () => new StdioV2(how) }
}

export function overHttp(url: string, token: string): Transports {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const at = () => new URL(`${url}/mcp`)
  return { v1: () => new HttpV1(at(), { requestInit }), v2: () => new HttpV2(at(), { requestInit }) }
}

/** The server in this process, without a wire. */
export function inMemory(deps: Partial<McpDeps> & Pick<McpDeps, 'context'>): Transports {
  const open = () => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const server = createMcpServer({ version: '0', log: silentLog, pace: QUICK, confirmAboveUsd: 0.5, ...deps })
    void server.connect(far)
    onTestFinished(() => server.close())
    return near
  }
  return { v1: open, v2: open }
}

/** `/mcp` of a server in this process, as `serve` mounts it, until the test is over. */
export async function serveMcpIn(app: TestApp, changes: Partial<McpDeps> = {}): Promise<string> {
  const { url, stop } = await serveMcp(app, changes)
  onTestFinished(stop)
  return url
}

/** The same for all tests of a `describe`, which share the app. */
export function sharedMcp(app: () => TestApp, changes: Partial<McpDeps> = {}): () => string {
  let shared: string
  beforeAll(async () => {
    const { url, stop } = await serveMcp(app(), changes)
    shared = url
    return stop
  })
  return () => shared
}

async function serveMcp(app: TestApp, changes: Partial<McpDeps>): Promise<{ url: string; stop: () => Promise<void> }> {
  let url = ''
  const addresses = { base: () => url, hosts: [] }
  const endpoint = createMcpEndpoint({
    ctx: app.local,
    addresses,
    version: '0',
    log: silentLog,
    pace: QUICK,
    confirmAboveUsd: 0.5,
    ...changes,
  })
  const mounts = mcpMounts({ fetch: endpoint.fetch, metadata: (request) => protectedResource(request, addresses) })
  const health = async () => ({ ready: true, problems: [] })
  const deps = { ctx: app.local, routes: [], log: silentLog, version: '0', health, mounts }
  const server = await startHttpServer(deps, { host: '127.0.0.1', port: 0 })
  url = server.url
  return {
    url,
    stop: async () => {
      await endpoint.close()
      await server.stop()
    },
  }
}

export const tokenOf = async (ctx: Context): Promise<string> => (await createToken(ctx, { name: 'test' })).token

/** The context of somebody in another workspace of the same installation. */
export async function stranger(app: TestApp): Promise<SurfaceContext> {
  const actor = await app.store.workspaces.actor({
    workspace: 'other',
    workspace_name: 'Another',
    kind: 'api_token',
    external_id: 'stranger',
    display_name: 'Stranger',
  })
  return { ...app.local, actor }
}

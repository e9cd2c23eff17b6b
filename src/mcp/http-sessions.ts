import { randomBytes } from 'node:crypto'
import {
  type JSONRPCMessage,
  type McpServer,
  type MessageExtraInfo,
  readRequestBody,
  type Transport,
  type TransportSendOptions,
  WebStandardStreamableHTTPServerTransport,
  type WebStandardStreamableHTTPServerTransportOptions,
} from '@modelcontextprotocol/server'
import { type SessionLink, type SessionMessage, sessionLink } from '../service/session-link.js'
import type { SurfaceContext } from '../service/surface-context.js'
import { lazily } from './lazily.js'
import { createSessionEvents, type SessionEvents } from './session-events.js'
import { createReplays } from './session-replays.js'

type SessionsDeps = {
  readonly ctx: Pick<SurfaceContext, 'store'>
  readonly now: () => number
  readonly maxBytes: number
  serverFor(ctx: SurfaceContext): McpServer
}
type Session = {
  readonly server: McpServer
  readonly transport: SessionTransport
  readonly events: SessionEvents
  usedAt: number
}

const MAX_IDLE_MS = 30 * 60_000
const MAX_SESSIONS = 1_000
/** Milliseconds before a disconnected client may reconnect. */
const RECONNECT_MS = 1_000
/** A session ends a day after it began, in every process. */
const MAX_AGE_MS = 24 * 3_600_000
/**
 * Most ended sessions that are remembered. Beyond them, the owner of a session could resume the one that ended first.
 */
const MAX_ENDED = 10_000

export type HttpSessions = {
  /** The response to a request of the older protocol; null where its session does not exist for this sender. */
  answer(request: Request, ctx: SurfaceContext): Promise<Response | null>
  close(): void
}

const randomId = (): string => randomBytes(9).toString('base64url')

/**
 * Sessions of the older protocol. A signed session id carries what a server needs to serve the session, so that any
 * process on the same database can serve it. Only the owner of its token can use a session.
 */
export function createHttpSessions(deps: SessionsDeps): HttpSessions {
  const sessions = new Map<string, Session>()
  const resuming = new Map<string, Promise<Session>>()
  /** Time at which clients ended their sessions, the oldest first; kept until the ids would have expired. */
  const endedAt = new Map<string, number>()
  const processId = randomId()
  const eventsOfSession = createSessionEvents(processId)
  let unsubscribe = (): void => {}
  const link = lazily(async () => {
    const opened = await sessionLink(deps.ctx)
    unsubscribe = opened.subscribe(onMessage)
    return opened
  })

  const onMessage = ({ from, session, to, message }: SessionMessage): void => {
    if (from === processId) return
    const known = sessions.get(session)
    if (to === 'end') end(session)
    else if (to === 'replayed') replays.take(message)
    else if (to !== 'replay') void known?.transport.receive(to, message as JSONRPCMessage)
    else if (known) void replays.answer(session, message, known.events.missedAfter).catch(() => {})
  }
  const broadcast = async (session: string, to: SessionMessage['to'], message?: SessionMessage['message']) => {
    const { send } = await link.get()
    await send({ from: processId, session, to, message })
  }
  const replays = createReplays(broadcast)
  const drop = (id: string): void => {
    const session = sessions.get(id)
    sessions.delete(id)
    void session?.server.close().catch(() => {})
  }
  const end = (id: string): void => {
    endedAt.delete(id)
    endedAt.set(id, deps.now())
    for (const [old, at] of endedAt) {
      if (endedAt.size <= MAX_ENDED && deps.now() - at <= MAX_AGE_MS) break
      endedAt.delete(old)
    }
    drop(id)
  }
  const makeRoom = (): void => {
    for (const [id, { usedAt }] of sessions) if (deps.now() - usedAt > MAX_IDLE_MS) drop(id)
    const [oldest] = [...sessions].sort(([, a], [, b]) => a.usedAt - b.usedAt)[0] ?? []
    if (sessions.size >= MAX_SESSIONS && oldest) drop(oldest)
  }

  const connect = async (ctx: SurfaceContext, sessionIdGenerator: () => string): Promise<Omit<Session, 'usedAt'>> => {
    makeRoom()
    const server = deps.serverFor(ctx)
    const events = eventsOfSession((after) => replays.ask(transport.sessionId ?? '', after))
    const transport: SessionTransport = new SessionTransport({
      sessionIdGenerator,
      maxRequestBodySize: deps.maxBytes,
      eventStore: events,
      retryInterval: RECONNECT_MS,
      onsessioninitialized: (id) => {
        sessions.set(id, { server, transport, events, usedAt: deps.now() })
      },
      onsessionclosed: (id) => {
        end(id)
        void broadcast(id, 'end').catch(() => {})
      },
      relay: (to, message) => {
        if (transport.sessionId !== undefined) void broadcast(transport.sessionId, to, message).catch(() => {})
      },
    })
    await server.connect(transport)
    transport.interceptMessages()
    return { server, transport, events }
  }

  const begin = async (request: Request, ctx: SurfaceContext, { seal }: SessionLink): Promise<Response> => {
    const client = await clientOf(request, deps.maxBytes)
    const { actor_id: actor, workspace_id: workspace } = ctx.actor
    const sealedId = () => seal({ actor, workspace, begun: deps.now(), client, nonce: randomId() })
    const { server, transport } = await connect(ctx, sealedId)
    const response = await transport.handleRequest(request)
    // The request began no session, so its server is closed after the answer.
    if (transport.sessionId === undefined) void server.close().catch(() => {})
    return response
  }

  /** Resumes a session that another process began, by replaying the client's `initialize` here. */
  const resume = async (ctx: SurfaceContext, id: string, url: string, client: object): Promise<Session> => {
    const { transport } = await connect(ctx, () => id)
    for (const message of [
      { id: 'again', method: 'initialize', params: client },
      { method: 'notifications/initialized' },
    ]) {
      const response = await transport.handleRequest(replayRequest(url, id, message))
      await response.text()
    }
    const session = sessions.get(id)
    if (!session) throw new Error('A session could not be taken over.')
    return session
  }

  const find = async (ctx: SurfaceContext, id: string, url: string, { open }: SessionLink): Promise<Session | null> => {
    const { actor_id, workspace_id } = ctx.actor
    const claims = endedAt.has(id) ? null : open(id)
    if (claims?.actor !== actor_id || claims.workspace !== workspace_id) return null
    if (deps.now() - claims.begun > MAX_AGE_MS) return null
    const known = sessions.get(id)
    if (known) return known
    const resumed = resuming.get(id) ?? resume(ctx, id, url, claims.client).finally(() => resuming.delete(id))
    resuming.set(id, resumed)
    return resumed
  }

  return {
    async answer(request, ctx) {
      const opened = await link.get()
      const id = request.headers.get('mcp-session-id')
      if (id === null) return begin(request, ctx, opened)
      const session = await find(ctx, id, request.url, opened)
      if (!session) return null
      session.usedAt = deps.now()
      return session.transport.handleRequest(request)
    },
    close() {
      unsubscribe()
      for (const id of [...sessions.keys()]) drop(id)
    },
  }
}

const MAX_CLIENT_BYTES = 1_500

type InitializeParams = { protocolVersion?: unknown; capabilities?: { elicitation?: unknown }; clientInfo?: unknown }

/** The parameters of the client's `initialize`, limited to those that a session id can carry. */
async function clientOf(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  const body = await readRequestBody(request.clone(), maxBytes)
  const { protocolVersion, capabilities, clientInfo } = body.tooLarge ? {} : initializeParams(body.text)
  const client = { protocolVersion, capabilities, clientInfo }
  if (JSON.stringify(client).length <= MAX_CLIENT_BYTES) return client
  const { elicitation } = capabilities ?? {}
  return {
    protocolVersion,
    capabilities: elicitation === undefined ? {} : { elicitation: {} },
    clientInfo: { name: 'client', version: '0' },
  }
}

function initializeParams(text: string): InitializeParams {
  try {
    return JSON.parse(text)?.params ?? {}
  } catch {
    return {}
  }
}

const replayRequest = (url: string, id: string, message: object): Request =>
  new Request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': id,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  })

type Options = WebStandardStreamableHTTPServerTransportOptions & {
  /** Relays a message to the other processes that may serve this session. */
  relay(to: 'client' | 'server', message: JSONRPCMessage): void
}
type Ids = { id?: unknown; method?: unknown; params?: { requestId?: unknown } }

/**
 * A session of an older client, which any process may serve. The process with the client's open stream sends the
 * messages that belong to no request. The client's responses are relayed to the process that sent the request, whose
 * mark begins the request's id.
 */
class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #mark = `${randomId()}:`
  readonly #relay: Options['relay']
  #serverHandler: Transport['onmessage']

  constructor({ relay, ...options }: Options) {
    super(options)
    this.#relay = relay
  }

  /**
   * To be called once the server is connected: incoming messages then pass through this transport before they reach the
   * server.
   */
  interceptMessages(): void {
    this.#serverHandler = this.onmessage
    this.onmessage = (message, extra) => {
      if (!this.#accept(message, extra) || isCancellation(message)) this.#relay('server', message)
    }
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const marked = this.#marked(message)
    const unsolicited = options?.relatedRequestId === undefined && 'method' in marked
    if (unsolicited) this.#relay('client', marked)
    await super.send(marked, options)
  }

  /** Handles a message that another process relayed. */
  async receive(to: 'client' | 'server', message: JSONRPCMessage): Promise<void> {
    if (to === 'client') await super.send(message)
    else this.#accept(message)
  }

  /** Passes a message to this process's server; false for a response to another process's request. */
  #accept(message: JSONRPCMessage, extra?: MessageExtraInfo): boolean {
    const { id, method } = message as Ids
    const isResponse = method === undefined && id !== undefined
    if (isResponse && !(typeof id === 'string' && id.startsWith(this.#mark))) return false
    const unmarked = isResponse ? { ...message, id: Number(String(id).slice(this.#mark.length)) } : message
    this.#serverHandler?.(unmarked as JSONRPCMessage, extra)
    return true
  }

  #marked(message: JSONRPCMessage): JSONRPCMessage {
    const { id, method, params } = message as Ids
    if (method === undefined) return message
    if (id !== undefined) return { ...message, id: `${this.#mark}${String(id)}` } as JSONRPCMessage
    if (method !== 'notifications/cancelled' || params?.requestId === undefined) return message
    return {
      ...message,
      params: { ...params, requestId: `${this.#mark}${String(params.requestId)}` },
    } as JSONRPCMessage
  }
}

/** A cancellation is relayed too: the cancelled call may run in another process. */
const isCancellation = (message: JSONRPCMessage): boolean => (message as Ids).method === 'notifications/cancelled'

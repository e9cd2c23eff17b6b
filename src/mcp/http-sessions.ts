import { randomBytes } from 'node:crypto'
import {
  type JSONRPCMessage,
  type McpServer,
  type MessageExtraInfo,
  type Transport,
  type TransportSendOptions,
  WebStandardStreamableHTTPServerTransport,
  type WebStandardStreamableHTTPServerTransportOptions,
} from '@modelcontextprotocol/server'
import { type SessionLink, type SessionMessage, sessionLink } from '../service/slack/session-link.js'
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
  /**
   * The response to a request of the older protocol with this JSON body; null where its session does not exist for this
   * sender.
   */
  answer(request: Request, ctx: SurfaceContext, body: unknown): Promise<Response | null>
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

  const begin = async (
    request: Request,
    ctx: SurfaceContext,
    body: unknown,
    { seal }: SessionLink,
  ): Promise<Response> => {
    const client = clientOf(body)
    const { actor_id: actor, workspace_id: workspace } = ctx.actor
    const sealedId = () => seal({ actor, workspace, begun: deps.now(), client, nonce: randomId() })
    const { server, transport } = await connect(ctx, sealedId)
    const response = await transport.handleMessages(request, body)
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
    async answer(request, ctx, body) {
      const opened = await link.get()
      const id = request.headers.get('mcp-session-id')
      if (id === null) return begin(request, ctx, body, opened)
      const session = await find(ctx, id, request.url, opened)
      if (!session) return null
      session.usedAt = deps.now()
      return session.transport.handleMessages(request, body)
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
function clientOf(body: unknown): Record<string, unknown> {
  const params = (body as { params?: unknown } | null | undefined)?.params as InitializeParams | null | undefined
  const { protocolVersion, capabilities, clientInfo } = params ?? {}
  const client = { protocolVersion, capabilities, clientInfo }
  if (JSON.stringify(client).length <= MAX_CLIENT_BYTES) return client
  const { elicitation } = capabilities ?? {}
  return {
    protocolVersion,
    capabilities: elicitation === undefined ? {} : { elicitation: {} },
    clientInfo: { name: 'client', version: '0' },
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
type InFlight = { readonly answered: Promise<void>; release(): void }

/**
 * A session of an older client, which any process may serve. The process with the client's open stream sends the
 * messages that belong to no request. The client's responses are relayed to the process that sent the request, whose
 * mark begins the request's id.
 */
class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #mark = `${randomId()}:`
  readonly #relay: Options['relay']
  /** Requests of the client that are not answered yet, by their ids. */
  readonly #inFlight = new Map<unknown, InFlight>()
  /** The latest request of each HTTP request whose messages are being worked on. */
  readonly #latest = new WeakMap<Request, Promise<void>>()
  #serverHandler: Transport['onmessage']

  constructor({ relay, ...options }: Options) {
    super(options)
    this.#relay = relay
  }

  /**
   * Handles a request with its JSON body. A message with the id of one that is in flight is refused: the answers of
   * both would go to one stream.
   */
  async handleMessages(request: Request, body: unknown): Promise<Response> {
    const ids = [body]
      .flat()
      .filter(isRequest)
      .map(({ id }) => id)
    const taken = ids.find((id, index) => this.#inFlight.has(id) || ids.indexOf(id) < index)
    if (taken !== undefined) return refuseId(taken)
    for (const id of ids) this.#inFlight.set(id, inFlight())
    const response = await this.handleRequest(request, { parsedBody: body })
    // None of its messages was passed on.
    if (!response.ok) for (const id of ids) this.#release(id)
    return response
  }

  #release(id: unknown): void {
    this.#inFlight.get(id)?.release()
    this.#inFlight.delete(id)
  }

  /**
   * To be called once the server is connected: incoming messages then pass through this transport before they reach the
   * server.
   */
  interceptMessages(): void {
    this.#serverHandler = this.onmessage
    this.onmessage = (message, extra) => {
      const { request } = extra ?? {}
      const answered = isRequest(message) ? this.#inFlight.get(message.id)?.answered : undefined
      const pass = (): void => {
        if (!this.#accept(message, extra) || isCancellation(message)) this.#relay('server', message)
      }
      if (!request || !answered) return pass()
      const before = this.#latest.get(request)
      this.#latest.set(request, answered)
      if (!before) return pass()
      // The requests of a batch are worked on one after the other; others come between them.
      void before.then(() => setImmediate(pass))
    }
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const marked = this.#marked(message)
    const unsolicited = options?.relatedRequestId === undefined && 'method' in marked
    if (unsolicited) this.#relay('client', marked)
    try {
      await super.send(marked, options)
    } finally {
      if (!('method' in marked)) this.#release(marked.id)
    }
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
    // A request that is cancelled is never answered.
    if (method === 'notifications/cancelled') this.#release((message as Ids).params?.requestId)
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

const isRequest = (message: unknown): message is { readonly id: unknown } => {
  const { id, method } = (message ?? {}) as Ids
  return id !== undefined && id !== null && method !== undefined
}

function inFlight(): InFlight {
  let release = (): void => {}
  const answered = new Promise<void>((resolve) => {
    release = resolve
  })
  return { answered, release }
}

const refuseId = (id: unknown): Response => {
  const message = 'A request with this id is not answered yet; give each request of a session an id of its own.'
  return Response.json({ jsonrpc: '2.0', error: { code: -32600, message }, id }, { status: 400 })
}

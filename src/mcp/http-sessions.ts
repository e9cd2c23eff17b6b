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
import { createSessionEvents } from './session-events.js'

type SessionsDeps = {
  readonly ctx: Pick<SurfaceContext, 'store'>
  readonly now: () => number
  readonly mostBytes: number
  serverFor(ctx: SurfaceContext): McpServer
}
type Session = {
  readonly actor_id: string
  readonly workspace_id: string
  readonly server: McpServer
  readonly transport: SessionTransport
  used: number
}

const IDLE_MS = 30 * 60_000
const MAX_SESSIONS = 1_000
/** A client whose connection was cut comes back after this long. */
const RECONNECT_MS = 1_000
/** A session ends a day after it began, wherever it is served. */
const MAX_MS = 24 * 3_600_000

export type HttpSessions = {
  /** The answer to a request of the older protocol; null where it names a session that does not exist for its sender. */
  answer(request: Request, ctx: SurfaceContext): Promise<Response | null>
  close(): void
}

/**
 * Sessions of the older protocol. Their ids are sealed and say all that a server needs to go on with them, so any process
 * on the same database can; to anybody but the holder of its token a session does not exist.
 */
export function createHttpSessions(deps: SessionsDeps): HttpSessions {
  const sessions = new Map<string, Session>()
  const reviving = new Map<string, Promise<Session>>()
  /** Sessions that their client has ended, until their ids would have run out. */
  const over = new Map<string, number>()
  const eventsOfSession = createSessionEvents()
  const from = randomBytes(9).toString('base64url')
  let unhear = (): void => {}
  const link = lazily(async () => {
    const opened = await sessionLink(deps.ctx)
    unhear = opened.subscribe(hear)
    return opened
  })

  const hear = ({ from: sender, session, to, message }: SessionMessage): void => {
    if (sender === from) return
    if (to === 'end') end(session)
    else void sessions.get(session)?.transport.fromElsewhere(to, message as JSONRPCMessage)
  }
  const tell = (session: string, to: SessionMessage['to'], message?: JSONRPCMessage): void => {
    void link
      .get()
      .then((opened) => opened.send({ from, session, to, ...(message ? { message } : {}) }))
      .catch(() => {})
  }
  const forget = (id: string): void => {
    const session = sessions.get(id)
    sessions.delete(id)
    void session?.server.close().catch(() => {})
  }
  const end = (id: string): void => {
    over.set(id, deps.now())
    for (const [old, at] of over) if (deps.now() - at > MAX_MS) over.delete(old)
    forget(id)
  }
  const makeRoom = (): void => {
    for (const [id, { used }] of sessions) if (deps.now() - used > IDLE_MS) forget(id)
    const [oldest] = [...sessions].sort(([, a], [, b]) => a.used - b.used)[0] ?? []
    if (sessions.size >= MAX_SESSIONS && oldest) forget(oldest)
  }

  const connected = async (ctx: SurfaceContext, id: () => string): Promise<Omit<Session, 'used'>> => {
    makeRoom()
    const { actor_id, workspace_id } = ctx.actor
    const server = deps.serverFor(ctx)
    const transport: SessionTransport = new SessionTransport({
      sessionIdGenerator: id,
      maxRequestBodySize: deps.mostBytes,
      eventStore: eventsOfSession(),
      retryInterval: RECONNECT_MS,
      onsessioninitialized: (made) => {
        sessions.set(made, { actor_id, workspace_id, server, transport, used: deps.now() })
      },
      onsessionclosed: (closed) => {
        end(closed)
        tell(closed, 'end')
      },
      onElsewhere: (to, message) => {
        if (transport.sessionId !== undefined) tell(transport.sessionId, to, message)
      },
    })
    await server.connect(transport)
    transport.listen()
    return { actor_id, workspace_id, server, transport }
  }

  const begin = async (request: Request, ctx: SurfaceContext, seal: SessionLink['seal']): Promise<Response> => {
    const client = await clientOf(request, deps.mostBytes)
    const { actor_id: actor, workspace_id: workspace } = ctx.actor
    const id = () => seal({ actor, workspace, begun: deps.now(), client, nonce: randomBytes(9).toString('base64url') })
    const { server, transport } = await connected(ctx, id)
    const response = await transport.handleRequest(request)
    // What does not begin a session is answered, and nothing is kept of it.
    if (transport.sessionId === undefined) void server.close().catch(() => {})
    return response
  }

  /** Goes on with a session that another process began, as if its client had begun it here. */
  const revive = async (ctx: SurfaceContext, id: string, url: string, client: object): Promise<Session> => {
    const { transport } = await connected(ctx, () => id)
    for (const message of [
      { id: 'again', method: 'initialize', params: client },
      { method: 'notifications/initialized' },
    ]) {
      const said = await transport.handleRequest(again(url, id, message))
      await said.text()
    }
    const session = sessions.get(id)
    if (!session) throw new Error('A session could not be taken over.')
    return session
  }

  const find = async (
    id: string,
    ctx: SurfaceContext,
    url: string,
    open: SessionLink['open'],
  ): Promise<Session | null> => {
    const { actor_id, workspace_id } = ctx.actor
    const claims = over.has(id) ? null : open(id)
    if (claims?.actor !== actor_id || claims.workspace !== workspace_id) return null
    if (deps.now() - claims.begun > MAX_MS) return null
    const known = sessions.get(id)
    if (known) return known
    const taken = reviving.get(id) ?? revive(ctx, id, url, claims.client).finally(() => reviving.delete(id))
    reviving.set(id, taken)
    return taken
  }

  return {
    async answer(request, ctx) {
      const { seal, open } = await link.get()
      const id = request.headers.get('mcp-session-id')
      if (id === null) return begin(request, ctx, seal)
      const session = await find(id, ctx, request.url, open)
      if (!session) return null
      session.used = deps.now()
      return session.transport.handleRequest(request)
    },
    close() {
      unhear()
      for (const id of [...sessions.keys()]) forget(id)
    },
  }
}

const MAX_CLIENT_BYTES = 1_500

/** What a client says of itself when it begins, as short as an id can carry. */
async function clientOf(request: Request, mostBytes: number): Promise<Record<string, unknown>> {
  const body = await readRequestBody(request.clone(), mostBytes)
  const { protocolVersion, capabilities, clientInfo } = body.tooLarge ? {} : beginningOf(body.text)
  const whole = { protocolVersion, capabilities, clientInfo }
  if (JSON.stringify(whole).length <= MAX_CLIENT_BYTES) return whole
  const { elicitation } = capabilities ?? {}
  return { protocolVersion, capabilities: elicitation === undefined ? {} : { elicitation: {} }, clientInfo: UNNAMED }
}
type Beginning = { protocolVersion?: unknown; capabilities?: { elicitation?: unknown }; clientInfo?: unknown }
function beginningOf(text: string): Beginning {
  try {
    return JSON.parse(text)?.params ?? {}
  } catch {
    return {}
  }
}
const UNNAMED = { name: 'client', version: '0' }

/** A message of a session's beginning, said once more. */
const again = (url: string, id: string, message: object): Request =>
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
  /** Hands a message on to the other processes that may serve this session. */
  onElsewhere(to: 'client' | 'server', message: JSONRPCMessage): void
}
type Ids = { id?: unknown; method?: unknown; params?: { requestId?: unknown } }

/**
 * A session of an older client, which any process may serve. What is meant for the client's standing stream goes out
 * wherever that stream is; an answer of the client reaches the process that asked. Questions carry ids that no two
 * processes share.
 */
class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #mark = `${randomBytes(9).toString('base64url')}:`
  readonly #elsewhere: Options['onElsewhere']
  #inner: Transport['onmessage']

  constructor({ onElsewhere, ...options }: Options) {
    super(options)
    this.#elsewhere = onElsewhere
  }

  /** To be called once the server is connected: takes what comes in before it does. */
  listen(): void {
    this.#inner = this.onmessage
    this.onmessage = (message, extra) => {
      if (!this.#take(message, extra) || gaveUp(message)) this.#elsewhere('server', message)
    }
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const marked = this.#marked(message)
    const unsolicited = options?.relatedRequestId === undefined && 'method' in marked
    if (unsolicited) this.#elsewhere('client', marked)
    await super.send(marked, options)
  }

  /** A message that another process took or made. */
  async fromElsewhere(to: 'client' | 'server', message: JSONRPCMessage): Promise<void> {
    if (to === 'client') await super.send(message)
    else this.#take(message)
  }

  /** Hands a message to the server here; false for an answer to a question that somebody else asked. */
  #take(message: JSONRPCMessage, extra?: MessageExtraInfo): boolean {
    const { id, method } = message as Ids
    const answers = method === undefined && id !== undefined
    if (answers && !(typeof id === 'string' && id.startsWith(this.#mark))) return false
    const own = answers ? { ...message, id: Number(String(id).slice(this.#mark.length)) } : message
    this.#inner?.(own as JSONRPCMessage, extra)
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

/** A client that gives up on a call says so to one process; the call may be with another. */
const gaveUp = (message: JSONRPCMessage): boolean => (message as Ids).method === 'notifications/cancelled'

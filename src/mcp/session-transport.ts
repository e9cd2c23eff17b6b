import { randomBytes } from 'node:crypto'
import {
  type JSONRPCMessage,
  type MessageExtraInfo,
  type Transport,
  type TransportSendOptions,
  WebStandardStreamableHTTPServerTransport,
  type WebStandardStreamableHTTPServerTransportOptions,
} from '@modelcontextprotocol/server'

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
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
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

import pg from 'pg'

type Stream = { on(event: string, listener: (data: Buffer) => void): void; destroy(error: Error): void }
type WireConnection = { attachListeners(stream: Pick<Stream, 'on'>): void }

/**
 * A client that loses its connection where an answer of the server cannot be read, as after a wrong byte on the way. The
 * driver reads in the socket's event, where an exception would end the process.
 */
export class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: WireConnection }
    const attach = connection.attachListeners.bind(connection)
    connection.attachListeners = (stream: Stream) => {
      const guarded = (listener: (data: Buffer) => void) => (data: Buffer) => {
        try {
          listener(data)
        } catch (cause) {
          stream.destroy(new Error('Connection terminated: an answer of the server cannot be read', { cause }))
        }
      }
      attach({ on: (event, listener) => stream.on(event, event === 'data' ? guarded(listener) : listener) })
    }
  }
}

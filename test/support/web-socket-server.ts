import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** One side of a WebSocket, as RFC 6455 has it: text in single frames, pings answered, goodbyes returned. */
export type WebSocketPeer = {
  send(text: string): void
  /** Ends it without a goodbye, as a network does. */
  drop(): void
  readonly closed: Promise<void>
}

export type PeerHandlers = {
  text(text: string, peer: WebSocketPeer): void
  /** Whether goodbyes are returned. */
  readonly polite?: () => boolean
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10

/** Takes WebSockets at an HTTP server. */
export function acceptWebSockets(server: Server, opened: (peer: WebSocketPeer) => PeerHandlers): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${GUID}`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
    )
    socket.on('error', () => {})
    socket.on('end', () => socket.end())
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    const peer: WebSocketPeer = {
      send: (text) => void socket.write(frame(TEXT, Buffer.from(text))),
      drop: () => void socket.destroy(),
      closed,
    }
    const handlers = opened(peer)
    let rest: Buffer = Buffer.alloc(0)
    socket.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data])
      for (let read = readFrame(rest); read !== null; read = readFrame(rest)) {
        rest = rest.subarray(read.length)
        if (read.opcode === TEXT) handlers.text(read.payload.toString('utf8'), peer)
        if (read.opcode === PING) socket.write(frame(PONG, read.payload))
        if (read.opcode === CLOSE && (handlers.polite?.() ?? true)) socket.end(frame(CLOSE, read.payload))
      }
    })
  })
}

/** Seven bits, or 126 and two bytes, or 127 and eight. */
function lengthField(length: number): Buffer {
  if (length < 126) return Buffer.from([length])
  if (length < 65_536) return Buffer.from([126, length >> 8, length & 0xff])
  const field = Buffer.alloc(9)
  field[0] = 127
  field.writeBigUInt64BE(BigInt(length), 1)
  return field
}

function frame(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x80 | opcode]), lengthField(payload.length), payload])
}

/** The first frame of what a client sent; `null` while it is not whole. Clients mask what they send. */
function readFrame(data: Buffer): { opcode: number; payload: Buffer; length: number } | null {
  if (data.length < 2) return null
  const short = (data[1] ?? 0) & 0x7f
  let head = 2
  if (short === 126) head = 4
  if (short === 127) head = 10
  if (data.length < head + 4) return null
  let size = short
  if (short === 126) size = data.readUInt16BE(2)
  if (short === 127) size = Number(data.readBigUInt64BE(2))
  const length = head + 4 + size
  if (data.length < length) return null
  const mask = data.subarray(head, head + 4)
  const payload = Buffer.from(data.subarray(head + 4, length).map((byte, index) => byte ^ (mask[index % 4] ?? 0)))
  return { opcode: (data[0] ?? 0) & 0x0f, payload, length }
}

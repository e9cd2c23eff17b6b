import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type FaultProxy = {
  readonly port: number
  /** From now on nothing passes on the connections there are, and nobody is told. How many there were. */
  silence(): number
  /** The same, and for whoever connects from now on. */
  silenceAll(): number
}

/** A way to a server on this machine that can go silent, as a network does whose other end is gone: half-open connections. */
export async function faultProxy(serverPort: number): Promise<FaultProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let silent = false
  const proxy = createServer((near) => {
    const far = dial(serverPort, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    near.on('error', () => far.destroy())
    near.on('close', () => {
      pairs.delete(pair)
      far.destroy()
    })
    far.on('error', () => near.destroy())
    if (silent) return hush(pair)
    far.on('close', () => near.destroy())
    near.pipe(far)
    far.pipe(near)
  })
  const hush = ([near, far]: [Socket, Socket]): void => {
    near.unpipe(far)
    far.unpipe(near)
    // The server is not told either when the other side gives up.
    for (const socket of [near, far]) socket.removeAllListeners('close')
    // Bytes are taken, as a network takes them, and lead nowhere.
    near.resume()
    far.pause()
  }
  const silence = (): number => {
    for (const pair of pairs) hush(pair)
    return pairs.size
  }
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy()
    proxy.close()
  })
  return {
    port: (proxy.address() as AddressInfo).port,
    silence,
    silenceAll: () => {
      silent = true
      return silence()
    },
  }
}

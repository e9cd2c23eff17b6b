import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { onTestFinished } from 'vitest'

export type FaultProxy = {
  readonly port: number
  /** From now on nothing passes on the connections there are, and nobody is told. How many there were. */
  silence(): number
  /** The same, and for whoever connects from now on. */
  silenceAll(): number
  /** Who connects from now on is told this error of PostgreSQL, until it is null. */
  refuse(error: Refusal | null): void
  /** In the next row that the server sends, the number of its columns is wrong. */
  spoilNextRow(): void
  /** How many rows were spoiled. */
  spoiledRows(): number
  /** Ends every connection. */
  cut(): void
  /** Ends the next connection on which `statement` is sent, once that is committed and before anybody is told. */
  loseCommitOf(statement: string): void
  /** How many commits were lost. */
  lostCommits(): number
}

type Refusal = { readonly state: string; readonly message: string }

/** A fatal error, as PostgreSQL sends it to whoever connects. */
function fatal({ state, message }: Refusal): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0M${message}\0\0`)
  const head = Buffer.from('E....')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** A way to a server on this machine that can go silent, as a network does whose other end is gone: half-open connections. */
export async function faultProxy(serverPort: number): Promise<FaultProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let silent = false
  let refusal: Refusal | null = null
  let loseNext: string | null = null
  let lostCommits = 0
  let spoilsNextRow = false
  let spoiledRows = 0
  const spoil = (answer: Buffer): Buffer => {
    // DataRow: a letter, four bytes of length of which the first two are 0 in a short row, two of the number of columns.
    const at = spoilsNextRow ? answer.indexOf(Buffer.from('D\0\0')) : -1
    if (at < 0 || at + 7 > answer.length) return answer
    spoilsNextRow = false
    spoiledRows++
    const spoiled = Buffer.from(answer)
    spoiled[at + 5] = 0x40
    return spoiled
  }
  const proxy = createServer((near) => {
    if (refusal) {
      const answer = fatal(refusal)
      near.on('error', () => {})
      near.once('data', () => near.end(answer))
      return
    }
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
    const passing = new Transform({
      transform: (answer, _, done) => done(null, spoil(answer)),
    })
    far.pipe(passing).pipe(near)
    near.on('data', (sent: Buffer) => {
      if (loseNext === null || !sent.includes(loseNext)) return
      loseNext = null
      far.unpipe(passing)
      far.on('data', (answer: Buffer) => {
        if (!answer.includes('COMMIT')) return void near.write(answer)
        lostCommits++
        near.destroy()
      })
      far.resume()
    })
  })
  const hush = ([near, far]: [Socket, Socket]): void => {
    near.unpipe(far)
    far.unpipe()
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
    refuse: (error) => {
      refusal = error
    },
    spoilNextRow: () => {
      spoilsNextRow = true
    },
    spoiledRows: () => spoiledRows,
    cut: () => {
      for (const [near] of pairs) near.destroy()
    },
    loseCommitOf: (statement) => {
      loseNext = statement
    },
    lostCommits: () => lostCommits,
    silenceAll: () => {
      silent = true
      return silence()
    },
  }
}

import { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { isAppError } from '../errors.js'
import type { ReaderLimits } from './reader-process-limits.js'
import { READERS, type ReaderName } from './readers.js'

// The reader process reads one file and ends. Its limits are its argument, its input comes on standard input, and its
// answer goes to descriptor 3.

/** Descriptor of the answer; libraries may print to standard output. */
const ANSWER = 3

/**
 * The watchdog's source text. It runs in a thread of its own, so that it keeps checking while the file keeps the main
 * thread busy, and it uses the operating system's figures, since heap limits exclude typed arrays. The signal tells
 * which limit was exceeded. A file that takes longer than a second lowers the priority of the process.
 */
const WATCHDOG = `
const { constants, setPriority } = require('node:os')
const { workerData: { bytes, microseconds, parent } } = require('node:worker_threads')
let isLong = false
setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (!isLong && user + system > 1e6) {
    isLong = true
    setPriority(process.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  }
  if (process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGKILL')
  if (user + system > microseconds || process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 10)
`

function startWatchdog(): Promise<unknown> {
  const { memory_mb, cpu_s }: ReaderLimits = JSON.parse(process.argv[2] ?? '')
  const workerData = { bytes: memory_mb * 1_000_000, microseconds: cpu_s * 1_000_000, parent: process.ppid }
  const watchdog = new Worker(WATCHDOG, { eval: true, workerData, execArgv: [] })
  return new Promise((resolve) => watchdog.once('online', resolve))
}

async function readInput(): Promise<{ reader: ReaderName; given: unknown[] }> {
  const pieces: Uint8Array[] = []
  for await (const piece of process.stdin) pieces.push(piece)
  return deserialize(Buffer.concat(pieces))
}

async function answer(): Promise<unknown> {
  try {
    const { reader, given } = await readInput()
    const read = (await READERS[reader]()) as (...given: unknown[]) => unknown
    return { value: await read(...given) }
  } catch (error) {
    if (isAppError(error)) return { refused: { code: error.code, facts: error.facts } }
    return { broken: error instanceof Error ? error.name : 'Error' }
  }
}

await startWatchdog()
const socket = new Socket({ fd: ANSWER })
socket.end(serialize(await answer()), () => process.exit(0))

import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { AppError, refuse } from '../errors.js'
import { INSTALLATION } from '../installation.js'
import { READER_LIMITS, type ReaderLimits } from './reader-process-limits.js'
import type { Reader, ReaderName } from './readers.js'

/** Files read at once by this process, and files that may wait for it. */
const MAX_AT_ONCE = 2
const MAX_WAITING = 16
/** The person at this machine. */
const HERE = ''

/**
 * Reads a file of somebody else in a process of its own, which is ended when it takes more memory, time or output than
 * `READER_LIMITS`. `name`: what the file is called in the sentence about it. Errors: those of the reader, `invalid_input`
 * where a limit was reached or the process died, `too_many_requests` where too many files wait.
 */
export const readApart = readWithin(READER_LIMITS)

/** The same for a workspace: its files take turns with those of others. */
export const readApartFor = (workspace_id: string): typeof readApart => readWithin(READER_LIMITS, workspace_id)

/** `readApart` with limits of its own. */
export function readWithin(limits: ReaderLimits, workspace_id = HERE) {
  return async <N extends ReaderName>(
    reader: N,
    name: string,
    ...given: Parameters<Reader<N>>
  ): Promise<Awaited<ReturnType<Reader<N>>>> => {
    const release = await takeTurn(workspace_id)
    try {
      const answer = await answerOf(serialize({ reader, given }), limits)
      if (typeof answer === 'string') return refuse(`${name} ${sentenceOf(answer, limits)}`)
      return readingOf(answer, name) as Awaited<ReturnType<Reader<N>>>
    } finally {
      release()
    }
  }
}

let running = 0
/** Turns that are waited for, by workspace; the workspace whose turn is next comes first. */
const waiting = new Map<string, (() => void)[]>()

async function takeTurn(workspace_id: string): Promise<() => void> {
  if (running < MAX_AT_ONCE) running += 1
  else await waitForTurn(workspace_id)
  // A turn is handed on as it is.
  return () => {
    const start = nextTurn()
    if (start) start()
    else running -= 1
  }
}

function waitForTurn(workspace_id: string): Promise<void> {
  const own = waiting.get(workspace_id) ?? []
  const free = MAX_WAITING - [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
  // Nobody holds more places than they leave to others.
  if (own.length >= free)
    throw new AppError('too_many_requests', { problem: 'Too many files are being read now; try again in a minute.' })
  return new Promise((resolve) => waiting.set(workspace_id, [...own, resolve]))
}

function nextTurn(): (() => void) | undefined {
  const [next] = waiting
  if (!next) return undefined
  const [workspace_id, [start, ...others]] = next
  waiting.delete(workspace_id)
  if (others.length > 0) waiting.set(workspace_id, others)
  return start
}

type End = 'time' | 'memory' | 'output' | 'broken'

/** What a reader's process answered, or how it ended. */
function answerOf(input: Buffer, limits: ReaderLimits): Promise<Buffer | End> {
  const child = start(limits)
  const { stdin } = child
  const output = child.stdio[3] as Readable
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let bytes = 0
    let end: End | null = null
    const stop = (reason: End): void => {
      end ??= reason
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => stop('time'), limits.wall_s * 1_000)
    output.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > limits.output_mb * 1_000_000) stop('output')
      else pieces.push(piece)
    })
    // A process that ended takes no more of its input.
    stdin?.on('error', () => {})
    child.on('error', () => stop('broken'))
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve(end ?? (code === 0 ? Buffer.concat(pieces) : endOf(signal)))
    })
    stdin?.end(input)
  })
}

/** The process gets nothing of this one's environment. In a desktop host, the executable is the host's own. */
function start(limits: ReaderLimits): ChildProcess {
  const script = fileURLToPath(new URL('dist/ingest/main.js', INSTALLATION))
  // The heap stays below what is allowed in all, so that garbage is collected in time.
  const heap = `--max-old-space-size=${Math.floor(limits.memory_mb * 0.75)}`
  return spawn(process.execPath, [heap, script, JSON.stringify(limits)], {
    cwd: '/',
    env: { ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    windowsHide: true,
  })
}

/** The watchdog ends its process with SIGTERM for time; V8 aborts, and the watchdog kills, for memory. */
const endOf = (signal: NodeJS.Signals | null): End => {
  if (signal === 'SIGTERM') return 'time'
  return signal === null ? 'broken' : 'memory'
}

type Answer =
  | { value: unknown }
  | { refused: { code: 'invalid_input'; facts: { problem: string } } }
  | { broken: string }

function readingOf(answer: Buffer, name: string): unknown {
  const read = deserialize(answer) as Answer
  if ('value' in read) return read.value
  if ('refused' in read) throw new AppError(read.refused.code, read.refused.facts)
  return refuse(`${name} ${BROKEN}`)
}

const BROKEN = 'cannot be read; it may be damaged: save it again, or give its text alone.'

function sentenceOf(end: End, { memory_mb, cpu_s, output_mb }: ReaderLimits): string {
  switch (end) {
    case 'memory':
      return `needs more than ${memory_mb} MB of memory to be read; give its text alone, or a part of it.`
    case 'time':
      return `takes longer than ${cpu_s} seconds to be read; give its text alone, or a part of it.`
    case 'output':
      return `holds more than ${output_mb} MB once it is read; give a part of it.`
    case 'broken':
      return BROKEN
  }
}

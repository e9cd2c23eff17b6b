import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { AppError, refuse } from '../errors.js'
import { INSTALLATION } from '../installation.js'
import { READER_LIMITS, type ReaderLimits } from './reader-process-limits.js'
import type { Reader, ReaderName } from './readers.js'

/** Files that this process reads at once, at most all but one of them of one workspace, and files that may wait. */
const MAX_AT_ONCE = 3
const MAX_OWN = MAX_AT_ONCE - 1
const MAX_WAITING = 16
/** Queue key of the local user, who needs no workspace. */
const HERE = ''

/**
 * Reads a stranger's file in a process of its own, which is killed when it exceeds the memory, time or output of
 * `READER_LIMITS`. `name`: the file's name in error messages. Errors: those of the reader, `invalid_input` where a
 * limit was exceeded or the process died, `too_many_requests` where too many files wait.
 */
export const readInChildProcess = readWithin(READER_LIMITS)

/** As `readInChildProcess`, for a workspace: its files take turns with those of other workspaces. */
export const childReaderFor = (workspace_id: string): typeof readInChildProcess =>
  readWithin(READER_LIMITS, workspace_id)

/** As `readInChildProcess`, with limits of its own. */
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

/** Files that are being read now, by workspace. */
const running = new Map<string, number>()
/** Waiting files by workspace; the workspace whose turn is next comes first. */
const waiting = new Map<string, (() => void)[]>()

const mayStart = (workspace_id: string): boolean =>
  [...running.values()].reduce((sum, own) => sum + own, 0) < MAX_AT_ONCE && (running.get(workspace_id) ?? 0) < MAX_OWN

async function takeTurn(workspace_id: string): Promise<() => void> {
  if (!mayStart(workspace_id)) await waitForTurn(workspace_id)
  else countRunning(workspace_id, 1)
  return () => {
    countRunning(workspace_id, -1)
    startNext()
  }
}

function countRunning(workspace_id: string, more: 1 | -1): void {
  const own = (running.get(workspace_id) ?? 0) + more
  if (own > 0) running.set(workspace_id, own)
  else running.delete(workspace_id)
}

function waitForTurn(workspace_id: string): Promise<void> {
  const own = waiting.get(workspace_id) ?? []
  const free = MAX_WAITING - [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
  // A workspace never holds more waiting places than are left for others.
  if (own.length >= free)
    throw new AppError('too_many_requests', {
      problem:
        own.length === 0
          ? 'Too many files are being read now; try again in a minute.'
          : `${own.length} files of this workspace wait to be read already, as many as may now; send this one when some of them are read.`,
    })
  return new Promise((resolve) => waiting.set(workspace_id, [...own, resolve]))
}

/** Starts the next waiting file of the first workspace that may, which then waits behind all others. */
function startNext(): void {
  const next = [...waiting].find(([workspace_id]) => mayStart(workspace_id))
  if (!next) return
  const [workspace_id, [start, ...others]] = next
  waiting.delete(workspace_id)
  if (others.length > 0) waiting.set(workspace_id, others)
  countRunning(workspace_id, 1)
  start?.()
}

type End = 'processor_time' | 'time' | 'memory' | 'output' | 'broken'

/** The answer of a reader process, or the reason why it ended. */
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
    // A process that has ended no longer reads its input.
    stdin?.on('error', () => {})
    child.on('error', () => stop('broken'))
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve(end ?? (code === 0 ? Buffer.concat(pieces) : endOf(signal)))
    })
    stdin?.end(input)
  })
}

/**
 * The process gets none of this process's environment. In a desktop host such as Electron, `process.execPath` is the
 * host's executable.
 */
function start(limits: ReaderLimits): ChildProcess {
  const script = fileURLToPath(new URL('dist/ingest/main.js', INSTALLATION))
  // The heap limit is below the total limit, so that garbage is collected in time.
  const heap = `--max-old-space-size=${Math.floor(limits.memory_mb * 0.75)}`
  return spawn(process.execPath, [heap, script, JSON.stringify(limits)], {
    cwd: '/',
    env: { ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    windowsHide: true,
  })
}

/** Exceeded processor time: the watchdog sends SIGTERM. Exceeded memory: V8 aborts, or the watchdog sends SIGKILL. */
const endOf = (signal: NodeJS.Signals | null): End => {
  if (signal === 'SIGTERM') return 'processor_time'
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

function sentenceOf(end: End, { memory_mb, cpu_s, wall_s, output_mb }: ReaderLimits): string {
  switch (end) {
    case 'memory':
      return `needs more than ${memory_mb} MB of memory to be read; give its text alone, or a part of it.`
    case 'processor_time':
      return `needs more than ${cpu_s} seconds of processor time to be read; give its text alone, or a part of it.`
    case 'time':
      return `was not read within ${wall_s} seconds, as on a busy machine; try again later, or give its text alone, or a part of it.`
    case 'output':
      return `holds more than ${output_mb} MB once it is read; give a part of it.`
    case 'broken':
      return BROKEN
  }
}
